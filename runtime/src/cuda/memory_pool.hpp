// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <string_view>

#include "handle.hpp"

namespace warpgraph::detail {

// The stream-ordered memory of one device. What is freed stays reserved until trim, so a run that repeats takes nothing
// from the system. Thread-safe.
class CudaMemoryPool {
 public:
  explicit CudaMemoryPool(int ordinal);

  // Lets kernels and copies of another device touch the pool's memory, past and future allocations alike.
  void allow_access_from(int ordinal);

  // Aligned to 256 bytes. Null if the device has no room. Blocks go back by cudaFreeAsync. `name` is for messages.
  [[nodiscard]] void* allocate(std::size_t bytes, cudaStream_t stream, std::string_view name);
  void trim();

  [[nodiscard]] std::size_t reserved_bytes() const;
  [[nodiscard]] std::size_t unused_bytes() const;
  // How many allocations found the pool too small.
  [[nodiscard]] std::size_t growths() const;

 private:
  [[nodiscard]] std::size_t attribute(cudaMemPoolAttr which) const;
  void note_growth();

  int ordinal_;
  CudaPoolHandle handle_;
  mutable std::mutex mutex_;  // guards the two below
  std::size_t last_reserved_ = 0;
  std::size_t growths_ = 0;
};

}  // namespace warpgraph::detail
