// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/trees.hpp>

#include "verify/message.hpp"

namespace warpgraph::algorithms {
namespace {

// A forest by walks through its trees, with a stack.
class Walks {
 public:
  explicit Walks(const Topology& graph) : graph_(graph) {
    const VertexId vertices = graph.vertex_count();
    for (auto* const each : {&forest_.root, &forest_.parent, &forest_.depth, &forest_.preorder})
      each->assign(vertices, kNoVertex);
    forest_.size.assign(vertices, 1);
    order_.reserve(vertices);
  }

  HostForest operator()(std::span<const VertexId> given) {
    for (const VertexId root : roots(given)) walk(root);
    for (auto v = order_.rbegin(); v != order_.rend(); ++v)
      if (forest_.parent[*v] != *v) forest_.size[forest_.parent[*v]] += forest_.size[*v];
    return std::move(forest_);
  }

 private:
  // Those that are given, and of each other tree the vertex of the lowest name; ascending.
  [[nodiscard]] std::vector<VertexId> roots(std::span<const VertexId> given) const {
    std::vector<VertexId> by_name(graph_.vertex_count());
    std::iota(by_name.begin(), by_name.end(), VertexId{0});
    std::ranges::sort(by_name, {}, [&](VertexId v) { return graph_.ids->name_of(v); });
    std::vector<VertexId> roots;
    std::vector<bool> is_seen(by_name.size(), false);
    std::vector<VertexId> stack;
    const auto take = [&](VertexId root) {
      if (is_seen[root]) return;
      roots.push_back(root);
      is_seen[root] = true;
      for (stack.push_back(root); !stack.empty();) {
        const VertexId v = stack.back();
        stack.pop_back();
        for (const VertexId u : graph_.sources(v)) {
          if (is_seen[u]) continue;
          is_seen[u] = true;
          stack.push_back(u);
        }
      }
    };
    std::ranges::for_each(given, take);
    std::ranges::for_each(by_name, take);
    std::ranges::sort(roots);
    return roots;
  }

  // Children come in the order of their numbers, from the one behind the number of the vertex's parent on.
  void walk(VertexId root) {
    std::vector<VertexId> stack{root};
    forest_.parent[root] = root;
    forest_.depth[root] = 0;
    while (!stack.empty()) {
      const VertexId v = stack.back();
      stack.pop_back();
      forest_.root[v] = root;
      forest_.preorder[v] = static_cast<VertexId>(order_.size());
      order_.push_back(v);
      const std::span<const VertexId> row = graph_.sources(v);
      const VertexId up = forest_.parent[v];
      const auto behind = static_cast<std::size_t>(std::ranges::upper_bound(row, up) - row.begin());
      const std::size_t first = v == root ? 0 : behind;
      for (std::size_t i = row.size(); i-- > 0;) {
        const VertexId child = row[(first + i) % row.size()];
        if (child == up) continue;
        forest_.parent[child] = v;
        forest_.depth[child] = forest_.depth[v] + 1;
        stack.push_back(child);
      }
    }
  }

  const Topology& graph_;
  HostForest forest_;
  std::vector<VertexId> order_;
};

}  // namespace

Problem verify_forest_columns(const Topology& graph, const HostForest& columns, std::span<const VertexId> roots) {
  const HostForest right = Walks(graph)(roots);
  struct Column {
    const char* name;
    const std::vector<VertexId> HostForest::*values;
    bool is_vertex;
  };
  for (const Column& each : {Column{"root", &HostForest::root, true},
                             {"parent", &HostForest::parent, true},
                             {"depth", &HostForest::depth, false},
                             {"preorder number", &HostForest::preorder, false},
                             {"subtree size", &HostForest::size, false}}) {
    const std::vector<VertexId>& found = columns.*each.values;
    const std::vector<VertexId>& expected = right.*each.values;
    if (found.empty()) continue;
    verify::expect_one_each<VertexId>(graph, found);
    const auto text = [&](VertexId value) {
      if (!each.is_vertex) return std::to_string(value);
      return value < expected.size() ? verify::name_of(graph, value) : std::string("of no vertex");
    };
    const auto wrong = std::ranges::mismatch(found, expected).in1 - found.begin();
    if (wrong == std::ssize(found)) continue;
    const auto v = static_cast<VertexId>(wrong);
    return verify::vertex(graph, v) + " has the " + each.name + " " + text(found[v]) + ", and it is " +
           text(expected[v]);
  }
  return {};
}

}  // namespace warpgraph::algorithms
