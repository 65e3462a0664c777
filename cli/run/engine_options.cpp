// SPDX-License-Identifier: Apache-2.0
#include "engine_options.hpp"

#include <bit>
#include <charconv>
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "../progress.hpp"
#include "placing.hpp"

namespace warpgraph::cli {

namespace {

std::vector<std::string> plan_names() {
  std::vector<std::string> names;
  for (int plan = 0; plan < kPlanCount; ++plan) names.emplace_back(to_string(static_cast<Plan>(plan)));
  return names;
}
std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (int shape = 0; shape < kGatherShapeCount; ++shape)
    names.emplace_back(to_string(static_cast<GatherShape>(shape)));
  return names;
}

}  // namespace

void add_engine_options(Declaration& declaration) {
  declaration.groups.push_back({"engine"});
  declaration.groups.back().options.add_options()  //
      ("plan", po::value<std::string>()->value_name("PLAN"),
       "use PLAN for every superstep that allows it; default: the engine chooses")  //
      ("gather", po::value<std::string>()->value_name("SHAPE"),
       "let pull-all spread edges over lanes in this way; default: by the lengths of the rows")  //
      ("activation-groups", po::value<std::string>()->value_name("N"),
       "store what groups of N vertices activate instead of a directed graph's outgoing edges: 1, 2, 4, ... or 64; "
       "auto takes the smallest groups that fit")                                                          //
      ("max-supersteps", po::value<std::uint32_t>()->value_name("N"), "stop after N supersteps")           //
      ("deterministic", po::bool_switch(), "give the same bits in every run, for floats and parents too")  //
      ("superstep-times", po::bool_switch(), "time every superstep for --json, as --report always does");
  declaration.choices["plan"] = plan_names();
  declaration.choices["gather"] = shape_names();
}

void expect_options_of_algorithm(const po::variables_map& options, const Algorithm& algorithm) {
  std::vector<std::string> idle;
  if (algorithm.devices != DeviceUse::kEngine) idle = {"activation-groups"};
  if (!algorithm.uses_hub) idle.emplace_back("hub");
  if (!algorithm.takes_plans) idle.insert(idle.end(), {"plan", "gather", "max-supersteps"});
  for (const std::string& name : idle) {
    if (options.count(name) != 0) throw UsageError("--" + name + " has no effect on " + algorithm.name);
  }
}

EngineOptions engine_options(const po::variables_map& options, const PlacedGraph& graph) {
  EngineOptions engine;
  if (options.count("plan") != 0) engine.plan = parse_plan(options["plan"].as<std::string>());
  if (options.count("gather") != 0) engine.shape = parse_gather_shape(options["gather"].as<std::string>());
  if (options.count("max-supersteps") != 0) engine.max_supersteps = options["max-supersteps"].as<std::uint32_t>();
  engine.deterministic = options["deterministic"].as<bool>();
  engine.time_supersteps = options.count("report") != 0 || options["superstep-times"].as<bool>();
  if (graph.on_one() != nullptr) {
    std::visit([&](const auto& each) { each.find_facts(graph.stream()); }, *graph.on_one());
  } else {
    engine.exchange = exchange_options(options);
    if (!engine.exchange.hub) engine.exchange.hub = best_hub(graph.streams());
  }
  return engine;
}

std::optional<unsigned> group_ratio(const po::variables_map& options) {
  if (options.count("activation-groups") == 0) return {};
  const auto& text = options["activation-groups"].as<std::string>();
  if (text == "auto") return 0u;
  unsigned ratio = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !std::has_single_bit(ratio) || ratio > kMaxVerticesPerGroup)
    throw UsageError("--activation-groups cannot be \"" + text + "\"; it is auto, 1, 2, 4, 8, 16, 32 or 64");
  return ratio;
}

std::optional<VertexGroups> vertex_groups(std::optional<unsigned> ratio, const PlacedGraph& graph, Output& output) {
  if (!ratio || graph.on_one() == nullptr) return {};
  const StreamRef stream = graph.stream();
  const Phase phase(output, "grouping the vertices");
  return std::visit(
      [&](const auto& each) -> std::optional<VertexGroups> {
        expect_groups_possible(each);
        if (*ratio != 0) return group_vertices(stream, incoming_edges(each), *ratio);
        auto groups = group_vertices_within(stream, incoming_edges(each), stream.device().memory().free / 2);
        if (!groups)
          throw UsageError("--activation-groups auto: not even groups of 64 vertices fit into the device's memory");
        return groups;
      },
      *graph.on_one());
}

}  // namespace warpgraph::cli
