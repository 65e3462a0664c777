// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include "catalogue/described.hpp"
#include "catalogue/entries.hpp"
#include "catalogue/over.hpp"
#include "contracted_runs.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

// Distances: floats as they are, integers with kNoNumber for infinity.
template <class Value>
auto distance_to_output(Value value) {
  if constexpr (std::is_floating_point_v<Value>)
    return value;
  else
    return value == kUnreachable<Value> ? kNoNumber : static_cast<std::int64_t>(value);
}
constexpr auto kAsDistances = [](const auto& values, const PlacedGraphView&) {
  return converted(values, [](auto value) { return distance_to_output(value); });
};

// And back.
template <class Distance>
std::vector<Distance> distances_of(const VertexValues& values) {
  if constexpr (std::is_floating_point_v<Distance>) {
    return std::get<std::vector<Distance>>(values);
  } else {
    std::vector<Distance> distances;
    for (const std::int64_t value : std::get<std::vector<std::int64_t>>(values))
      distances.push_back(value == kNoNumber ? kUnreachable<Distance> : number_of<Distance>(value));
    return distances;
  }
}

// How many values there are of vertices that were reached, and the largest of them (`sign` 1) or the smallest (-1).
template <class IsReached>
AlgorithmFacts reached_facts(const VertexValues& values, const PlacedGraphView& graph, const char* extreme, int sign,
                             IsReached&& is_reached) {
  return std::visit(
      [&]<class Value>(const std::vector<Value>& held) {
        struct Reached {
          std::uint64_t count = 0;
          Value best{};
        };
        const auto together = [&](const Reached& a, const Reached& b) {
          const bool is_better = sign > 0 ? b.best > a.best : b.best < a.best;
          return Reached{a.count + b.count, a.count == 0 || (b.count != 0 && is_better) ? b.best : a.best};
        };
        Reached mine;
        for (const Value value : held)
          if (is_reached(value)) mine = together(mine, {1, value});
        const Reached all = over_ranks(graph, mine, together);
        return AlgorithmFacts{{"reached", all.count}, {extreme, all.count == 0 ? AlgorithmFact() : fact(all.best)}};
      },
      values);
}

constexpr const char* kSourceHelp = "the vertex to start from";

class Bfs final : public AlgorithmRun {
 public:
  explicit Bfs(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("source", self.source_, Vertex{}, kSourceHelp);
    visit("parents", self.parents_, option::Switch{}, "parents instead of levels");
    visit("contract", self.contract_, option::Switch{}, kContractHelp);
  }
  void check(const AlgorithmArguments&) const {
    if (parents_ && contract_)
      throw UsageError("--contract has no parents, which may be vertices that it leaves out; leave out --parents");
  }

  std::shared_ptr<const PreparedRuns> prepare(const PlacedGraphView& graph,
                                              std::span<const VertexName> sources) const override {
    return contract_ ? contract_for_runs(graph, sources, EdgesCount::kOne) : nullptr;
  }

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    const BfsOptions options{request.source, request.engine};
    if (parents_) {
      return over(
          request, [&](const auto&... on) { return bfs_parents(on..., options); }, kAsNames);
    }
    if (contract_) {
      const auto prepared = contracted_runs(request, EdgesCount::kOne);
      return over(
          request, [&](const auto&... on) { return SearchContracted{*prepared}(on..., options); }, kAsDistances);
    }
    return over(
        request, [&](const auto&... on) { return bfs_levels(on..., options); }, kAsDistances);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    AlgorithmFacts facts = reached_facts(outcome.values, graph, "highest", 1, []<class Value>(Value value) {
      return value != static_cast<Value>(kNoNumber);
    });
    if (parents_) facts.pop_back();  // the highest id of a parent says nothing
    return facts;
  }
  Problem verify(const VerifiedGraph& graph, VertexName source, const AlgorithmOutcome& outcome) const override {
    if (parents_) return verify_bfs_parents(graph.graph(), source, graph.vertices_of(outcome.values), &graph.threads());
    return verify_bfs_levels(graph.graph(), source, distances_of<std::uint32_t>(outcome.values), &graph.threads());
  }
  bool can_spread() const override { return !contract_; }
  shards::SpreadNeeds needs(VertexId) const override { return parents_ ? needs_of_program() : bfs_levels_needs(); }

 private:
  bool parents_ = false;
  bool contract_ = false;
};

class Sssp final : public AlgorithmRun {
 public:
  explicit Sssp(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("source", self.source_, Vertex{}, kSourceHelp);
    visit("contract", self.contract_, option::Switch{}, kContractHelp);
  }

  std::shared_ptr<const PreparedRuns> prepare(const PlacedGraphView& graph,
                                              std::span<const VertexName> sources) const override {
    return contract_ ? contract_for_runs(graph, sources, EdgesCount::kTheirLengths) : nullptr;
  }
  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    const SsspOptions options{request.source, request.engine};
    if (contract_) {
      const auto prepared = contracted_runs(request, EdgesCount::kTheirLengths);
      return over(
          request, [&](const auto&... on) { return SearchContracted{*prepared}(on..., options); }, kAsDistances);
    }
    return over(
        request, [&](const auto&... on) { return warpgraph::algorithms::sssp(on..., options); }, kAsDistances);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return reached_facts(outcome.values, graph, "farthest", 1, []<class Value>(Value value) {
      return std::is_floating_point_v<Value> ? value != kUnreachable<Value> : value != Value(kNoNumber);
    });
  }
  Problem verify(const VerifiedGraph& graph, VertexName source, const AlgorithmOutcome& outcome) const override {
    return std::visit(
        [&]<class E>(const Graph<E>& each) {
          return verify_sssp(each, source, distances_of<Distance<E>>(outcome.values),
                             contract_ ? kContractionRounding<E> : 0, &graph.threads());
        },
        graph.graph());
  }
  bool can_spread() const override { return !contract_; }
  shards::SpreadNeeds needs(VertexId) const override { return needs_of_program(); }

 private:
  bool contract_ = false;
};

class WidestPath final : public AlgorithmRun {
 public:
  explicit WidestPath(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("source", self.source_, Vertex{}, kSourceHelp);
  }

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    const WidestPathOptions options{request.source, request.engine};
    return over(
        request, [&](const auto&... on) { return warpgraph::algorithms::widest_path(on..., options); }, kAsTheyAre);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return reached_facts(outcome.values, graph, "narrowest", -1,
                         [](auto value) { return value != kNoWidth<decltype(value)>; });
  }
  Problem verify(const VerifiedGraph& graph, VertexName source, const AlgorithmOutcome& outcome) const override {
    return std::visit(
        [&]<class E>(const Graph<E>& each) {
          return verify_widest_path(each, source, std::get<std::vector<Width<E>>>(outcome.values), &graph.threads());
        },
        graph.graph());
  }
  shards::SpreadNeeds needs(VertexId) const override { return needs_of_program(); }
};

Algorithm bfs() {
  return described<Bfs>({.name = "bfs",
                         .summary = "breadth-first search: the level of every vertex, or its parent; -1 where there "
                                    "is none",
                         .functions = "bfs_levels, bfs_parents",
                         .header = "bfs.hpp",
                         .family = Family::kPaths,
                         .programs = "Levels, Parents",
                         .takes_shapes = false,
                         .may_vary = true});
}

Algorithm sssp() {
  return described<Sssp>({.name = "sssp",
                          .summary = "shortest paths from one vertex; -1 (inf for floats) where there is none",
                          .functions = "sssp",
                          .header = "sssp.hpp",
                          .family = Family::kPaths,
                          .programs = "Distances<T>",
                          .edge_values = "finite lengths of at least 0"});
}

Algorithm widest_path() {
  return described<WidestPath>({.name = "sswp",
                                .summary = "widest paths from one vertex: a path is as wide as its narrowest edge",
                                .functions = "widest_path",
                                .header = "widest_path.hpp",
                                .family = Family::kPaths,
                                .programs = "Widths<T>"});
}

}  // namespace

std::vector<Algorithm> entries_of_paths() { return {bfs(), sssp(), widest_path()}; }

}  // namespace warpgraph::algorithms::catalogue
