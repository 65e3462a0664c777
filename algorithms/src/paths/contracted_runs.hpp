// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/runtime/error.hpp>

// What the option --contract makes of a graph: searches go to the contracted graph instead.
namespace warpgraph::algorithms::catalogue {

inline constexpr const char* kContractHelp =
    "search on the graph without hanging trees and chains of vertices of degree 2, which is made once for all sources; "
    "of an undirected graph on one device";

enum class EdgesCount { kTheirLengths, kOne };

class ContractedRuns final : public PreparedRuns {
 public:
  ContractedRuns(AnyContractedGraph graph, EdgesCount count) : graph_(std::move(graph)), count_(count) {}

  [[nodiscard]] EdgesCount count() const { return count_; }

  [[nodiscard]] AlgorithmFacts facts() const override {
    return std::visit(
        [](const auto& each) -> AlgorithmFacts {
          const auto [vertices, edges] = std::visit(
              [](const auto& left) { return std::pair(std::uint64_t{left.vertex_count()}, left.edge_count() / 2); },
              each.graph());
          return {{"vertices_left", vertices}, {"edges_left", edges}, {"contraction_seconds", each.times().total()}};
        },
        graph_);
  }

  template <EdgeValueType EdgeValue>
  [[nodiscard]] const ContractedGraph<EdgeValue>& graph() const {
    return std::get<ContractedGraph<EdgeValue>>(graph_);
  }

 private:
  AnyContractedGraph graph_;
  EdgesCount count_;
};

[[noreturn]] inline void refuse_several_devices() { throw UsageError("--contract is for a graph on one device"); }

inline std::shared_ptr<const ContractedRuns> contract_for_runs(const PlacedGraphView& graph,
                                                               std::span<const VertexName> sources, EdgesCount count) {
  const ContractionOptions options{.keep = sources};
  return graph.with_devices([&](const auto&... on) -> std::shared_ptr<const ContractedRuns> {
    if constexpr (sizeof...(on) == 1)
      refuse_several_devices();
    else if (count == EdgesCount::kOne)
      return std::make_shared<ContractedRuns>(contract_for_levels(on..., options), count);
    else
      return std::make_shared<ContractedRuns>(contract(on..., options), count);
  });
}

// Those that the request has, or those of its own source. A limit of supersteps would count edges of the contracted
// graph.
inline std::shared_ptr<const ContractedRuns> contracted_runs(const AlgorithmRequest& request, EdgesCount count) {
  auto prepared = std::dynamic_pointer_cast<const ContractedRuns>(request.prepared);
  if (request.prepared && (!prepared || prepared->count() != count))
    throw UsageError("what was prepared is of another algorithm");
  if (request.engine.max_supersteps != EngineOptions{}.max_supersteps)
    throw UsageError("--contract leaves out edges, which a limit of supersteps counts; leave out --max-supersteps");
  return prepared ? prepared : contract_for_runs(request.graph, std::span(&request.source, 1), count);
}

// The arguments of a search, with the contracted graph for the graph.
struct SearchContracted {
  const ContractedRuns& runs;

  template <EdgeValueType EdgeValue>
  [[nodiscard]] Result<std::uint32_t> operator()(StreamRef stream, const DeviceGraph<EdgeValue>&,
                                                 const BfsOptions& options) const {
    return bfs_levels(stream, runs.graph<NoValue>(), options);
  }
  template <EdgeValueType EdgeValue>
  [[nodiscard]] Result<Distance<EdgeValue>> operator()(StreamRef stream, const DeviceGraph<EdgeValue>&,
                                                       const SsspOptions& options) const {
    return warpgraph::algorithms::sssp(stream, runs.graph<EdgeValue>(), options);
  }
  [[noreturn]] Result<std::uint32_t> operator()(const auto&, const auto&) const { refuse_several_devices(); }
};

}  // namespace warpgraph::algorithms::catalogue
