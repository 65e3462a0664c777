// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/start_thread.hpp>

#include "handle.hpp"
#include "nccl_calls.hpp"
#include "nccl_hubs.hpp"
#include "nccl_rank_communicators.hpp"
#include "scoped_device.hpp"
#include "stream.hpp"

namespace warpgraph::detail {

namespace {

using Clock = std::chrono::steady_clock;

// What a device does in a round.
struct Round {
  CudaEventHandle is_done;
  Clock::time_point begin;
};

// As NcclHub, between the devices of all ranks. A rank that leaves or stops would keep the kernels of the others for
// ever, and with them every wait for a stream. So a thread looks after the rounds: when one fails, or takes longer than
// the time limit, it ends the communicators, and the streams of this rank have failed. Which rank is the cause the
// thread that waits asks the ranks themselves (fail_together): MPI is called by no other thread.
class NcclRankHub final : public hubs::Hub {
 public:
  NcclRankHub(Ranks& ranks, std::span<const StreamRef> streams, int first_device, int device_count,
              std::size_t max_bytes)
      : streams_(streams.begin(), streams.end()),
        first_device_(first_device),
        device_count_(device_count),
        max_bytes_(max_bytes),
        limit_(ranks.time_limit()),
        ordinal_(ordinal_of(streams.front())),
        communicators_(ranks, streams, first_device, device_count),
        watch_(support::start_thread(
            [this] { return std::jthread([this](const std::stop_token& stop) { watch(stop); }); })) {
    connect();
  }

  ~NcclRankHub() override {
    const bool is_done = finish(streams_);
    watch_ = {};
    // After a failure another rank may never come, so the communicators end without it.
    if (!is_done || std::uncaught_exceptions() > exceptions_) return;
    try {
      const ScopedDevice device(ordinal_);
      communicators_.close(limit_);
    } catch (const std::exception& error) {
      log(support::message_of(error));
    }
  }

  [[nodiscard]] HubKind kind() const override { return HubKind::kNccl; }

  void exchange(std::span<const hubs::Parcel> parcels) override {
    const std::vector<bool> takes_part = check_parcels_of_ranks(parcels);
    const ScopedDevice device(ordinal_);
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    if (std::ranges::find(takes_part, true) == takes_part.end()) return;
    try {
      queue(parcels);
    } catch (...) {
      end(std::current_exception());
      throw;
    }
    for (std::size_t i = 0; i < streams_.size(); ++i)
      if (takes_part[i]) rounds_.push_back(round_of(streams_[i]));
  }

 private:
  // NCCL connects two devices at the first message between them, for which it takes 0.1 s: here, not in a superstep.
  void connect() {
    constexpr std::size_t kBytes = 16;
    const ScopedDevice device(ordinal_);
    const std::lock_guard lock(mutex_);
    std::vector<Buffer<std::byte>> memory;  // what a device sends, and what it gets from each
    for (const StreamRef each : streams_)
      memory.emplace_back(each, kBytes * (1 + rank(device_count_)), "hub between ranks");
    NcclGroup group;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const int mine = first_device_ + static_cast<int>(i);
      for (int other = 0; other < device_count_; ++other) {
        if (other == mine) continue;
        std::byte* const at = memory[i].data();
        check(nccl().send(at, kBytes, ncclUint8, other, communicators_[mine], native(streams_[i])));
        check(nccl().recv(at + kBytes * (1 + rank(other)), kBytes, ncclUint8, other, communicators_[mine],
                          native(streams_[i])));
      }
    }
    group.end();
    communicators_.wait(limit_);
    for (const StreamRef each : streams_) rounds_.push_back(round_of(each));
  }

  [[nodiscard]] bool is_here(int device) const {
    return device >= first_device_ && rank(device - first_device_) < streams_.size();
  }
  [[nodiscard]] StreamRef stream(int device) const { return streams_[rank(device - first_device_)]; }

  // The devices of this rank that take part in a round. Each rank checks what it sends and receives itself.
  [[nodiscard]] std::vector<bool> check_parcels_of_ranks(std::span<const hubs::Parcel> parcels) const {
    std::vector<std::size_t> left(streams_.size(), max_bytes_);
    std::vector<bool> takes_part(streams_.size(), false);
    const auto is_device = [&](int device) { return device >= 0 && device < device_count_; };
    for (const auto& [from, content, copies] : parcels) {
      expects(is_device(from), "Hub::exchange: a parcel comes from a device that no rank has");
      if (is_here(from)) {
        std::size_t& room = left[rank(from - first_device_)];
        expects(content.size() <= room, "Hub::exchange: a device sends more than the hub was made for");
        room -= content.size();
      }
      for (const auto& [to, inbox] : copies) {
        expects(is_device(to), "Hub::exchange: a parcel goes to a device that no rank has");
        expects(content.size() <= inbox.size(), "Hub::exchange: an inbox is smaller than the content");
        if (content.empty()) continue;
        if (is_here(from)) takes_part[rank(from - first_device_)] = true;
        if (is_here(to)) takes_part[rank(to - first_device_)] = true;
      }
    }
    return takes_part;
  }

  void queue(std::span<const hubs::Parcel> parcels) {
    NcclGroup group;
    for (const hubs::Parcel& parcel : parcels)
      if (!parcel.content.empty()) move(parcel);
    group.end();
    communicators_.wait(limit_);
  }

  void move(const hubs::Parcel& parcel) const {
    const std::size_t bytes = parcel.content.size();
    for (const auto& [to, inbox] : parcel.copies) {
      if (is_here(parcel.from))
        check(nccl().send(parcel.content.data(), bytes, ncclUint8, to, communicators_[parcel.from],
                          native(stream(parcel.from))));
      if (is_here(to))
        check(nccl().recv(inbox.data(), bytes, ncclUint8, parcel.from, communicators_[to], native(stream(to))));
    }
  }

  [[nodiscard]] static Round round_of(StreamRef stream) {
    const ScopedDevice device(ordinal_of(stream));
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    Round round{CudaEventHandle(event), Clock::now()};
    check(cudaEventRecord(event, native(stream)));
    return round;
  }

  void watch(const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kPause{20};
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested() && !failure_) {
      try {
        const ScopedDevice device(ordinal_);
        look();
      } catch (...) {
        end(std::current_exception());
      }
      stopped_.wait_for(lock, stop, kPause, [] { return false; });
    }
  }

  // Throws if a round has failed or is late. Rounds of several streams may end in another order than they began.
  void look() {
    static_cast<void>(communicators_.are_ready());
    std::erase_if(rounds_, [](const Round& round) {
      return check_done(cudaEventQuery(round.is_done.get()), "a round of the hub nccl");
    });
    if (limit_.count() != 0 && !rounds_.empty() && Clock::now() - rounds_.front().begin > limit_)
      throw ranks::RoundError("NCCL: a round between the ranks has not ended within " + std::to_string(limit_.count()) +
                              " ms");
  }

  // The streams fail first: a wait for them that the end of the communicators lets return must not take the round for
  // done.
  void end(std::exception_ptr why) noexcept {
    failure_ = why;
    for (const StreamRef each : streams_) static_cast<CudaStream&>(each.backend()).fail(why);
    communicators_.abort();
  }

  std::vector<StreamRef> streams_;  // of this rank
  int first_device_;
  int device_count_;  // of all ranks
  std::size_t max_bytes_;
  std::chrono::milliseconds limit_;
  int ordinal_;  // of the first device
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  NcclRankCommunicators communicators_;
  std::deque<Round> rounds_;  // that were under way when they were last looked at
  std::exception_ptr failure_;
  int exceptions_ = std::uncaught_exceptions();
  std::jthread watch_;
};

}  // namespace

std::unique_ptr<hubs::Hub> make_nccl_rank_hub(Ranks& ranks, std::span<const StreamRef> streams, int first_device,
                                              int device_count, std::size_t max_bytes) {
  return std::make_unique<NcclRankHub>(ranks, streams, first_device, device_count, max_bytes);
}

}  // namespace warpgraph::detail
