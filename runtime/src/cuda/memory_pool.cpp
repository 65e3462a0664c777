// SPDX-License-Identifier: Apache-2.0
#include "memory_pool.hpp"

#include <cstdint>

#include "scoped_device.hpp"

namespace warpgraph::detail {

CudaMemoryPool::CudaMemoryPool(int ordinal) : ordinal_(ordinal), handle_(make_cuda_pool(ordinal)) {}

void CudaMemoryPool::allow_access_from(int ordinal) {
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = ordinal;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  check(cudaMemPoolSetAccess(handle_.get(), &access, 1));
}

void* CudaMemoryPool::allocate(std::size_t bytes, cudaStream_t stream, std::string_view name) {
  const ScopedDevice device(ordinal_);
  void* block = nullptr;
  const cudaError_t status = cudaMallocFromPoolAsync(&block, bytes, handle_.get(), stream);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    return nullptr;
  }
  check(status, name);
  note_growth();
  return block;
}

void CudaMemoryPool::trim() {
  const std::lock_guard lock(mutex_);
  check(cudaMemPoolTrimTo(handle_.get(), 0));
  last_reserved_ = reserved_bytes();
}

std::size_t CudaMemoryPool::reserved_bytes() const { return attribute(cudaMemPoolAttrReservedMemCurrent); }

std::size_t CudaMemoryPool::unused_bytes() const {
  const std::size_t used = attribute(cudaMemPoolAttrUsedMemCurrent);
  const std::size_t reserved = reserved_bytes();
  return reserved > used ? reserved - used : 0;
}

std::size_t CudaMemoryPool::growths() const {
  const std::lock_guard lock(mutex_);
  return growths_;
}

std::size_t CudaMemoryPool::attribute(cudaMemPoolAttr which) const {
  std::uint64_t value = 0;
  check(cudaMemPoolGetAttribute(handle_.get(), which, &value));
  return value;
}

// The query belongs inside the lock: else a thread could compare with an older reading and see the pool shrink and
// grow again.
void CudaMemoryPool::note_growth() {
  const std::lock_guard lock(mutex_);
  const std::size_t reserved = reserved_bytes();
  if (reserved > last_reserved_) ++growths_;
  last_reserved_ = reserved;
}

}  // namespace warpgraph::detail
