// SPDX-License-Identifier: Apache-2.0
//
// METIS graph files: after a header "vertices edges [fmt [constraints]]", one line for every
// vertex with its size, its weights and its neighbours, as far as fmt says. Both directions of an
// edge are listed, and the header counts them as one. The 10th DIMACS challenge gave fmt 100 a
// second meaning: no sizes, but self-loops and parallel edges, and the header counts entries. The
// number of fields in the file tells which is meant.
// G. Karypis: METIS 5.1 manual, section 4.1.1.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/readers.hpp"
#include "io/symmetry.hpp"
#include "io/text/metis_header.hpp"
#include "io/text/metis_lines.hpp"

namespace warpgraph::detail {

namespace {

class MetisReader {
 public:
  explicit MetisReader(const Input& input)
      : input_(input),
        lines_(input.text()),
        header_(read_metis_header(input, lines_)),
        body_(input, header_, lines_.rest(), lines_.line() + 1) {}

  EdgeList read() {
    EdgeList list;
    list.vertex_count = static_cast<VertexId>(header_.vertices);
    list.direction = Direction::kUndirectedBoth;
    list.ids.base = 1;
    body_.parse(list);
    check_count(list);
    if (input_.options.check_symmetry) check_symmetry(list);
    return list;
  }

 private:
  void check_count(const EdgeList& list) const {
    const std::uint64_t expected = header_.entries();
    if (list.size() == expected) return;
    const std::string_view each = header_.dimacs10 ? "" : " (each of the edges twice)";
    input_.fail(header_.line, "expected ", expected, " neighbours", each, ", the lists have ", list.size());
  }

  void check_symmetry(const EdgeList& list) const {
    const std::optional<OneWayEdge> edge = find_one_way_edge(list, input_.pool);
    if (!edge) return;
    const std::uint64_t source = edge->source + std::uint64_t{1};
    const std::uint64_t target = edge->target + std::uint64_t{1};
    input_.fail(
        body_.line_of_vertex(edge->source),
        "expected every edge in the lists of both its ends, with one weight: ", edge->described(source, target));
  }

  const Input& input_;
  LineScanner lines_;
  MetisHeader header_;
  MetisBody body_;
};

}  // namespace

EdgeList read_metis(const Input& input) { return MetisReader(input).read(); }

}  // namespace warpgraph::detail
