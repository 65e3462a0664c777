// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include <nccl.h>

#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::detail {

// The communicators of this rank's devices, in one with the devices of all ranks. Their calls return at once and go on
// in threads of NCCL, so a rank that does not come stops nobody for longer than the time limit.
class NcclRankCommunicators {
 public:
  // Collective. Throws DeviceError, on all ranks, if the devices of some rank cannot be connected in time.
  NcclRankCommunicators(Ranks& ranks, std::span<const StreamRef> streams, int first_device, int device_count);
  ~NcclRankCommunicators() { abort(); }
  NcclRankCommunicators(const NcclRankCommunicators&) = delete;
  NcclRankCommunicators& operator=(const NcclRankCommunicators&) = delete;

  // Of the device with this number among all ranks, which is of this rank.
  [[nodiscard]] ncclComm_t operator[](int device) const {
    return handles_[static_cast<std::size_t>(device - first_device_)];
  }
  [[nodiscard]] bool is_open() const noexcept { return !handles_.empty(); }

  // Whether the last calls have ended. Throws DeviceError if one failed, or if something failed on its own;
  // RoundError if a connection was lost.
  [[nodiscard]] bool are_ready() const;
  // Waits until are_ready(); throws RoundError when the time limit is over. 0: waits for ever.
  void wait(std::chrono::milliseconds limit) const;

  // Together with the other ranks, after the last round.
  void close(std::chrono::milliseconds limit);
  // Ends what is under way, and the communicators. Kernels of NCCL return, whatever they have received.
  void abort() noexcept;

 private:
  void connect(const ncclUniqueId& id, std::span<const StreamRef> streams, int device_count,
               std::chrono::milliseconds limit);

  int first_device_;
  std::vector<ncclComm_t> handles_;
};

}  // namespace warpgraph::detail
