// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/hits.hpp>

#include "catalogue/entries.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

class Hits final : public AlgorithmRun {
 public:
  explicit Hits(WantedColumns wanted) : wanted_(std::move(wanted)) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("hubs", self.hubs_, option::Switch{}, "hubs instead of authorities");
    visit("tolerance", self.options_.tolerance, Real{"T", kNotNegative},
          "stop when the hubs have changed by no more, in sum; 0: after --iterations");
    visit("iterations", self.options_.max_iterations, Whole{"N", kIterations}, "stop after N iterations");
  }

  void check(const AlgorithmArguments&) const {
    if (hubs_ && wanted_.has_names()) throw UsageError("--hubs has no effect with --columns");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    HitsOptions options = options_;
    options.engine = request.engine;
    return timed(
        request, [&](const auto&... on) { return warpgraph::algorithms::hits(on..., options); },
        [&](auto& both, std::span<const StreamRef> streams) {
          std::vector<ResultColumn> columns;
          if (makes(kAuthority)) columns.push_back(column_of(request, kAuthority, both, both.authorities, streams));
          if (makes(kHub)) columns.push_back(column_of(request, kHub, both, both.hubs, streams));
          return columns;
        });
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return rank_facts(outcome.values(), graph);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    Problem problem;
    for (const ResultColumn& column : outcome.columns) {
      const auto check = column.name == kHub ? verify_hubs : verify_authorities;
      if (!problem)
        problem = check(graph.graph(), std::get<std::vector<float>>(column.values), options_,
                        outcome.report.converged(), &graph.threads());
    }
    return problem;
  }
  shards::SpreadNeeds needs(VertexId) const override { return hits_needs(); }

 private:
  static constexpr const char* kAuthority = "authority";
  static constexpr const char* kHub = "hub";

  [[nodiscard]] bool makes(std::string_view column) const {
    return wanted_.has_names() ? wanted_.names(column) : hubs_ == (column == kHub);
  }
  // One of both, which a run may have left on one device, on several, or in host memory.
  template <class Both, class Values>
  static ResultColumn column_of(const AlgorithmRequest& request, const char* name, const Both& both, Values& values,
                                std::span<const StreamRef> streams) {
    if constexpr (requires { both.device_count; })
      return {name, std::move(values)};
    else if constexpr (requires { both.own; })
      return {name, ShardedResult<float>{{}, std::move(values), both.own}.to_host(streams)};
    else
      return column_of_buffer(request, name, values, streams.front(), kAsTheyAre);
  }

  WantedColumns wanted_;
  HitsOptions options_;
  bool hubs_ = false;
};

}  // namespace

std::vector<Algorithm> entries_of_hits() {
  return {described<Hits>({.name = "hits",
                           .summary = "hubs and authorities; each add up to 1",
                           .functions = "hits",
                           .header = "hits.hpp",
                           .family = Family::kCentrality,
                           .devices = DeviceUse::kShards,
                           .needs_outgoing = true,
                           .is_exact = false,
                           .may_vary = true,  // with the room for blocks
                           .columns = {{.name = "authority",
                                        .type = ColumnType::kFloat,
                                        .help = "how good the hubs are that point to the vertex",
                                        .left_out_with = "hubs"},
                                       {.name = "hub",
                                        .type = ColumnType::kFloat,
                                        .help = "how good the authorities are that the vertex points to",
                                        .is_usual = false,
                                        .made_with = "hubs"}},
                           .facts = declared_rank_facts()})};
}

}  // namespace warpgraph::algorithms::catalogue
