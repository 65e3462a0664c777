// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/pagerank.hpp>

#include "catalogue.hpp"
#include "over.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

// The highest rank, the vertex that has it, and the sum of all.
RunOutcome with_rank_facts(RunOutcome outcome, const IdMap& ids) {
  outcome.facts = highest_of(outcome.values, "highest_vertex", ids);
  std::visit(
      [&](const auto& ranks) {
        double sum = 0;
        for (const auto rank : ranks) sum += static_cast<double>(rank);
        outcome.facts["sum"] = sum;
      },
      outcome.values);
  return outcome;
}

ordered_json no_facts(const VertexValues&) { return ordered_json::object(); }

PageRankOptions pagerank_options(const RunRequest& request) {
  PageRankOptions options;
  options.damping = request.options["damping"].as<double>();
  options.tolerance = request.options["tolerance"].as<double>();
  options.max_iterations = request.options["iterations"].as<std::uint32_t>();
  if (request.options.count("start-over-at") != 0)
    options.sources = request.options["start-over-at"].as<std::vector<std::uint64_t>>();
  options.engine = request.engine;
  return options;
}

HitsOptions hits_options(const RunRequest& request) {
  HitsOptions options;
  options.tolerance = request.options["tolerance"].as<double>();
  options.max_iterations = request.options["iterations"].as<std::uint32_t>();
  options.engine = request.engine;
  return options;
}

}  // namespace

Algorithm pagerank() {
  return {"pagerank",
          "PageRank by power iteration; ranks add up to 1",
          Devices::kEngine,
          false,
          [](po::options_description& options) {
            const PageRankOptions standard;
            options.add_options()  //
                ("damping", po::value<double>()->value_name("P")->default_value(standard.damping, "0.85"),
                 "probability of following an edge")  //
                ("tolerance", po::value<double>()->value_name("T")->default_value(standard.tolerance, "1e-4"),
                 "stop when the ranks have changed by no more, in sum; 0: after --iterations")  //
                ("iterations", po::value<std::uint32_t>()->value_name("N")->default_value(standard.max_iterations),
                 "at most")  //
                ("start-over-at", po::value<std::vector<std::uint64_t>>()->value_name("ID")->composing(),
                 "personalised: start over at this vertex, or these")  //
                ("double", po::bool_switch(), "ranks in double precision");
          },
          [](const RunRequest& request) {
            const PageRankOptions options = pagerank_options(request);
            const auto run = [&]<class Rank>(Rank) {
              RunOutcome outcome = over(
                  request, [&](const auto&... on) { return warpgraph::pagerank<Rank>(on..., options); }, kAsTheyAre);
              return with_rank_facts(std::move(outcome), request.graph.ids());
            };
            return request.options["double"].as<bool>() ? run(double{}) : run(float{});
          },
          no_facts,
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            const auto check = [&](const auto& ranks) {
              return verify_pagerank(graph, ranks, pagerank_options(request), outcome.report.converged(),
                                     &threads_of(request));
            };
            if (request.options["double"].as<bool>()) return check(std::get<std::vector<double>>(outcome.values));
            return check(std::get<std::vector<float>>(outcome.values));
          }};
}

Algorithm hits() {
  return {"hits",
          "hubs and authorities; each add up to 1",
          Devices::kShards,
          false,
          [](po::options_description& options) {
            const HitsOptions standard;
            options.add_options()("hubs", po::bool_switch(), "hubs instead of authorities")  //
                ("tolerance", po::value<double>()->value_name("T")->default_value(standard.tolerance, "1e-4"),
                 "stop when the hubs have changed by no more, in sum; 0: after --iterations")  //
                ("iterations", po::value<std::uint32_t>()->value_name("N")->default_value(standard.max_iterations),
                 "at most");
          },
          [](const RunRequest& request) {
            const HitsOptions options = hits_options(request);
            const bool hubs = request.options["hubs"].as<bool>();
            RunOutcome outcome = over(
                request,
                [&](const auto&... on) {
                  auto both = warpgraph::hits(on..., options);
                  auto& values = hubs ? both.hubs : both.authorities;
                  if constexpr (sizeof...(on) == 1)
                    return ShardedResult<float>{std::move(static_cast<RunReport&>(both)), std::move(values), both.own};
                  else
                    return Result<float>{std::move(static_cast<RunReport&>(both)), std::move(values)};
                },
                kAsTheyAre);
            return with_rank_facts(std::move(outcome), request.graph.ids());
          },
          no_facts,
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            const auto verify = request.options["hubs"].as<bool>() ? verify_hubs : verify_authorities;
            return verify(graph, std::get<std::vector<float>>(outcome.values), hits_options(request),
                          outcome.report.converged(), &threads_of(request));
          },
          2,  // there and back
          true,
          {},
          true,
          [](StreamRef, const po::variables_map&, const RunSize& size) { return hits_memory(size); }};
}

}  // namespace warpgraph::cli
