// SPDX-License-Identifier: Apache-2.0
//
// Matrix Market, coordinate format: an entry in row i and column j is an edge from i to j. Of a
// symmetric matrix one triangle is stored, and an entry stands for both directions; of a
// skew-symmetric one the reverse edge has the negative weight, so both are listed.
// R. Boisvert, R. Pozo, K. Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/readers.hpp"
#include "io/room.hpp"
#include "io/text/header.hpp"
#include "io/text/records.hpp"
#include "io/text/vertex_ids.hpp"

namespace warpgraph::detail {

namespace {

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

enum class Symmetry { kGeneral, kSymmetric, kSkew };

struct MatrixHeader {
  std::string field;
  Symmetry symmetry = Symmetry::kGeneral;
  std::uint64_t vertices = 0;
  std::uint64_t entries = 0;
};

void expect_word(const Input& input, std::string_view word, std::string_view found, std::string_view kind) {
  if (lower_case(found) == word) return;
  input.fail(1, "expected the ", kind, " '", word, "', found ", quote_field(found));
}

Symmetry parse_symmetry(const Input& input, std::string_view text) {
  const std::string word = lower_case(text);
  if (word == "general") return Symmetry::kGeneral;
  if (word == "symmetric") return Symmetry::kSymmetric;
  if (word == "skew-symmetric") return Symmetry::kSkew;
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
  if (header.field == "pattern" && header.symmetry == Symmetry::kSkew) {
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

MatrixHeader read_header(const Input& input, LineScanner& lines) {
  MatrixHeader header = read_banner(input, lines.take());
  while (!lines.at_end()) {
    const std::string_view line = lines.take();
    if (FieldScanner(line).at_end() || line[0] == '%') continue;
    read_sizes(input, line, lines.line(), header);
    return header;
  }
  input.fail(lines.line(), "expected the numbers of rows, columns and entries, found the end");
}

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

WeightRules rules_of(const Input& input, const MatrixHeader& header) {
  if (header.field == "pattern") return kNoWeights;
  if (header.field == "integer") {
    return weight_rules(input.options, WeightType::kInt32, WeightType::kInt64);
  }
  return weight_rules(input.options, WeightType::kDouble, WeightType::kDouble);
}

}  // namespace

EdgeList read_matrix_market(const Input& input) {
  LineScanner lines(input.text());
  const MatrixHeader header = read_header(input, lines);
  const WeightRules rules = rules_of(input, header);
  const MatrixMarketFormat format{.ignores_weights = header.field != "pattern" && rules.type == WeightType::kNone,
                                  .skew = header.symmetry == Symmetry::kSkew};
  EdgeList list;
  list.vertex_count = static_cast<VertexId>(header.vertices);
  list.direction = header.symmetry == Symmetry::kSymmetric ? Direction::kUndirectedOnce : Direction::kDirected;
  list.ids.base = 1;
  Records records(input, format, lines.rest(), lines.line() + 1);
  records.expect_count(header.entries);
  RangedIds ids{1, header.vertices};
  records.parse(ids, rules, list);
  if (header.symmetry == Symmetry::kSkew) append_reverse(input, list);
  return list;
}

}  // namespace warpgraph::detail
