// SPDX-License-Identifier: Apache-2.0
#include "scoped_device.hpp"

#include <cuda.h>

namespace warpgraph::detail {

namespace {

using PrimaryContextState = CUresult(CUDAAPI*)(CUdevice device, unsigned* flags, int* active);

// By entry point, since linking the driver's library would keep the program from starting where there is no driver.
PrimaryContextState primary_context_state() noexcept {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  const auto status =
      cudaGetDriverEntryPointByVersion("cuDevicePrimaryCtxGetState", &function, 7000, cudaEnableDefault, &found);
#else
  const auto status = cudaGetDriverEntryPoint("cuDevicePrimaryCtxGetState", &function, cudaEnableDefault, &found);
#endif
  log_failure(status);
  return found == cudaDriverEntryPointSuccess ? reinterpret_cast<PrimaryContextState>(function) : nullptr;
}

bool has_context(int ordinal) noexcept {
  static const PrimaryContextState state = primary_context_state();
  unsigned flags = 0;
  int active = 0;
  return state == nullptr || (state(ordinal, &flags, &active) == CUDA_SUCCESS && active != 0);
}

}  // namespace

void ScopedDevice::change(int ordinal) {
  check(cudaSetDevice(ordinal));
  changed_ = true;
}

// A thread that never chose a device is told that device 0 is current, used or not. Setting an unused device would
// create a context there, some hundred MiB on a device that the program never asked for.
void ScopedDevice::restore() noexcept {
  if (has_context(previous_)) log_failure(cudaSetDevice(previous_));
}

}  // namespace warpgraph::detail
