// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/ids.hpp>

namespace warpgraph::detail {

// The promise that would have allowed a better plan, by what the supersteps were like; empty if there is none. If the
// caller has chosen the plan, which supersteps went by another. For RunReport::advice.
[[nodiscard]] std::string advice_for(const RunFacts& facts, const EngineOptions& options,
                                     std::span<const SuperstepStatistics> supersteps);

// That a run on the first of so many devices would have been faster on several; empty if it would not.
[[nodiscard]] std::string advise_devices(VertexId vertices, EdgeId edges, bool has_locality, int devices);

inline void add_advice(RunReport& report, const std::string& more) {
  if (!more.empty()) report.advice += (report.advice.empty() ? "" : "; ") + more;
}

}  // namespace warpgraph::detail
