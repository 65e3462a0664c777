// SPDX-License-Identifier: Apache-2.0
//
// The line formats of the DIMACS challenges: "p sp n m" and arcs "a u v weight" (shortest paths,
// the 9th), "p edge n m" and edges "e u v" (colouring and clique, the 2nd). Lines of other kinds
// that a colouring file may have (coordinates, parameters, vertex values) are skipped.

#include <cstdint>
#include <string>

#include "io/readers.hpp"
#include "io/symmetry.hpp"
#include "io/text/header.hpp"
#include "io/text/records.hpp"
#include "io/text/vertex_ids.hpp"

namespace warpgraph::detail {

namespace {

template <char kLetter>
struct DimacsFormat {
  using Separators = Blanks;
  static constexpr std::string_view kSkipped = kLetter == 'a' ? "c" : "cndvx";
  bool ignores_weights;

  static bool is_record(const char* field) { return *field == kLetter; }
  static bool begin_record(Cursor<Separators>& cursor) {
    if (!Cursor<Separators>::ends_field(cursor.position()[1])) return other_line(cursor);
    cursor.advance();
    cursor.skip_separators();
    return true;
  }
  static bool allows(Cursor<Separators>&, VertexId, VertexId) { return true; }
  bool end_record(Cursor<Separators>& cursor) const {
    if (ignores_weights) cursor.skip_to_end_of_line();
    return expect_end_of_line(cursor);
  }
  static bool other_line(Cursor<Separators>& cursor) {
    if (!cursor.at_end_of_line() && kSkipped.find(cursor.peek()) == kSkipped.npos) {
      return cursor.expected(kLetter == 'a' ? "a line that begins with a (arc) or c (comment)"
                                            : "a line that begins with e (edge) or c (comment)");
    }
    cursor.skip_to_end_of_line();
    return true;
  }
};

struct ProblemLine {
  std::string kind;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
};

ProblemLine parse_problem_line(const Input& input, std::string_view text, std::uint64_t line) {
  ProblemLine problem;
  FieldScanner fields(text);
  fields.take();
  problem.kind = fields.take();
  problem.vertices = take_number(fields, kMaxVertices, input, line, "the number of vertices");
  problem.edges = take_number(fields, kMaxEdges, input, line, "the number of edges");
  if (!fields.at_end()) {
    input.fail(line, "expected the problem, the numbers of vertices and edges, and nothing else");
  }
  return problem;
}

ProblemLine read_problem_line(const Input& input, LineScanner& lines, std::string_view example) {
  while (!lines.at_end()) {
    const std::string_view line = lines.take();
    const std::string_view first = FieldScanner(line).take();
    if (first.empty() || first[0] == 'c') continue;
    if (first == "p") return parse_problem_line(input, line, lines.line());
    break;
  }
  input.fail(lines.line(), "expected a problem line such as '", example, "' before the first edge");
}

template <char kLetter>
EdgeList read_problem(const Input& input, const LineScanner& lines, const ProblemLine& problem,
                      const WeightRules& rules, Direction direction) {
  EdgeList list;
  list.vertex_count = static_cast<VertexId>(problem.vertices);
  list.direction = direction;
  list.ids.base = 1;
  const bool ignores_weights = kLetter == 'a' && rules.type == WeightType::kNone;
  Records records(input, DimacsFormat<kLetter>{ignores_weights}, lines.rest(), lines.line() + 1);
  records.expect_count(problem.edges);
  RangedIds ids{1, problem.vertices};
  records.parse(ids, rules, list);
  check_directions(input, list, [&](std::size_t edge) { return records.line_of_record(edge); });
  return list;
}

EdgeList read_arcs(const Input& input) {
  LineScanner lines(input.text());
  const ProblemLine problem = read_problem_line(input, lines, "p sp 4 6");
  if (problem.kind != "sp") {
    input.fail(lines.line(), "expected the problem sp, found ", quote_field(problem.kind));
  }
  return read_problem<'a'>(input, lines, problem, weight_rules(input.options, WeightType::kInt32, WeightType::kInt64),
                           input.options.direction.value_or(Direction::kDirected));
}

EdgeList read_edges(const Input& input) {
  LineScanner lines(input.text());
  const ProblemLine problem = read_problem_line(input, lines, "p edge 4 6");
  if (problem.kind != "edge" && problem.kind != "edges" && problem.kind != "col") {
    input.fail(lines.line(), "expected the problem edge or col, found ", quote_field(problem.kind));
  }
  return read_problem<'e'>(input, lines, problem, kNoWeights,
                           input.options.direction.value_or(Direction::kUndirectedOnce));
}

}  // namespace

EdgeList read_dimacs(const Input& input, FileFormat format) {
  return format == FileFormat::kDimacs ? read_arcs(input) : read_edges(input);
}

}  // namespace warpgraph::detail
