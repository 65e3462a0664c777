// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>

namespace warpgraph::detail {

// By which the limit between near and far moves. mean_value() of the edges and outgoing(), the lengths of the outgoing
// rows, are asked for only if the caller of the run has not chosen a step.
template <class P, class MeanValue, class Outgoing>
[[nodiscard]] double priority_step_for(const EngineOptions& options, MeanValue&& mean_value,
                                       [[maybe_unused]] Outgoing&& outgoing) {
  if (options.priority_step > 0) return options.priority_step;
  double means = 0;
  if constexpr (requires { P::kPriorityStep; })
    means = P::kPriorityStep;
  else
    means = distance_step(outgoing());
  return std::max(mean_value() * means, std::numeric_limits<double>::min());
}

}  // namespace warpgraph::detail
