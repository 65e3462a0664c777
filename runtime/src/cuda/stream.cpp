// SPDX-License-Identifier: Apache-2.0
#include "stream.hpp"

#include <exception>
#include <functional>
#include <utility>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "device.hpp"
#include "event.hpp"
#include "fill.hpp"
#include "staged_copy.hpp"

namespace warpgraph::detail {

CudaStream::CudaStream(Device& device, CudaDevice& owner, std::string_view name)
    : StreamBackend(device),
      owner_(owner),
      ordinal_(owner.ordinal()),
      name_(device.name() + " " + std::string(name)),
      handle_(make_cuda_stream(ordinal_)),
      failure_(std::make_shared<StreamFailure>()),
      host_calls_(std::make_shared<CudaHostCalls>(failure_)) {
  Runtime& runtime = device.runtime();
  if (Timeline* timeline = runtime.timeline()) {
    trace_.emplace(*timeline, device.name(), name, ordinal_, owner.clock(runtime));
  }
}

CudaStream::~CudaStream() {
  deallocate(scratch_, kGridScratchBytes);
  drain();
  failure_->log();
}

void* CudaStream::allocate(std::size_t bytes, std::string_view name) {
  if (void* block = owner_.pool().allocate(bytes, handle(), name)) return block;
  throw OutOfMemory(device().name(), name, bytes, owner_.free_bytes());
}

void CudaStream::deallocate(void* block, std::size_t) noexcept {
  if (block != nullptr) log_failure(cudaFreeAsync(block, handle_.get()));
}

void CudaStream::copy(void* to, const void* from, std::size_t bytes) {
  const ScopedDevice current = on_device();
  traced({Timeline::Kind::kCopy, "copy", bytes}, [&] {
    if (pays_staging(from, bytes)) return StagedCopy(device().runtime(), ordinal_, handle()).to_device(to, from, bytes);
    if (pays_staging(to, bytes)) return StagedCopy(device().runtime(), ordinal_, handle()).to_host(to, from, bytes);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, handle()), name_);
  });
}

void CudaStream::fill(void* to, const void* pattern, std::size_t width, std::size_t count) {
  const ScopedDevice device = on_device();
  traced({Timeline::Kind::kFill, "fill", width * count}, [&] { cuda_fill(handle(), to, pattern, width, count); });
}

void CudaStream::call(std::string_view name, std::function<void()> function) {
  const ScopedDevice device = on_device();
  traced({Timeline::Kind::kHostCall, name, 0}, [&] { host_calls_->submit(handle(), name, std::move(function)); });
}

void CudaStream::record(EventBackend& event) {
  check(cudaEventRecord(static_cast<CudaEvent&>(event).handle(), handle()), name_);
}

void CudaStream::wait(EventBackend& event) {
  check(cudaStreamWaitEvent(handle(), static_cast<CudaEvent&>(event).handle(), 0), name_);
}

void CudaStream::drain() noexcept {
  if (!home().is_this()) return;
  const cudaError_t status = cudaStreamSynchronize(handle_.get());
  try {
    check(status, name_);
  } catch (...) {
    failure_->keep_for_ever(std::current_exception());
  }
  host_calls_->reap();
  if (!trace_ || failure_->is_any()) return;
  try {
    trace_->resolve();
  } catch (...) {
    failure_->keep(std::current_exception());
  }
}

// A stream that a fault has ended is idle: to tell of the fault is for synchronize.
bool CudaStream::is_idle() {
  const cudaError_t status = cudaStreamQuery(handle());
  if (!is_fault(status)) return check_done(status, name_);
  static_cast<void>(cudaGetLastError());
  return true;
}

void CudaStream::launch(const GpuLaunch& launch) {
  const ScopedDevice device = on_device();
  if (launch.shared_bytes > CudaKernelTable::kSharedUnasked) [[unlikely]] {
    owner_.kernels().allow_shared(launch.function, launch.shared_bytes, launch.name);
  }
  cudaLaunchAttribute cooperative{};
  cooperative.id = cudaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(launch.blocks);
  config.blockDim = dim3(launch.threads);
  config.dynamicSmemBytes = launch.shared_bytes;
  config.stream = handle();
  config.attrs = &cooperative;
  config.numAttrs = launch.cooperative ? 1 : 0;
  traced({Timeline::Kind::kKernel, launch.name, 0},
         [&] { check(cudaLaunchKernelExC(&config, launch.function, launch.arguments), launch.name); });
}

unsigned CudaStream::resident_blocks(const void* function, unsigned threads, std::size_t shared_bytes) {
  return owner_.kernels().resident_blocks(function, threads, shared_bytes);
}

void* CudaStream::grid_scratch() {
  const std::lock_guard lock(scratch_mutex_);
  if (is_scratch_cleared_) return scratch_;
  const ScopedDevice device = on_device();
  if (scratch_ == nullptr) scratch_ = allocate(kGridScratchBytes, "grid scratch");
  check(cudaMemsetAsync(scratch_, 0, kGridScratchBytes, handle()), name_);
  is_scratch_cleared_ = true;
  return scratch_;
}

}  // namespace warpgraph::detail
