// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include <warpgraph/algorithms/topology.hpp>

#include "targets.hpp"

namespace warpgraph::verify {

// The neighbours of every vertex, ascending, each once; directions, loops and parallel edges do not matter.
class Neighbours {
 public:
  explicit Neighbours(const Topology& graph) : row_(1, 0) {
    const Targets targets(graph);
    std::vector<VertexId> both;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
      both.clear();
      std::ranges::set_union(graph.sources(v), targets.of(v), std::back_inserter(both));
      const auto last = std::unique(both.begin(), both.end());
      std::copy_if(both.begin(), last, std::back_inserter(column_), [v](VertexId u) { return u != v; });
      row_.push_back(column_.size());
    }
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

}  // namespace warpgraph::verify
