// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include <warpgraph/algorithms/hits.hpp>

#include "catalogue/described.hpp"
#include "catalogue/entries.hpp"
#include "catalogue/over.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

class Hits final : public AlgorithmRun {
 public:
  explicit Hits(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("hubs", self.hubs_, option::Switch{}, "hubs instead of authorities");
    visit("tolerance", self.options_.tolerance, Real{"T", kNotNegative},
          "stop when the hubs have changed by no more, in sum; 0: after --iterations");
    visit("iterations", self.options_.max_iterations, Whole{"N", kIterations}, "stop after N iterations");
  }

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    HitsOptions options = options_;
    options.engine = request.engine;
    return over(
        request,
        [&](const auto&... on) {
          auto both = warpgraph::algorithms::hits(on..., options);
          auto& values = hubs_ ? both.hubs : both.authorities;
          if constexpr (requires { both.device_count; })
            return HostResult<float>{std::move(static_cast<RunReport&>(both)), std::move(values), both.device_count};
          else if constexpr (sizeof...(on) == 1)
            return ShardedResult<float>{std::move(static_cast<RunReport&>(both)), std::move(values), both.own};
          else
            return Result<float>{std::move(static_cast<RunReport&>(both)), std::move(values)};
        },
        kAsTheyAre);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return rank_facts(outcome.values, graph);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    const auto check = hubs_ ? verify_hubs : verify_authorities;
    return check(graph.graph(), std::get<std::vector<float>>(outcome.values), options_, outcome.report.converged(),
                 &graph.threads());
  }
  shards::SpreadNeeds needs(VertexId) const override { return hits_needs(); }

 private:
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
                           .may_vary = true})};  // with the room for blocks
}

}  // namespace warpgraph::algorithms::catalogue
