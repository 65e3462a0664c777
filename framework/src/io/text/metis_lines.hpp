// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>

#include "io/input.hpp"
#include "io/symmetry.hpp"
#include "io/text/chunked_text.hpp"
#include "io/text/cursor.hpp"
#include "io/text/earliest_failure.hpp"
#include "io/text/metis_header.hpp"
#include "io/text/weight_field.hpp"

namespace warpgraph::detail {

[[nodiscard]] WeightRules metis_weight_rules(const Input& input, const MetisHeader& header);

// The lines of a METIS file after its header, one for every vertex, or a piece of them. Counted first, like the records
// of other formats, and then parsed into their places.
class MetisBody {
 public:
  // Counts as `header` says; call count() again when that has changed.
  MetisBody(const Input& input, const MetisHeader& header, std::string_view text, std::uint64_t first_line);
  void count();
  [[nodiscard]] std::uint64_t vertices() const { return places_.back().vertex - places_.front().vertex; }
  [[nodiscard]] std::uint64_t entries() const { return places_.back().entry; }
  // Says which vertex has the first line of a piece. Without a call it is vertex 0.
  void begin_at(std::uint64_t vertex);
  [[nodiscard]] bool has_line_of(VertexId vertex) const {
    return vertex >= places_.front().vertex && vertex < places_.back().vertex;
  }

  // Fills the edges and the vertex weights, or throws. The type of the weights begins with rules.type and ends as wide
  // as the text needs.
  void parse(WeightRules rules, EdgeList& list);
  // Throws if the file has not a line for every vertex, but so many, the last of which is `last_line`.
  void expect_vertices(std::uint64_t found, std::uint64_t last_line) const;
  // Throws if the lists of the file have not as many entries as the header says.
  void expect_entries(std::uint64_t found) const;

  [[nodiscard]] std::uint64_t last_line() const { return text_.last_line(); }
  // 0 if the file has changed.
  [[nodiscard]] std::uint64_t line_of_vertex(VertexId vertex) const;

 private:
  using LineCursor = Cursor<Blanks>;

  // What comes before a chunk.
  struct Place {
    std::uint64_t vertex = 0;
    std::uint64_t entry = 0;
    std::uint64_t vertex_weight = 0;
    bool operator==(const Place&) const = default;
  };
  template <class Weight>
  struct Columns {
    VertexId* source;
    VertexId* target;
    std::int64_t* vertex_weight;
    Weight* weight;
  };

  static bool is_comment(const char* line);
  const char* count_line(const char* line, Place& sum) const;

  template <class Weight>
  Columns<Weight> allocate(EdgeList& list) const;
  template <class Weight>
  files::WeightType parse_chunk(std::size_t index, const Columns<Weight>& columns, const WeightRules& rules);
  // False without a failure: a weight needs a wider type, or there is no room before `behind`.
  template <class Weight>
  bool parse_line(LineCursor& cursor, Place& place, const Place& behind, const Columns<Weight>& columns,
                  const WeightRules& rules, files::WeightType& wider) const;
  bool parse_prefix(LineCursor& cursor, Place& place, const Place& behind, std::int64_t* weights) const;
  bool parse_neighbour(LineCursor& cursor, std::uint64_t vertex, VertexId& neighbour) const;

  const Input& input_;
  const MetisHeader& header_;
  ChunkedText text_;
  std::vector<Place> places_;  // of every chunk, and the end
  EarliestFailure failure_;
};

// For an edge that is not in the lists of both its ends; the line is that of the source.
[[noreturn]] inline void throw_one_way_in_lists(const Input& input, std::uint64_t line, const OneWayEdge& edge) {
  input.fail(line, "expected every edge in the lists of both its ends, with one weight: ",
             edge.described(edge.source + std::uint64_t{1}, edge.target + std::uint64_t{1}));
}

}  // namespace warpgraph::detail
