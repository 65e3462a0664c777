// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <exception>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <nccl.h>

#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>

#include "../hub_kinds.hpp"
#include "check.hpp"
#include "scoped_device.hpp"

namespace warpgraph::detail {

namespace {

// "NCCL: unhandled system error, Call to ibv_... failed"
std::string describe(ncclResult_t status) {
  std::string text = std::string("NCCL: ") + ncclGetErrorString(status);
  if (const char* more = ncclGetLastError(nullptr); more != nullptr && *more != '\0') text.append(", ").append(more);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

void check(ncclResult_t status, std::source_location where = std::source_location::current()) {
  if (status == ncclSuccess) [[likely]]
    return;
  static_cast<void>(cudaGetLastError());
  throw LocatedError<DeviceError>(describe(status), place_of(where));
}

void log_failure(ncclResult_t status) noexcept {
  if (status == ncclSuccess) [[likely]]
    return;
  static_cast<void>(cudaGetLastError());
  try {
    log(describe(status));
  } catch (const std::exception&) {
    // No memory for the message.
  }
}

// What is asked between the two ends starts as one kernel a device, so that no order of sends and receives can hang.
class Group {
 public:
  Group() { check(ncclGroupStart()); }
  ~Group() {
    if (is_open_) static_cast<void>(ncclGroupEnd());  // an exception flies that tells more
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  void end() {
    is_open_ = false;
    check(ncclGroupEnd());
  }

 private:
  bool is_open_ = true;
};

// A communicator for each device of the process; one thread drives them all.
class Communicators {
 public:
  explicit Communicators(const std::vector<int>& ordinals) : handles_(ordinals.size()) {
    check(ncclCommInitAll(handles_.data(), static_cast<int>(ordinals.size()), ordinals.data()));
  }
  // Nothing may be under way.
  ~Communicators() { end_all(ncclCommDestroy); }
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;

  [[nodiscard]] ncclComm_t operator[](int device) const { return handles_[rank(device)]; }

  // Throws what failed on its own since the last call.
  void check_all() const {
    for (const ncclComm_t handle : handles_) {
      ncclResult_t status = ncclSuccess;
      check(ncclCommGetAsyncError(handle, &status));
      check(status);
    }
  }

  // Ends what is under way, and the communicators.
  void abort() noexcept {
    end_all(ncclCommAbort);
    handles_.clear();
  }

 private:
  template <class End>
  void end_all(End end) const noexcept {
    for (const ncclComm_t handle : handles_) log_failure(end(handle));
  }

  std::vector<ncclComm_t> handles_;
};

std::vector<int> ordinals_of(std::span<const StreamRef> streams) {
  std::vector<int> ordinals;
  for (const StreamRef stream : streams) ordinals.push_back(stream.device().info().ordinal);
  return ordinals;
}

cudaStream_t native(StreamRef stream) { return static_cast<cudaStream_t>(stream.backend().native()); }

// Whether the work of a stream that is idle is done, and did not fail. A failure that nobody was told is logged, since
// the stream now takes it for told.
bool is_done(StreamRef stream) noexcept {
  const bool told = stream.backend().failure_is_told();
  try {
    stream.synchronize();
    return true;
  } catch (const std::exception& error) {
    if (!told) log(message_of(error));
    return false;
  }
}

// Waits for the streams; false as soon as one has failed. They are asked in turns, for what the others send to it and
// receive from it never ends then.
bool finish(std::vector<StreamRef> busy) {
  constexpr std::chrono::microseconds kPause{50};
  while (true) {
    std::vector<StreamRef> later;
    for (const StreamRef stream : busy) {
      if (!stream.is_idle())
        later.push_back(stream);
      else if (!is_done(stream))
        return false;
    }
    if (later.empty()) return true;
    busy = std::move(later);
    std::this_thread::sleep_for(kPause);
  }
}

// Sends are ordered in the senders' streams, receives in the receivers', and NCCL makes the two meet. It changes the
// current device and then goes back to the one before, which must not be one that the program does not use.
class NcclHub final : public Hub {
 public:
  NcclHub(std::span<const StreamRef> streams, std::size_t max_bytes)
      : streams_(streams.begin(), streams.end()),
        max_bytes_(max_bytes),
        ordinal_(streams.front().device().info().ordinal) {
    const ScopedDevice device(ordinal_);
    communicators_.emplace(ordinals_of(streams));
  }

  ~NcclHub() override {
    std::optional<ScopedDevice> device;
    try {
      device.emplace(ordinal_);
      if (!finish(streams_)) communicators_->abort();
    } catch (const std::exception&) {
      communicators_->abort();
    }
    communicators_.reset();
  }

  [[nodiscard]] HubKind kind() const override { return HubKind::kNccl; }

  void exchange(std::span<const Parcel> parcels) override {
    if (check_parcels(parcels, streams_, max_bytes_).senders.empty()) return;
    const ScopedDevice device(ordinal_);
    communicators_->check_all();
    Group group;
    for (const Parcel& parcel : parcels) {
      if (!parcel.content.empty()) move(parcel);
    }
    group.end();
  }

 private:
  void move(const Parcel& parcel) const {
    const Communicators& communicators = *communicators_;
    for (const auto& [to, inbox] : parcel.copies) {
      const std::size_t bytes = parcel.content.size();
      check(ncclSend(parcel.content.data(), bytes, ncclUint8, to, communicators[parcel.from],
                     native(streams_[rank(parcel.from)])));
      check(ncclRecv(inbox.data(), bytes, ncclUint8, parcel.from, communicators[to], native(streams_[rank(to)])));
    }
  }

  std::vector<StreamRef> streams_;
  std::size_t max_bytes_;
  int ordinal_;  // of the first device
  std::optional<Communicators> communicators_;
};

}  // namespace

std::unique_ptr<Hub> make_nccl_hub(std::span<const StreamRef> streams, std::size_t max_bytes) {
  return std::make_unique<NcclHub>(streams, max_bytes);
}

}  // namespace warpgraph::detail
