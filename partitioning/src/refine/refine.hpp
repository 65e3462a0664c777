// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/partitioning/partition.hpp>

#include "part_state.hpp"

namespace warpgraph::partitioning {

class Offers;

struct RefineRules {
  std::uint64_t seed = 0;
  int eighths = 6;              // of a vertex's edges in its part: what it may lose by a wish
  std::uint32_t patience = 12;  // rounds without a better state before refinement ends
};

// Refines a partition in the way of Jet: in each round all vertices that would gain, or lose little, wish to move to
// their best part; those that still gain if the better wishes are granted move at once, and wait a round. Where parts
// get too heavy, rounds of rebalancing move the vertices that cost least. The best state is kept. Returns the number
// of rounds, and appends what each has come to to `trace`, if there is one.
std::uint32_t refine(PartState& state, const RefineRules& rules, std::vector<PartitionPass>* trace = nullptr);

// The same with launches for each round, which serve rows of any length and several constraints; refine() does all
// rounds in one launch where it can.
std::uint32_t refine_by_rounds(PartState& state, const RefineRules& rules, std::vector<PartitionPass>* trace = nullptr);

// Which vertices a part that is too heavy gives up, and to which parts.
enum class Reach {
  kNeighbours,  // vertices with edges to other parts, to those
  kAll,         // any vertex, to any part
};

// One round of rebalancing. Parts that are too heavy give up vertices, those first that cost least for their weight,
// and no part takes more than it has room for. Returns whether any vertex moved.
bool rebalance(PartState& state, Offers& offers, std::uint64_t seed, Reach reach);

}  // namespace warpgraph::partitioning
