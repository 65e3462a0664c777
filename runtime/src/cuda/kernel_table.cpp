// SPDX-License-Identifier: Apache-2.0
#include "kernel_table.hpp"

#include "check.hpp"
#include "scoped_device.hpp"

namespace warpgraph::detail {

void CudaKernelTable::allow_shared(const void* function, std::size_t bytes, std::string_view name) {
  const std::lock_guard lock(mutex_);
  allow_shared_locked(function, bytes, name);
}

unsigned CudaKernelTable::resident_blocks(const void* function, unsigned threads, std::size_t shared_bytes) {
  const Shape shape{function, threads, shared_bytes};
  const std::lock_guard lock(mutex_);
  const auto known = resident_blocks_.find(shape);
  if (known != resident_blocks_.end()) return known->second;
  const unsigned blocks = ask_resident_blocks(shape);
  resident_blocks_.emplace(shape, blocks);
  return blocks;
}

// The attribute belongs to the function in the current device's context. It only ever grows, for launches of other
// sizes may be under way.
void CudaKernelTable::allow_shared_locked(const void* function, std::size_t bytes, std::string_view name) {
  std::size_t& allowed = allowed_shared_[function];
  if (bytes <= allowed) return;
  const ScopedDevice device(ordinal_);
  check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)), name);
  allowed = bytes;
}

unsigned CudaKernelTable::ask_resident_blocks(const Shape& shape) {
  if (shape.shared_bytes > kSharedUnasked) {
    allow_shared_locked(shape.function, shape.shared_bytes, "resident_blocks");
  }
  const ScopedDevice device(ordinal_);
  cudaFuncAttributes attributes{};  // asked for so that the kernel is loaded from here on
  check(cudaFuncGetAttributes(&attributes, shape.function), "resident_blocks");
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, shape.function, static_cast<int>(shape.threads),
                                                      shape.shared_bytes),
        "resident_blocks");
  const auto fitting = static_cast<unsigned>(blocks);
  if (sharers_ == 1) return fitting * multiprocessors_;
  // A multiprocessor divides its memory anew only when it is empty, and while this kernel waits for others it is not.
  check(cudaFuncSetAttribute(shape.function, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared),
        "resident_blocks");
  return fitting < sharers_ ? fitting * (multiprocessors_ / sharers_) : fitting / sharers_ * multiprocessors_;
}

}  // namespace warpgraph::detail
