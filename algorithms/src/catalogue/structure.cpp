// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/algorithms/verify.hpp>

#include "catalogue/described.hpp"
#include "catalogue/entries.hpp"
#include "catalogue/over.hpp"

namespace warpgraph::catalogue {

namespace {

constexpr auto kAsIntegers = [](const auto& values, const IdMap&) {
  return converted(values, [](auto count) { return static_cast<std::int64_t>(count); });
};

// And back.
template <class Count>
std::vector<Count> counts_of(const VertexValues& values) {
  const auto& counts = std::get<std::vector<std::int64_t>>(values);
  return std::vector<Count>(counts.begin(), counts.end());
}

class Betweenness final : public AlgorithmRun {
 public:
  explicit Betweenness(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    auto& options = self.options_;
    visit("source", options.sources, Vertices{},
          "a vertex where paths start, or several, each named once; without it and --samples, all do");
    visit("samples", options.samples, Whole{"N", kAnyCount}, "so many random sources instead");
    visit("seed", options.seed, Whole{"N", kAnyCount}, "of the samples");
    visit("normalised", options.normalised, option::Switch{},
          "in parts of the highest value there can be, for any number of sources");
  }
  void check(const AlgorithmArguments& arguments) const {
    if (!arguments.contains("samples")) {
      if (arguments.contains("seed")) throw UsageError("--seed has no effect without --samples");
      return;
    }
    if (options_.samples == 0) throw UsageError("--samples cannot be 0; without it, paths start everywhere");
    if (arguments.contains("source")) throw UsageError("--source and --samples exclude each other");
  }

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    BetweennessOptions options = options_;
    options.engine = request.engine;
    return over(
        request, [&](const auto&... on) { return warpgraph::betweenness(on..., options); }, kAsTheyAre);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const IdMap& ids) const override {
    return highest_of(outcome.values, "most_central", ids);
  }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    return verify_betweenness(graph.graph(), options_, std::get<std::vector<double>>(outcome.values), 1e-9,
                              &graph.threads());
  }
  MemoryPlan memory(StreamRef stream, const RunSize& size) const override {
    return betweenness_memory(stream, size, starts(size.vertices));
  }
  std::uint64_t starts(VertexId vertices) const override {
    if (!options_.sources.empty()) return options_.sources.size();
    return options_.samples != 0 ? options_.samples : vertices;
  }

 private:
  BetweennessOptions options_;
};

class Cores final : public AlgorithmRun {
 public:
  explicit Cores(bool) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    return over(
        request, [&](const auto&... on) { return core_numbers(on..., {.engine = request.engine}); }, kAsIntegers);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const IdMap&) const override {
    const auto& cores = std::get<std::vector<std::int64_t>>(outcome.values);
    const std::int64_t degeneracy = cores.empty() ? 0 : std::ranges::max(cores);
    return {{"degeneracy", degeneracy},
            {"innermost_core", static_cast<std::uint64_t>(std::ranges::count(cores, degeneracy))}};
  }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    return verify_core_numbers(graph.graph(), counts_of<std::uint32_t>(outcome.values), &graph.threads());
  }
  MemoryPlan memory(StreamRef, const RunSize& size) const override { return core_numbers_memory(size); }
};

class TriangleCount final : public AlgorithmRun {
 public:
  explicit TriangleCount(bool of_vertices) : of_vertices_(of_vertices) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    const TriangleOptions options{.of_vertices = of_vertices_, .engine = request.engine};
    TriangleCounts counts;
    AlgorithmOutcome outcome = over(
        request,
        [&](const auto&... on) {
          auto found = count_triangles(on..., options);
          counts = found;
          return found;
        },
        kAsIntegers);
    outcome.facts = {{"triangles", counts.total}, {"clustering", counts.clustering()}};
    return outcome;
  }
  AlgorithmFacts facts(const AlgorithmOutcome&, const IdMap&) const override { return {}; }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    const auto total = std::get<std::uint64_t>(outcome.facts.front().second);
    Problem problem = verify_triangle_count(graph.graph(), total, &graph.threads());
    if (!problem && of_vertices_)
      problem = verify_triangles(graph.graph(), counts_of<std::uint64_t>(outcome.values), &graph.threads());
    return problem;
  }
  MemoryPlan memory(StreamRef, const RunSize& size) const override {
    return count_triangles_memory(size, {.of_vertices = of_vertices_});
  }

 private:
  bool of_vertices_;
};

}  // namespace

Algorithm betweenness() {
  return described<Betweenness>(
      {.name = "betweenness",
       .summary = "betweenness centrality: the part of the shortest paths that lead through each vertex",
       .functions = "betweenness",
       .header = "betweenness.hpp",
       .devices = DeviceUse::kWhole,
       .needs_outgoing = true,
       .is_exact = false,
       .reads = 4});
}

Algorithm k_core() {
  return described<Cores>({.name = "kcore",
                           .summary = "core number of every vertex of an undirected graph, by peeling",
                           .functions = "core_numbers",
                           .header = "k_core.hpp",
                           .devices = DeviceUse::kShards,
                           .needs_undirected = true,
                           .takes_plans = false,
                           .reads = 1.0 / 32});  // of a round devices have little each, and wait for each other often
}

Algorithm triangles() {
  return described<TriangleCount>(
      {.name = "triangles",
       .summary = "triangles of an undirected graph: how many there are, and with --output at every vertex",
       .functions = "count_triangles",
       .header = "triangles.hpp",
       .devices = DeviceUse::kShards,
       .needs_undirected = true,
       .uses_outgoing = false,
       .takes_plans = false});
}

}  // namespace warpgraph::catalogue
