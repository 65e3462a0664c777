// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/runtime/cost.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "command.hpp"

// What `devices --measure` finds, for people, as JSON, and from it.
namespace warpgraph::cli {

struct NamedLink {
  std::string from;  // "cuda:0", "rank 0", "each device", "each rank"
  std::string to;
  std::string hub;  // of HubKind; "copy" to the memory of the host
  costs::LinkCost cost;
};
struct Costs {
  int ranks = 1;
  std::vector<costs::MachineCost> devices;  // of the first rank
  std::vector<NamedLink> links;

  // With which a run on these ranks tells its devices of each other; null if it was not measured.
  [[nodiscard]] const costs::LinkCost* link_of_all(bool between_ranks, const std::string& hub) const;
};

// Of all devices and of each kind of link between them. Collective, where there are ranks. Takes seconds.
Costs measure_costs(Ranks* ranks, Runtime& runtime);

void print_costs(const Costs& costs, const Runtime& runtime, Output& output);
nlohmann::ordered_json to_json(const costs::MachineCost& cost);
nlohmann::ordered_json to_json(const std::vector<NamedLink>& links);
// From what `devices --measure --json` has written. Throws InputError.
Costs read_costs(const std::string& file);

}  // namespace warpgraph::cli
