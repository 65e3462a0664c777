// SPDX-License-Identifier: Apache-2.0
#include "engine_options.hpp"

#include <initializer_list>
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "../option_groups.hpp"
#include "../progress.hpp"
#include "placing.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

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

constexpr const char* kMaxSupersteps = "max-supersteps";
constexpr const char* kDeterministic = "deterministic";
constexpr const char* kSuperstepTimes = "superstep-times";
constexpr const char* kCosts = "costs";

// Those that the algorithm never looks at, however it runs.
std::vector<std::string> unused_options(const Algorithm& algorithm) {
  std::vector<std::string> names;
  const auto add = [&](bool idle, std::initializer_list<const char*> more) {
    if (idle) names.insert(names.end(), more.begin(), more.end());
  };
  add(!algorithm.takes_plans, {"plan", kMaxSupersteps});
  add(!algorithm.takes_plans || !algorithm.takes_shapes, {"gather"});
  add(!algorithm.has_supersteps, {kSuperstepTimes, kCosts});
  add(!algorithm.uses_hub, {"hub"});
  add(!algorithm.takes_time_limit, {"superstep-timeout"});
  add(algorithm.devices != DeviceUse::kEngine, {"refinement", "overlap", "copies", "place", "grid"});
  return names;
}

}  // namespace

void add_engine_options(Declaration& declaration) {
  declaration.groups.push_back({"engine"});
  declaration.groups.back().options.add_options()  //
      ("plan", po::value<std::string>()->value_name("PLAN"),
       "use PLAN for every superstep that allows it; default: the engine chooses")  //
      ("gather", po::value<std::string>()->value_name("SHAPE"),
       "let pull-all spread edges over lanes in this way; default: by the lengths of the rows")         //
      (kMaxSupersteps, po::value<std::uint32_t>()->value_name("N"), "stop after N supersteps")          //
      (kDeterministic, po::bool_switch(), "give the same bits in every run, for parents too")           //
      (kSuperstepTimes, po::bool_switch(), "time every superstep for --json, as --report always does")  //
      (kCosts, po::value<std::string>()->value_name("FILE"),
       "predict how long the supersteps take, from what warpgraph devices --measure --json has written");
  declaration.choices["plan"] = plan_names();
  declaration.choices["gather"] = shape_names();
}

void hide_unused_options(const Algorithm& algorithm, Declaration& declaration) {
  std::vector<std::string> names = unused_options(algorithm);
  if (!algorithm.may_vary) names.emplace_back(kDeterministic);
  hide(names, declaration);
}

void expect_no_unused_option(const po::variables_map& options, const Algorithm& algorithm) {
  for (const std::string& name : unused_options(algorithm)) {
    if (!is_given(options, name)) continue;
    throw UsageError("--" + name + " has no effect on " + algorithm.name +
                     (name == kMaxSupersteps ? ", which has no result before its end" : ""));
  }
}

void remark_unused_options(const po::variables_map& options, const Algorithm& algorithm, const RunReport& report,
                           Output& output) {
  if (is_given(options, kDeterministic) && !algorithm.may_vary)
    remark("--deterministic: without effect, because every run of " + algorithm.name +
               " that ends by itself gives the same bits",
           output);
  if (is_given(options, kSuperstepTimes) && report.supersteps.empty())
    remark("--superstep-times: without effect, because this run of " + algorithm.name + " has no supersteps", output);
}

EngineOptions engine_options(const po::variables_map& options, const PlacedGraph& graph) {
  EngineOptions engine;
  if (options.count("plan") != 0) engine.plan = parse_plan(options["plan"].as<std::string>());
  if (options.count("gather") != 0) engine.tuning.shape = parse_gather_shape(options["gather"].as<std::string>());
  if (options.count(kMaxSupersteps) != 0) engine.max_supersteps = options[kMaxSupersteps].as<std::uint32_t>();
  engine.deterministic = options[kDeterministic].as<bool>();
  engine.time_supersteps = options.count("report") != 0 || options[kSuperstepTimes].as<bool>();
  if (graph.on_one() != nullptr) {
    std::visit([&](const auto& each) { each.find_facts(graph.stream()); }, *graph.on_one());
  } else {
    engine.exchange = exchange_options(options);
    if (!engine.exchange.hub) engine.exchange.hub = graph.best_hub();
  }
  return engine;
}

}  // namespace warpgraph::cli
