// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "../limits.hpp"

namespace warpgraph::partitioning {

// A partition of the whole graph on the host while vertices move one by one, with what the parts weigh. All that it is
// made of must outlive it.
class HostParts {
 public:
  HostParts(ThreadPool& threads, const PartitionInput& graph, const PartitionOptions& options, const Limits& limits,
            std::vector<PartId>& part);

  [[nodiscard]] const PartitionInput& graph() const { return graph_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] VertexId vertices() const { return static_cast<VertexId>(part_.size()); }
  [[nodiscard]] PartId parts() const { return limits_.parts; }
  [[nodiscard]] PartId part_of(VertexId v) const { return part_[v]; }
  [[nodiscard]] VertexId size(PartId part) const { return size_[part]; }
  [[nodiscard]] const std::vector<Weight>& weights() const { return weight_; }  // [part * constraints + constraint]
  [[nodiscard]] Weight weight(PartId part, std::uint32_t j) const { return weight_[limits_.at(part, j)]; }

  [[nodiscard]] Weight weight_of(VertexId v, std::uint32_t j) const {
    return graph_.vertex_weight.empty() ? 1 : graph_.vertex_weight[std::size_t{v} * limits_.constraints + j];
  }
  [[nodiscard]] bool is_free(VertexId v) const { return fixed_.empty() || fixed_[v] == kFreePart; }
  void move(VertexId v, PartId to);
  [[nodiscard]] bool has_moved() const { return has_moved_; }  // any vertex

  // Vertices that a part must have.
  [[nodiscard]] VertexId min_size() const { return parts() > vertices() ? 0 : 1; }
  [[nodiscard]] bool lacks(PartId part) const {
    return size_[part] < min_size() || weight_[limits_.at(part, 0)] < limits_.min[part];
  }
  // By how much the part is too heavy: the sum over the constraints, as shares of the totals.
  [[nodiscard]] double beyond(PartId part) const;
  [[nodiscard]] bool fits(VertexId v, PartId to) const;
  // A part that gives v away must not lack anything then.
  [[nodiscard]] bool may_leave(VertexId v) const;

  template <class Body>
  void for_neighbours(VertexId v, Body&& body) const {
    for (EdgeId edge = graph_.row[v]; edge < graph_.row[v + 1]; ++edge)
      if (graph_.column[edge] != v)
        body(graph_.column[edge], graph_.edge_weight.empty() ? Weight{1} : graph_.edge_weight[edge]);
  }
  // The weight of v's edges to the part.
  [[nodiscard]] Weight edges_to(VertexId v, PartId part) const;

 private:
  void count(ThreadPool& threads);
  void add(VertexId v, PartId part, int sign);

  const PartitionInput& graph_;
  const std::vector<PartId>& fixed_;
  const Limits& limits_;
  std::vector<PartId>& part_;
  std::vector<Weight> weight_;
  std::vector<VertexId> size_;  // in vertices
  bool has_moved_ = false;
};

}  // namespace warpgraph::partitioning
