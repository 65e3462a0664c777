// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/peer_arrays.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace warpgraph::peers {

void PeerArrays::send() {
  if (waiting_.empty()) return;
  for (const hubs::Parcel& each : waiting_) {
    const int to = each.copies.size() == 1 ? each.copies.front().to : results::LinkTraffic::kAllOthers;
    const bool once = hubs::hub_traits(peers_.hub->kind()).one_copy_serves_all;
    const std::size_t copies = once ? 1 : each.copies.size();
    const std::uint64_t bytes = each.content.size() * copies;
    traffic_.push_back({each.from, to, results::MessageForm::kEverything, bytes, bytes});
  }
  peers_.hub->exchange({});  // inboxes of the next round are those that are ready by now
  while (!waiting_.empty()) {
    std::vector<std::size_t> room(peers_.parts.size(), peers_.round_bytes);
    std::vector<hubs::Parcel> round;
    std::vector<hubs::Parcel> later;
    for (hubs::Parcel& each : waiting_) {
      std::size_t& left = room[static_cast<std::size_t>(each.from)];
      const std::size_t bytes = std::min(left, each.content.size());
      const std::size_t rest = each.content.size() - bytes;
      left -= bytes;
      if (rest != 0) {
        hubs::Parcel behind{each.from, each.content.subview(bytes, rest), {}};
        for (const auto& [to, inbox] : each.copies) behind.copies.push_back({to, inbox.subview(bytes, rest)});
        later.push_back(std::move(behind));
        each.content = each.content.subview(0, bytes);
      }
      if (bytes != 0) round.push_back(std::move(each));
    }
    peers_.hub->exchange(round);
    waiting_ = std::move(later);
  }
}

void PeerArrays::put_in_order(int first, int second) const {
  const StreamRef before = peers_.part(first).stream;
  Event done(before.device());
  done.record(before);
  peers_.part(second).stream.wait(done);
}

void PeerArrays::put_in_order() const {
  std::vector<Event> done;
  for (const PeerGraph::Part& each : peers_.parts) {
    done.emplace_back(each.stream.device());
    done.back().record(each.stream);
  }
  for (std::size_t i = 0; i < done.size(); ++i)
    for (std::size_t j = 0; j < done.size(); ++j)
      if (i != j) peers_.parts[i].stream.wait(done[j]);
}

}  // namespace warpgraph::peers
