// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include <warpgraph/framework/graph/edge_list.hpp>

#include "io/formatted_output.hpp"

// One writer for every format; write_edge_list() chooses.
namespace warpgraph::detail {

// The least id, if the ids of the vertices are consecutive, in whatever order the vertices are stored: then the number
// of vertices names them all.
[[nodiscard]] std::optional<std::uint64_t> first_of_consecutive_ids(const EdgeList& list);

// What else the reader of an edge list expects, beside lines of fields.
enum class EdgeListHead : std::uint8_t {
  kComments,   // directions, and how many vertices there are: both are lost without
  kColumns,    // a line with the names of the columns: spreadsheets, data frames
  kNothing,    // GAP
  kElsewhere,  // nothing: another file says it
};
struct EdgeListStyle {
  EdgeListHead head = EdgeListHead::kComments;
  char separator = ' ';
};
void write_edge_list_text(FormattedOutput& output, const EdgeList& list, EdgeListStyle style);
void write_matrix_market(FormattedOutput& output, const EdgeList& list);
void write_metis(FormattedOutput& output, const EdgeList& list);
void write_dimacs(FormattedOutput& output, const EdgeList& list);
void write_dimacs_colouring(FormattedOutput& output, const EdgeList& list);
void write_galois(FormattedOutput& output, const EdgeList& list);
void write_gap(FormattedOutput& output, const EdgeList& list, bool weighted);
void write_ecl(FormattedOutput& output, const EdgeList& list);
// Three files: that of the path and, beside it, one of vertices and one of edges. Standard output is refused.
void write_graphalytics(const std::filesystem::path& path, const EdgeList& list, const files::WriteOptions& options,
                        ThreadPool& pool);

}  // namespace warpgraph::detail
