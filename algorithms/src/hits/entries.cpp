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
    visit("double", self.in_double_, option::Switch{}, "hubs and authorities in double precision");
  }

  void check(const AlgorithmArguments&) const {
    if (hubs_ && wanted_.has_names()) throw UsageError("--hubs has no effect with --columns");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    return in_double_ ? run_in<double>(request) : run_in<float>(request);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return rank_facts(outcome.values(), graph);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    Problem problem;
    for (const ResultColumn& column : outcome.columns) {
      const auto check = [&](const auto& values) {
        const bool converged = outcome.report.converged();
        if (column.name == kHub) return verify_hubs(graph.graph(), values, options_, converged, &graph.threads());
        return verify_authorities(graph.graph(), values, options_, converged, &graph.threads());
      };
      if (problem) break;
      problem = in_double_ ? check(std::get<std::vector<double>>(column.values))
                           : check(std::get<std::vector<float>>(column.values));
    }
    return problem;
  }
  shards::SpreadNeeds needs(VertexId) const override { return in_double_ ? hits_needs<double>() : hits_needs<float>(); }

 private:
  static constexpr const char* kAuthority = "authority";
  static constexpr const char* kHub = "hub";

  [[nodiscard]] bool makes(std::string_view column) const {
    return wanted_.has_names() ? wanted_.names(column) : hubs_ == (column == kHub);
  }
  template <class Value>
  [[nodiscard]] AlgorithmOutcome run_in(const AlgorithmRequest& request) const {
    HitsOptions options = options_;
    options.engine = request.engine;
    return timed(
        request, [&](const auto&... on) { return warpgraph::algorithms::hits<Value>(on..., options); },
        [&](auto& both, std::span<const StreamRef> streams) {
          std::vector<ResultColumn> columns;
          if (makes(kAuthority))
            columns.push_back(column_of<Value>(request, kAuthority, both, both.authorities, streams));
          if (makes(kHub)) columns.push_back(column_of<Value>(request, kHub, both, both.hubs, streams));
          return columns;
        });
  }
  // One of both, which a run may have left on one device or on several.
  template <class Value, class Both, class Values>
  static ResultColumn column_of(const AlgorithmRequest& request, const char* name, const Both& both, Values& values,
                                std::span<const StreamRef> streams) {
    if constexpr (requires { both.own; })
      return {name, ShardedResult<Value>{{}, std::move(values), both.own}.to_host(streams)};
    else
      return column_of_buffer(request, name, values, streams.front(), kAsTheyAre);
  }

  WantedColumns wanted_;
  HitsOptions options_;
  bool hubs_ = false;
  bool in_double_ = false;
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
                                        .double_with = "double",
                                        .left_out_with = "hubs"},
                                       {.name = "hub",
                                        .type = ColumnType::kFloat,
                                        .help = "how good the authorities are that the vertex points to",
                                        .double_with = "double",
                                        .is_usual = false,
                                        .made_with = "hubs"}},
                           .facts = declared_rank_facts()})};
}

}  // namespace warpgraph::algorithms::catalogue
