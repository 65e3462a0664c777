// SPDX-License-Identifier: Apache-2.0
//
// Matrix Market, coordinate format: an entry in row i and column j is an edge from i to j. Of a
// symmetric matrix one triangle is stored, and an entry stands for both directions; of a
// skew-symmetric one the reverse edge has the negative weight, so both are listed.
// R. Boisvert, R. Pozo, K. Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996.

#include "io/readers.hpp"
#include "io/text/matrix_market_format.hpp"
#include "io/text/vertex_ids.hpp"

namespace warpgraph::detail {

EdgeList read_matrix_market(const Input& input) {
  LineScanner lines(input.text());
  const MatrixHeader header = read_matrix_header(input, lines);
  const WeightRules rules = matrix_weight_rules(input, header);
  EdgeList list = matrix_list(header);
  Records records(input, matrix_format(header, rules), lines.rest(), lines.line() + 1);
  records.expect_count(header.entries);
  RangedIds ids{1, header.vertices};
  records.parse(ids, rules, list);
  if (header.symmetry == MatrixSymmetry::kSkew) append_reverse(input, list);
  return list;
}

}  // namespace warpgraph::detail
