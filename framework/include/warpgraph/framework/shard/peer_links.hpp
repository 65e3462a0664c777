// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/rank_memory.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::peers {

// What a kernel of one device tells a peer's of a round, in the peer's memory (peers/peer_notes.hpp). There are two,
// for odd and even rounds: no device can be two rounds ahead of one that still reads a note.
struct StepNote {
  std::uint64_t epoch;               // of the round, greater than all before it; written last
  alignas(8) std::byte content[40];  // as the kernels have it
};

// By what the devices of a sharded graph talk to each other: a hub between supersteps, notes within launches. Kept from
// run to run, because starting a hub takes long. Serves one run at a time.
class PeerLinks {
 public:
  // The streams of this rank.
  explicit PeerLinks(std::vector<StreamRef> streams, const ranks::RankLayout& layout = {});

  struct GiveBack {
    void operator()(PeerLinks* links) const { links->give_back(); }
  };
  using Use = std::unique_ptr<PeerLinks, GiveBack>;
  // For a run, which has them until its Use goes. Throws UsageError if another run has them.
  [[nodiscard]] Use use();

  // Whether kernels of the devices of all ranks may write to each other and wait for each other. The first call finds
  // out: all ranks make it, and all get the same answer. False without other ranks.
  [[nodiscard]] bool reaches_other_ranks();
  // In which a device finds what others tell it from inside of kernels: two from each. Empty for another rank's device
  // that is not reached.
  [[nodiscard]] View<StepNote> notes(std::size_t device);
  // The first of `count` epochs that no note has had.
  [[nodiscard]] std::uint64_t take_epochs(std::uint64_t count) { return std::exchange(epoch_, epoch_ + count); }
  // Ranks agree on the next epoch before a run: one that has failed may have taken fewer.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  void set_epoch(std::uint64_t epoch) { epoch_ = epoch; }
  // Where other ranks are reached: memory on all devices, replaced where more bytes are asked for, which happens once
  // or twice: values have few sizes. Collective, with the same.
  [[nodiscard]] const ranks::RankMemory& boxes(std::size_t bytes);
  // Without a kind the best that the devices have.
  [[nodiscard]] HubKind kind(std::optional<HubKind> asked) const;
  [[nodiscard]] bool has_other_ranks() const { return ranks_ != nullptr; }
  // Another one replaces it for another kind, or for more bytes a round. Collective, with the same.
  [[nodiscard]] hubs::Hub& hub(std::optional<HubKind> kind, std::size_t max_bytes);
  // Before the devices of a run that has failed are waited for. Kernels of the hub may wait for a device that is lost,
  // so the hub goes. Kernels of other ranks may still write into the memory that they share, so it stays.
  void leave_failed_run();

 private:
  void give_back();
  [[nodiscard]] hubs::HubRanks rank_devices() const { return {*ranks_, rank_of_, first_device_}; }

  std::vector<StreamRef> streams_;
  Ranks* ranks_;  // if there are others
  bool may_reach_ranks_;
  int first_device_;
  std::vector<int> rank_of_;
  HubKind best_of_ranks_;
  std::vector<Buffer<StepNote>> notes_;  // without other ranks
  std::optional<bool> reaches_ranks_;    // once it is known
  std::unique_ptr<ranks::RankMemory> notes_of_ranks_;
  std::unique_ptr<ranks::RankMemory> boxes_of_ranks_;
  std::vector<std::unique_ptr<ranks::RankMemory>> old_boxes_;  // kept: other ranks may not have left them yet
  std::size_t boxes_bytes_ = 0;
  std::unique_ptr<hubs::Hub> hub_;
  std::size_t hub_bytes_ = 0;
  // A run with NCCL holds these locks, because NCCL's kernels wait for each other. Ranks hold none: a process does not
  // know of the runs of another one.
  Runtime::ConcurrentKernelsLock turn_;
  std::uint64_t epoch_ = 1;
  std::atomic<bool> is_used_ = false;
};

}  // namespace warpgraph::peers
