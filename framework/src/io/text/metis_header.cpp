// SPDX-License-Identifier: Apache-2.0
#include "io/text/metis_header.hpp"

#include <string>
#include <string_view>

namespace warpgraph::detail {

namespace {

constexpr std::uint64_t kMaxConstraints = 1 << 20;

// "011": vertex sizes, vertex weights, edge weights; leading zeros may be left out.
void read_fmt(const Input& input, std::string_view field, MetisHeader& header) {
  const bool good = field.size() <= 3 && field.find_first_not_of("01") == field.npos;
  if (!good) {
    input.fail(header.line, "expected the format code, three digits 0 or 1, found ", quote_field(field));
  }
  std::string code(3 - field.size(), '0');
  code += field;
  header.vertex_sizes = code[0] == '1';
  header.constraints = code[1] == '1' ? 1 : 0;
  header.edge_weights = code[2] == '1';
}

void read_constraints(const Input& input, FieldScanner& fields, MetisHeader& header) {
  const std::uint64_t count = take_number(fields, kMaxConstraints, input, header.line, "the number of constraints");
  if (count > 0 && header.constraints == 0) {
    input.fail(header.line, "expected no constraints, as the format code says, found ", count);
  }
  if (count > 0) header.constraints = count;
}

}  // namespace

MetisHeader read_metis_header(const Input& input, LineScanner& lines) {
  while (!lines.at_end()) {
    const std::string_view text = lines.take();
    FieldScanner fields(text);
    if (fields.at_end() || FieldScanner(text).take()[0] == '%') continue;
    MetisHeader header;
    header.line = lines.line();
    header.vertices = take_number(fields, kMaxVertices, input, header.line, "the number of vertices");
    header.edges = take_number(fields, kMaxEdges, input, header.line, "the number of edges");
    if (!fields.at_end()) read_fmt(input, fields.take(), header);
    if (!fields.at_end()) read_constraints(input, fields, header);
    if (!fields.at_end()) input.fail(header.line, "expected at most four numbers in the header");
    if (header.vertex_sizes && header.constraints == 0 && !header.edge_weights) header.take_for_dimacs10();
    return header;
  }
  input.fail_at_end(lines.line(), "expected a header with the numbers of vertices and edges");
}

}  // namespace warpgraph::detail
