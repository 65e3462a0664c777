// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/run/options.hpp>

namespace warpgraph::detail {

// By which the limit between near and far moves. mean_value() of the edges and outgoing(), the lengths of the outgoing
// rows, are asked for only if the caller of the run has not chosen a step.
template <class MeanValue, class Outgoing>
[[nodiscard]] double priority_step_for(const ProgramTraits& program, const EngineOptions& options,
                                       MeanValue&& mean_value, Outgoing&& outgoing) {
  if (options.tuning.priority_step > 0) return options.tuning.priority_step;
  const double means = program.priority_step ? *program.priority_step : rows::distance_step(outgoing());
  return std::max(mean_value() * means, std::numeric_limits<double>::min());
}

}  // namespace warpgraph::detail
