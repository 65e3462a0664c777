// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/framework/sweep/host_union_find.hpp>

#include "verify/message.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

sweep::HostUnionFind components_of(const Topology& graph, ThreadPool* threads) {
  sweep::HostUnionFind components(graph.vertex_count());
  verify::for_vertices(threads, graph.vertex_count(), [&](VertexId v) {
    for (const VertexId u : graph.sources(v)) components.unite(u, v);
  });
  return components;
}

// best(v) is the label that v should have.
template <class Best>
Problem problem_of_labels(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads, Best&& best) {
  const VertexId wrong = verify::first_wrong(threads, label.size(), [&](VertexId v) { return label[v] != best(v); });
  if (wrong == kNoVertex) return {};
  const std::string found = label[wrong] < label.size() ? verify::name_of(graph, label[wrong]) : "no vertex";
  return verify::vertex(graph, wrong) + " has the label " + found + ", and its component that of " +
         verify::name_of(graph, best(wrong));
}

}  // namespace

Problem verify_components(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads) {
  verify::expect_one_each(graph, label);
  sweep::HostUnionFind components = components_of(graph, threads);
  return problem_of_labels(graph, label, threads, [&](VertexId v) { return components.root_of(v); });
}

Problem verify_named_components(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads) {
  verify::expect_one_each(graph, label);
  sweep::HostUnionFind components = components_of(graph, threads);
  std::vector<VertexId> lowest(label.size(), kNoVertex);  // of the component whose least vertex it is
  for (VertexId v = 0; v < lowest.size(); ++v) {
    VertexId& so_far = lowest[components.root_of(v)];
    if (so_far == kNoVertex || graph.ids->name_of(v) < graph.ids->name_of(so_far)) so_far = v;
  }
  return problem_of_labels(graph, label, threads, [&](VertexId v) { return lowest[components.root_of(v)]; });
}

}  // namespace warpgraph::algorithms
