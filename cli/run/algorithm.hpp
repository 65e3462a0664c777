// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/algorithms/verify.hpp>
#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/runtime/memory.hpp>

#include "../command.hpp"
#include "placed_graph.hpp"

namespace warpgraph::cli {

inline constexpr std::int64_t kNone = -1;  // of vertices that cannot be reached

// A value for each vertex, in the order of the graph. Where a value is a vertex, it is what the user calls it.
using VertexValues = std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<std::uint64_t>,
                                  std::vector<float>, std::vector<double>>;

// The vertices by what the user calls them. Made once for all runs, because sorting takes long.
class VertexNames {
 public:
  explicit VertexNames(const AnyGraph& graph);
  // A number that no vertex has for a name that no vertex has; kNoVertex for -1, unless a vertex is called so in 64
  // bits.
  [[nodiscard]] VertexId find(std::uint64_t name) const;

 private:
  VertexId count_;
  std::uint64_t base_;
  std::vector<std::pair<std::uint64_t, VertexId>> sorted_;  // empty where names are numbers from the base on
};

// What one run of an algorithm was told, and what it left.
struct RunRequest {
  const PlacedGraph& graph;
  const po::variables_map& options;
  EngineOptions engine;
  std::uint64_t source = 0;            // of algorithms that have one
  const VertexNames* names = nullptr;  // of verified runs
};
struct RunOutcome {
  double seconds;  // on the device that took longest, from the first kernel to the last
  RunReport report;
  VertexValues values;
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();  // beside those that the values tell
};

// How an algorithm uses several devices.
enum class Devices {
  kEngine,  // by supersteps of the engine, with all its options
  kShards,  // in its own way, on a graph that is spread over them
  kWhole,   // from some starts each, with the whole graph on all of them
  kFirst,   // not at all
};

// Something that `warpgraph run` runs.
struct Algorithm {
  std::string name;
  std::string summary;
  Devices devices = Devices::kEngine;
  bool has_source = false;
  std::function<void(po::options_description&)> declare;  // its own options
  std::function<RunOutcome(const RunRequest&)> run;
  // The result in a few numbers, by name.
  std::function<nlohmann::ordered_json(const VertexValues&)> facts;
  // What is wrong with the values that a run of this request has left on this graph.
  std::function<Problem(const RunRequest&, const AnyGraph&, const RunOutcome&)> verify = {};
  double reads = 1;  // edges, in parts of the graph's, about, from one start: by it the number of devices is chosen
  bool uses_outgoing = true;                                                     // so that shards must have them
  std::function<std::uint64_t(const po::variables_map&, VertexId)> starts = {};  // that Devices::kWhole share out
  bool takes_plans = true;  // else the engine's options do not change how it runs
  // What a run takes of a device's memory beside the graph; of vertex programs none, for they take about the same.
  std::function<MemoryPlan(StreamRef, const po::variables_map&, const RunSize&)> memory = {};
};

const std::vector<Algorithm>& algorithms();
// Throws UsageError if there is none of this name.
const Algorithm& find_algorithm(std::string_view name);

}  // namespace warpgraph::cli
