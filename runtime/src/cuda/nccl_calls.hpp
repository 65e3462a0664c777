// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <source_location>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <nccl.h>

#include <warpgraph/runtime/stream.hpp>

#include "nccl_library.hpp"

// What hubs over NCCL share.
namespace warpgraph::detail {

// Throws DeviceError if the call failed. A call of a nonblocking communicator may go on after it has returned.
void check(ncclResult_t status, std::source_location where = std::source_location::current());
// For destructors.
void log_failure(ncclResult_t status) noexcept;

// What is asked between the two ends starts as one kernel a device, so that no order of sends and receives can hang.
class NcclGroup {
 public:
  NcclGroup() { check(nccl().group_start()); }
  ~NcclGroup() {
    if (is_open_) static_cast<void>(nccl().group_end());  // an exception flies that tells more
  }
  NcclGroup(const NcclGroup&) = delete;
  NcclGroup& operator=(const NcclGroup&) = delete;

  void end() {
    is_open_ = false;
    check(nccl().group_end());
  }

 private:
  bool is_open_ = true;
};

// The driver's number of the stream's device.
[[nodiscard]] inline int ordinal_of(StreamRef stream) { return stream.device().info().ordinal; }

[[nodiscard]] inline cudaStream_t native(StreamRef stream) {
  return static_cast<cudaStream_t>(stream.backend().native());
}

// Waits for the streams; false as soon as one has failed. They are asked in turns, for what the others send to it and
// receive from it never ends then. A failure that nobody was told is logged.
[[nodiscard]] bool finish(std::vector<StreamRef> busy);

}  // namespace warpgraph::detail
