// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/components.hpp>

#include "verify/message.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

// Threads unite side by side: the greater of two roots goes below the lesser in one exchange, and is tried again where
// it has ceased to be a root. So the roots that remain are the least vertices, in whatever order edges come.
class Components {
 public:
  explicit Components(VertexId count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), VertexId{0}); }

  VertexId root_of(VertexId v) {
    for (VertexId up = verify::load(parent_[v]); up != v;) {
      const VertexId above = verify::load(parent_[up]);
      if (above != up) verify::store(parent_[v], above);  // as far up as up, or farther
      v = up;
      up = above;
    }
    return v;
  }
  void unite(VertexId a, VertexId b) {
    for (;;) {
      a = root_of(a);
      b = root_of(b);
      if (a == b) return;
      if (a < b) std::swap(a, b);
      VertexId root = a;
      if (std::atomic_ref<VertexId>(parent_[a]).compare_exchange_strong(root, b)) return;
    }
  }

 private:
  std::vector<VertexId> parent_;
};

Components components_of(const Topology& graph, ThreadPool* threads) {
  Components components(graph.vertex_count());
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
  Components components = components_of(graph, threads);
  return problem_of_labels(graph, label, threads, [&](VertexId v) { return components.root_of(v); });
}

Problem verify_named_components(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads) {
  verify::expect_one_each(graph, label);
  Components components = components_of(graph, threads);
  std::vector<VertexId> lowest(label.size(), kNoVertex);  // of the component whose least vertex it is
  for (VertexId v = 0; v < lowest.size(); ++v) {
    VertexId& so_far = lowest[components.root_of(v)];
    if (so_far == kNoVertex || graph.ids->name_of(v) < graph.ids->name_of(so_far)) so_far = v;
  }
  return problem_of_labels(graph, label, threads, [&](VertexId v) { return lowest[components.root_of(v)]; });
}

}  // namespace warpgraph::algorithms
