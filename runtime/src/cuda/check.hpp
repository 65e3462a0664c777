// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <source_location>
#include <string>
#include <string_view>

#include <cuda_runtime_api.h>

// The only way that CUDA's status codes become errors. Whatever is thrown or logged here also leaves CUDA's last-error
// state clear, so that no later call is blamed for it.
namespace warpgraph::detail {

// True for the errors of kernels and of the hardware. They come from work that was queued earlier, they cost the
// process the device's context, and every later call on the device repeats them.
[[nodiscard]] bool is_fault(cudaError_t status) noexcept;

[[noreturn]] void throw_device_error(cudaError_t status, std::string_view subject, std::source_location where);

// Throws DeviceError unless the call succeeded.
inline void check(cudaError_t status, std::source_location where = std::source_location::current()) {
  if (status != cudaSuccess) [[unlikely]]
    throw_device_error(status, {}, where);
}
// The same; `subject` (a kernel, a stream) begins the message.
inline void check(cudaError_t status, std::string_view subject,
                  std::source_location where = std::source_location::current()) {
  if (status != cudaSuccess) [[unlikely]]
    throw_device_error(status, subject, where);
}

// For the queries: whether the work is done, false while it is under way. Throws as check does.
[[nodiscard]] inline bool check_done(cudaError_t status, std::string_view subject = {},
                                     std::source_location where = std::source_location::current()) {
  if (status == cudaErrorNotReady) return false;
  check(status, subject, where);
  return true;
}

// For destructors. Silent about faults, which every wait reports, and about a driver that left before the objects.
void log_failure(cudaError_t status) noexcept;

}  // namespace warpgraph::detail
