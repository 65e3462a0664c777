// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/partitioning/described_options.hpp>
#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::partitioning {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// The part of each vertex, in ascending order of what the vertices are called, or a file that has them.
struct GivenParts {
  std::string name;
  std::string file = {};
  std::optional<std::vector<std::int64_t>> parts = {};
};

std::vector<std::int64_t> numbers_in(const AlgorithmArray& array, const std::string& name) {
  return std::visit(
      [&]<class Number>(std::span<const Number> numbers) -> std::vector<std::int64_t> {
        if constexpr (std::is_floating_point_v<Number>)
          throw UsageError("--" + name + " takes an array of whole numbers, the parts of the vertices");
        else
          return {numbers.begin(), numbers.end()};
      },
      array);
}

std::optional<GivenParts> given_parts(const std::string& name, const AlgorithmArguments& arguments) {
  const auto found = arguments.find(name);
  if (found == arguments.end()) return std::nullopt;
  GivenParts given{name};
  if (found->second.array)
    given.parts = numbers_in(*found->second.array, name);
  else if (found->second.texts.size() == 1)
    given.file = found->second.texts.front();
  else
    throw UsageError("--" + name + " is given twice");
  return given;
}

// In the order of the graph; -1 is a free vertex.
std::vector<std::uint32_t> in_graph_order(const GivenParts& given, std::uint32_t parts, bool may_be_free,
                                          const IdMap& ids, VertexId vertices) {
  std::vector<std::int64_t> values;
  if (!given.parts) {
    values = files::read_values<std::int64_t>(given.file, ids, vertices);
  } else {
    if (given.parts->size() != vertices)
      throw UsageError("--" + given.name + " has " + std::to_string(given.parts->size()) +
                       " values, and the graph has " + std::to_string(vertices) + " vertices");
    values = *given.parts;
    const std::vector<VertexId> place = results::user_order(ids);
    for (VertexId v = 0; v < place.size(); ++v) values[v] = (*given.parts)[place[v]];
  }
  std::vector<std::uint32_t> result(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    const bool is_free = may_be_free && values[v] == -1;
    if (!is_free && (values[v] < 0 || values[v] >= std::int64_t{parts}))
      throw UsageError("--" + given.name + " has the part " + std::to_string(values[v]) + "; there are " +
                       std::to_string(parts));
    result[v] = is_free ? kFreePart : static_cast<std::uint32_t>(values[v]);
  }
  return result;
}

template <EdgeValueType EdgeValue>
std::vector<std::int64_t> edge_weights(const Graph<EdgeValue>& graph) {
  if constexpr (std::is_integral_v<EdgeValue>) {
    return {graph.incoming().value.begin(), graph.incoming().value.end()};
  } else if constexpr (std::is_floating_point_v<EdgeValue>) {
    expects(graph.edge_count() == 0, "partition: the weights of the edges are no whole numbers");
    return {};
  } else {
    return {};
  }
}

// What partition() takes of a graph.
template <EdgeValueType EdgeValue>
struct Weighed {
  explicit Weighed(const Graph<EdgeValue>& graph) : edge_weight(edge_weights(graph)) {
    expects(graph.is_undirected() || graph.edge_count() == 0, "partition: takes undirected graphs only");
    input.row = graph.incoming().row.span();
    input.column = graph.incoming().column.span();
    input.edge_weight = edge_weight;
    const VertexWeights& weights = graph.vertex_weights();
    if (weights.count == 0) return;
    input.vertex_weight = weights.values;
    input.constraints = static_cast<std::uint32_t>(weights.count);
  }
  Weighed(const Weighed&) = delete;
  Weighed& operator=(const Weighed&) = delete;

  std::vector<std::int64_t> edge_weight;
  PartitionInput input;
};

template <class Value>
const Value& fact_of(const AlgorithmOutcome& outcome, std::string_view name) {
  const auto found = std::ranges::find(outcome.facts, name, &std::pair<std::string, AlgorithmFact>::first);
  return std::get<Value>(found->second);
}

class PartitionRun final : public AlgorithmRun {
 public:
  PartitionRun(PartitionOptions options, std::optional<GivenParts> fixed, std::optional<GivenParts> start)
      : options_(std::move(options)), fixed_(std::move(fixed)), start_(std::move(start)) {}

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    return request.graph.with([&](const auto&... on) { return run_on(on...); });
  }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  std::optional<std::string> verify(const VerifiedGraph& graph, VertexName,
                                    const AlgorithmOutcome& outcome) const override {
    return std::visit([&](const auto& each) { return problem_of(each, graph.threads(), outcome); }, graph.graph());
  }
  // What partition() itself takes is known when it starts (partition_memory): it throws OutOfMemory before it runs.
  shards::SpreadNeeds needs(VertexId) const override {
    shards::SpreadNeeds needs;
    needs.outgoing = false;
    return needs;
  }
  bool can_spread() const override { return false; }
  bool works_in_host_memory() const override { return true; }

 private:
  template <EdgeValueType EdgeValue>
  AlgorithmOutcome run_on(StreamRef stream, const DeviceGraph<EdgeValue>& graph) const {
    const Graph<EdgeValue> on_host = download(stream, graph);
    return run_with(on_host, [&](const PartitionInput& input, const PartitionOptions& options) {
      return partition(stream, input, options);
    });
  }
  template <EdgeValueType EdgeValue>
  AlgorithmOutcome run_on(const GraphOn<EdgeValue>& graph) const {
    return run_with(graph.graph(), [&](const PartitionInput& input, const PartitionOptions& options) {
      return partition(graph.runtime(), input, options);
    });
  }
  template <EdgeValueType EdgeValue>
  AlgorithmOutcome run_on(const ShardedGraph<EdgeValue>&) const {
    throw UsageError("partition takes a graph in host memory, or on one device");
  }

  template <EdgeValueType EdgeValue>
  AlgorithmOutcome run_with(const Graph<EdgeValue>& graph, const auto& run) const {
    const Weighed<EdgeValue> weighed(graph);
    PartitionOptions options = options_;
    repeat_weights(options);
    const auto parts_of = [&](const GivenParts& given, bool may_be_free) {
      return in_graph_order(given, options.parts, may_be_free, graph.ids(), graph.vertex_count());
    };
    if (fixed_) options.fixed = parts_of(*fixed_, true);
    if (start_) options.start = parts_of(*start_, false);
    const Partition found = run(weighed.input, options);
    AlgorithmOutcome outcome;
    outcome.seconds = found.seconds;
    outcome.columns.push_back({"part", std::vector<std::int64_t>(found.part.begin(), found.part.end())});
    outcome.facts = {{"cut", found.cut},
                     {"imbalance", found.imbalance},
                     {"too_heavy_parts", std::uint64_t{found.missed.too_heavy}},
                     {"too_light_parts", std::uint64_t{found.missed.too_light}},
                     {"torn_parts", std::uint64_t{found.missed.torn}},
                     {"levels", std::uint64_t{found.levels.size()}}};
    return outcome;
  }

  template <EdgeValueType EdgeValue>
  [[nodiscard]] std::optional<std::string> problem_of(const Graph<EdgeValue>& graph, ThreadPool& threads,
                                                      const AlgorithmOutcome& outcome) const {
    std::vector<std::uint32_t> part;
    for (const std::int64_t each : std::get<std::vector<std::int64_t>>(outcome.values())) {
      if (each < 0 || each >= std::int64_t{options_.parts}) return "there is no part " + std::to_string(each);
      part.push_back(static_cast<std::uint32_t>(each));
    }
    const Weighed<EdgeValue> weighed(graph);
    const PartitionQuality quality = evaluate_partition(threads, weighed.input, part, options_.parts);
    const auto cut = fact_of<std::int64_t>(outcome, "cut");
    if (quality.cut != cut)
      return "the cut is " + std::to_string(quality.cut) + ", and the run says " + std::to_string(cut);
    const bool is_missed = fact_of<std::uint64_t>(outcome, "torn_parts") > 0;
    if (options_.connected && quality.torn_parts > 0 && !is_missed) return "a part is not connected";
    return std::nullopt;
  }

  PartitionOptions options_;
  std::optional<GivenParts> fixed_;
  std::optional<GivenParts> start_;
};

constexpr const char* kFixed = "fixed";
constexpr const char* kStart = "start";

std::vector<AlgorithmOption> options_of_entry() {
  std::vector<AlgorithmOption> options = describe_options();
  options.push_back({.name = kFixed,
                     .kind = AlgorithmOption::Kind::kArray,
                     .help = "part of each vertex that must be in it; -1 where it is free"});
  options.push_back({.name = kStart,
                     .kind = AlgorithmOption::Kind::kArray,
                     .help = "partition to start from, from which few vertices shall move"});
  return options;
}

std::unique_ptr<AlgorithmRun> read(const std::vector<AlgorithmColumn>& columns, const AlgorithmArguments& arguments,
                                   const WantedColumns& wanted) {
  catalogue::expect_columns("partition", Leaves::kValues, columns, wanted);
  const std::vector<AlgorithmOption> known = options_of_entry();
  PartitionOptions options;
  for (const auto& [name, given] : arguments) {
    if (std::ranges::find(known, name, &AlgorithmOption::name) == known.end())
      catalogue::refuse_unknown("partition", known, arguments);
    if (name == kFixed || name == kStart) continue;
    if (given.array) throw UsageError("--" + name + " takes no array");
    if (given.texts.size() != 1) throw UsageError("--" + name + " is given twice");
    set_option(options, name, given.texts.front());
  }
  if (!arguments.contains("parts")) throw UsageError("partition: how many parts? --parts is missing");
  auto run = std::make_unique<PartitionRun>(std::move(options), given_parts(kFixed, arguments),
                                            given_parts(kStart, arguments));
  run->set_name("partition");
  return run;
}

}  // namespace

Algorithm partition_entry() {
  Algorithm entry{
      .name = "partition",
      .summary = "parts of about equal weight with few edges between them, of an undirected graph",
      .functions = "partition",
      .header = "partitioning/partition.hpp",
      .family = Family::kStructure,
      .devices = DeviceUse::kWhole,
      .needs_undirected = true,
      .takes_plans = false,
      .has_supersteps = false,
      .uses_hub = false,
      .takes_time_limit = false,
      .edge_values = "whole numbers of at least 0",
      .options = options_of_entry(),
      .columns = {{.name = "part", .type = ColumnType::kInt64, .help = "the part of the vertex, from 0 on"}},
      .facts = {{.name = "cut", .type = FactType::kInt64, .help = "the weight of the edges between parts"},
                {.name = "imbalance",
                 .type = FactType::kDouble,
                 .help = "by which fraction a part is heavier than its share"},
                {.name = "too_heavy_parts", .help = "parts above their largest weight"},
                {.name = "too_light_parts", .help = "parts below their least weight"},
                {.name = "torn_parts", .help = "parts in several pieces, though parts shall be connected"},
                {.name = "levels", .help = "graphs that the run has made, each smaller than the one before"}}};
  entry.read = [columns = entry.columns](const AlgorithmArguments& arguments, const WantedColumns& wanted) {
    return read(columns, arguments, wanted);
  };
  return entry;
}

}  // namespace warpgraph::partitioning
