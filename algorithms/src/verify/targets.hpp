// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include <warpgraph/algorithms/topology.hpp>

#include "parallel.hpp"

namespace warpgraph::algorithms::verify {

// Where edges lead to, by their sources; ascending.
class Targets {
 public:
  // The targets of the edges (u, v), at place e, for which keeps(u, v, e).
  template <class Keeps>
  Targets(const Topology& graph, ThreadPool* threads, Keeps&& keeps) : end_(std::size_t{graph.vertex_count()} + 1) {
    const auto for_each_kept = [&](auto&& visit) {
      for_vertices(threads, graph.vertex_count(), [&](VertexId v) {
        for (EdgeId e = graph.row[v]; e < graph.row[v + 1]; ++e)
          if (keeps(graph.column[e], v, e)) visit(graph.column[e], v);
      });
    };
    for_each_kept([&](VertexId u, VertexId) { add(end_[u + 1], EdgeId{1}); });
    std::partial_sum(end_.begin(), end_.end(), end_.begin());
    target_.resize(end_.back());
    for_each_kept([&](VertexId u, VertexId v) { target_[add(end_[u], EdgeId{1})] = v; });  // from beginning to end
    for_vertices(threads, graph.vertex_count(), [&](VertexId u) {
      const auto row = std::span(target_).subspan(begin(u), end_[u] - begin(u));
      if (!std::ranges::is_sorted(row)) std::ranges::sort(row);
    });
  }
  explicit Targets(const Topology& graph, ThreadPool* threads = nullptr)
      : Targets(graph, threads, [](VertexId, VertexId, EdgeId) { return true; }) {}

  [[nodiscard]] std::span<const VertexId> of(VertexId u) const {
    return std::span(target_).subspan(begin(u), end_[u] - begin(u));
  }

 private:
  [[nodiscard]] EdgeId begin(VertexId u) const { return u == 0 ? 0 : end_[u - 1]; }

  std::vector<EdgeId> end_;
  std::vector<VertexId> target_;
};

}  // namespace warpgraph::algorithms::verify
