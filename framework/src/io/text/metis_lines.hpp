// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>

#include "io/input.hpp"
#include "io/text/chunked_text.hpp"
#include "io/text/cursor.hpp"
#include "io/text/earliest_failure.hpp"
#include "io/text/metis_header.hpp"
#include "io/text/weight_field.hpp"

namespace warpgraph::detail {

// The lines of a METIS file after its header, one for every vertex. Counted first, like the records
// of other formats, and then parsed into their places.
class MetisBody {
 public:
  // May decide that `header` is meant as the 10th DIMACS challenge has it.
  MetisBody(const Input& input, MetisHeader& header, std::string_view text, std::uint64_t first_line);

  // Fills the edges and the vertex weights, or throws.
  void parse(EdgeList& list);

  [[nodiscard]] std::uint64_t line_of_vertex(VertexId vertex) const;

 private:
  using LineCursor = Cursor<Blanks>;

  // What comes before a chunk.
  struct Place {
    std::uint64_t vertex = 0;
    std::uint64_t entry = 0;
    std::uint64_t vertex_weight = 0;
  };
  template <class Weight>
  struct Columns {
    VertexId* source;
    VertexId* target;
    std::int64_t* vertex_weight;
    Weight* weight;
  };

  static bool is_comment(const char* line);
  void count();
  void count_line(const char* line, Place& sum) const;
  void check_vertex_count() const;

  template <class Weight>
  Columns<Weight> allocate(EdgeList& list) const;
  template <class Weight>
  WeightType parse_chunk(const TextChunk& chunk, Place place, const Columns<Weight>& columns, const WeightRules& rules);
  template <class Weight>
  bool parse_line(LineCursor& cursor, Place& place, const Columns<Weight>& columns, const WeightRules& rules,
                  WeightType& wider) const;
  bool parse_prefix(LineCursor& cursor, Place& place, std::int64_t* weights) const;
  bool parse_neighbour(LineCursor& cursor, std::uint64_t vertex, VertexId& neighbour) const;

  const Input& input_;
  const MetisHeader& header_;
  ChunkedText text_;
  std::vector<Place> places_;  // of every chunk, and the end
  EarliestFailure failure_;
};

}  // namespace warpgraph::detail
