// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <algorithm>
#include <type_traits>

#include <warpgraph/algorithms/list_scan.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "common/largest_of.hpp"
#include "common/value_types.hpp"
#include "hang_kernels.hpp"
#include "peel.hpp"

namespace warpgraph::algorithms {
namespace contraction {
namespace {

// The type of lengths in the graph that is left, where that is the largest.
template <EdgeValueType EdgeValue>
using Widest = std::conditional_t<std::is_same_v<EdgeValue, NoValue>, std::int32_t,
                                  std::conditional_t<std::is_same_v<EdgeValue, std::int32_t>, std::int64_t, EdgeValue>>;

// The arrays of the chains that last until edges are made of them.
template <EdgeValueType EdgeValue>
MemoryPlan chains_memory(std::uint64_t elements) {
  return {"contraction chains", support::array_bytes(elements, 8 + 2 * sizeof(Sum<EdgeValue>))};
}

template <EdgeValueType EdgeValue>
MemoryPlan ranking_memory(const Size& size) {
  const std::uint64_t elements = size.elements();
  MemoryPlan before("contraction chains", support::array_bytes(elements, 8 + sizeof(Sum<EdgeValue>)));
  before += rank_lists_memory<std::uint32_t>(elements, ranking(), size.max_lists());
  MemoryPlan behind = chains_memory<EdgeValue>(elements);
  behind.add("list ranks", support::array_bytes(elements, 12) + support::array_bytes(size.max_lists() + 1, 4));
  constexpr std::size_t kItem = sizeof(lists::ScanItem<Sum<EdgeValue>>);
  behind.add("list scan", support::array_bytes(elements, kItem) + support::array_bytes(elements / 1000 + 2, kItem));
  return largest_of({before, behind});
}

template <EdgeValueType EdgeValue>
MemoryPlan hanging_memory(const Size& size) {
  MemoryPlan ways = chains_memory<EdgeValue>(size.elements());
  ways.add("list ranks", support::array_bytes(size.elements(), 12) + support::array_bytes(size.max_lists() + 1, 4));
  MemoryPlan hanging = chains_memory<EdgeValue>(size.elements());
  hanging.add("contraction trees",
              support::array_bytes(size.vertices + size.hanging(), sizeof(Hang<HangLength<EdgeValue>>)));
  return largest_of({ways, hanging});
}

template <EdgeValueType EdgeValue>
MemoryPlan building_memory(Device& device, const Size& size) {
  using Value = Widest<EdgeValue>;
  const std::uint64_t rows = std::uint64_t{size.kept} + 1;
  MemoryPlan list("contraction edges", support::array_bytes(size.edges, 2 * sizeof(VertexId) + sizeof(Value)));
  MemoryPlan listing = chains_memory<EdgeValue>(size.elements());
  listing.add_array<EdgeId>("contraction rows", rows);
  MemoryPlan measuring = listing;
  measuring += primitives::exclusive_scan_memory<EdgeId>(device, rows);
  listing += list;
  list += build_memory<Value>(device, size.kept, size.edges);
  return largest_of({measuring, listing, list});
}

}  // namespace

template <EdgeValueType EdgeValue>
MemoryPlan memory_of(Device& device, const Size& size) {
  MemoryPlan ways("contraction ways", support::array_bytes(size.vertices, sizeof(ContractedWay<Distance<EdgeValue>>)));
  MemoryPlan behind = largest_of({hanging_memory<EdgeValue>(size), building_memory<EdgeValue>(device, size)});
  return largest_of({ranking_memory<EdgeValue>(size), ways += behind});
}

}  // namespace contraction

// Most is taken where the edges suffice for the longest chains, or for the most of them, or where all vertices hang or
// stay.
template <EdgeValueType EdgeValue>
MemoryPlan contraction_memory(Device& device, VertexId vertices, EdgeId edges) {
  using contraction::Size;
  MemoryPlan plan;
  if (vertices == 0) return plan;
  plan = contraction::peel_memory(device, vertices, edges);
  const auto of_chains = [&](EdgeId chained) {
    const auto most = static_cast<VertexId>(std::min<EdgeId>(vertices, chained));
    return Size{.vertices = vertices, .kept = 0, .chained = most, .edges = edges - 2 * EdgeId{most}};
  };
  const Size all_hang{.vertices = vertices, .kept = 0, .chained = 0, .edges = 0};
  const Size all_stay{.vertices = vertices, .kept = vertices, .chained = 0, .edges = edges};
  for (const Size& size : {of_chains(edges / 2), of_chains(edges / 4), all_hang, all_stay}) {
    MemoryPlan other = contraction::peeled_memory(vertices);
    other += contraction::memory_of<EdgeValue>(device, size);
    if (other.total() > plan.total()) plan = other;
  }
  return plan;
}

#define WARPGRAPH_INSTANTIATE(E)                                                    \
  template MemoryPlan contraction::memory_of<E>(Device&, const contraction::Size&); \
  template MemoryPlan contraction_memory<E>(Device&, VertexId, EdgeId)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
