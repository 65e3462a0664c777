// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/triangles.hpp>

#include "catalogue.hpp"
#include "over.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

constexpr auto kAsIntegers = [](const auto& values, const IdMap&) {
  return converted(values, [](auto count) { return static_cast<std::int64_t>(count); });
};

// And back.
template <class Count>
std::vector<Count> counts_of(const VertexValues& values) {
  const auto& counts = std::get<std::vector<std::int64_t>>(values);
  return std::vector<Count>(counts.begin(), counts.end());
}

BetweennessOptions betweenness_options(const RunRequest& request) {
  BetweennessOptions options;
  if (request.options.count("source") != 0)
    options.sources = request.options["source"].as<std::vector<std::uint64_t>>();
  options.samples = request.options["samples"].as<std::uint64_t>();
  options.seed = request.options["seed"].as<std::uint64_t>();
  options.normalised = request.options["normalised"].as<bool>();
  options.engine = request.engine;
  return options;
}

std::uint64_t starts_of_betweenness(const po::variables_map& options, VertexId vertices) {
  if (options.count("source") != 0) return options["source"].as<std::vector<std::uint64_t>>().size();
  const auto samples = options["samples"].as<std::uint64_t>();
  return samples != 0 ? samples : vertices;
}

}  // namespace

Algorithm betweenness() {
  return {
      "betweenness",
      "betweenness centrality: the part of the shortest paths that lead through each vertex",
      Devices::kWhole,
      false,
      [](po::options_description& options) {
        const BetweennessOptions standard;
        options.add_options()  //
            ("source", po::value<std::vector<std::uint64_t>>()->value_name("ID")->composing(),
             "a vertex where paths start, or several; without it and --samples, all do")  //
            ("samples", po::value<std::uint64_t>()->value_name("N")->default_value(standard.samples, "0"),
             "so many random sources instead")                                                                     //
            ("seed", po::value<std::uint64_t>()->value_name("N")->default_value(standard.seed), "of the samples")  //
            ("normalised", po::bool_switch(), "in parts of the highest value there can be, for any number of sources");
      },
      [](const RunRequest& request) {
        const BetweennessOptions options = betweenness_options(request);
        RunOutcome outcome = over(
            request, [&](const auto&... on) { return warpgraph::betweenness(on..., options); }, kAsTheyAre);
        outcome.facts = highest_of(outcome.values, "most_central", request.graph.ids());
        return outcome;
      },
      [](const VertexValues&) { return ordered_json::object(); },
      [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
        return verify_betweenness(graph, betweenness_options(request), std::get<std::vector<double>>(outcome.values),
                                  1e-9, &threads_of(request));
      },
      4,
      true,
      starts_of_betweenness,
      true,
      [](StreamRef stream, const po::variables_map& options, const RunSize& size) {
        return betweenness_memory(stream, size, starts_of_betweenness(options, size.vertices));
      }};
}

Algorithm k_core() {
  return {"kcore",
          "core number of every vertex of an undirected graph, by peeling",
          Devices::kShards,
          false,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            return over(
                request, [&](const auto&... on) { return core_numbers(on..., {.engine = request.engine}); },
                kAsIntegers);
          },
          [](const VertexValues& values) {
            const auto& cores = std::get<std::vector<std::int64_t>>(values);
            const std::int64_t degeneracy = cores.empty() ? 0 : std::ranges::max(cores);
            return ordered_json{{"degeneracy", degeneracy},
                                {"innermost_core", static_cast<std::uint64_t>(std::ranges::count(cores, degeneracy))}};
          },
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            return verify_core_numbers(graph, counts_of<std::uint32_t>(outcome.values), &threads_of(request));
          },
          1.0 / 32,  // of a round devices have little each, and many rounds to wait for each other
          true,
          {},
          false,
          [](StreamRef, const po::variables_map&, const RunSize& size) { return core_numbers_memory(size); }};
}

Algorithm triangles() {
  return {"triangles",
          "triangles of an undirected graph: how many there are, and with --output at every vertex",
          Devices::kShards,
          false,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            const TriangleOptions options{.of_vertices = request.options.count("output") != 0,
                                          .engine = request.engine};
            ordered_json facts;
            RunOutcome outcome = over(
                request,
                [&](const auto&... on) {
                  auto found = count_triangles(on..., options);
                  facts = {{"triangles", found.total}, {"clustering", found.clustering()}};
                  return found;
                },
                kAsIntegers);
            outcome.facts = std::move(facts);
            return outcome;
          },
          [](const VertexValues&) { return ordered_json::object(); },
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            ThreadPool* const threads = &threads_of(request);
            Problem problem = verify_triangle_count(graph, outcome.facts.at("triangles").get<std::uint64_t>(), threads);
            if (!problem && request.options.count("output") != 0)
              problem = verify_triangles(graph, counts_of<std::uint64_t>(outcome.values), threads);
            return problem;
          },
          1,
          false,
          {},
          false,
          [](StreamRef, const po::variables_map& options, const RunSize& size) {
            return count_triangles_memory(size, {.of_vertices = options.count("output") != 0});
          }};
}

}  // namespace warpgraph::cli
