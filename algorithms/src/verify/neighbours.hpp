// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <vector>

#include <warpgraph/algorithms/topology.hpp>

#include "parallel.hpp"
#include "targets.hpp"

namespace warpgraph::algorithms::verify {

// The neighbours of every vertex, ascending, each once; directions, loops and parallel edges do not matter.
class Neighbours {
 public:
  explicit Neighbours(const Topology& graph, ThreadPool* threads = nullptr)
      : row_(std::size_t{graph.vertex_count()} + 1, 0) {
    const Targets targets(graph, threads);
    const auto for_all = [&](auto&& visit) {
      for_chunks(threads, graph.vertex_count(), kGrain, [&](std::size_t first, std::size_t last) {
        std::vector<VertexId> both;
        for (auto v = static_cast<VertexId>(first); v < last; ++v) {
          both.clear();
          std::ranges::set_union(graph.sources(v), targets.of(v), std::back_inserter(both));
          both.erase(std::unique(both.begin(), both.end()), both.end());
          std::erase(both, v);
          visit(v, both);
        }
      });
    };
    for_all([&](VertexId v, const std::vector<VertexId>& all) { row_[v + 1] = all.size(); });
    std::partial_sum(row_.begin(), row_.end(), row_.begin());
    column_.resize(row_.back());
    for_all([&](VertexId v, const std::vector<VertexId>& all) {
      std::ranges::copy(all, column_.begin() + static_cast<std::ptrdiff_t>(row_[v]));
    });
  }

  [[nodiscard]] VertexId count() const { return static_cast<VertexId>(row_.size() - 1); }
  [[nodiscard]] VertexId degree(VertexId v) const { return static_cast<VertexId>(row_[v + 1] - row_[v]); }
  [[nodiscard]] std::span<const VertexId> of(VertexId v) const {
    return std::span(column_).subspan(row_[v], row_[v + 1] - row_[v]);
  }

 private:
  std::vector<EdgeId> row_;
  std::vector<VertexId> column_;
};

}  // namespace warpgraph::algorithms::verify
