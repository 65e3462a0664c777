// SPDX-License-Identifier: Apache-2.0
//
// The line formats of the DIMACS challenges: "p sp n m" and arcs "a u v weight" (shortest paths,
// the 9th), "p edge n m" and edges "e u v" (colouring and clique, the 2nd). Lines of other kinds
// that a colouring file may have (coordinates, parameters, vertex values) are skipped.

#include "io/readers.hpp"
#include "io/symmetry.hpp"
#include "io/text/dimacs_format.hpp"
#include "io/text/vertex_ids.hpp"

namespace warpgraph::detail {

namespace {

template <char kLetter>
EdgeList read_problem(const Input& input, const LineScanner& lines, const ProblemLine& problem,
                      const WeightRules& rules, Direction direction) {
  EdgeList list;
  list.vertex_count = static_cast<VertexId>(problem.vertices);
  list.direction = direction;
  list.ids.base = 1;
  const bool ignores_weights = kLetter == 'a' && rules.type == files::WeightType::kNone;
  Records records(input, DimacsFormat<kLetter>{ignores_weights}, lines.rest(), lines.line() + 1);
  records.expect_count(problem.edges);
  RangedIds ids{1, problem.vertices};
  records.parse(ids, rules, list);
  check_directions(input, list, [&](std::size_t edge) { return records.line_of_record(edge); });
  return list;
}

EdgeList read_arcs(const Input& input) {
  LineScanner lines(input.text());
  const ProblemLine problem = read_arcs_problem(input, lines);
  return read_problem<'a'>(input, lines, problem,
                           weight_rules(input.options, files::WeightType::kInt32, files::WeightType::kInt64),
                           input.options.direction.value_or(Direction::kDirected));
}

EdgeList read_edges(const Input& input) {
  LineScanner lines(input.text());
  const ProblemLine problem = read_edges_problem(input, lines);
  return read_problem<'e'>(input, lines, problem, kNoWeights,
                           input.options.direction.value_or(Direction::kUndirectedOnce));
}

}  // namespace

EdgeList read_dimacs(const Input& input, files::FileFormat format) {
  return format == files::FileFormat::kDimacs ? read_arcs(input) : read_edges(input);
}

}  // namespace warpgraph::detail
