// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>

#include "catalogue/entries.hpp"
#include "common/one_device_needs.hpp"
#include "common/refuse_engine_options.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

constexpr const char* kContraction = "contraction";
constexpr const char* kContractionEnds[] = {"end", "other_end"};
constexpr const char* kEndDistances[] = {"distance", "other_distance"};

struct RunContraction : RunReport {
  ContractionEnds ends;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t chained = 0;
};

// What timed() takes.
struct Contract {
  template <EdgeValueType EdgeValue>
  RunContraction operator()(StreamRef stream, const DeviceGraph<EdgeValue>& graph) const {
    contraction::expect_undirected(graph.is_undirected(), graph.edge_count());
    Device& device = stream.device();
    device.require(contraction_ends_memory(device, graph.vertex_count(), graph.edge_count()), "contraction");
    const ContractedGraph<NoValue> contracted = contract_for_levels(stream, graph);
    RunContraction run;
    run.ends = contraction_ends(stream, contracted);
    std::visit(
        [&](const auto& left) {
          run.vertices = left.vertex_count();
          run.edges = left.edge_count() / 2;
        },
        contracted.graph());
    run.chained = contracted.chained_count();
    return run;
  }
  [[noreturn]] RunContraction operator()(const auto&) const { throw UsageError("contraction runs on one device"); }
};

class Contraction final : public AlgorithmRun {
 public:
  explicit Contraction(WantedColumns wanted) : wanted_(std::move(wanted)) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    refuse_plan(request.engine, kContraction);
    refuse_supersteps(request.engine, kContraction, "a contraction has no supersteps");
    AlgorithmFacts facts;
    AlgorithmOutcome outcome =
        timed(request, Contract(), [&](RunContraction& found, std::span<const StreamRef> streams) {
          facts = {{"vertices_left", found.vertices},
                   {"edges_left", found.edges},
                   {"in_chains", found.chained},
                   {"hanging", request.graph.vertex_count() - found.vertices - found.chained}};
          return columns_of_run(request, found, streams.front());
        });
    outcome.facts = std::move(facts);
    return outcome;
  }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    HostContraction found;
    for (int i = 0; i < 2; ++i) {
      if (outcome.has_column(kContractionEnds[i]))
        found.end[i] = graph.vertices_of(outcome.column(kContractionEnds[i]));
      if (outcome.has_column(kEndDistances[i]))
        found.distance[i] = counts_of<VertexId>(outcome.column(kEndDistances[i]));
    }
    found.vertices_left = std::get<std::uint64_t>(outcome.facts[0].second);
    found.edges_left = std::get<std::uint64_t>(outcome.facts[1].second);
    return verify_contraction(graph.graph(), found);
  }
  shards::SpreadNeeds needs(VertexId) const override {
    return one_device_needs([](StreamRef stream, const shards::RunSize& size) {
      return contraction_ends_memory(stream.device(), size.vertices, size.edges);
    });
  }
  bool can_spread() const override { return false; }

 private:
  [[nodiscard]] bool makes(const char* column) const {
    return wanted_.has_names() ? wanted_.names(column) : column == kContractionEnds[0];
  }
  [[nodiscard]] std::vector<ResultColumn> columns_of_run(const AlgorithmRequest& request, RunContraction& found,
                                                         StreamRef stream) const {
    std::vector<ResultColumn> columns;
    for (int i = 0; i < 2; ++i)
      if (makes(kContractionEnds[i]))
        columns.push_back(column_of_buffer(request, kContractionEnds[i], found.ends.end[i], stream, kAsNames));
    for (int i = 0; i < 2; ++i) {
      if (!makes(kEndDistances[i])) continue;
      columns.push_back(column_of_buffer(request, kEndDistances[i], found.ends.distance[i], stream, kAsIntegers));
    }
    return columns;
  }

  WantedColumns wanted_;
};

std::vector<AlgorithmColumn> columns_of_contraction() {
  const auto of_choice = [](const char* name, ColumnType type, const char* help) {
    return AlgorithmColumn{.name = name, .type = type, .help = help, .is_usual = false};
  };
  return {{.name = kContractionEnds[0],
           .type = ColumnType::kVertex,
           .help = "a vertex that is left: itself, an end of its chain, or that of what it hangs from"},
          of_choice(kContractionEnds[1], ColumnType::kVertex, "the other end of that chain; of others the same vertex"),
          of_choice(kEndDistances[0], ColumnType::kInt64, "edges between the vertex and its end"),
          of_choice(kEndDistances[1], ColumnType::kInt64, "edges between the vertex and its other end")};
}

}  // namespace

std::vector<Algorithm> entries_of_contraction() {
  return {described<Contraction>(
      {.name = kContraction,
       .summary =
           "what is left of an undirected graph without hanging trees and chains, and where the others are in it",
       .functions = "contract_for_levels, contraction_ends",
       .header = "contraction.hpp",
       .family = Family::kStructure,
       .devices = DeviceUse::kWhole,
       .needs_undirected = true,
       .takes_plans = false,
       .has_supersteps = false,
       .uses_hub = false,
       .takes_time_limit = false,
       .columns = columns_of_contraction(),
       .facts = {{.name = "vertices_left", .help = "vertices of the graph that is left"},
                 {.name = "edges_left", .help = "edges of that graph, each once"},
                 {.name = "in_chains", .help = "vertices of degree 2 that lie in chains"},
                 {.name = "hanging", .help = "vertices of hanging trees"}}})};
}

}  // namespace warpgraph::algorithms::catalogue
