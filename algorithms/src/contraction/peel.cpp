// SPDX-License-Identifier: Apache-2.0
#include "peel.hpp"

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "common/largest_of.hpp"

namespace warpgraph::algorithms::contraction {
namespace {

constexpr const char* kTrees = "contraction trees";
constexpr const char* kPlaces = "contraction places";

void find_kinds(StreamRef stream, const AdjacencyView<NoValue>& edges, const GraphFacts& facts,
                View<const VertexId> keep, Peeled& peeled) {
  const std::uint64_t n = peeled.kind.size();
  const Result<VertexId> components = connected_components(stream, edges, edges, {}, &facts);
  Buffer<std::uint8_t> stays(stream, n, kTrees);
  Buffer<std::uint64_t> left(stream, n, kTrees);
  fill(stream, stays, 0);
  kernel::for_each(stream, keep.size(), MarkKept{keep, stays});
  kernel::for_each(stream, n, BeginPeel{{edges}, left, peeled.up});
  kernel::for_each(stream, n, PeelTrees{stays, left, peeled.up});
  kernel::for_each(stream, n, HangFromLowest{stays, left, components.values, peeled.up});
  Buffer<VertexId> lowest(stream, n, kTrees);
  fill(stream, lowest, kNoVertex);
  kernel::for_each(stream, n, FindKinds{stays, left, peeled.up, components.values, peeled.kind, lowest});
  kernel::for_each(stream, n, FindLowest{peeled.kind, components.values, lowest});
  kernel::for_each(stream, n, CutCycles{components.values, lowest, peeled.kind});
}

void find_places(StreamRef stream, View<const VertexId> keep, Peeled& peeled) {
  const std::uint64_t n = peeled.kind.size();
  kernel::for_each(stream, n + 1, MeasurePlaces{peeled.kind, peeled.place});
  primitives::exclusive_scan(stream, peeled.place, peeled.place.view());
  const Places total = to_host(stream, peeled.place.view().subview(n, 1)).front();
  peeled.kept = kept_before(total);
  peeled.chained = chained_before(total);
  Buffer<VertexId> number(stream, keep.size(), kPlaces);
  kernel::for_each(stream, keep.size(), NumberKept{keep, peeled.place, number});
  peeled.number = to_host(stream, number);
}

}  // namespace

Peeled peel(StreamRef stream, const AdjacencyView<NoValue>& edges, const GraphFacts& facts,
            std::span<const VertexId> keep) {
  const std::uint64_t n = edges.row.size() - 1;
  const Buffer<VertexId> to_keep = to_device(stream, keep, kPlaces);
  Peeled peeled;
  peeled.up = Buffer<VertexId>(stream, n, kTrees);
  peeled.kind = Buffer<Kind>(stream, n, kTrees);
  find_kinds(stream, edges, facts, to_keep, peeled);
  peeled.place = Buffer<Places>(stream, n + 1, kPlaces);
  find_places(stream, to_keep, peeled);
  return peeled;
}

MemoryPlan peeled_memory(VertexId vertices) {
  MemoryPlan plan(kTrees, support::array_bytes(vertices, sizeof(VertexId) + sizeof(Kind)));
  return plan.add_array<Places>(kPlaces, vertices + std::uint64_t{1});
}

MemoryPlan peel_memory(Device& device, VertexId vertices, EdgeId edges) {
  MemoryPlan plan(kTrees, support::array_bytes(vertices, sizeof(VertexId) + sizeof(Kind)));
  MemoryPlan peeling("components", support::array_bytes(vertices, sizeof(VertexId)));
  peeling.add(kTrees, support::array_bytes(vertices, sizeof(std::uint8_t) + sizeof(std::uint64_t) + sizeof(VertexId)));
  const MemoryPlan components = connected_components_memory({.vertices = vertices,
                                                             .edges = edges,
                                                             .undirected = true,
                                                             .value_bytes = 0,
                                                             .devices = 1,
                                                             .own_vertices = vertices,
                                                             .own_edges = edges});
  MemoryPlan placing(kPlaces, support::array_bytes(vertices + std::uint64_t{1}, sizeof(Places)));
  placing += primitives::exclusive_scan_memory<Places>(device, vertices + std::uint64_t{1});
  return plan += largest_of({peeling, components, placing});
}

}  // namespace warpgraph::algorithms::contraction
