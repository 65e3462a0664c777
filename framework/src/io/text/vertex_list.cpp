// SPDX-License-Identifier: Apache-2.0
#include "io/text/vertex_list.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/text/byte_order_mark.hpp"
#include "io/text/cursor.hpp"
#include "io/text/header.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kEdgesToRename = std::size_t{1} << 16;

std::uint64_t id_in(const Input& input, std::string_view line, std::uint64_t number) {
  FieldScanner fields(line);
  constexpr std::uint64_t kAny = ~std::uint64_t{0};
  const std::uint64_t id = take_number(fields, kAny, input, number, "the id of a vertex");
  if (!fields.at_end())
    input.fail(number, "expected one id a line, found ", quote_field(fields.take()), " behind ", id);
  return id;
}

// Calls visit(id, line) for each line with an id.
template <class Visit>
void for_each_id(const Input& input, Visit&& visit) {
  for (LineScanner lines(input.text()); !lines.at_end();) {
    const std::string_view line = lines.take();
    const std::size_t first = line.find_first_not_of(" \t\r\v\f");
    if (first != line.npos && line[first] != '#') visit(id_in(input, line, lines.line()), lines.line());
  }
}

[[noreturn]] void fail_for_twice(const Input& input, std::uint64_t id) {
  std::uint64_t first_line = 0;
  for_each_id(input, [&](std::uint64_t each, std::uint64_t line) {
    if (each != id) return;
    if (first_line != 0) input.fail(line, "has vertex ", id, " again, after line ", first_line);
    first_line = line;
  });
  input.fail(0, "has vertex ", id, " twice");  // it has changed since
}

// The first line of an edge list that has the vertex at one of the first two places; 0: it has changed since.
std::uint64_t line_with(std::string_view text, std::uint64_t id) {
  const std::string sought = std::to_string(id);
  for (LineScanner lines(text); !lines.at_end();) {
    const std::string line = std::string(lines.take()) + '\n';
    Cursor<AnySeparator> cursor(line.data());
    for (int i = 0; i < 2; ++i) {
      cursor.skip_separators();
      std::string_view field = cursor.field();
      cursor.skip_field();
      while (field.size() > 1 && field.front() == '0') field.remove_prefix(1);
      if (field == sought) return lines.line();
    }
  }
  return 0;
}

}  // namespace

std::vector<std::uint64_t> read_vertex_list(const Input& given) {
  const Input input = without_byte_order_mark(given);
  std::vector<std::uint64_t> ids;
  for_each_id(input, [&](std::uint64_t id, std::uint64_t) { ids.push_back(id); });
  if (ids.empty()) input.fail(0, "expected the id of a vertex, found nothing but comments");
  if (ids.size() > kMaxVertices) input.fail(0, "expected no more than ", kMaxVertices, " vertices");
  if (!std::ranges::is_sorted(ids)) std::ranges::sort(ids);
  const auto twice = std::ranges::adjacent_find(ids);
  if (twice != ids.end()) fail_for_twice(input, *twice);
  return ids;
}

void set_vertices(EdgeList& list, std::vector<std::uint64_t> ids, const Input& edges, const std::string& vertices) {
  std::vector<VertexId> place(list.vertex_count);  // of the list's vertices among `ids`
  auto next = ids.begin();
  for (VertexId v = 0; v < list.vertex_count; ++v) {
    const std::uint64_t id = list.ids.name_of(v).value();
    next = std::lower_bound(next, ids.end(), id);
    if (next == ids.end() || *next != id)
      edges.fail(line_with(edges.text(), id), "has vertex ", id, ", which is not in ", vertices);
    place[v] = static_cast<VertexId>(next - ids.begin());
  }
  edges.pool.for_each(list.size(), kEdgesToRename, [&](std::size_t edge) {
    list.source[edge] = place[list.source[edge]];
    list.target[edge] = place[list.target[edge]];
  });
  list.vertex_count = static_cast<VertexId>(ids.size());
  list.ids = {};
  if (ids.back() - ids.front() == ids.size() - 1)
    list.ids.base = ids.front();
  else
    list.ids.original = std::move(ids);
}

}  // namespace warpgraph::detail
