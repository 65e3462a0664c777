// SPDX-License-Identifier: Apache-2.0
#include "placing.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/engine/graph_plan.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../progress.hpp"
#include "../text.hpp"
#include "engine_options.hpp"

namespace warpgraph::cli {

namespace {

// Of one device there is nothing that these could change.
void expect_no_option_of_several(const po::variables_map& options, const std::string& why) {
  for (const char* const name : {"hub", "refinement", "overlap", "copies", "patience", "every-device"}) {
    if (options.count(name) == 0 || options[name].defaulted()) continue;
    throw UsageError("--" + std::string(name) + " is for several devices, and " + why);
  }
}

// Nor of algorithms that the engine does not run.
void expect_no_option_of_engine(const po::variables_map& options, const Algorithm& algorithm) {
  if (algorithm.devices == Devices::kEngine) return;
  for (const char* const name : {"refinement", "overlap", "copies", "patience"}) {
    if (options.count(name) == 0 || options[name].defaulted()) continue;
    throw UsageError("--" + std::string(name) + " is for vertex programs, and " + algorithm.name + " is none");
  }
}

// Empty if the algorithm runs on as many as there are.
std::string why_one_device(const Algorithm& algorithm, const po::variables_map& options) {
  if (algorithm.devices == Devices::kFirst) return algorithm.name + " with these options is for one";
  return group_ratio(options) == 0u ? "--groups auto is for one" : "";
}

struct Choice {
  int devices;
  std::optional<Placement> placement = {};  // none: the whole graph goes to the first device
  std::string why = "more would not pay";
  Copies copies = Copies::kAll;
};

// What a run keeps, about: for each vertex values, sums, bitmasks and queues, and what does not depend on the graph
// (engine_memory).
constexpr std::size_t kRunBytes = 64;
constexpr std::size_t kLeastRunBytes = 1 << 17;

template <EdgeValueType EdgeValue>
std::span<const EdgeId> rows_of(const Graph<EdgeValue>& graph) {
  static constexpr EdgeId kNoRows[] = {0};
  return graph.vertex_count() == 0 ? std::span<const EdgeId>(kNoRows) : graph.incoming().row.span();
}

// What an algorithm takes beside the graph on a device that owns so much of it.
template <EdgeValueType EdgeValue>
std::size_t run_bytes(const Graph<EdgeValue>& graph, const Algorithm& algorithm, const Device& device,
                      const po::variables_map& options, const Placement& placement) {
  RunSize size = run_size(graph);
  if (!algorithm.memory) return kLeastRunBytes + std::size_t{size.vertices} * kRunBytes;
  size.devices = placement.device_count();
  size.own_vertices = 0;
  size.own_edges = 0;
  const std::span<const EdgeId> row = rows_of(graph);
  for (std::size_t i = 0; i < placement.own.size(); ++i) {
    const VertexRange held = placement.held[i];
    size.own_vertices = std::max(size.own_vertices, placement.own[i].size());
    size.own_edges = std::max(size.own_edges, row[held.last] - row[held.first]);
  }
  const Stream stream(const_cast<Device&>(device), "memory");
  return algorithm.memory(stream, options, size).total();
}

// The same for each vertex, as ShardOptions has it.
std::size_t bytes_a_vertex(std::size_t bytes, VertexId vertices) {
  return vertices == 0 ? 0 : (bytes + vertices - 1) / vertices;
}

template <EdgeValueType EdgeValue>
bool fits_one(const Graph<EdgeValue>& graph, const Algorithm& algorithm, const Device& device,
              const po::variables_map& options) {
  MemoryPlan plan =
      graph_memory<EdgeValue>(graph.vertex_count(), graph.edge_count(), graph.has_outgoing() && !graph.is_undirected());
  plan.add("the run", run_bytes(graph, algorithm, device, options, place_whole(rows_of(graph), 1)));
  return plan.total() <= device.memory().free;
}

double overlap_of(const po::variables_map& options) {
  return options.count("overlap") == 0 ? 0 : options["overlap"].as<double>();
}

// What is asked for; or copies of all, and, of the engine, of what is read where those do not fit.
std::vector<Copies> possible_copies(const Algorithm& algorithm, const po::variables_map& options) {
  if (algorithm.devices != Devices::kEngine) return {Copies::kAll};
  if (options.count("copies") != 0) return {*parse_copies(options["copies"].as<std::string>())};
  return {Copies::kAll, Copies::kRead};
}

// As many devices as pay, each with the whole graph, but no more than have room for it.
template <EdgeValueType EdgeValue>
Choice choose_devices_for_whole(const Graph<EdgeValue>& graph, const Algorithm& algorithm, const Runtime& runtime,
                                const po::variables_map& options, ShardOptions sharding) {
  const int all = runtime.device_count();
  const bool every = options["every-device"].as<bool>();
  const VertexId vertices = graph.vertex_count();
  const std::uint64_t starts = algorithm.starts(options, vertices);
  const double reads = static_cast<double>(graph.edge_count()) * algorithm.reads * static_cast<double>(starts);
  const auto edges = static_cast<EdgeId>(std::min(reads, 0x1p62));
  const int useful = useful_devices(vertices, edges, /*is_local=*/false, all);
  const int wanted =
      every ? all : static_cast<int>(std::min<std::uint64_t>(useful, std::max<std::uint64_t>(starts, 1)));
  if (wanted == 1) return {1, {}};
  sharding.run_bytes = bytes_a_vertex(
      run_bytes(graph, algorithm, runtime.device(), options, place_whole(rows_of(graph), wanted)), vertices);
  const std::size_t bytes =
      shard_memory<EdgeValue>({vertices, vertices, graph.edge_count(), wanted, vertices}, sharding).total();
  for (int i = 0; i < wanted; ++i) {
    const Device& device = runtime.device(i);
    const std::size_t free = device.memory().free;
    if (bytes <= free) continue;
    if (every)
      throw OutOfMemory(device.name(),
                        "the whole graph, which " + algorithm.name +
                            " has on every device; leave out --every-device, or name fewer with --devices",
                        bytes, free);
    const std::string why = "the whole graph does not fit " + device.name();
    if (i <= 1) return {1, {}, why};
    return {i, place_whole(rows_of(graph), i), why};
  }
  return {wanted, place_whole(rows_of(graph), wanted)};
}

std::vector<std::size_t> free_memory(const Runtime& runtime) {
  std::vector<std::size_t> memory;
  for (int i = 0; i < runtime.device_count(); ++i) memory.push_back(runtime.device(i).memory().free);
  return memory;
}

// As many devices as pay, or more if the graph does not fit them.
template <EdgeValueType EdgeValue>
Choice choose_devices(const Graph<EdgeValue>& graph, const Algorithm& algorithm, const Runtime& runtime,
                      const po::variables_map& options, ShardOptions sharding) {
  if (algorithm.devices == Devices::kWhole)
    return choose_devices_for_whole(graph, algorithm, runtime, options, sharding);
  const std::span<const EdgeId> row = rows_of(graph);
  const int all = runtime.device_count();
  const std::vector<std::size_t> memory = free_memory(runtime);

  const bool is_near = is_local(row, graph.incoming().column.span());
  const bool every = options["every-device"].as<bool>();
  const auto edges = static_cast<EdgeId>(static_cast<double>(graph.edge_count()) * algorithm.reads);
  int devices = every ? all : useful_devices(graph.vertex_count(), edges, is_near, all);
  if (devices == 1 && fits_one(graph, algorithm, runtime.device(), options)) return {1};
  for (devices = std::max(devices, 2);; ++devices) {
    const auto of_these = std::span<const std::size_t>(memory).first(static_cast<std::size_t>(devices));
    if (algorithm.memory)
      sharding.run_bytes = bytes_a_vertex(
          run_bytes(graph, algorithm, runtime.device(), options, place_by_edges(row, {.devices = devices})),
          graph.vertex_count());
    for (const Copies copies : possible_copies(algorithm, options)) {
      sharding.copies = copies;
      try {
        return {devices,
                place_within<EdgeValue>(row, graph.incoming().column.span(), of_these, overlap_of(options), sharding),
                Choice{}.why, copies};
      } catch (const OutOfMemory&) {
        if (devices == all && copies == possible_copies(algorithm, options).back()) throw;
      }
    }
  }
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
  options.add_options()                                                                     //
      ("every-device", po::bool_switch(), "all of them, even where fewer would be faster")  //
      ("memory-limit", po::value<std::string>()->value_name("BYTES"), "of every device, such as 512M or 8G");
}

}  // namespace

void add_placing_options(Declaration& declaration) {
  declaration.groups.push_back({"several devices"});
  declare_placing(declaration.groups.back().options);
}

void add_several_devices_options(Declaration& declaration) {
  declaration.groups.push_back({"several devices"});
  declaration.groups.back().options.add_options()  //
      ("hub", po::value<std::string>()->value_name("HUB"),
       "how they tell each other: host, peer or nccl; without it the best that they have")  //
      ("refinement", po::value<std::string>()->value_name("WHICH"),
       "values that they send: all; marked, those that another device reads; or updated, of these (the default)")  //
      ("overlap", po::value<double>()->value_name("R")->default_value(0, "0"),
       "permissive partitioning: how many of its neighbours' edges a device holds on each side, in parts of its own; "
       "borders move there to where the work is")  //
      ("copies", po::value<std::string>()->value_name("WHICH"),
       "vertices of which a device keeps values: all; or read, those that it reads, which is chosen where all do not "
       "fit")  //
      ("patience", po::value<std::uint32_t>()->value_name("MS"),
       "give up when a superstep takes longer, and name the devices that are late");
  declare_placing(declaration.groups.back().options);
  for (const HubKind hub : {HubKind::kHost, HubKind::kPeer, HubKind::kNccl})
    declaration.choices["hub"].emplace_back(to_string(hub));
  for (const Copies which : {Copies::kAll, Copies::kRead}) declaration.choices["copies"].emplace_back(to_string(which));
  for (const Refinement which : {Refinement::kAll, Refinement::kMarked, Refinement::kUpdated})
    declaration.choices["refinement"].emplace_back(to_string(which));
}

RuntimeOptions runtime_options(const po::variables_map& options) {
  RuntimeOptions result;
  if (options.count("memory-limit") == 0) return result;
  const auto& text = options["memory-limit"].as<std::string>();
  const std::optional<std::size_t> bytes = parse_bytes(text);
  if (!bytes || *bytes == 0)
    throw UsageError("--memory-limit cannot be \"" + text + "\"; it is a number of bytes, such as 512M or 8G");
  result.memory_limit = *bytes;
  return result;
}

ExchangeOptions exchange_options(const po::variables_map& options) {
  ExchangeOptions exchange;
  if (options.count("hub") != 0) exchange.hub = parse_hub_kind(options["hub"].as<std::string>());
  if (options.count("refinement") != 0)
    exchange.refinement = *parse_refinement(options["refinement"].as<std::string>());
  if (options.count("patience") != 0)
    exchange.patience = std::chrono::milliseconds(options["patience"].as<std::uint32_t>());
  return exchange;
}

Placing place_graph(Runtime& runtime, const Algorithm& algorithm, const po::variables_map& options,
                    GraphContent content, BuildOptions building, Output& output) {
  if (!(overlap_of(options) >= 0)) throw UsageError("--overlap is negative");
  const std::string why = why_one_device(algorithm, options);
  if (runtime.device_count() == 1 || !why.empty()) {
    expect_no_option_of_several(options, why.empty() ? "--devices has one" : why);
    return {on_first(runtime, std::move(content), std::move(building), output),
            runtime.device_count() == 1 ? "" : part_of(1, runtime, why)};
  }
  expect_no_option_of_engine(options, algorithm);
  BuildOptions as_built;
  as_built.outgoing = building.outgoing;
  AnyGraph graph = build(std::move(content), std::move(building), runtime.device(), output);
  const std::optional<unsigned> groups = group_ratio(options);
  if (groups) std::visit(expect_groups_possible, graph);
  const bool is_undirected = std::visit([](const auto& each) { return each.is_undirected(); }, graph);
  const bool turns_round = algorithm.uses_outgoing && !(is_undirected && algorithm.devices == Devices::kWhole);
  ShardOptions sharding{.outgoing = !groups && turns_round, .groups = groups.value_or(0), .run_bytes = kRunBytes};
  const Phase phase(output, "spreading the graph");
  const Choice choice =
      std::visit([&](const auto& each) { return choose_devices(each, algorithm, runtime, options, sharding); }, graph);
  std::string devices =
      choice.devices == runtime.device_count() ? names_of(runtime) : part_of(choice.devices, runtime, choice.why);
  if (!choice.placement) return {on_first(runtime, std::move(graph), as_built, output), devices};
  sharding.copies = choice.copies;
  if (choice.copies == Copies::kRead) devices += "; each has the values that it reads";
  AnyShardedGraph sharded = shard_graph(runtime, graph, *choice.placement, sharding);
  return {PlacedGraph(std::move(graph), std::move(sharded)), devices};
}

}  // namespace warpgraph::cli
