// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/columns.hpp>
#include <warpgraph/algorithms/option.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/framework/shard/spread.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>

// The algorithms by name, with their options as text: what a command line, a binding for another language, and a test
// of all algorithms need. A program that knows which algorithm it runs calls the algorithm's own function.
namespace warpgraph {
class ThreadPool;
}  // namespace warpgraph

namespace warpgraph::algorithms {

// A value for each vertex, in the order of the graph. Where a value is a vertex, it is what the user calls it.
using VertexValues = std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<std::uint64_t>,
                                  std::vector<float>, std::vector<double>>;
// The same in the memory of a device.
struct DeviceValues {
  std::variant<Buffer<std::int32_t>, Buffer<std::int64_t>, Buffer<std::uint64_t>, Buffer<float>, Buffer<double>> values;
  Device* device = nullptr;  // stays as long as the values
};

// What stands for a vertex that is none, and for a distance where there is no path.
inline constexpr std::int64_t kNoNumber = -1;

// The result in a few words, by name, in the order in which they are shown. Names are words with underscores between
// them. A fact without a value: there is none in this graph.
using AlgorithmFact = std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string>;
using AlgorithmFacts = std::vector<std::pair<std::string, AlgorithmFact>>;

// A graph where it lies, borrowed: on one device, spread over several, or in host memory, from where each run brings it
// to devices and its values back (GraphOn).
class PlacedGraphView {
 public:
  PlacedGraphView(StreamRef stream, const AnyDeviceGraph& graph)
      : place_(std::visit(
            [&](const auto& each) {
              return OnOne{stream, &each};
            },
            graph)) {}
  template <EdgeValueType EdgeValue>
  PlacedGraphView(StreamRef stream, const DeviceGraph<EdgeValue>& graph) : place_(OnOne{stream, &graph}) {}
  template <EdgeValueType EdgeValue>
  explicit PlacedGraphView(const ShardedGraph<EdgeValue>& graph) : place_(OnSeveral(&graph)) {}
  explicit PlacedGraphView(const AnyShardedGraph& graph)
      : place_(std::visit([](const auto& each) { return OnSeveral(&each); }, graph)) {}
  explicit PlacedGraphView(const AnyGraphOn& graph) : place_(&graph) {}

  // act(stream, graph), or act(graph) of a ShardedGraph, with the graph of its own type: the arguments of algorithms.
  // Throws UsageError of a graph in host memory: AlgorithmRun::run has put it on devices before.
  template <class Act>
  auto with_devices(Act&& act) const {
    if (const auto* const one = std::get_if<OnOne>(&place_))
      return std::visit([&](const auto* graph) { return act(one->stream, *graph); }, one->graph);
    const auto* const several = std::get_if<OnSeveral>(&place_);
    expects(several != nullptr, "the graph is in host memory, and not on devices");
    return std::visit([&](const auto* graph) { return act(*graph); }, *several);
  }
  // The same, and act(graph) of a GraphOn.
  template <class Act>
  auto with(Act&& act) const {
    if (const auto* const in_memory = std::get_if<const AnyGraphOn*>(&place_))
      return std::visit([&](const auto& graph) { return act(graph); }, **in_memory);
    return with_devices(act);
  }
  [[nodiscard]] bool is_in_host_memory() const { return std::holds_alternative<const AnyGraphOn*>(place_); }

  // Those of a GraphOn are valid until its next run. Throws UsageError if it is the part of a rank and has not run yet.
  [[nodiscard]] const IdMap& ids() const;
  [[nodiscard]] VertexId vertex_count() const;
  // The vertices of this process, which follow each other: all, if the graph lies in one.
  [[nodiscard]] VertexRange own() const;
  // Null if the graph lies in one process.
  [[nodiscard]] Ranks* ranks() const;
  // One for each device; none of a GraphOn. Valid as long as this view and the graph.
  [[nodiscard]] std::span<const StreamRef> streams() const;

 private:
  struct OnOne {
    StreamRef stream;
    std::variant<const DeviceGraph<NoValue>*, const DeviceGraph<std::int32_t>*, const DeviceGraph<std::int64_t>*,
                 const DeviceGraph<float>*, const DeviceGraph<double>*>
        graph;
  };
  using OnSeveral =
      std::variant<const ShardedGraph<NoValue>*, const ShardedGraph<std::int32_t>*, const ShardedGraph<std::int64_t>*,
                   const ShardedGraph<float>*, const ShardedGraph<double>*>;
  std::variant<OnOne, OnSeveral, const AnyGraphOn*> place_;
};

// What runs on one graph from several sources have in common, made once before them.
class PreparedRuns {
 public:
  virtual ~PreparedRuns() = default;
  [[nodiscard]] virtual AlgorithmFacts facts() const = 0;
};

struct AlgorithmRequest {
  PlacedGraphView graph;
  EngineOptions engine = {};
  VertexName source = 0;  // of algorithms that have one
  // What AlgorithmRun::prepare has made for the graph and, among others, this source. Null: the run makes it itself.
  std::shared_ptr<const PreparedRuns> prepared = {};
  // Columns that one device has made may stay in its memory: ResultColumn::on_device. Those of a GraphOn do where all
  // of the graph is on one device.
  bool may_stay = false;
  // How the caller follows the run and ends it early, whatever the algorithm: the run throws OutOfTime, or Cancelled,
  // with the algorithm's name and how long it took. On several ranks each has its own, and all end together: the others
  // throw RankError, and the ranks are of no further use, as after any failure.
  cancellation::Control control = {};
};

struct ResultColumn {
  std::string name;     // as Algorithm::columns declares it
  VertexValues values;  // on several ranks each has those of its own vertices
  // Null, or the same values on the device that has made them; `values` has none then. They are complete: any stream
  // may read them.
  std::shared_ptr<const DeviceValues> on_device = {};
};
// Copies the values of a column that has stayed on its device, where they stay. Makes a stream, and waits for it.
void bring_to_host(ResultColumn& column);

struct AlgorithmOutcome {
  double seconds = 0;  // on the device that took longest, from the first kernel to the last
  RunReport report;
  std::vector<ResultColumn> columns;  // of Leaves::kValues: those asked for, in the order of Algorithm::columns
  AlgorithmFacts facts = {};          // beside those that the values tell
  EdgeList edges = {};  // of Leaves::kEdges: with the vertices, values and ids of the graph; on several ranks the first
                        // has them

  // The values of the column of this name, which is in host memory. Throws UsageError if the run has not made it.
  [[nodiscard]] const VertexValues& column(std::string_view name) const;
  [[nodiscard]] bool has_column(std::string_view name) const;
  // Those of the first column, which the facts are about. Throws UsageError if there is no column.
  [[nodiscard]] const VertexValues& values() const;
};

// A graph in host memory that results are verified on, borrowed. One for all runs on the graph: it sorts the names
// of the vertices, if there are any, and keeps 16 bytes a vertex for that.
class VerifiedGraph {
 public:
  VerifiedGraph(const AnyGraph& graph, ThreadPool& threads);

  [[nodiscard]] const AnyGraph& graph() const { return graph_; }
  [[nodiscard]] ThreadPool& threads() const { return threads_; }
  // The vertices that are called so. A number that no vertex has for a name that no vertex has; kNoVertex for -1,
  // unless a vertex is called so in 64 bits. O(log vertices) a name, on the threads.
  [[nodiscard]] std::vector<VertexId> vertices_of(const VertexValues& names) const;

 private:
  [[nodiscard]] VertexId find(std::uint64_t name) const;

  const AnyGraph& graph_;
  ThreadPool& threads_;
  VertexId count_;
  std::uint64_t base_;
  std::vector<std::pair<std::uint64_t, VertexId>> sorted_ = {};  // empty where names are numbers from the base on
};

// An algorithm with options that are right: what can be run, on one graph or several. That of each algorithm is in the
// entries.cpp of its folder: of bfs, sssp and widest in algorithms/src/paths.
class AlgorithmRun {
 public:
  virtual ~AlgorithmRun() = default;
  // For runs on this graph from these sources; null if they have nothing in common. Throws what runs throw.
  [[nodiscard]] virtual std::shared_ptr<const PreparedRuns> prepare(const PlacedGraphView& graph,
                                                                    std::span<const VertexName> sources) const;
  // Wherever the graph lies: one in host memory is put on the devices that the run needs (GraphOn). Does what
  // request.control asks for. Waits for all streams. Collective on ranks. Throws what the algorithm's function throws,
  // and UsageError if the graph is spread and the run is for one device.
  [[nodiscard]] AlgorithmOutcome run(const AlgorithmRequest& request) const;
  // What the values of the first column tell, of all vertices. Collective. Passes over the values on the host.
  [[nodiscard]] virtual AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const = 0;
  // What is wrong with what a run from this source has left, all columns of it, with the values of all vertices;
  // nothing if all is well.
  [[nodiscard]] virtual std::optional<std::string> verify(const VerifiedGraph& graph, VertexName source,
                                                          const AlgorithmOutcome& outcome) const = 0;
  // What a run on a graph of this number of vertices wants of the devices: what the algorithm's header says. Without
  // `memory` it is a vertex program.
  [[nodiscard]] virtual shards::SpreadNeeds needs(VertexId vertices) const = 0;
  // False: with these options it runs on a graph on one device only.
  [[nodiscard]] virtual bool can_spread() const { return true; }
  // True: perform takes a graph in host memory as it is, because it works on that.
  [[nodiscard]] virtual bool works_in_host_memory() const { return false; }

  // What it is called in errors; described() has set the algorithm's name.
  void set_name(std::string name) { name_ = std::move(name); }
  [[nodiscard]] const std::string& name() const { return name_; }
  // What the option `source` was given: of algorithms that have one. A request says where a run starts, so that one
  // AlgorithmRun runs from many.
  [[nodiscard]] const std::optional<VertexName>& source() const { return source_; }

 protected:
  std::optional<VertexName> source_ = {};

 private:
  // The run itself, of a graph that is on devices (PlacedGraphView::with_devices), but for works_in_host_memory().
  [[nodiscard]] virtual AlgorithmOutcome perform(const AlgorithmRequest& request) const = 0;
  [[nodiscard]] AlgorithmOutcome perform_on_devices(const AlgorithmRequest& request) const;

  std::string name_ = "the run";
};

// What a run makes.
enum class Leaves {
  kValues,  // a value for each vertex
  kEdges,   // some of the graph's edges
};

// How an algorithm uses several devices.
enum class DeviceUse {
  kEngine,  // by supersteps of the engine, with all its options
  kShards,  // in its own way, on a graph that is spread over them
  kWhole,   // from some starts each, with the whole graph on all of them
};

// What a graph must look like. Others are refused: InputError names an edge or a vertex that is in the way.
enum class GraphKind {
  kAny,
  kForest,  // undirected, without cycles
  kLists,   // directed: a vertex has one outgoing edge at most, and one incoming one; none of them closes a circle
};

// What an algorithm is about. The catalogue lists one family after the other.
enum class Family { kPaths, kComponents, kCentrality, kStructure, kSimulation };

struct Algorithm {
  std::string name;       // "hits": that of the command
  std::string summary;    // one line
  std::string functions;  // "bfs_levels, bfs_parents": those of C++
  std::string header;     // "bfs.hpp"
  Family family;
  std::string programs = {};  // "Levels, Parents": those of programs.hpp; empty: it is no vertex program

  Leaves leaves = Leaves::kValues;
  DeviceUse devices = DeviceUse::kEngine;
  bool has_source = false;        // it starts at a vertex: it has the option `source`
  bool needs_undirected = false;  // other graphs are refused
  bool needs_outgoing = false;    // directed graphs without outgoing edges are refused
  GraphKind takes = GraphKind::kAny;
  bool is_exact = true;          // devices make no difference to the values, if the run is deterministic
  bool takes_plans = true;       // the engine's plan and limit of supersteps count
  bool takes_shapes = true;      // the shape of pull-all counts, if plans do
  bool may_vary = false;         // from run to run, unless the run is deterministic (EngineOptions::deterministic)
  bool has_supersteps = true;    // that can be timed, at least on one device or on several
  bool uses_hub = true;          // its devices send each other messages
  bool takes_time_limit = true;  // that of supersteps (ExchangeOptions) holds
  bool runs_on_ranks = false;    // beside those of DeviceUse::kEngine, which all do
  std::string edge_values = {};  // what edge values must be: "finite lengths of at least 0"; empty: anything
  std::vector<std::string> beginnings = {};  // options that give values to begin with; without any of them all stay 0
  std::vector<AlgorithmOption> options = {};
  bool is_added = false;  // add_algorithms has brought it

  // What each vertex gets a value of. With Leaves::kEdges each edge: AlgorithmOutcome::edges has its ends, and its
  // weight where the graph has weights.
  std::vector<AlgorithmColumn> columns = {};
  // All that runs can tell; those of added methods, too.
  std::vector<DeclaredFact> facts = {};

  // Throws UsageError for an option that the algorithm does not have, a value that it does not accept, or a column that
  // there is not.
  std::function<std::unique_ptr<AlgorithmRun>(const AlgorithmArguments&, const WantedColumns&)> read = {};
};

// The columns that a run with these arguments makes, in the order of Algorithm::columns. Throws UsageError if one that
// is wanted is none of the algorithm's, or is named twice.
[[nodiscard]] std::vector<AlgorithmColumn> columns_of(const Algorithm& algorithm, const AlgorithmArguments& arguments,
                                                      const WantedColumns& wanted);
// Null if the algorithm declares no such column, or fact. A fact of a device is found by its name on each.
[[nodiscard]] const AlgorithmColumn* find_column(const Algorithm& algorithm, std::string_view name);
[[nodiscard]] const DeclaredFact* find_fact(const Algorithm& algorithm, std::string_view name);

// All facts of a run: what the values tell, and what the run and its preparation have told. Collective.
[[nodiscard]] AlgorithmFacts all_facts(const AlgorithmRun& run, const AlgorithmRequest& request,
                                       const AlgorithmOutcome& outcome);

// Family by family, those of a family by name; behind them those that were added, in that order.
[[nodiscard]] std::span<const Algorithm> all_algorithms();
// Throws UsageError if there is none of this name.
[[nodiscard]] const Algorithm& find_algorithm(std::string_view name);

// The catalogue has these from now on, until the program ends: what is made from it, commands, functions of C and
// methods in Python, knows them as it knows the library's own. For libraries of plugins, which call it from what they
// hand to plugins::PluginRegistry::add_methods; entry.hpp makes an Algorithm. Adds all of them, or none and throws
// UsageError: if there are more than 1000 then, if a name is taken or none, if one cannot be read or leaves values
// without a column, or if two of its options have one name or one has the name of an option of the engine. What
// find_algorithm() has returned stays valid. Not for several threads: a program adds algorithms before it uses any.
void add_algorithms(std::vector<Algorithm> algorithms);

}  // namespace warpgraph::algorithms
