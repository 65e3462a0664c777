// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/list_ranking.hpp>

// The steps of a ranking as counters: <step>_ms, and for RS3 and RS5 what table 5.1 of Yogaratnam (2010) makes of
// these.
namespace warpgraph::benchmarks {

// What a step asks the memory for, by that table, for each element.
struct StepCost {
  double bits;
  double accesses;
};
inline std::optional<StepCost> cost_of(std::string_view step, std::string_view method) {
  if (method != "splitters-64" && method != "splitters-48") return std::nullopt;
  const bool is_packed = method == "splitters-64";
  if (step.starts_with("RS3")) return is_packed ? StepCost{160, 3} : StepCost{96, 4};
  if (step.starts_with("RS5")) return is_packed ? StepCost{128, 3} : StepCost{112, 4};
  return std::nullopt;
}

// "RS5 coalesced, wrong" is RS5_coalesced: the first step of a number has that number alone. Passes of pointer jumping
// are counted from 1.
inline std::vector<std::string> counter_names(const std::vector<algorithms::ListStep>& steps) {
  std::map<std::string_view, int> repeated;
  for (const algorithms::ListStep& step : steps) ++repeated[step.name];
  std::map<std::string_view, int> passes;
  std::vector<std::string> names;
  for (const algorithms::ListStep& step : steps) {
    std::string name(step.name.substr(0, step.name.find(' ')));
    if (!step.is_of_ranking) name += "_coalesced";
    if (repeated[step.name] > 1) name += '.' + std::to_string(++passes[step.name]);
    names.push_back(name);
  }
  return names;
}

inline void count_steps(benchmark::State& state, std::string_view method, std::uint64_t elements,
                        const std::vector<algorithms::ListStep>& steps) {
  const std::vector<std::string> names = counter_names(steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    state.counters[names[i] + "_ms"] = steps[i].seconds * 1e3;
    const std::optional<StepCost> cost = cost_of(steps[i].name, method);
    if (!cost) continue;
    const auto n = static_cast<double>(elements);
    state.counters[names[i] + "_GiB/s"] = cost->bits * n / 8 / (1 << 30) / steps[i].seconds;
    state.counters[names[i] + "_ns/access"] = steps[i].seconds * 1e9 / (cost->accesses * n);
  }
}

}  // namespace warpgraph::benchmarks
