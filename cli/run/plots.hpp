// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/framework/engine/superstep_cost.hpp>
#include <warpgraph/framework/run/result.hpp>

namespace warpgraph::cli {

// A page of HTML that needs nothing but itself: the facts in a table, and per superstep the frontier's vertices and
// edges, the updated vertices and the time, coloured by plan; of runs on several devices also what each of them did and
// what was sent, a line each. `title` and the facts are shown as text. `has_plans`: whether
// supersteps have any.
// `predicted`: the time of each superstep by the model, or nothing.
std::string report_page(const std::string& title, const nlohmann::ordered_json& facts, const RunReport& report,
                        bool has_plans, const std::vector<costs::SuperstepCost>& predicted = {});

}  // namespace warpgraph::cli
