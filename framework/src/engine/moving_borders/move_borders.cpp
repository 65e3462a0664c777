// SPDX-License-Identifier: Apache-2.0
#include "move_borders.hpp"

#include <algorithm>
#include <cstddef>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::detail {
namespace {

using Parts = std::vector<std::unique_ptr<PeerPartCalls>>;

// Each stream waits until all streams have come so far.
void meet(const Parts& parts) {
  std::vector<Event> here;
  for (const auto& each : parts) {
    here.emplace_back(each->part.stream.device());
    here.back().record(each->part.stream);
  }
  for (const auto& each : parts)
    for (const Event& event : here) each->part.stream.wait(event);
}

VertexRange common(VertexRange a, VertexRange b) {
  const VertexId first = std::max(a.first, b.first);
  return {first, std::max(first, std::min(a.last, b.last))};
}

void hand_over(PeerPartCalls& from, PeerPartCalls& to, VertexRange range) {
  if (range.empty()) return;
  copy(from.part.stream, to.hidden_bytes(range), from.hidden_bytes(range));
  if (from.part.traits.first_hit_suffices)
    copy(from.part.stream, to.part.words(to.part.settled, range), from.part.words(from.part.settled, range));
}

}  // namespace

void move_borders(const Parts& parts, const std::vector<VertexRange>& after) {
  std::vector<VertexRange> before;
  for (const auto& each : parts) before.push_back(each->part.own);
  if (after == before) return;
  const ProgramTraits& program = parts.front()->part.traits;
  if (program.has_publish || program.first_hit_suffices) {
    meet(parts);
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = 0; j < parts.size(); ++j)
        if (i != j) hand_over(*parts[i], *parts[j], common(before[i], after[j]));
    meet(parts);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i]->take(after[i]);
}

}  // namespace warpgraph::detail
