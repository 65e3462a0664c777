// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/framework/engine/superstep_cost.hpp>
#include <warpgraph/framework/run/options.hpp>

#include "../command.hpp"
#include "placed_graph.hpp"

// The time of each superstep of a run as the model has it, from --costs.
namespace warpgraph::cli {

struct Prediction {
  costs::RunScale scale;
  costs::MachineCost machine;
  costs::LinkCost link;

  [[nodiscard]] std::vector<costs::SuperstepCost> of(const RunReport& report) const;
};

// None without --costs. Throws InputError if the file is not one of costs, UsageError if it has none of the links by
// which these devices tell each other.
std::optional<Prediction> prediction(const po::variables_map& options, const PlacedGraph& graph,
                                     const EngineOptions& engine);

// The total and what it is most of, for the summary; empty without supersteps.
nlohmann::ordered_json describe_prediction(const std::vector<costs::SuperstepCost>& predicted);

}  // namespace warpgraph::cli
