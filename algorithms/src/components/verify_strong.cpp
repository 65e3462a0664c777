// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/strongly_connected.hpp>

#include "verify/message.hpp"

namespace warpgraph::algorithms {
namespace {

// Tarjan 1972, with a stack of its own instead of calls. The incoming edges are enough: components are those of the
// graph whose edges lead the other way.
class Tarjan {
 public:
  explicit Tarjan(const Topology& graph) : graph_(graph), lowest_(graph.vertex_count()), component_(lowest_) {
    std::ranges::fill(lowest_, kNoVertex);
    std::ranges::fill(component_, kNoVertex);
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
      if (lowest_[v] == kNoVertex) search(v);
  }
  // Some vertex of each vertex's component.
  [[nodiscard]] const std::vector<VertexId>& components() const { return component_; }

 private:
  struct Call {
    VertexId vertex;
    EdgeId next;
    VertexId number;
  };

  void enter(VertexId v) {
    calls_.push_back({v, graph_.row[v], count_});
    lowest_[v] = count_++;
    open_.push_back(v);
  }
  void search(VertexId start) {
    enter(start);
    while (!calls_.empty()) {
      Call& call = calls_.back();
      const VertexId v = call.vertex;
      if (call.next < graph_.row[v + 1]) {
        const VertexId u = graph_.column[call.next++];
        if (lowest_[u] == kNoVertex)
          enter(u);
        else if (component_[u] == kNoVertex)
          lowest_[v] = std::min(lowest_[v], lowest_[u]);
        continue;
      }
      const bool is_first = lowest_[v] == call.number;
      calls_.pop_back();
      if (!calls_.empty()) {
        VertexId& above = lowest_[calls_.back().vertex];
        above = std::min(above, lowest_[v]);
      }
      while (is_first && component_[v] == kNoVertex) {
        component_[open_.back()] = v;
        open_.pop_back();
      }
    }
  }

  const Topology& graph_;
  VertexId count_ = 0;
  std::vector<VertexId> lowest_;     // number that is reached from the vertex, among those that are open
  std::vector<VertexId> component_;  // kNoVertex of those that are open
  std::vector<VertexId> open_;
  std::vector<Call> calls_;
};

// is_before(a, b): a is a better label than b.
template <class IsBefore>
Problem problem_of(const Topology& graph, std::span<const VertexId> label, const IsBefore& is_before) {
  verify::expect_one_each(graph, label);
  const Tarjan tarjan(graph);
  std::vector<VertexId> best(label.size(), kNoVertex);  // of the component that a vertex stands for
  for (VertexId v = 0; v < best.size(); ++v) {
    VertexId& so_far = best[tarjan.components()[v]];
    if (so_far == kNoVertex || is_before(v, so_far)) so_far = v;
  }
  for (VertexId v = 0; v < best.size(); ++v) {
    const VertexId expected = best[tarjan.components()[v]];
    if (label[v] == expected) continue;
    const std::string found = label[v] < label.size() ? verify::name_of(graph, label[v]) : "no vertex";
    return verify::vertex(graph, v) + " has the label " + found + ", and its strongly connected component that of " +
           verify::name_of(graph, expected);
  }
  return {};
}

}  // namespace

Problem verify_strongly_connected_components(const Topology& graph, std::span<const VertexId> label) {
  return problem_of(graph, label, [](VertexId a, VertexId b) { return a < b; });
}

Problem verify_named_strongly_connected_components(const Topology& graph, std::span<const VertexId> label) {
  return problem_of(graph, label,
                    [&](VertexId a, VertexId b) { return graph.ids->name_of(a) < graph.ids->name_of(b); });
}

}  // namespace warpgraph::algorithms
