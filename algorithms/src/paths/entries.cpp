// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/sssp_parents.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include "catalogue/entries.hpp"
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
struct AsDistances {
  VertexValues operator()(const auto& values, const PlacedGraphView&) const {
    return converted(values, [](auto value) { return distance_to_output(value); });
  }
  template <class Value>
  static std::shared_ptr<const DeviceValues> on_device(StreamRef stream, Buffer<Value>& values,
                                                       const PlacedGraphView&) {
    if constexpr (std::is_floating_point_v<Value>)
      return stays(stream, std::move(values));
    else
      return stays(stream, as_int64<Value>(stream, values, kUnreachable<Value>));
  }
};
constexpr AsDistances kAsDistances;

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

constexpr const char* kLevel = "level";
constexpr const char* kParent = "parent";
constexpr const char* kDistance = "distance";
constexpr const char* kWidth = "width";

constexpr const char* kNoParentsContracted =
    "--contract has no parents, which may be vertices that it leaves out; leave out the column parent";
constexpr const char* kSourceHelp = "the vertex to start from";

class Bfs final : public AlgorithmRun {
 public:
  explicit Bfs(WantedColumns wanted) : wanted_(std::move(wanted)) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("source", self.source_, Vertex{}, kSourceHelp);
    visit("parents", self.parents_, option::Switch{}, "parents instead of levels");
    visit("contract", self.contract_, option::Switch{}, kContractHelp);
  }
  void check(const AlgorithmArguments&) const {
    if (parents_ && wanted_.has_names()) throw UsageError("--parents has no effect with --columns");
    if (makes_parents() && contract_ && wanted_.has_names()) throw UsageError(kNoParentsContracted);
    if (parents_ && contract_)
      throw UsageError("--contract has no parents, which may be vertices that it leaves out; leave out --parents");
  }

  std::shared_ptr<const PreparedRuns> prepare(const PlacedGraphView& graph,
                                              std::span<const VertexName> sources) const override {
    return contract_ ? contract_for_runs(graph, sources, EdgesCount::kOne) : nullptr;
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    if (!makes_parents()) return find_levels(request);
    if (!makes_levels()) return find_parents(request);
    AlgorithmOutcome levels = find_levels(request);
    AlgorithmOutcome parents = find_parents(request);
    levels.seconds += parents.seconds;
    levels.columns.push_back(std::move(parents.columns.front()));
    return levels;
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    AlgorithmFacts facts = reached_facts(outcome.values(), graph, "highest", 1, []<class Value>(Value value) {
      return value != static_cast<Value>(kNoNumber);
    });
    if (!makes_levels()) facts.pop_back();  // the highest id of a parent says nothing
    return facts;
  }
  Problem verify(const VerifiedGraph& graph, VertexName source, const AlgorithmOutcome& outcome) const override {
    Problem problem;
    if (makes_levels())
      problem = verify_bfs_levels(graph.graph(), source, distances_of<std::uint32_t>(outcome.column(kLevel)),
                                  &graph.threads());
    if (makes_parents() && !problem)
      problem = verify_bfs_parents(graph.graph(), source, graph.vertices_of(outcome.column(kParent)), &graph.threads());
    return problem;
  }
  bool can_spread() const override { return !contract_; }
  shards::SpreadNeeds needs(VertexId) const override {
    return makes_levels() ? bfs_levels_needs() : needs_of_program();
  }

 private:
  [[nodiscard]] bool makes_levels() const { return wanted_.has_names() ? wanted_.names(kLevel) : !parents_; }
  [[nodiscard]] bool makes_parents() const { return wanted_.has_names() ? wanted_.names(kParent) : parents_; }

  [[nodiscard]] AlgorithmOutcome find_levels(const AlgorithmRequest& request) const {
    const BfsOptions options{request.source, request.engine};
    if (contract_) {
      const auto prepared = contracted_runs(request, EdgesCount::kOne);
      return over(
          request, kLevel, [&](const auto&... on) { return SearchContracted{*prepared}(on..., options); },
          kAsDistances);
    }
    return over(
        request, kLevel, [&](const auto&... on) { return bfs_levels(on..., options); }, kAsDistances);
  }
  [[nodiscard]] static AlgorithmOutcome find_parents(const AlgorithmRequest& request) {
    const BfsOptions options{request.source, request.engine};
    return over(
        request, kParent, [&](const auto&... on) { return bfs_parents(on..., options); }, kAsNames);
  }

  WantedColumns wanted_;
  bool parents_ = false;
  bool contract_ = false;
};

class Sssp final : public AlgorithmRun {
 public:
  explicit Sssp(WantedColumns wanted) : wanted_(std::move(wanted)) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("source", self.source_, Vertex{}, kSourceHelp);
    visit("contract", self.contract_, option::Switch{}, kContractHelp);
  }
  void check(const AlgorithmArguments&) const {
    if (makes_parents() && contract_) throw UsageError(kNoParentsContracted);
  }

  std::shared_ptr<const PreparedRuns> prepare(const PlacedGraphView& graph,
                                              std::span<const VertexName> sources) const override {
    return contract_ ? contract_for_runs(graph, sources, EdgesCount::kTheirLengths) : nullptr;
  }
  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    const SsspOptions options{request.source, request.engine};
    if (makes_parents()) {
      return timed(
          request, [&](const auto&... on) { return shortest_paths(on..., options); },
          [&](auto& paths, std::span<const StreamRef> streams) {
            std::vector<ResultColumn> columns;
            if (makes_distances())
              columns.push_back(column_of_result(request, kDistance, paths, streams, kAsDistances));
            columns.push_back(column_of_result(request, kParent, paths.parent, streams, kAsNames));
            return columns;
          });
    }
    if (contract_) {
      const auto prepared = contracted_runs(request, EdgesCount::kTheirLengths);
      return over(
          request, kDistance, [&](const auto&... on) { return SearchContracted{*prepared}(on..., options); },
          kAsDistances);
    }
    return over(
        request, kDistance, [&](const auto&... on) { return warpgraph::algorithms::sssp(on..., options); },
        kAsDistances);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    AlgorithmFacts facts = reached_facts(outcome.values(), graph, "farthest", 1, []<class Value>(Value value) {
      return std::is_floating_point_v<Value> ? value != kUnreachable<Value> : value != static_cast<Value>(kNoNumber);
    });
    if (!makes_distances()) facts.pop_back();
    return facts;
  }
  Problem verify(const VerifiedGraph& graph, VertexName source, const AlgorithmOutcome& outcome) const override {
    return std::visit(
        [&]<class E>(const Graph<E>& each) {
          Problem problem;
          if (makes_distances())
            problem = verify_sssp(each, source, distances_of<Distance<E>>(outcome.column(kDistance)),
                                  contract_ ? kContractionRounding<E> : 0, &graph.threads());
          if (makes_parents() && !problem)
            problem = verify_sssp_parents(each, source, graph.vertices_of(outcome.column(kParent)), &graph.threads());
          return problem;
        },
        graph.graph());
  }
  bool can_spread() const override { return !contract_; }
  shards::SpreadNeeds needs(VertexId) const override { return needs_of_program(); }

 private:
  [[nodiscard]] bool makes_distances() const { return !wanted_.has_names() || wanted_.names(kDistance); }
  [[nodiscard]] bool makes_parents() const { return wanted_.names(kParent); }

  WantedColumns wanted_;
  bool contract_ = false;
};

class WidestPath final : public AlgorithmRun {
 public:
  explicit WidestPath(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("source", self.source_, Vertex{}, kSourceHelp);
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    const WidestPathOptions options{request.source, request.engine};
    return over(
        request, kWidth, [&](const auto&... on) { return warpgraph::algorithms::widest_path(on..., options); },
        kAsTheyAre);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return reached_facts(outcome.values(), graph, "narrowest", -1,
                         [](auto value) { return value != kNoWidth<decltype(value)>; });
  }
  Problem verify(const VerifiedGraph& graph, VertexName source, const AlgorithmOutcome& outcome) const override {
    return std::visit(
        [&]<class E>(const Graph<E>& each) {
          return verify_widest_path(each, source, std::get<std::vector<Width<E>>>(outcome.values()), &graph.threads());
        },
        graph.graph());
  }
  shards::SpreadNeeds needs(VertexId) const override { return needs_of_program(); }
};

DeclaredFact reached() { return {.name = "reached", .help = "vertices that a path leads to, and the source"}; }

// What --contract tells.
void add_contraction(std::vector<DeclaredFact>& facts) {
  facts.push_back({.name = "vertices_left", .help = "of --contract: vertices of the contracted graph"});
  facts.push_back({.name = "edges_left", .help = "of --contract: edges of the contracted graph, each once"});
  facts.push_back({.name = "contraction_seconds",
                   .type = FactType::kDouble,
                   .help = "of --contract: the time to make that graph, once for all sources",
                   .unit = "seconds"});
}

std::vector<DeclaredFact> facts_of_bfs() {
  std::vector<DeclaredFact> facts{
      reached(), {.name = "highest", .type = FactType::kInt64, .help = "the highest level, where levels are wanted"}};
  add_contraction(facts);
  return facts;
}

std::vector<DeclaredFact> facts_of_sssp() {
  std::vector<DeclaredFact> facts{
      reached(),
      {.name = "farthest", .type = FactType::kWeight, .help = "the largest distance, where distances are wanted"}};
  add_contraction(facts);
  return facts;
}

Algorithm bfs() {
  return described<Bfs>({.name = "bfs",
                         .summary = "breadth-first search: the level of every vertex, or its parent; -1 where there "
                                    "is none",
                         .functions = "bfs_levels, bfs_parents",
                         .header = "bfs.hpp",
                         .family = Family::kPaths,
                         .programs = "Levels, Parents",
                         .takes_shapes = false,
                         .may_vary = true,
                         .columns = {{.name = kLevel,
                                      .type = ColumnType::kInt64,
                                      .missing = Missing::kMinusOne,
                                      .help = "edges from the source to the vertex",
                                      .left_out_with = "parents"},
                                     {.name = kParent,
                                      .type = ColumnType::kVertex,
                                      .missing = Missing::kMinusOne,
                                      .help = "the neighbour from which the vertex was reached; the source's is itself",
                                      .is_usual = false,
                                      .made_with = "parents"}},
                         .facts = facts_of_bfs()});
}

Algorithm sssp() {
  return described<Sssp>({.name = "sssp",
                          .summary = "shortest paths from one vertex; -1 (inf for floats) where there is none",
                          .functions = "sssp",
                          .header = "sssp.hpp",
                          .family = Family::kPaths,
                          .programs = "Distances<T>",
                          .edge_values = "finite lengths of at least 0",
                          .columns = {{.name = kDistance,
                                       .type = ColumnType::kDistance,
                                       .missing = Missing::kInfinite,
                                       .help = "the length of the shortest path from the source"},
                                      {.name = kParent,
                                       .type = ColumnType::kVertex,
                                       .missing = Missing::kMinusOne,
                                       .help = "the vertex before it on a shortest path; the source's is itself",
                                       .is_usual = false}},
                          .facts = facts_of_sssp()});
}

Algorithm widest_path() {
  return described<WidestPath>({.name = "sswp",
                                .summary = "widest paths from one vertex: a path is as wide as its narrowest edge",
                                .functions = "widest_path",
                                .header = "widest_path.hpp",
                                .family = Family::kPaths,
                                .programs = "Widths<T>",
                                .columns = {{.name = kWidth,
                                             .type = ColumnType::kWeight,
                                             .missing = Missing::kLowest,
                                             .help = "the narrowest edge of the widest path from the source, whose own "
                                                     "width is the highest number"}},
                                .facts = {reached(),
                                          {.name = "narrowest",
                                           .type = FactType::kWeight,
                                           .help = "the least width of a vertex that a path leads to"}}});
}

}  // namespace

std::vector<Algorithm> entries_of_paths() { return {bfs(), sssp(), widest_path()}; }

}  // namespace warpgraph::algorithms::catalogue
