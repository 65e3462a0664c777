// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph.hpp"

// Graphs of a mesh. A mesh is a row of nodes for each element.
namespace warpgraph::metis {

// For each node the elements that it is in, ascending.
Rows elements_of_nodes(const Rows& mesh, idx_t nodes);

// Two elements are neighbours that share `common` nodes, or all but one of the nodes of either.
Rows dual_graph(const Rows& mesh, idx_t nodes, idx_t common);

// Two nodes are neighbours that are in one element.
Rows nodal_graph(const Rows& mesh, idx_t nodes);

// A part for each row of `rows`, from the parts of what is in it: the only one where there is just one, otherwise the
// one with most of the row among those with room, or the lowest of them if none has room. A part has room up to its
// share of the rows. `targets`: the shares;
// empty: equal ones.
std::vector<std::uint32_t> parts_of_rows(const Rows& rows, const std::vector<std::uint32_t>& part, idx_t parts,
                                         std::span<const real_t> targets);

}  // namespace warpgraph::metis
