// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>

#include "io/input.hpp"

// Edge lists whose vertices stand in a file of their own, with those that no edge has.
namespace warpgraph::detail {

// The ids in a file with one a line, in increasing order. Lines that begin with '#' are comments. Throws InputError for
// what is no id, and for an id that stands there twice.
[[nodiscard]] std::vector<std::uint64_t> read_vertex_list(const Input& input);

// Makes these, of which there are some, the vertices of the list that was read of `edges`; the ids of those it has
// ascend. `vertices` is the name of their file. Throws InputError if the list has a vertex that is not among them.
// O(vertices + edges).
void set_vertices(EdgeList& list, std::vector<std::uint64_t> ids, const Input& edges, const std::string& vertices);

}  // namespace warpgraph::detail
