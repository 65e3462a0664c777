// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace warpgraph::detail {

// Pinned host memory. Small blocks that come back stay pinned for those that are asked for later, because the system
// takes longer to pin memory than a short run takes. Thread-safe.
class PinnedPool {
 public:
  PinnedPool() = default;
  ~PinnedPool();
  PinnedPool(const PinnedPool&) = delete;
  PinnedPool& operator=(const PinnedPool&) = delete;

  // In the context of the current device. Throws OutOfMemory.
  [[nodiscard]] void* allocate(std::size_t bytes);
  void free(void* block, std::size_t bytes) noexcept;

 private:
  static constexpr std::size_t kSmallest = 4096;
  static constexpr std::size_t kLargestKept = std::size_t{1} << 20;
  // What a block for so many bytes has.
  [[nodiscard]] static std::size_t block_bytes(std::size_t bytes) {
    if (bytes > kLargestKept) return bytes;
    return bytes < kSmallest ? kSmallest : std::bit_ceil(bytes);
  }

  std::mutex mutex_;
  std::map<std::size_t, std::vector<void*>> kept_;  // by their size
};

}  // namespace warpgraph::detail
