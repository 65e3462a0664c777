// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/algorithms/entry.hpp>

namespace warpgraph::algorithms {

namespace catalogue {
namespace {

// cancellation::Control, as far as it is options with a value.
struct ControlValues {
  explicit ControlValues(const cancellation::Control& control) : time_limit(control.time_limit.count()) {}

  void put_into(cancellation::Control& control) const {
    control.time_limit = std::chrono::duration<double>(time_limit);
  }

  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    constexpr option::RealRange kAboveZero = {0, std::numeric_limits<double>::infinity(), true};
    visit("time-limit", self.time_limit, Real{"SECONDS", kAboveZero, "none"},
          "give up when the algorithm has taken so long, without a result");
  }

  double time_limit;  // seconds; 0: none
};

}  // namespace
}  // namespace catalogue

std::span<const AlgorithmOption> control_options() {
  static const std::vector<AlgorithmOption> all = [] {
    const catalogue::ControlValues defaults(cancellation::Control{});
    std::vector<AlgorithmOption> options;
    catalogue::ControlValues::fields(defaults, catalogue::ListOptions(options));
    return options;
  }();
  return all;
}

cancellation::Control take_control_options(AlgorithmArguments& arguments, cancellation::Control control) {
  AlgorithmArguments taken;
  for (const AlgorithmOption& each : control_options())
    if (auto given = arguments.extract(each.name)) taken.insert(std::move(given));
  catalogue::ControlValues values(control);
  std::size_t used = 0;
  catalogue::ControlValues::fields(values, catalogue::ReadOptions(taken, used));
  values.put_into(control);
  return control;
}

}  // namespace warpgraph::algorithms
