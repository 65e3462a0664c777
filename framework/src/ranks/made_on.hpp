// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <variant>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

// What read_graph and generate_graph have in common: the whole graph in one process, a part of it on each of several
// ranks.
namespace warpgraph::detail {

// make_graph() or make_part(ranks), for the devices of the runtime.
template <class MakeGraph, class MakePart>
AnyGraphOn made_on(Runtime& runtime, const SpreadOptions& spread, const MakeGraph& make_graph,
                   const MakePart& make_part) {
  Ranks* const ranks = runtime.ranks();
  if (ranks == nullptr || ranks->size() == 1) return on(runtime, make_graph(), spread);
  ranks::AnyGraphPart part = make_part(*ranks);
  return std::visit([&](auto& each) -> AnyGraphOn { return on(runtime, std::move(each)); }, part);
}

// The same with values of another type: convert(work) does what it is given, and may add to its errors where they are.
template <EdgeValueType EdgeValue, class MakeGraph, class MakePart, class Convert>
GraphOn<EdgeValue> made_on_as(Runtime& runtime, ThreadPool& threads, const SpreadOptions& spread,
                              const MakeGraph& make_graph, const MakePart& make_part, const Convert& convert) {
  const auto converted = [&](auto any) {
    return convert([&] { return graphs::convert_values<EdgeValue>(threads, std::move(any)); });
  };
  Ranks* const ranks = runtime.ranks();
  if (ranks == nullptr || ranks->size() == 1) return on(runtime, converted(make_graph()), spread);
  ranks::AnyGraphPart part = make_part(*ranks);
  return on(runtime, together(*ranks, [&] { return converted(std::move(part)); }));
}

}  // namespace warpgraph::detail
