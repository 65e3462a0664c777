// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <mutex>
#include <string_view>

namespace warpgraph::detail {

// What one device was asked about kernels, so that the driver is asked once. Thread-safe.
class CudaKernelTable {
 public:
  // `multiprocessors`: of the whole GPU. `sharers`: devices that are this GPU.
  CudaKernelTable(int ordinal, unsigned multiprocessors, unsigned sharers)
      : ordinal_(ordinal), multiprocessors_(multiprocessors), sharers_(sharers) {}

  // Dynamic shared memory that may pass unasked: the driver gives a block 48 KiB, static memory included, and this
  // leaves 16 KiB of them to the kernel.
  static constexpr std::size_t kSharedUnasked = 32 * 1024;
  // Must come before a launch with more. Throws DeviceError, beginning with `name`, if the device does not have that
  // much.
  void allow_shared(const void* function, std::size_t bytes, std::string_view name);

  // How many blocks the whole device holds at once; 0 if it cannot hold one. Devices that share a GPU take an equal
  // part of each multiprocessor, so that different kernels of theirs have room beside each other.
  [[nodiscard]] unsigned resident_blocks(const void* function, unsigned threads, std::size_t shared_bytes);

 private:
  struct Shape {
    const void* function;
    unsigned threads;
    std::size_t shared_bytes;
    auto operator<=>(const Shape&) const = default;
  };

  void allow_shared_locked(const void* function, std::size_t bytes, std::string_view name);
  [[nodiscard]] unsigned ask_resident_blocks(const Shape& shape);

  int ordinal_;
  unsigned multiprocessors_;
  unsigned sharers_;
  std::mutex mutex_;
  std::map<const void*, std::size_t> allowed_shared_;
  std::map<Shape, unsigned> resident_blocks_;
};

}  // namespace warpgraph::detail
