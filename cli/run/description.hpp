// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/engine/superstep_cost.hpp>

#include "../command.hpp"

// What `warpgraph run` tells of its runs, for people and as JSON.
namespace warpgraph::cli {

struct NamedRun {
  VertexName source;
  algorithms::AlgorithmOutcome outcome;
};

nlohmann::ordered_json to_json(const algorithms::AlgorithmFacts& facts);
// `facts`: what the values tell.
nlohmann::ordered_json describe_run(const algorithms::Algorithm& algorithm, const NamedRun& run,
                                    const algorithms::AlgorithmFacts& facts, std::uint64_t edges);
// For runs from several sources.
nlohmann::ordered_json describe_times(const algorithms::Algorithm& algorithm, const std::vector<NamedRun>& runs);
// What --verify has found right.
std::string describe_verified(const algorithms::Algorithm& algorithm, const std::vector<NamedRun>& runs);
// For runs on several devices.
nlohmann::ordered_json describe_exchange(const RunReport& report, const ExchangeOptions& exchange);
// Every superstep, and what every device did in it where there are several.
// `predicted`: of each superstep, or nothing.
nlohmann::ordered_json to_json(const RunReport& report, const algorithms::Algorithm& algorithm, bool timed,
                               const std::vector<costs::SuperstepCost>& predicted = {});
void print_run(const nlohmann::ordered_json& facts, const algorithms::Algorithm& algorithm, Output& output);
// The same for what is no algorithm of the catalogue, where no fact is a vertex.
void print_run(const nlohmann::ordered_json& facts, Output& output);

}  // namespace warpgraph::cli
