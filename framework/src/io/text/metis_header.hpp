// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "io/input.hpp"
#include "io/text/header.hpp"

namespace warpgraph::detail {

struct MetisHeader {
  std::uint64_t line = 0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool vertex_sizes = false;
  bool edge_weights = false;
  std::uint64_t constraints = 0;  // weights of each vertex
  bool dimacs10 = false;          // edges counts entries; there may be self-loops

  // Fields of a line before the neighbours.
  [[nodiscard]] std::uint64_t prefix() const { return constraints + (vertex_sizes ? 1 : 0); }
  [[nodiscard]] std::uint64_t fields_of_neighbour() const { return edge_weights ? 2 : 1; }
  // Neighbours in all lists together.
  [[nodiscard]] std::uint64_t entries() const { return dimacs10 ? edges : 2 * edges; }
  // The format code 100 has two meanings.
  void take_for_dimacs10() {
    vertex_sizes = false;
    dimacs10 = true;
  }
  void take_for_metis() {
    vertex_sizes = true;
    dimacs10 = false;
  }
};

// Takes the comments and the header off the front of `lines`. The format code 100 is taken for that of the 10th DIMACS
// challenge: `dimacs10` is set then, and it is METIS's unless the lists have as many entries as `edges` says.
MetisHeader read_metis_header(const Input& input, LineScanner& lines);

}  // namespace warpgraph::detail
