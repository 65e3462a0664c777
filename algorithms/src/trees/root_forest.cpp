// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/select.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "choose_roots.hpp"
#include "closing_edge.hpp"
#include "common/expect_undirected.hpp"
#include "common/largest_of.hpp"
#include "euler_tour.hpp"
#include "lists/words.hpp"

namespace warpgraph::algorithms {
namespace {

using namespace trees;  // NOLINT(google-build-using-namespace): its parts

static_assert(2 * std::uint64_t{kMaxTreeVertices} == lists::kMaxElements);
constexpr const char* kTour = "forest tour";

// The trees and their roots.
struct Roots {
  Buffer<VertexId> root;  // of each vertex
  Buffer<VertexId> roots;
  VertexId count = 0;
};

void take_given_roots(StreamRef stream, std::span<const VertexId> given, View<const VertexId> label,
                      View<VertexId> root_of, const IdMap& ids) {
  if (given.empty()) return;
  std::vector<bool> is_given(label.size());
  for (const VertexId root : given) {
    if (root >= label.size())
      throw UsageError("the root " + std::to_string(root) + " is no vertex of the forest, which has " +
                       std::to_string(label.size()));
    if (is_given[root]) throw UsageError("the root " + to_string(ids.name_of(root)) + " is given twice");
    is_given[root] = true;
  }
  const Buffer<VertexId> roots = to_device(stream, given, "forest roots");
  Buffer<VertexId> rival(stream, 1, "forest roots");
  fill(stream, rival, kNoVertex);
  kernel::for_each(stream, given.size(), TakeGiven{roots, label, root_of});
  kernel::for_each(stream, given.size(), FindRival{roots, label, root_of, rival});
  const VertexId lost = to_host(stream, rival).front();
  if (lost == kNoVertex) return;
  const VertexId tree = to_host(stream, label.subview(lost, 1)).front();
  const VertexId stays = to_host(stream, View<const VertexId>(root_of).subview(tree, 1)).front();
  throw UsageError("the roots " + to_string(ids.name_of(stays)) + " and " + to_string(ids.name_of(lost)) +
                   " are in one tree");
}

void take_lowest_roots(StreamRef stream, View<const VertexId> label, View<VertexId> root_of, const IdMap& ids) {
  if (std::ranges::is_sorted(ids.original)) return kernel::for_each(stream, label.size(), TakeLowest{label, root_of});
  const Buffer<std::uint64_t> name = to_device(stream, ids.original, "forest ids");
  Buffer<std::uint64_t> lowest(stream, label.size(), "forest ids");
  fill(stream, lowest, std::numeric_limits<std::uint64_t>::max());
  kernel::for_each(stream, label.size(), FindLowestName{label, name, lowest});
  kernel::for_each(stream, label.size(), TakeLowestName{label, name, lowest, root_of});
}

Roots choose_roots(StreamRef stream, const AdjacencyView<NoValue>& edges, const IdMap& ids,
                   const RootForestOptions& options, const GraphFacts* facts) {
  const std::uint64_t vertices = edges.row.size() - 1;
  const Buffer<VertexId> label = connected_components(stream, edges, edges, {}, facts).values;
  Buffer<VertexId> root_of(stream, vertices, "forest roots by label");
  fill(stream, root_of, kNoVertex);
  take_given_roots(stream, options.roots, label, root_of, ids);
  take_lowest_roots(stream, label, root_of, ids);

  Roots result;
  result.root = Buffer<VertexId>(stream, vertices, "forest root");
  Buffer<std::uint8_t> is_root(stream, vertices, "forest root flags");
  kernel::for_each(stream, vertices, SetRoot{label, root_of, result.root, is_root});
  Buffer<VertexId> number(stream, vertices, "forest numbers");
  kernel::for_each(stream, vertices, sweep::CountUp{number});
  Buffer<VertexId> roots(stream, vertices, "forest roots");
  Buffer<std::uint64_t> count(stream, 1, "forest roots");
  primitives::select(stream, number, is_root, roots.view(), count);
  result.count = static_cast<VertexId>(to_host(stream, count).front());
  result.roots = Buffer<VertexId>(stream, result.count, "forest roots");
  copy(stream, result.roots, std::as_const(roots).view().subview(0, result.count));
  return result;
}

// A forest has an edge fewer than vertices in each tree, and every edge is in two rows. A self-loop is in one, but its
// component has one too many all the same.
void expect_no_cycle(StreamRef stream, const AdjacencyView<NoValue>& edges, VertexId trees, const IdMap& ids) {
  const std::uint64_t vertices = edges.row.size() - 1;
  if (edges.column.size() == 2 * (vertices - trees)) return;
  const auto [u, v] = closing_edge(to_host(stream, edges.row), to_host(stream, edges.column));
  const std::string first = to_string(ids.name_of(std::min(u, v)));
  const std::string second = to_string(ids.name_of(std::max(u, v)));
  throw InputError("a forest has no cycles, and the edge " + first + " - " + second + " closes one");
}

// The entries of the rows with their rows and twins. As rows ascend, entries that are sorted by where they lead to, and
// otherwise stay in order, are the twins of all entries in order.
struct Entries {
  Buffer<VertexId> source;
  Buffer<std::uint32_t> twin;

  Entries(StreamRef stream, const AdjacencyView<NoValue>& edges)
      : source(stream, edges.column.size(), kTour), twin(stream, edges.column.size(), kTour) {
    Buffer<std::uint32_t> number(stream, twin.size(), kTour);
    kernel::for_each(stream, twin.size(), sweep::CountUp{number});
    primitives::sort_pairs(stream, edges.column, source.view(), std::as_const(number).view(), twin.view(),
                           bits(edges.row.size() - 1));
  }
  static primitives::BitRange bits(std::uint64_t vertices) {
    return {0, static_cast<int>(std::bit_width(vertices - 1))};
  }
};

// Where each element of the tour stands in it.
Buffer<std::uint32_t> places(StreamRef stream, const AdjacencyView<NoValue>& edges, const Entries& entries,
                             View<const VertexId> roots) {
  Buffer<std::uint32_t> next(stream, entries.twin.size() + 2 * roots.size(), kTour);
  kernel::for_each(stream, entries.twin.size(), LinkEntries{entries.source, entries.twin, edges.row, next});
  kernel::for_each(stream, roots.size(), LinkTrees{roots, entries.twin, edges.row, next});
  return std::move(rank_lists<std::uint32_t>(stream, std::as_const(next).view()).rank);
}

void number_vertices(StreamRef stream, RootedForest& forest) {
  const std::uint64_t vertices = forest.vertex_count();
  const std::uint64_t words = sweep::mask_words(2 * vertices);
  Buffer<std::uint32_t> mask(stream, words, kTour);
  Buffer<std::uint32_t> before(stream, words, kTour);
  fill(stream, mask, 0);
  kernel::for_each(stream, vertices, MarkEntered{std::as_const(forest.preorder).view(), mask});
  kernel::for_each(stream, words, CountEntered{mask, before});
  primitives::exclusive_scan(stream, std::as_const(before).view(), before.view());
  kernel::for_each(stream, vertices, trees::NumberVertices{mask, before, forest.depth, forest.preorder, forest.size});
}

MemoryPlan tour_memory(Device& device, VertexId vertices) {
  const std::uint64_t elements = 2 * std::uint64_t{vertices};
  MemoryPlan sorting;
  sorting.add_array<std::uint32_t>(kTour, elements);
  sorting += primitives::sort_pairs_memory<std::uint32_t, std::uint32_t>(device, elements, Entries::bits(vertices));
  MemoryPlan ranking;
  ranking.add_array<std::uint32_t>(kTour, elements);
  ranking += rank_lists_memory<std::uint32_t>(elements, {}, 1);
  return largest_of({ranking, sorting});
}

}  // namespace

void trees::expect_undirected(bool is_undirected, EdgeId edges) {
  warpgraph::algorithms::expect_undirected(is_undirected, edges, "tree");
}

MemoryPlan root_forest_memory(Device& device, VertexId vertices) {
  MemoryPlan plan;
  if (vertices == 0) return plan;
  const EdgeId edges = 2 * EdgeId{vertices};
  plan.add_array<VertexId>("forest", 5 * std::uint64_t{vertices});
  MemoryPlan choosing = connected_components_memory({.vertices = vertices,
                                                     .edges = edges,
                                                     .undirected = true,
                                                     .value_bytes = 0,
                                                     .devices = 1,
                                                     .own_vertices = vertices,
                                                     .own_edges = edges});
  choosing.add_array<VertexId>("forest roots", 3 * std::uint64_t{vertices});
  choosing += primitives::select_memory<VertexId>(device, vertices);
  MemoryPlan touring;
  touring.add_array<VertexId>("forest roots", vertices);
  touring.add_array<std::uint32_t>(kTour, 2 * edges);
  touring += tour_memory(device, vertices);
  return plan += largest_of({touring, choosing});
}

RootedForest root_forest(StreamRef stream, const AdjacencyView<NoValue>& edges, const IdMap& ids,
                         const RootForestOptions& options, const GraphFacts* facts) {
  RootedForest forest;
  const std::uint64_t vertices = edges.row.empty() ? 0 : edges.row.size() - 1;
  if (vertices == 0) return forest;
  expects(vertices <= kMaxTreeVertices, "root_forest: the graph has more than 2^31 - 2^23 vertices");
  stream.device().require(root_forest_memory(stream.device(), static_cast<VertexId>(vertices)), "rooting a forest");
  Roots roots = choose_roots(stream, edges, ids, options, facts);
  expect_no_cycle(stream, edges, roots.count, ids);

  const Entries entries(stream, edges);
  const Buffer<std::uint32_t> place = places(stream, edges, entries, roots.roots);
  forest.tree_count = roots.count;
  forest.root = std::move(roots.root);
  for (Buffer<VertexId>* const each : {&forest.parent, &forest.depth, &forest.preorder, &forest.size})
    *each = Buffer<VertexId>(stream, vertices, "forest");
  const Visits visits{forest.parent, forest.preorder, forest.size};
  kernel::for_each(stream, entries.twin.size(),
                   OrientEntries{entries.source, edges.column, entries.twin, place, visits});
  kernel::for_each(stream, roots.count, VisitRoots{roots.roots, place, entries.twin.size(), visits});
  number_vertices(stream, forest);
  return forest;
}

ParentForest forest_of_parents(std::span<const VertexId> parent) {
  expects(parent.size() <= kMaxTreeVertices, "forest_of_parents: more than 2^31 - 2^23 vertices");
  ParentForest forest;
  forest.edges.vertex_count = static_cast<VertexId>(parent.size());
  forest.edges.direction = Direction::kUndirectedOnce;
  for (VertexId v = 0; v < parent.size(); ++v) {
    if (parent[v] == v || parent[v] == kNoVertex) {
      forest.roots.push_back(v);
      continue;
    }
    if (parent[v] >= parent.size())
      throw InputError("the parent of " + std::to_string(v) + " is " + std::to_string(parent[v]) +
                       ", and vertices end at " + std::to_string(parent.size() - 1));
    forest.edges.source.push_back(v);
    forest.edges.target.push_back(parent[v]);
  }
  return forest;
}

HostForest to_host(StreamRef stream, const RootedForest& forest) {
  return {to_host(stream, forest.root), to_host(stream, forest.parent), to_host(stream, forest.depth),
          to_host(stream, forest.preorder), to_host(stream, forest.size)};
}

RootedForest root_forest(StreamRef stream, const AnyDeviceGraph& graph, const RootForestOptions& options) {
  return std::visit([&](const auto& each) { return root_forest(stream, each, options); }, graph);
}

}  // namespace warpgraph::algorithms
