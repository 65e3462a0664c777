// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include <warpgraph/algorithms/topology.hpp>

namespace warpgraph::verify {

// Where edges lead to, by their sources.
class Targets {
 public:
  // Of the edges (u, v), at place e, for which keeps(u, v, e).
  template <class Keeps>
  Targets(const Topology& graph, Keeps&& keeps) : end_(std::size_t{graph.vertex_count()} + 1) {
    const auto for_each_kept = [&](auto&& visit) {
      for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (EdgeId e = graph.row[v]; e < graph.row[v + 1]; ++e)
          if (keeps(graph.column[e], v, e)) visit(graph.column[e], v);
      }
    };
    for_each_kept([&](VertexId u, VertexId) { ++end_[u + 1]; });
    std::partial_sum(end_.begin(), end_.end(), end_.begin());
    target_.resize(end_.back());
    for_each_kept([&](VertexId u, VertexId v) { target_[end_[u]++] = v; });  // from beginning to end
  }
  explicit Targets(const Topology& graph) : Targets(graph, [](VertexId, VertexId, EdgeId) { return true; }) {}

  [[nodiscard]] std::span<const VertexId> of(VertexId u) const {
    const EdgeId begin = u == 0 ? 0 : end_[u - 1];
    return std::span(target_).subspan(begin, end_[u] - begin);
  }

 private:
  std::vector<EdgeId> end_;
  std::vector<VertexId> target_;
};

}  // namespace warpgraph::verify
