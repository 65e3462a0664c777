// SPDX-License-Identifier: Apache-2.0
#include "io/text/dimacs_format.hpp"

#include <string_view>

namespace warpgraph::detail {

namespace {

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
  constexpr std::string_view kExpected = "expected a problem line such as '";
  constexpr std::string_view kBefore = "' before the first edge";
  while (!lines.at_end()) {
    const std::string_view line = lines.take();
    const std::string_view first = FieldScanner(line).take();
    if (first.empty() || first[0] == 'c') continue;
    if (first == "p") return parse_problem_line(input, line, lines.line());
    input.fail(lines.line(), kExpected, example, kBefore);
  }
  input.fail_at_end(lines.line(), kExpected, example, kBefore);
}

}  // namespace

ProblemLine read_arcs_problem(const Input& input, LineScanner& lines) {
  ProblemLine problem = read_problem_line(input, lines, "p sp 4 6");
  if (problem.kind != "sp") {
    input.fail(lines.line(), "expected the problem sp, found ", quote_field(problem.kind));
  }
  return problem;
}

ProblemLine read_edges_problem(const Input& input, LineScanner& lines) {
  ProblemLine problem = read_problem_line(input, lines, "p edge 4 6");
  if (problem.kind != "edge" && problem.kind != "edges" && problem.kind != "col") {
    input.fail(lines.line(), "expected the problem edge or col, found ", quote_field(problem.kind));
  }
  return problem;
}

}  // namespace warpgraph::detail
