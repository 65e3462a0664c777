// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <warpgraph/framework/graph/edge_list.hpp>

#include "io/input.hpp"
#include "io/text/cursor.hpp"
#include "io/text/header.hpp"
#include "io/text/records.hpp"
#include "io/text/weight_field.hpp"

// What lines of a Matrix Market file are, and what its header says.
namespace warpgraph::detail {

struct MatrixMarketFormat {
  using Separators = Blanks;
  bool ignores_weights;
  bool skew;

  static bool is_record(const char* field) { return *field != '\n' && *field != '%'; }
  static bool begin_record(Cursor<Separators>&) { return true; }
  bool allows(Cursor<Separators>& cursor, VertexId row, VertexId column) const {
    return !skew || row != column || cursor.fail("expected no entry on the diagonal of a skew-symmetric matrix");
  }
  bool end_record(Cursor<Separators>& cursor) const {
    if (ignores_weights) cursor.skip_to_end_of_line();
    return expect_end_of_line(cursor);
  }
  static bool other_line(Cursor<Separators>& cursor) {
    cursor.skip_to_end_of_line();
    return true;
  }
};

enum class MatrixSymmetry { kGeneral, kSymmetric, kSkew };

struct MatrixHeader {
  std::string field;
  MatrixSymmetry symmetry = MatrixSymmetry::kGeneral;
  std::uint64_t vertices = 0;
  std::uint64_t entries = 0;
};

[[nodiscard]] MatrixHeader read_matrix_header(const Input& input, LineScanner& lines);
[[nodiscard]] WeightRules matrix_weight_rules(const Input& input, const MatrixHeader& header);
[[nodiscard]] MatrixMarketFormat matrix_format(const MatrixHeader& header, const WeightRules& rules);
// A list without edges, of the right kind.
[[nodiscard]] EdgeList matrix_list(const MatrixHeader& header);
// Adds the reverse of each edge with the negative weight, which a skew-symmetric matrix leaves out.
void append_reverse(const Input& input, EdgeList& list);

}  // namespace warpgraph::detail
