// SPDX-License-Identifier: Apache-2.0
#include "host_calls.hpp"

#include <exception>
#include <string>
#include <utility>

#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/error.hpp>

#include "check.hpp"

namespace warpgraph::detail {

struct CudaHostCalls::Call {
  std::shared_ptr<CudaHostCalls> owner;
  std::string name;
  std::function<void()> function;
  std::unique_ptr<Call> next;
};

namespace {

// The exception in flight, as a DeviceError.
std::exception_ptr as_device_error(const std::string& name) try {
  const std::string call = "host function " + name + " failed: ";
  try {
    throw;
  } catch (const std::exception& error) {
    throw_as<DeviceError>(call, error);
  } catch (...) {
    throw DeviceError(call + "unknown exception");
  }
} catch (...) {
  return std::current_exception();
}

}  // namespace

CudaHostCalls::CudaHostCalls(std::shared_ptr<StreamFailure> failure) : failure_(std::move(failure)) {}

CudaHostCalls::~CudaHostCalls() { reap(); }

void CudaHostCalls::submit(cudaStream_t stream, std::string_view name, std::function<void()> function) {
  reap();
  auto call = std::make_unique<Call>(Call{shared_from_this(), std::string(name), std::move(function), nullptr});
  check(cudaLaunchHostFunc(stream, run, call.get()), name);
  static_cast<void>(call.release());  // run owns it, and may have ended already
}

void CudaHostCalls::reap() noexcept {
  std::unique_ptr<Call> finished;
  {
    const std::lock_guard lock(mutex_);
    finished = std::move(finished_);
  }
  while (finished) finished = std::move(finished->next);
}

void CUDART_CB CudaHostCalls::run(void* data) noexcept {
  std::unique_ptr<Call> call(static_cast<Call*>(data));
  const std::shared_ptr<CudaHostCalls> owner = std::move(call->owner);
  try {
    if (!owner->failure_->is_any()) call->function();
  } catch (...) {
    owner->failure_->keep(as_device_error(call->name));
  }
  owner->finish(std::move(call));
}

void CudaHostCalls::finish(std::unique_ptr<Call> call) noexcept {
  const std::lock_guard lock(mutex_);
  call->next = std::move(finished_);
  finished_ = std::move(call);
}

}  // namespace warpgraph::detail
