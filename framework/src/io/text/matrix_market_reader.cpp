// SPDX-License-Identifier: Apache-2.0
//
// Matrix Market, coordinate format: an entry in row i and column j is an edge from i to j. Of a
// symmetric matrix one triangle is stored, and an entry stands for both directions; of a
// skew-symmetric one the reverse edge has the negative weight, so both are listed.
// R. Boisvert, R. Pozo, K. Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996.

#include <algorithm>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/readers.hpp"
#include "io/room.hpp"
#include "io/text/matrix_market_format.hpp"
#include "io/text/vertex_ids.hpp"

namespace warpgraph::detail {

namespace {

template <class T>
void append_negated(const Input& input, std::vector<T>& weights) {
  const std::size_t size = weights.size();
  with_room(input.name, "both directions of the weights of", 2 * size * sizeof(T), [&] { weights.resize(2 * size); });
  for (std::size_t edge = 0; edge < size; ++edge) {
    if (std::is_integral_v<T> && weights[edge] == std::numeric_limits<T>::min()) {
      input.fail(0, "expected weights that can be negated, found ", weights[edge], " in a skew-symmetric matrix");
    }
    if (weights[edge] > 0 && !input.options.negative_weights) {
      input.fail(0, "expected no negative weight, found that opposite of ", weights[edge],
                 " in a skew-symmetric matrix");
    }
    weights[size + edge] = -weights[edge];
  }
}
void append_negated(const Input&, std::monostate) {}

void append_reverse(const Input& input, EdgeList& list) {
  const std::size_t size = list.size();
  with_room(input.name, "both directions of the edges of", 4 * size * sizeof(VertexId), [&] {
    list.source.resize(2 * size);
    list.target.resize(2 * size);
  });
  std::copy_n(list.source.begin(), size, list.target.begin() + static_cast<std::ptrdiff_t>(size));
  std::copy_n(list.target.begin(), size, list.source.begin() + static_cast<std::ptrdiff_t>(size));
  std::visit([&](auto& weights) { append_negated(input, weights); }, list.values);
}

}  // namespace

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
