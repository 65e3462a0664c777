// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/peer_links.hpp>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::peers {

PeerLinks::PeerLinks(std::vector<StreamRef> streams, const ranks::RankLayout& layout)
    : streams_(std::move(streams)),
      ranks_(layout.has_others() ? layout.ranks : nullptr),
      may_reach_ranks_(ranks_ != nullptr && !layout.grid && !layout.numbers),  // else ids differ from rank to rank
      first_device_(layout.first_device),
      rank_of_(layout.rank_of),
      best_of_ranks_(layout.hub) {
  if (has_other_ranks()) return;
  for (const StreamRef& each : streams_) {
    notes_.emplace_back(each, 2 * streams_.size(), "shard notes");
    fill(each, hubs::bytes_of(notes_.back().view()), std::byte{0});
  }
}

PeerLinks::Use PeerLinks::use() {
  expects(!is_used_.exchange(true), "another run has this sharded graph");
  return Use(this);
}

void PeerLinks::give_back() {
  turn_.clear();
  is_used_ = false;
}

bool PeerLinks::reaches_other_ranks() {
  if (!may_reach_ranks_) return false;
  if (!reaches_ranks_) {
    if (ranks::reach_each_other(*ranks_, streams_.front().device().runtime()))
      notes_of_ranks_ =
          ranks::make_rank_memory(rank_devices(), streams_, 2 * rank_of_.size() * sizeof(StepNote), "shard notes");
    reaches_ranks_ = notes_of_ranks_ != nullptr;
  }
  return *reaches_ranks_;
}

View<StepNote> PeerLinks::notes(std::size_t device) {
  if (!has_other_ranks()) return notes_[device];
  if (!notes_of_ranks_) return {};
  const View<std::byte> bytes = notes_of_ranks_->of(device);
  return {reinterpret_cast<StepNote*>(bytes.data()), 2 * rank_of_.size(), bytes.space()};
}

const ranks::RankMemory& PeerLinks::boxes(std::size_t bytes) {
  if (!boxes_of_ranks_ || boxes_bytes_ < bytes) {
    if (boxes_of_ranks_) old_boxes_.push_back(std::move(boxes_of_ranks_));
    boxes_of_ranks_ = ranks::make_rank_memory(rank_devices(), streams_, bytes, "exchange boxes");
    if (!boxes_of_ranks_)
      throw DeviceError(
          "the ranks have shared memory before, and a rank cannot now: it may lack file descriptors (ulimit -n)");
    boxes_bytes_ = bytes;
  }
  return *boxes_of_ranks_;
}

HubKind PeerLinks::kind(std::optional<HubKind> asked) const {
  if (asked) return *asked;
  return has_other_ranks() ? best_of_ranks_ : hubs::best_hub(streams_);
}

hubs::Hub& PeerLinks::hub(std::optional<HubKind> kind, std::size_t max_bytes) {
  const HubKind wanted = this->kind(kind);
  if (!hub_ || hub_->kind() != wanted || hub_bytes_ < max_bytes) {
    hub_.reset();
    hub_ = has_other_ranks() ? hubs::make_rank_hub(wanted, rank_devices(), streams_, max_bytes)
                             : hubs::make_hub(wanted, streams_, max_bytes);
    hub_bytes_ = max_bytes;
  }
  if (wanted == HubKind::kNccl && !has_other_ranks() && turn_.empty())
    turn_ = streams_.front().device().runtime().lock_concurrent_kernels();
  return *hub_;
}

void PeerLinks::leave_failed_run() {
  hub_.reset();
  for (const auto* const memory : {&notes_of_ranks_, &boxes_of_ranks_})
    if (*memory) (*memory)->keep();
  for (const auto& each : old_boxes_) each->keep();
}

}  // namespace warpgraph::peers
