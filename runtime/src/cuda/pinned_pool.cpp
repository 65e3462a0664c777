// SPDX-License-Identifier: Apache-2.0
#include "pinned_pool.hpp"

#include <unistd.h>

#include <new>

#include <cuda_runtime_api.h>

#include <warpgraph/runtime/error.hpp>

#include "check.hpp"

namespace warpgraph::detail {

namespace {

std::size_t free_host_bytes() {
  const long pages = sysconf(_SC_AVPHYS_PAGES);
  return pages < 0 ? 0 : static_cast<std::size_t>(pages) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

PinnedPool::~PinnedPool() {
  for (const auto& [bytes, blocks] : kept_) {
    for (void* block : blocks) log_failure(cudaFreeHost(block));
  }
}

void* PinnedPool::allocate(std::size_t bytes) {
  const std::size_t all = block_bytes(bytes);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(all); found != kept_.end() && !found->second.empty()) {
      void* const block = found->second.back();
      found->second.pop_back();
      return block;
    }
  }
  void* block = nullptr;
  const cudaError_t status = cudaHostAlloc(&block, all, cudaHostAllocPortable | cudaHostAllocMapped);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    throw OutOfMemory("host", "pinned memory", bytes, free_host_bytes());
  }
  check(status);
  return block;
}

void PinnedPool::free(void* block, std::size_t bytes) noexcept {
  if (bytes <= kLargestKept) {
    try {
      const std::lock_guard lock(mutex_);
      kept_[block_bytes(bytes)].push_back(block);
      return;
    } catch (const std::bad_alloc&) {  // the system gets it back instead
    }
  }
  log_failure(cudaFreeHost(block));
}

}  // namespace warpgraph::detail
