// SPDX-License-Identifier: Apache-2.0
#include "placing.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/ranks/grid_part.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../described_options.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "grid.hpp"

namespace warpgraph::cli {

namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

// They change nothing on one device.
std::vector<std::string> options_of_several() {
  std::vector<std::string> names;
  for (const algorithms::AlgorithmOption& option : algorithms::engine_options())
    if (option.is_of_several_devices) names.push_back(option.name);
  names.insert(names.end(), {"overlap", "copies", "place"});
  return names;
}

void expect_no_option_of_several(const po::variables_map& options, const std::string& why) {
  const auto refuse = [&](const std::string& name) {
    throw UsageError("--" + name + " is for several devices, and " + why);
  };
  for (const std::string& name : options_of_several())
    if (is_given(options, name)) refuse(name);
  if (is_given(options, "all-devices")) refuse("all-devices");
}

// Those that are given although more devices than one would not pay.
std::string idle_options(const po::variables_map& options, const std::string& run, const std::string& why) {
  std::string names;
  for (const std::string& name : options_of_several())
    if (is_given(options, name)) names += (names.empty() ? "--" : ", --") + name;
  if (names.empty()) return names;
  return names + ": without effect, because one device runs " + run + " (" + why + "); --all-devices takes all";
}

// Empty if the algorithm runs on as many as there are.
std::string why_one_device(const PlacedRun& run) {
  return run.runs_on_several ? "" : run.name + " with these options is for one";
}

std::vector<DeviceRoom> rooms(const Runtime& runtime, int devices) {
  std::vector<DeviceRoom> all;
  for (int i = 0; i < devices; ++i) all.push_back({runtime.device(i).name(), runtime.device(i).memory().free});
  return all;
}

double overlap_of(const po::variables_map& options) {
  return options.count("overlap") == 0 ? 0 : options["overlap"].as<double>();
}

bool is_multilevel(const po::variables_map& options) {
  return options.count("place") != 0 && options["place"].as<std::string>() == "multilevel";
}

void expect_limits(const po::variables_map& options) {
  if (overlap_of(options) > 0 && is_multilevel(options))
    throw UsageError("--overlap moves borders between ranges of edges; it does not go with --place multilevel");
  if (options.count("grid") != 0) expect_grid(options["grid"].as<std::string>());
  if (!(overlap_of(options) >= 0)) throw UsageError("--overlap is negative");
}

template <EdgeValueType EdgeValue>
shards::SpreadNeeds needs_of(const Graph<EdgeValue>& graph, const PlacedRun& run) {
  shards::SpreadNeeds needs = run.needs(graph.vertex_count());
  needs.whole_graph_name = "the whole graph, which " + run.name +
                           " has on every device; leave out --all-devices, or name fewer with --devices";
  return needs;
}

template <EdgeValueType EdgeValue>
shards::SpreadPlan plan_of(Runtime& runtime, const Graph<EdgeValue>& graph, const PlacedRun& run,
                           const po::variables_map& options, const std::vector<VertexId>& parts) {
  SpreadOptions spread;
  if (options["all-devices"].as<bool>()) spread.devices = runtime.device_count();
  if (options.count("copies") != 0) spread.copies = parse_copies(options["copies"].as<std::string>());
  spread.place = [&](int devices, const ShardOptions& sharding) {
    static constexpr EdgeId kNoRows[] = {0};
    const bool is_empty = graph.vertex_count() == 0;
    const auto row = is_empty ? std::span<const EdgeId>(kNoRows) : graph.incoming().row.span();
    const auto column = graph.incoming().column.span();
    if (parts.size() == static_cast<std::size_t>(devices) + 1)
      return place_parts<EdgeValue>(row, column, rooms(runtime, devices), parts, sharding);
    return place_within<EdgeValue>(row, column, rooms(runtime, devices), overlap_of(options), sharding);
  };
  return shards::plan_spread(runtime, graph, needs_of(graph, run), spread);
}

// Relabels the graph so that each device has a part. Returns where the parts begin.
std::vector<VertexId> relabel_by_parts(const Runtime& runtime, AnyGraph& graph, Output& output) {
  const Phase phase(output, "partitioning the graph");
  return std::visit(
      [&](auto& each) {
        const Stream stream(runtime.device(), "partition");
        PartOrder order = order_by_parts(stream, each, runtime.device_count());
        BuildOptions options;
        options.outgoing = each.has_outgoing();
        options.relabel = Relabel::kGiven;
        options.permutation = std::move(order.permutation);
        options.check_symmetry = false;  // the edges are those of a graph
        using Value = typename std::remove_cvref_t<decltype(each)>::value_type;
        each = build_graph<Value>(runtime.threads(), to_edge_list(runtime.threads(), each), options);
        return order.first;
      },
      graph);
}

std::string names_of(const Runtime& runtime) {
  std::string names;
  for (int i = 0; i < runtime.device_count(); ++i) names += (i == 0 ? "" : ", ") + runtime.device(i).name();
  return names;
}

std::string part_of(int devices, const Runtime& runtime, const std::string& why) {
  return std::to_string(devices) + " of " + std::to_string(runtime.device_count()) + ": " + why;
}

PlacedGraph on_first(Runtime& runtime, GraphContent content, BuildOptions building, Output& output) {
  Stream stream(runtime.device(), "run");
  AnyDeviceGraph graph = put_on_device(stream, std::move(content), std::move(building), output);
  return {std::move(stream), std::move(graph)};
}

void declare_placing(po::options_description& options) {
  options.add_options()  //
      ("all-devices", po::bool_switch(), "run on all devices, even where fewer would be faster");
  add_memory_limit_option(options);
}

}  // namespace

void add_placing_options(Declaration& declaration) {
  declaration.groups.push_back({"several devices"});
  declare_placing(declaration.groups.back().options);
}

void add_several_devices_options(Declaration& declaration) {
  declaration.groups.push_back({"several devices"});
  for (const algorithms::AlgorithmOption& option : algorithms::engine_options())
    if (option.is_of_several_devices) declare_option(option, declaration.groups.back().options, declaration);
  declaration.groups.back().options.add_options()  //
      ("overlap", po::value<double>()->value_name("R")->default_value(0, "0"),
       "permissive partitioning: how many of its neighbours' edges a device holds on each side, in parts of its own; "
       "borders move there to where the work is")  //
      ("copies", po::value<std::string>()->value_name("WHICH"),
       "vertices of which a device keeps values: all; or read, those that it reads, which is chosen where all do not "
       "fit")  //
      ("place", po::value<std::string>()->value_name("WHICH"),
       "which vertices a device has: edges, a range with its share of the edges (the default); or multilevel, a part "
       "of a partition with few edges between the devices")  //
      ("grid", po::value<std::string>()->value_name("RxC"),
       "with mpirun: ranks as R rows and C columns, which share the edges of a vertex; 1, a range of vertices each; or "
       "auto, what pays from 16 ranks on (the default)");
  add_rank_options(declaration.groups.back().options);
  declare_placing(declaration.groups.back().options);
  declaration.choices["place"] = {"edges", "multilevel"};
  for (const Copies which : {Copies::kAll, Copies::kRead}) declaration.choices["copies"].emplace_back(to_string(which));
}

Placing place_graph(Runtime& runtime, const PlacedRun& run, const po::variables_map& options, GraphContent content,
                    BuildOptions building, Output& output) {
  expect_limits(options);
  if (is_given(options, "grid")) throw UsageError("--grid is for several ranks (mpirun), and this is one process");
  const std::string why = why_one_device(run);
  if (runtime.device_count() == 1 || !why.empty()) {
    expect_no_option_of_several(options, why.empty() ? "--devices has one" : why);
    return {on_first(runtime, std::move(content), std::move(building), output),
            runtime.device_count() == 1 ? "" : part_of(1, runtime, why)};
  }
  BuildOptions as_built;
  as_built.outgoing = building.outgoing;
  AnyGraph graph = build(std::move(content), std::move(building), runtime.device(), output);
  std::vector<VertexId> parts;
  if (is_multilevel(options)) parts = relabel_by_parts(runtime, graph, output);
  std::optional<Phase> phase(std::in_place, output, "spreading the graph");
  const shards::SpreadPlan plan =
      std::visit([&](const auto& each) { return plan_of(runtime, each, run, options, parts); }, graph);
  std::string devices =
      plan.devices == runtime.device_count() ? names_of(runtime) : part_of(plan.devices, runtime, plan.why);
  if (!plan.placement) {
    phase.reset();  // the terminal's line is free again
    return {on_first(runtime, std::move(graph), as_built, output), devices, idle_options(options, run.name, plan.why)};
  }
  if (plan.sharding.copies == Copies::kRead) devices += "; each has the values that it reads";
  AnyShardedGraph sharded = shard_graph(runtime, graph, *plan.placement, plan.sharding);
  return {PlacedGraph(std::move(graph), std::move(sharded)), devices};
}

Placing place_part(Ranks& ranks, Runtime& runtime, const PlacedRun& run, const po::variables_map& options,
                   ranks::AnyGraphPart part, Output& output) {
  expect_limits(options);
  if (!run.runs_on_ranks)
    throw UsageError(run.name + (run.runs_on_several ? "" : " with these options") +
                     " runs in one process, not on several ranks");
  if (overlap_of(options) > 0 || is_multilevel(options))
    throw UsageError("on several ranks each has a range of vertices: --overlap and --place are for one process");
  const shards::SpreadNeeds needs = run.needs(std::visit([](const auto& each) { return each.vertex_count; }, part));
  ShardOptions sharding{.outgoing = needs.outgoing};
  const Phase phase(output, "spreading the graph");
  const auto devices = ranks::all_reduce(ranks, runtime.device_count(), std::plus<>());
  const ranks::RankGrid grid = grid_of(ranks, runtime, run, options, part);
  if (grid.columns > 1) part = ranks::on_grid(ranks, runtime.threads(), std::move(part), grid);
  AnyShardedGraph sharded = std::visit(
      [&](const auto& each) -> AnyShardedGraph {
        sharding.copies = needs.searches ? shards::copies_for_search(ranks, runtime, each) : Copies::kRead;
        if (options.count("copies") != 0) sharding.copies = *parse_copies(options["copies"].as<std::string>());
        return shards::shard_part(ranks, runtime, each, sharding);
      },
      part);
  return {.graph = PlacedGraph(std::move(part), std::move(sharded)),
          .devices = std::to_string(devices) + " on " + std::to_string(ranks.size()) + " ranks" +
                     (grid.columns > 1 ? ", a grid of " + to_string(grid) : ""),
          .devices_on_ranks = devices};
}

}  // namespace warpgraph::cli
