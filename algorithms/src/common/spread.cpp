// SPDX-License-Identifier: Apache-2.0
#include "spread.hpp"

#include <algorithm>

namespace warpgraph {

void Telling::operator()() {
  if (waiting_.empty()) return;
  for (const Parcel& each : waiting_) {
    const int to = each.copies.size() == 1 ? each.copies.front().to : LinkTraffic::kAllOthers;
    const std::size_t copies = spread_.hub->kind() == HubKind::kHost ? 1 : each.copies.size();
    const std::uint64_t bytes = each.content.size() * copies;
    traffic_.push_back({each.from, to, true, bytes, bytes});
  }
  spread_.hub->exchange({});  // inboxes of the next round are those that are ready by now
  while (!waiting_.empty()) {
    std::vector<std::size_t> room(spread_.parts.size(), kRoundBytes);
    std::vector<Parcel> round;
    std::vector<Parcel> later;
    for (Parcel& each : waiting_) {
      std::size_t& left = room[static_cast<std::size_t>(each.from)];
      const std::size_t bytes = std::min(left, each.content.size());
      const std::size_t rest = each.content.size() - bytes;
      left -= bytes;
      if (rest != 0) {
        Parcel behind{each.from, each.content.subview(bytes, rest), {}};
        for (const auto& [to, inbox] : each.copies) behind.copies.push_back({to, inbox.subview(bytes, rest)});
        later.push_back(std::move(behind));
        each.content = each.content.subview(0, bytes);
      }
      if (bytes != 0) round.push_back(std::move(each));
    }
    spread_.hub->exchange(round);
    waiting_ = std::move(later);
  }
}

PeerSuperstep activity_of(const Spread& spread, Telling& telling) {
  PeerSuperstep all;
  for (const Spread::Part& each : spread.parts)
    all.devices.push_back({each.own, each.incoming.column.size(), each.own.size(), 0, 0});
  all.links = telling.take_traffic();
  return all;
}

}  // namespace warpgraph
