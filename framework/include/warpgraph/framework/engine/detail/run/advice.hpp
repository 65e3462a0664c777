// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <warpgraph/framework/engine/detail/run/plan_policy.hpp>

namespace warpgraph::detail {

// The promise that would have allowed a better plan, by what the supersteps were like; empty if there is none, or if
// the caller has chosen the plan. For RunReport::advice.
[[nodiscard]] std::string advice_for(const RunFacts& facts, const EngineOptions& options,
                                     std::span<const SuperstepStatistics> supersteps);

}  // namespace warpgraph::detail
