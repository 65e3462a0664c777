// SPDX-License-Identifier: Apache-2.0
#include "io/text/matrix_market_format.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/room.hpp"

namespace warpgraph::detail {

namespace {

void expect_word(const Input& input, std::string_view word, std::string_view found, std::string_view kind) {
  if (lower_case(found) == word) return;
  input.fail(1, "expected the ", kind, " '", word, "', found ", quote_field(found));
}

MatrixSymmetry parse_symmetry(const Input& input, std::string_view text) {
  const std::string word = lower_case(text);
  if (word == "general") return MatrixSymmetry::kGeneral;
  if (word == "symmetric") return MatrixSymmetry::kSymmetric;
  if (word == "skew-symmetric") return MatrixSymmetry::kSkew;
  input.fail(1, "expected the symmetry general, symmetric or skew-symmetric, found ", quote_field(text));
}

MatrixHeader read_banner(const Input& input, std::string_view line) {
  FieldScanner words(line);
  MatrixHeader header;
  expect_word(input, "%%matrixmarket", words.take(), "banner");
  expect_word(input, "matrix", words.take(), "object");
  expect_word(input, "coordinate", words.take(), "format");
  const std::string_view field = words.take();
  header.field = lower_case(field);
  if (header.field == "double") header.field = "real";
  if (header.field != "pattern" && header.field != "integer" && header.field != "real") {
    input.fail(1, "expected the field pattern, integer or real, found ", quote_field(field));
  }
  header.symmetry = parse_symmetry(input, words.take());
  if (header.field == "pattern" && header.symmetry == MatrixSymmetry::kSkew) {
    input.fail(1, "expected weights in a skew-symmetric matrix, found the field pattern");
  }
  return header;
}

void read_sizes(const Input& input, std::string_view text, std::uint64_t line, MatrixHeader& header) {
  FieldScanner fields(text);
  header.vertices = take_number(fields, kMaxVertices, input, line, "the number of rows");
  const std::uint64_t columns = take_number(fields, kMaxVertices, input, line, "the number of columns");
  header.entries = take_number(fields, kMaxEdges, input, line, "the number of entries");
  if (!fields.at_end()) input.fail(line, "expected rows, columns, entries and nothing else");
  if (columns != header.vertices) {
    input.fail(line, "expected a square matrix, found ", header.vertices, " rows and ", columns, " columns");
  }
}

}  // namespace

MatrixHeader read_matrix_header(const Input& input, LineScanner& lines) {
  MatrixHeader header = read_banner(input, lines.take());
  while (!lines.at_end()) {
    const std::string_view line = lines.take();
    if (FieldScanner(line).at_end() || line[0] == '%') continue;
    read_sizes(input, line, lines.line(), header);
    return header;
  }
  input.fail_at_end(lines.line(), "expected the numbers of rows, columns and entries, found the end");
}

WeightRules matrix_weight_rules(const Input& input, const MatrixHeader& header) {
  if (header.field == "pattern") return kNoWeights;
  if (header.field == "integer") {
    return weight_rules(input.options, files::WeightType::kInt32, files::WeightType::kInt64);
  }
  return weight_rules(input.options, files::WeightType::kDouble, files::WeightType::kDouble);
}

MatrixMarketFormat matrix_format(const MatrixHeader& header, const WeightRules& rules) {
  return {.ignores_weights = header.field != "pattern" && rules.type == files::WeightType::kNone,
          .skew = header.symmetry == MatrixSymmetry::kSkew};
}

EdgeList matrix_list(const MatrixHeader& header) {
  EdgeList list;
  list.vertex_count = static_cast<VertexId>(header.vertices);
  list.direction = header.symmetry == MatrixSymmetry::kSymmetric ? Direction::kUndirectedOnce : Direction::kDirected;
  list.ids.base = 1;
  return list;
}

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

}  // namespace

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

}  // namespace warpgraph::detail
