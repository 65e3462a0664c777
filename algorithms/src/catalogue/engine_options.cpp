// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>

namespace warpgraph::algorithms {

namespace catalogue {
namespace {

// The first values of an enumeration with their names.
template <class Enum, std::size_t N>
option::Names<Enum, N> names_of() {
  option::Names<Enum, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = {static_cast<Enum>(i), to_string(static_cast<Enum>(i))};
  return names;
}

option::Names<HubKind, hubs::kHubKinds.size()> names_of_hubs() {
  option::Names<HubKind, hubs::kHubKinds.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = {hubs::kHubKinds[i], to_string(hubs::kHubKinds[i])};
  return names;
}

constexpr std::uint64_t kMaxWord = std::numeric_limits<std::uint32_t>::max();

// EngineOptions, as far as they are options with a value.
struct EngineValues {
  explicit EngineValues(const EngineOptions& engine)
      : plan(engine.plan),
        gather(engine.tuning.shape),
        max_supersteps(engine.max_supersteps),
        deterministic(engine.deterministic),
        superstep_times(engine.time_supersteps),
        hub(engine.exchange.hub),
        refinement(engine.exchange.refinement),
        superstep_timeout(static_cast<std::uint64_t>(engine.exchange.superstep_timeout.count())) {}

  void put_into(EngineOptions& engine) const {
    engine.plan = plan;
    engine.tuning.shape = gather;
    engine.max_supersteps = max_supersteps;
    engine.deterministic = deterministic;
    engine.time_supersteps = superstep_times;
    engine.exchange.hub = hub;
    engine.exchange.refinement = refinement;
    engine.exchange.superstep_timeout = std::chrono::milliseconds(superstep_timeout);
  }

  template <class Self, class Visit>
  static void of_one_device(Self& self, const Visit& visit) {
    visit("plan", self.plan, OneOf<Plan, kPlanCount>{"PLAN", names_of<Plan, kPlanCount>(), "the engine chooses"},
          "use PLAN for every superstep that allows it");
    visit("gather", self.gather,
          OneOf<GatherShape, kGatherShapeCount>{"SHAPE", names_of<GatherShape, kGatherShapeCount>(),
                                                "by the lengths of the rows"},
          "let pull-all spread edges over lanes in this way");
    visit("max-supersteps", self.max_supersteps, Whole{"N", {0, kMaxWord}, "no limit"}, "stop after N supersteps");
    visit("deterministic", self.deterministic, option::Switch{}, "give the same bits in every run, for parents too");
    visit("superstep-times", self.superstep_times, option::Switch{}, "time every superstep");
  }
  template <class Self, class Visit>
  static void of_several_devices(Self& self, const Visit& visit) {
    visit("hub", self.hub, OneOf<HubKind, hubs::kHubKinds.size()>{"HUB", names_of_hubs(), "the best that they have"},
          "how devices tell each other: host, peer or nccl");
    visit("refinement", self.refinement, names_of<Refinement, 3>(),
          "values that they send: all; marked, those that another device reads; or updated, of these");
    visit("superstep-timeout", self.superstep_timeout, Whole{"MS", {1, kMaxWord}, "never"},
          "give up when a superstep takes longer, and name the devices that are late");
  }

  std::optional<Plan> plan;
  std::optional<GatherShape> gather;
  std::uint32_t max_supersteps;
  bool deterministic;
  bool superstep_times;
  std::optional<HubKind> hub;
  Refinement refinement;
  std::uint64_t superstep_timeout;  // milliseconds; 0: never
};

bool is_of_engine(std::string_view name) {
  return std::ranges::find(engine_options(), name, &AlgorithmOption::name) != engine_options().end();
}

}  // namespace
}  // namespace catalogue

std::span<const AlgorithmOption> engine_options() {
  static const std::vector<AlgorithmOption> all = [] {
    const catalogue::EngineValues defaults(EngineOptions{});
    std::vector<AlgorithmOption> options;
    catalogue::EngineValues::of_one_device(defaults, catalogue::ListOptions(options));
    const std::size_t of_one = options.size();
    catalogue::EngineValues::of_several_devices(defaults, catalogue::ListOptions(options));
    for (std::size_t i = of_one; i < options.size(); ++i) options[i].is_of_several_devices = true;
    return options;
  }();
  return all;
}

bool takes_engine_option(const Algorithm& algorithm, std::string_view name) {
  if (name == "plan" || name == "max-supersteps") return algorithm.takes_plans;
  if (name == "gather") return algorithm.takes_plans && algorithm.takes_shapes;
  if (name == "deterministic") return algorithm.may_vary;
  if (name == "superstep-times") return algorithm.has_supersteps;
  if (name == "hub") return algorithm.uses_hub;
  if (name == "refinement") return algorithm.devices == DeviceUse::kEngine;
  if (name == "superstep-timeout") return algorithm.takes_time_limit;
  return false;
}

EngineOptions read_engine_options(const AlgorithmArguments& arguments, EngineOptions engine) {
  catalogue::EngineValues values(engine);
  std::size_t used = 0;
  const catalogue::ReadOptions read(arguments, used);
  catalogue::EngineValues::of_one_device(values, read);
  catalogue::EngineValues::of_several_devices(values, read);
  if (used != arguments.size())
    catalogue::refuse_unknown("the engine", {engine_options().begin(), engine_options().end()}, arguments);
  values.put_into(engine);
  return engine;
}

EngineOptions take_engine_options(const Algorithm& algorithm, AlgorithmArguments& arguments, EngineOptions engine) {
  AlgorithmArguments taken;
  for (auto each = arguments.begin(); each != arguments.end();) {
    const auto next = std::next(each);
    if (catalogue::is_of_engine(each->first)) {
      if (each->first != "deterministic" && !takes_engine_option(algorithm, each->first))
        throw UsageError("--" + each->first + " has no effect on " + algorithm.name);
      taken.insert(arguments.extract(each));
    }
    each = next;
  }
  return read_engine_options(taken, std::move(engine));
}

}  // namespace warpgraph::algorithms
