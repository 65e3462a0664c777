// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

// What read_graph and generate_graph have in common: the whole graph in one process, a part of it on each of several
// ranks.
namespace warpgraph::detail {

inline constexpr auto kAsItIs = [](auto any) { return any; };

// make_graph() or make_part(ranks), an AnyGraph or an AnyGraphPart, as convert() has made it, for the devices of the
// runtime.
template <class MakeGraph, class MakePart, class Convert>
auto made_on(Runtime& runtime, const SpreadOptions& spread, const MakeGraph& make_graph, const MakePart& make_part,
             const Convert& convert) {
  Ranks* const ranks = runtime.ranks();
  if (ranks == nullptr || ranks->size() == 1) return on(runtime, convert(make_graph()), spread);
  ranks::AnyGraphPart part = make_part(*ranks);
  return on(runtime, together(*ranks, [&] { return convert(std::move(part)); }));
}

}  // namespace warpgraph::detail
