// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "check.hpp"
#include "nccl_calls.hpp"
#include "nccl_hubs.hpp"
#include "scoped_device.hpp"

namespace warpgraph::detail {

namespace {

// A communicator for each device of the process; one thread drives them all.
class Communicators {
 public:
  explicit Communicators(const std::vector<int>& ordinals) : handles_(ordinals.size()) {
    check(nccl().comm_init_all(handles_.data(), static_cast<int>(ordinals.size()), ordinals.data()));
  }
  // Nothing may be under way.
  ~Communicators() { end_all(nccl().comm_destroy); }
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;

  [[nodiscard]] ncclComm_t operator[](int device) const { return handles_[rank(device)]; }

  // Throws what failed on its own since the last call.
  void check_all() const {
    for (const ncclComm_t handle : handles_) {
      ncclResult_t status = ncclSuccess;
      check(nccl().comm_get_async_error(handle, &status));
      check(status);
    }
  }

  // Ends what is under way, and the communicators.
  void abort() noexcept {
    end_all(nccl().comm_abort);
    handles_.clear();
  }

 private:
  template <class End>
  void end_all(End end) const noexcept {
    if (!home_.is_this()) return;
    for (const ncclComm_t handle : handles_) log_failure(end(handle));
  }

  HomeProcess home_;
  std::vector<ncclComm_t> handles_;
};

std::vector<int> ordinals_of(std::span<const StreamRef> streams) {
  std::vector<int> ordinals;
  for (const StreamRef stream : streams) ordinals.push_back(ordinal_of(stream));
  return ordinals;
}

// Sends are ordered in the senders' streams, receives in the receivers', and NCCL makes the two meet. It changes the
// current device and then goes back to the one before, which must not be one that the program does not use.
class NcclHub final : public hubs::Hub {
 public:
  NcclHub(std::span<const StreamRef> streams, std::size_t max_bytes)
      : streams_(streams.begin(), streams.end()), max_bytes_(max_bytes), ordinal_(ordinal_of(streams.front())) {
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

  void exchange(std::span<const hubs::Parcel> parcels) override {
    if (check_parcels(parcels, streams_, max_bytes_).senders.empty()) return;
    const ScopedDevice device(ordinal_);
    communicators_->check_all();
    NcclGroup group;
    for (const hubs::Parcel& parcel : parcels) {
      if (!parcel.content.empty()) move(parcel);
    }
    group.end();
  }

 private:
  void move(const hubs::Parcel& parcel) const {
    const Communicators& communicators = *communicators_;
    for (const auto& [to, inbox] : parcel.copies) {
      const std::size_t bytes = parcel.content.size();
      check(nccl().send(parcel.content.data(), bytes, ncclUint8, to, communicators[parcel.from],
                        native(streams_[rank(parcel.from)])));
      check(nccl().recv(inbox.data(), bytes, ncclUint8, parcel.from, communicators[to], native(streams_[rank(to)])));
    }
  }

  std::vector<StreamRef> streams_;
  std::size_t max_bytes_;
  int ordinal_;  // of the first device
  std::optional<Communicators> communicators_;
};

class NcclHubs final : public CollectiveHubs {
 public:
  [[nodiscard]] std::unique_ptr<hubs::Hub> make(std::span<const StreamRef> streams,
                                                std::size_t max_bytes) const override {
    return std::make_unique<NcclHub>(streams, max_bytes);
  }
  [[nodiscard]] std::unique_ptr<hubs::Hub> make_between_ranks(Ranks& ranks, std::span<const StreamRef> streams,
                                                              int first_device, int device_count,
                                                              std::size_t max_bytes) const override {
    return make_nccl_rank_hub(ranks, streams, first_device, device_count, max_bytes);
  }
};

}  // namespace

const CollectiveHubs* nccl_hubs() noexcept {
  static const NcclHubs hubs;
  return find_nccl() == nullptr ? nullptr : &hubs;
}

}  // namespace warpgraph::detail
