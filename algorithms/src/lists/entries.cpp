// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/graph_lists.hpp>

#include "catalogue/entries.hpp"
#include "common/one_device_needs.hpp"
#include "common/refuse_engine_options.hpp"
#include "ranking.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

constexpr const char* kListRanking = "list-ranking";
constexpr const char* kListRank = "rank";
constexpr const char* kListHead = "head";

enum class RankMethod { kWalkers, kSequential };
constexpr option::Names<RankMethod, 2> kRankMethods = {
    {{RankMethod::kWalkers, lists::kWalkers}, {RankMethod::kSequential, lists::kSequential}}};
constexpr option::Names<ListEnd, 2> kListEnds = {{{ListEnd::kHead, "head"}, {ListEnd::kTail, "tail"}}};

class ListRanking final : public AlgorithmRun {
 public:
  explicit ListRanking(WantedColumns wanted) : wanted_(std::move(wanted)) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("end", self.from_, kListEnds, "where ranks count from: the head or the tail of the list");
    visit("method", self.method_, kRankMethods,
          "walkers (lanes walk from many vertices at once) or sequential (one thread of the host)");
    visit("seed", self.seed_, Whole{"N", kAnyCount}, "of walkers: where they begin; no rank depends on it");
  }
  void check(const AlgorithmArguments& arguments) const {
    if (arguments.contains("seed") && method_ == RankMethod::kSequential)
      throw UsageError("--seed has no effect on the method sequential");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    refuse_plan(request.engine, kListRanking);
    refuse_supersteps(request.engine, kListRanking, "a ranking has no supersteps");
    return request.graph.with([&](const auto&... on) { return rank(request, on...); });
  }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    std::vector<VertexId> rank;
    std::vector<VertexId> head;
    if (outcome.has_column(kListRank)) rank = counts_of<VertexId>(outcome.column(kListRank));
    if (outcome.has_column(kListHead)) head = graph.vertices_of(outcome.column(kListHead));
    return verify_graph_lists(graph.graph(), rank, head, std::get<std::uint64_t>(outcome.facts.front().second), from_);
  }
  shards::SpreadNeeds needs(VertexId) const override {
    return one_device_needs([options = options()](StreamRef, const shards::RunSize& size) {
      return rank_graph_lists_memory(size.vertices, size.edges, options);
    });
  }
  bool can_spread() const override { return false; }
  bool works_in_host_memory() const override { return true; }

 private:
  [[nodiscard]] bool makes(const char* column) const {
    return wanted_.has_names() ? wanted_.names(column) : column == std::string_view(kListRank);
  }
  [[nodiscard]] ListRankOptions options() const {
    ListRankOptions options;
    options.from = from_;
    options.method = option::to_text(method_, kRankMethods);
    options.seed = seed_;
    options.heads = makes(kListHead);
    return options;
  }

  template <EdgeValueType EdgeValue>
  AlgorithmOutcome rank(const AlgorithmRequest& request, StreamRef stream, const DeviceGraph<EdgeValue>& graph) const {
    const std::vector<Event> begin = mark(std::span(&stream, 1));
    ListRanks<VertexId> found = rank_lists(stream, graph, options());
    const std::vector<Event> end = mark(std::span(&stream, 1));
    stream.synchronize();
    AlgorithmOutcome outcome;
    outcome.seconds = seconds_between(begin, end);
    if (makes(kListRank))
      outcome.columns.push_back(column_of_buffer(request, kListRank, found.rank, stream, kAsIntegers));
    if (makes(kListHead)) outcome.columns.push_back(column_of_buffer(request, kListHead, found.head, stream, kAsNames));
    stream.synchronize();
    outcome.facts = {{"lists", found.lists}};
    return outcome;
  }
  // On the device where the graph lies; several share the lists, which come from host memory.
  template <EdgeValueType EdgeValue>
  AlgorithmOutcome rank(const AlgorithmRequest& request, const GraphOn<EdgeValue>& graph) const {
    if (graph.is_part()) throw UsageError("list-ranking runs in one process, not on several ranks");
    if (graph.runtime().device_count() == 1)
      return graph.with({}, [&](const auto&... there) { return rank(request, there...); });
    const HostListRanks<VertexId> found = rank_lists(graph.runtime(), graph.graph(), options());
    AlgorithmOutcome outcome;
    if (makes(kListRank)) outcome.columns.push_back({kListRank, kAsIntegers(found.rank, request.graph)});
    if (makes(kListHead)) outcome.columns.push_back({kListHead, names_of(found.head, request.graph)});
    outcome.facts = {{"lists", found.lists}};
    return outcome;
  }
  template <EdgeValueType EdgeValue>
  AlgorithmOutcome rank(const AlgorithmRequest&, const ShardedGraph<EdgeValue>&) const {
    throw UsageError("list-ranking takes a graph on one device, or in host memory");
  }

  WantedColumns wanted_;
  ListEnd from_ = ListEnd::kHead;
  RankMethod method_ = RankMethod::kWalkers;
  std::uint64_t seed_ = 1;
};

}  // namespace

std::vector<Algorithm> entries_of_lists() {
  return {described<ListRanking>(
      {.name = kListRanking,
       .summary = "how far each vertex is from an end of its list, in a graph of lists",
       .functions = "rank_lists",
       .header = "graph_lists.hpp",
       .family = Family::kStructure,
       .devices = DeviceUse::kWhole,
       .takes = GraphKind::kLists,
       .takes_plans = false,
       .has_supersteps = false,
       .uses_hub = false,
       .takes_time_limit = false,
       .columns = {{.name = kListRank, .type = ColumnType::kInt64, .help = "edges between the vertex and the end"},
                   {.name = kListHead,
                    .type = ColumnType::kVertex,
                    .help = "the first vertex of the list",
                    .is_usual = false}},
       .facts = {{.name = "lists", .help = "lists of the graph"}}})};
}

}  // namespace warpgraph::algorithms::catalogue
