// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <warpgraph/framework/engine/detail/run/peer_part.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::detail {

// Each stream waits until all streams have come so far.
template <class P, class E>
void meet(const std::vector<std::unique_ptr<PeerPart<P, E>>>& parts) {
  std::vector<Event> here;
  for (const auto& each : parts) {
    here.emplace_back(each->stream.device());
    here.back().record(each->stream);
  }
  for (const auto& each : parts)
    for (const Event& event : here) each->stream.wait(event);
}

inline VertexRange common(VertexRange a, VertexRange b) {
  const VertexId first = std::max(a.first, b.first);
  return {first, std::max(first, std::min(a.last, b.last))};
}

template <class P, class E>
void hand_over(PeerPart<P, E>& from, PeerPart<P, E>& to, VertexRange range) {
  if (range.empty()) return;
  if constexpr (HasPublish<P>) copy(from.stream, to.part_of(to.value, range), from.part_of(from.value, range));
  if constexpr (first_hit_suffices<P>())
    copy(from.stream, to.words(to.settled, range), from.words(from.settled, range));
}

// From now on the devices own other ranges. What moves with a border: the values that neighbours do not see, and which
// vertices are settled; the rest is on both sides of it anyway.
template <class P, class E>
void move_borders(const std::vector<std::unique_ptr<PeerPart<P, E>>>& parts, const std::vector<VertexRange>& after) {
  std::vector<VertexRange> before;
  for (const auto& each : parts) before.push_back(each->own);
  if (after == before) return;
  if (HasPublish<P> || first_hit_suffices<P>()) {
    meet(parts);
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = 0; j < parts.size(); ++j)
        if (i != j) hand_over(*parts[i], *parts[j], common(before[i], after[j]));
    meet(parts);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i]->take(after[i]);
}

}  // namespace warpgraph::detail
