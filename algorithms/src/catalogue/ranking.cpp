// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/verify.hpp>

#include "catalogue/described.hpp"
#include "catalogue/entries.hpp"
#include "catalogue/over.hpp"

namespace warpgraph::catalogue {

namespace {

// The highest rank, the vertex that has it, and the sum of all.
AlgorithmFacts rank_facts(const VertexValues& values, const IdMap& ids) {
  AlgorithmFacts facts = highest_of(values, "highest_vertex", ids);
  std::visit(
      [&](const auto& ranks) {
        double sum = 0;
        for (const auto rank : ranks) sum += static_cast<double>(rank);
        facts.emplace_back("sum", sum);
      },
      values);
  return facts;
}

class PageRank final : public AlgorithmRun {
 public:
  explicit PageRank(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    auto& options = self.options_;
    visit("damping", options.damping, Real{"P", {0, 1, false, true}}, "probability of following an edge");
    visit("tolerance", options.tolerance, Real{"T", kNotNegative},
          "stop when the ranks have changed by no more, in sum; 0: after --iterations");
    visit("iterations", options.max_iterations, Whole{"N", kIterations}, "stop after N iterations");
    visit("start-over-at", options.sources, Vertices{},
          "personalised: start over at this vertex, or these, each named once");
    visit("double", self.in_double_, option::Switch{}, "ranks in double precision");
  }

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    PageRankOptions options = options_;
    options.engine = request.engine;
    const auto run = [&]<class Rank>(Rank) {
      return over(
          request, [&](const auto&... on) { return warpgraph::pagerank<Rank>(on..., options); }, kAsTheyAre);
    };
    return in_double_ ? run(double{}) : run(float{});
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const IdMap& ids) const override {
    return rank_facts(outcome.values, ids);
  }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    const auto check = [&](const auto& ranks) {
      return verify_pagerank(graph.graph(), ranks, options_, outcome.report.converged(), &graph.threads());
    };
    if (in_double_) return check(std::get<std::vector<double>>(outcome.values));
    return check(std::get<std::vector<float>>(outcome.values));
  }

 private:
  PageRankOptions options_;
  bool in_double_ = false;
};

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
          auto both = warpgraph::hits(on..., options);
          auto& values = hubs_ ? both.hubs : both.authorities;
          if constexpr (sizeof...(on) == 1)
            return ShardedResult<float>{std::move(static_cast<RunReport&>(both)), std::move(values), both.own};
          else
            return Result<float>{std::move(static_cast<RunReport&>(both)), std::move(values)};
        },
        kAsTheyAre);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const IdMap& ids) const override {
    return rank_facts(outcome.values, ids);
  }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    const auto check = hubs_ ? verify_hubs : verify_authorities;
    return check(graph.graph(), std::get<std::vector<float>>(outcome.values), options_, outcome.report.converged(),
                 &graph.threads());
  }
  MemoryPlan memory(StreamRef, const RunSize& size) const override { return hits_memory(size); }

 private:
  HitsOptions options_;
  bool hubs_ = false;
};

}  // namespace

Algorithm pagerank() {
  return described<PageRank>({.name = "pagerank",
                              .summary = "PageRank by power iteration; ranks add up to 1",
                              .functions = "pagerank",
                              .header = "pagerank.hpp",
                              .programs = "Ranks<Rank>",
                              .is_exact = false});
}

Algorithm hits() {
  return described<Hits>({.name = "hits",
                          .summary = "hubs and authorities; each add up to 1",
                          .functions = "hits",
                          .header = "hits.hpp",
                          .devices = DeviceUse::kShards,
                          .needs_outgoing = true,
                          .is_exact = false,
                          .reads = 2});  // there and back
}

}  // namespace warpgraph::catalogue
