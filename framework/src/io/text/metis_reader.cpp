// SPDX-License-Identifier: Apache-2.0
//
// METIS graph files: after a header "vertices edges [fmt [constraints]]", one line for every
// vertex with its size, its weights and its neighbours, as far as fmt says. Both directions of an
// edge are listed, and the header counts them as one. The 10th DIMACS challenge gave fmt 100 a
// second meaning: no sizes, but self-loops and parallel edges, and the header counts entries. The
// number of fields in the file tells which is meant.
// G. Karypis: METIS 5.1 manual, section 4.1.1.

#include <optional>

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
        body_(input, header_, lines_.rest(), lines_.line() + 1) {
    if (input.is_beginning) throw BeginningIsGood{};  // only all entries tell what the format code means
    if (!header_.dimacs10 || body_.entries() == header_.edges) return;
    header_.take_for_metis();
    body_.count();
  }

  EdgeList read() {
    EdgeList list;
    list.vertex_count = static_cast<VertexId>(header_.vertices);
    list.direction = Direction::kUndirectedBoth;
    list.ids.base = 1;
    body_.parse(metis_weight_rules(input_, header_), list);
    body_.expect_vertices(body_.vertices(), body_.last_line());
    body_.expect_entries(list.size());
    if (input_.options.check_symmetry) check_symmetry(list);
    return list;
  }

 private:
  void check_symmetry(const EdgeList& list) const {
    if (const std::optional<OneWayEdge> edge = find_one_way_edge(list, input_.pool))
      throw_one_way_in_lists(input_, body_.line_of_vertex(edge->source), *edge);
  }

  const Input& input_;
  LineScanner lines_;
  MetisHeader header_;
  MetisBody body_;
};

}  // namespace

EdgeList read_metis(const Input& input) { return MetisReader(input).read(); }

}  // namespace warpgraph::detail
