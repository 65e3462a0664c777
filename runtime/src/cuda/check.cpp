// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include <exception>
#include <string>

#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

namespace {

// "gather: cudaErrorIllegalAddress, an illegal memory access was encountered, in this or earlier work"
std::string describe(cudaError_t status, std::string_view subject) {
  std::string text(subject);
  if (!subject.empty()) text += ": ";
  text.append(cudaGetErrorName(status)).append(", ").append(cudaGetErrorString(status));
  if (is_fault(status)) text += ", in this or earlier work";
  return text;
}

}  // namespace

bool is_fault(cudaError_t status) noexcept {
  switch (static_cast<int>(status)) {
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case 226:  // cudaErrorContained, unknown to older toolkits
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorContextIsDestroyed:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case 721:  // cudaErrorTensorMemoryLeak, unknown to older toolkits
    case cudaErrorMpsClientTerminated:
    case cudaErrorExternalDevice:
      return true;
    default:
      return false;
  }
}

void throw_device_error(cudaError_t status, std::string_view subject, std::source_location where) {
  static_cast<void>(cudaGetLastError());
  throw LocatedError<DeviceError>(describe(status, subject), place_of(where));
}

void log_failure(cudaError_t status) noexcept {
  if (status == cudaSuccess) [[likely]]
    return;
  static_cast<void>(cudaGetLastError());
  if (is_fault(status) || status == cudaErrorCudartUnloading) return;
  try {
    log(describe(status, {}));
  } catch (const std::exception&) {
    // No memory for the message.
  }
}

}  // namespace warpgraph::detail
