// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/framework/shard/reduce_over_row.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "float_edges.hpp"

// Graphs whose incoming edges have floats for values, on one device and on several; what is done with them is written
// once. `run` takes a make_program(stream), as run on several devices does. The graphs must stay.
namespace warpgraph::algorithms {

class FloatGraph {
 public:
  template <EdgeValueType EdgeValue>
  FloatGraph(StreamRef stream, const DeviceGraph<EdgeValue>& graph)
      : vertex_count_(graph.vertex_count()),
        ids_(&graph.ids()),
        edges_(stream, graph.view().incoming),
        outgoing_{graph.view().outgoing.row, graph.view().outgoing.column, {}},
        facts_(graph.facts()) {}

  static void expect_same_call(std::string_view, const std::vector<std::string>&) {}
  [[nodiscard]] float largest(float here) const { return here; }
  // Whether a vertex has edges on several devices; add_up makes sums of the own vertices from those of a part's rows.
  [[nodiscard]] static bool has_partial_rows() { return false; }
  [[nodiscard]] static std::vector<float> add_up(std::vector<float> sums) { return sums; }
  [[nodiscard]] VertexId vertex_count() const { return vertex_count_; }
  [[nodiscard]] const IdMap& ids() const { return *ids_; }
  [[nodiscard]] std::span<const FloatEdges> parts() const { return {&edges_, 1}; }

  template <class MakeProgram>
  auto run(const MakeProgram& make_program, const EngineOptions& options) const {
    const GraphView<float> view{vertex_count_, edges_.view().column.size(), edges_.view(), outgoing_};
    return warpgraph::run(edges_.stream(), view, make_program(edges_.stream()), options, facts_);
  }

 private:
  VertexId vertex_count_;
  const IdMap* ids_;
  FloatEdges edges_;
  AdjacencyView<float> outgoing_;
  const GraphFacts* facts_;  // of the rows; nothing asks for values, which only a priority does
};

template <EdgeValueType EdgeValue>
class ShardedFloatGraph {
 public:
  explicit ShardedFloatGraph(const ShardedGraph<EdgeValue>& graph) : graph_(graph) {
    for (int i = 0; i < graph.device_count(); ++i)
      parts_.emplace_back(graph.stream(i), graph.shard(i).incoming.view(), graph.shard(i).held.first);
  }

  // Throws DifferentCalls on all ranks if their words differ.
  void expect_same_call(std::string_view function, const std::vector<std::string>& words) const {
    warpgraph::ranks::expect_same_call(graph_.layout().ranks, function, words);
  }
  // Of what all ranks have found.
  [[nodiscard]] float largest(float here) const {
    Ranks* const ranks = graph_.layout().ranks;
    return ranks == nullptr ? here : ranks::all_reduce(*ranks, here, [](float a, float b) { return std::max(a, b); });
  }
  [[nodiscard]] bool has_partial_rows() const { return graph_.layout().grid.has_value(); }
  [[nodiscard]] std::vector<float> add_up(std::vector<float> sums) const {
    return shards::reduce_over_row(graph_.layout(), std::move(sums), std::plus<>());
  }
  [[nodiscard]] VertexId vertex_count() const { return graph_.vertex_count(); }
  [[nodiscard]] const IdMap& ids() const { return graph_.ids(); }
  [[nodiscard]] std::span<const FloatEdges> parts() const { return parts_; }

  template <class MakeProgram>
  auto run(const MakeProgram& make_program, const EngineOptions& options) const {
    std::vector<AdjacencyView<float>> incoming;
    for (const FloatEdges& part : parts_) incoming.push_back(part.view());
    return warpgraph::run(graph_, std::span<const AdjacencyView<float>>(incoming), make_program, options);
  }

 private:
  const ShardedGraph<EdgeValue>& graph_;
  std::vector<FloatEdges> parts_;
};

}  // namespace warpgraph::algorithms
