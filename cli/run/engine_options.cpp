// SPDX-License-Identifier: Apache-2.0
#include "engine_options.hpp"

#include <string>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../described_options.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr const char* kMaxSupersteps = "max-supersteps";
constexpr const char* kDeterministic = "deterministic";
constexpr const char* kSuperstepTimes = "superstep-times";
constexpr const char* kCosts = "costs";

// Those that the algorithm never looks at, however it runs, but for --deterministic.
std::vector<std::string> unused_options(const Algorithm& algorithm) {
  std::vector<std::string> names;
  for (const AlgorithmOption& option : algorithms::engine_options())
    if (option.name != kDeterministic && !takes_engine_option(algorithm, option.name)) names.push_back(option.name);
  if (!algorithm.has_supersteps) names.emplace_back(kCosts);
  if (algorithm.devices != DeviceUse::kEngine) names.insert(names.end(), {"overlap", "copies", "place", "grid"});
  return names;
}

}  // namespace

void add_engine_options(Declaration& declaration) {
  declaration.groups.push_back({"engine"});
  po::options_description& shown = declaration.groups.back().options;
  for (AlgorithmOption option : algorithms::engine_options()) {
    if (option.is_of_several_devices) continue;
    if (option.name == kMaxSupersteps) option.default_value = {};  // the largest number stands for it
    if (option.name == kSuperstepTimes) option.help += " for --json, as --report always does";
    declare_option(option, shown, declaration);
  }
  shown.add_options()(kCosts, po::value<std::string>()->value_name("FILE"),
                      "predict how long the supersteps take, from what warpgraph devices --measure --json has written");
}

EngineOptions asked_engine_options(const po::variables_map& options) {
  EngineOptions engine = read_engine_options(arguments_of(algorithms::engine_options(), options));
  engine.time_supersteps = engine.time_supersteps || options.count("report") != 0;
  engine.exchange.moves_borders = options["overlap"].as<double>() > 0;
  return engine;
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
  EngineOptions engine = asked_engine_options(options);
  if (graph.on_one() != nullptr) {
    std::visit([&](const auto& each) { each.find_facts(graph.stream()); }, *graph.on_one());
    engine.exchange = {};
  } else if (!engine.exchange.hub) {
    engine.exchange.hub = graph.best_hub();
  }
  return engine;
}

}  // namespace warpgraph::cli
