// SPDX-License-Identifier: Apache-2.0
#include "nccl_rank_communicators.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include <warpgraph/runtime/detail/give_core.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>

#include "nccl_calls.hpp"
#include "scoped_device.hpp"

namespace warpgraph::detail {

namespace {

// How far a rank has come: sent to all ranks, since no rank can tell from NCCL which other one has failed.
struct RankReport {
  ncclUniqueId id{};
  bool has_failed = false;
  std::array<char, 200> why{};

  void fail(std::string_view text) {
    has_failed = true;
    std::ranges::copy(text.substr(0, why.size() - 1), why.begin());
  }
};

std::vector<RankReport> exchange_reports(Ranks& ranks, const RankReport& mine) {
  std::vector<RankReport> all = ranks::all_gather(ranks, mine);
  for (std::size_t r = 0; r < all.size(); ++r)
    if (all[r].has_failed) throw DeviceError("rank " + std::to_string(r) + ": " + all[r].why.data());
  return all;
}

// What `work` throws is thrown on all ranks.
template <class Work>
std::vector<RankReport> together(Ranks& ranks, Work work) {
  RankReport report;
  try {
    work(report);
  } catch (const std::exception& error) {
    report.fail(support::message_of(error));
  }
  return exchange_reports(ranks, report);
}

// Whether `work`, in a thread of its own, has ended within the limit (0: waits for ever). If not, the thread goes on
// for as long as the process lives.
template <class Work>
bool ends_within(std::chrono::milliseconds limit, Work work) {
  std::packaged_task<void()> task(std::move(work));
  const std::future<void> end = task.get_future();
  std::thread(std::move(task)).detach();
  if (limit.count() != 0) return end.wait_for(limit) == std::future_status::ready;
  end.wait();
  return true;
}

// A connection that is lost may be another rank's fault.
void check_round(ncclResult_t status) {
  try {
    check(status);
  } catch (const DeviceError& error) {
    if (status == ncclRemoteError || status == ncclSystemError) throw ranks::RoundError(error.what());
    throw;
  }
}

}  // namespace

NcclRankCommunicators::NcclRankCommunicators(Ranks& ranks, std::span<const StreamRef> streams, int first_device,
                                             int device_count)
    : first_device_(first_device) {
  const ncclUniqueId id = together(ranks,
                                   [&](RankReport& report) {
                                     if (ranks.rank() == 0) check(nccl().get_unique_id(&report.id));
                                   })
                              .front()
                              .id;
  try {
    static_cast<void>(together(ranks, [&](RankReport&) { connect(id, streams, device_count, ranks.time_limit()); }));
  } catch (...) {
    abort();
    throw;
  }
}

void NcclRankCommunicators::connect(const ncclUniqueId& id, std::span<const StreamRef> streams, int device_count,
                                    std::chrono::milliseconds limit) {
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  handles_.reserve(streams.size());
  NcclGroup group;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const ScopedDevice device(ordinal_of(streams[i]));
    ncclComm_t handle = nullptr;
    check(nccl().comm_init_rank_config(&handle, device_count, id, first_device_ + static_cast<int>(i), &config));
    handles_.push_back(handle);
  }
  group.end();
  wait(limit);
}

bool NcclRankCommunicators::are_ready() const {
  bool are_ready = true;
  for (const ncclComm_t handle : handles_) {
    ncclResult_t status = ncclSuccess;
    check(nccl().comm_get_async_error(handle, &status));
    check_round(status);
    are_ready = are_ready && status != ncclInProgress;
  }
  return are_ready;
}

void NcclRankCommunicators::wait(std::chrono::milliseconds limit) const {
  constexpr int kLooks = 1000;
  constexpr std::chrono::microseconds kPause{50};
  const auto begin = std::chrono::steady_clock::now();
  for (int look = 0; !are_ready(); look = std::min(look + 1, kLooks)) {
    if (limit.count() != 0 && std::chrono::steady_clock::now() - begin > limit)
      throw ranks::RoundError("NCCL: the devices of the ranks were not connected within " +
                              std::to_string(limit.count()) + " ms");
    if (look == kLooks || !give_core_briefly()) std::this_thread::sleep_for(kPause);
  }
}

void NcclRankCommunicators::close(std::chrono::milliseconds limit) {
  if (!is_open()) return;
  NcclGroup group;
  for (const ncclComm_t handle : handles_) check(nccl().comm_finalize(handle));
  group.end();
  wait(limit);
  // NCCL waits here until the other ranks have let go, and does so for ever for one that was stopped.
  const auto destroy = [handles = std::exchange(handles_, {})] {
    for (const ncclComm_t handle : handles) log_failure(nccl().comm_destroy(handle));
  };
  if (!ends_within(limit, destroy))
    throw ranks::RoundError("NCCL: another rank has not let go of its connections within " +
                            std::to_string(limit.count()) + " ms");
}

// NCCL ends the kernels first. Then it too may wait for a rank that was stopped.
void NcclRankCommunicators::abort() noexcept {
  constexpr std::chrono::milliseconds kPatience{500};  // 20 times what it takes where all ranks are at work
  if (handles_.empty()) return;
  const auto abort_all = [handles = std::exchange(handles_, {})] {
    for (const ncclComm_t handle : handles) log_failure(nccl().comm_abort(handle));
  };
  try {
    static_cast<void>(ends_within(kPatience, abort_all));
  } catch (const std::exception&) {  // no more threads
    abort_all();
  }
}

}  // namespace warpgraph::detail
