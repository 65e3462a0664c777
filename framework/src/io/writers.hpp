// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <warpgraph/framework/graph/edge_list.hpp>

#include "io/output.hpp"

// One writer for every format; write_edge_list() chooses.
namespace warpgraph::detail {

// The least id, if the ids of the vertices are consecutive, in whatever order the vertices are stored: then the number
// of vertices names them all.
[[nodiscard]] std::optional<std::uint64_t> first_of_consecutive_ids(const EdgeList& list);

// Without comments, directions and vertices without edges are lost, but GAP reads the file.
void write_edge_list_text(Output& output, const EdgeList& list, bool comments);
void write_matrix_market(Output& output, const EdgeList& list);
void write_metis(Output& output, const EdgeList& list);
void write_dimacs(Output& output, const EdgeList& list);
void write_dimacs_colouring(Output& output, const EdgeList& list);
void write_galois(Output& output, const EdgeList& list);
void write_gap(Output& output, const EdgeList& list, bool weighted);
void write_ecl(Output& output, const EdgeList& list);

}  // namespace warpgraph::detail
