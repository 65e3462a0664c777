// SPDX-License-Identifier: Apache-2.0
#include "peer.hpp"

namespace warpgraph::partitioning {

PeerGroup::PeerGroup(std::vector<StreamRef> streams, VertexId vertices, EdgeId entries)
    : streams_(std::move(streams)), links_(streams_), sender_(graph_), posts_(streams_.size()) {
  for (const StreamRef stream : streams_) graph_.parts.push_back({stream, {}, {}, {}, {}});
  graph_.round_bytes = peers::peer_round_bytes(vertices, entries);
  graph_.links = links_.use();
  graph_.hub = &graph_.links->hub({}, graph_.round_bytes);
}

void PeerGroup::meet(std::size_t rank, const void* post, const std::function<void()>& act) {
  std::unique_lock lock(mutex_);
  if (has_failed_) throw PeerFailed();
  posts_[rank] = post;
  const std::uint64_t turn = turn_;
  if (++arrived_ < size()) {
    all_came_.wait(lock, [&] { return turn_ != turn || has_failed_; });
    if (turn_ == turn) throw PeerFailed();
    return;
  }
  try {
    act();
  } catch (...) {
    has_failed_ = true;
    all_came_.notify_all();
    throw;
  }
  arrived_ = 0;
  ++turn_;
  all_came_.notify_all();
}

void PeerGroup::send() {
  sender_.send();
  (void)sender_.take_traffic();
}

void PeerGroup::fail() noexcept {
  {
    const std::lock_guard lock(mutex_);
    has_failed_ = true;
    graph_.links->leave_failed_run();
    all_came_.notify_all();
  }
  for (const StreamRef stream : streams_) stream.wait_quietly();
}

void Peer::exchange(const Mail& mail) {
  group_.meet(rank_, &mail, [&] {
    for (std::size_t i = 0; i < count(); ++i)
      for (std::size_t j = 0; j < count(); ++j) {
        const auto content = group_.post<Mail>(i).to[j];
        if (i == j || content.empty()) continue;
        group_.sender().put(static_cast<int>(i), content, static_cast<int>(j), group_.post<Mail>(j).from[i]);
      }
    group_.send();
  });
}

}  // namespace warpgraph::partitioning
