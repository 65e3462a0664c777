// SPDX-License-Identifier: Apache-2.0
//
// Edge lists as SNAP, KONECT, GAP and scripts write them: two ids a line and perhaps a
// weight, comments, any separator. There is no header to trust but names of columns, and the ids may be anything; the
// vertices are the ids that occur, in increasing order. Ids below 2^32 are parsed once and renamed
// in place; larger ones cost two more passes, since what they map to must be known first.

#include <cstdint>
#include <utility>
#include <vector>

#include "io/readers.hpp"
#include "io/symmetry.hpp"
#include "io/text/edge_list_format.hpp"
#include "io/text/header.hpp"
#include "io/text/id_compaction.hpp"
#include "io/text/records.hpp"
#include "io/text/vertex_ids.hpp"

namespace warpgraph::detail {

namespace {

class EdgeListReader {
 public:
  explicit EdgeListReader(const Input& input)
      : input_(input),
        preamble_(read_preamble(input.text())),
        rules_(weight_rules(input.options, files::WeightType::kInt32, files::WeightType::kDouble)),
        records_(input, {input.options.weights == files::WeightType::kNone}, input.text().substr(preamble_.body),
                 preamble_.body_line) {
    if (!input.options.vertices.empty()) preamble_.nodes.reset();  // a file of its own says it
    remark_preamble(input, preamble_);
    if (!preamble_.weighted) rules_.type = files::WeightType::kNone;
    list_.direction =
        input.options.direction.value_or(preamble_.undirected ? Direction::kUndirectedOnce : Direction::kDirected);
  }

  EdgeList read() && {
    if (records_.count() == 0) {
      const bool says_vertices = !input_.options.vertices.empty() && !input_.is_beginning;
      if (!says_vertices) list_ = list_without_edges(input_, preamble_, list_.direction);
      compare_edges();
      return std::move(list_);
    }
    RawIds ids;
    if (records_.parse(ids, rules_, list_)) {
      name_vertices(ids);
    } else {
      read_wide_ids();
    }
    compare_edges();
    check_directions(input_, list_, [&](std::size_t edge) { return records_.line_of_record(edge); });
    return std::move(list_);
  }

 private:
  void compare_edges() const { remark_missing_edges(input_, preamble_, records_.count(), count_loops()); }

  [[nodiscard]] std::uint64_t count_loops() const {
    std::uint64_t count = 0;
    for (std::size_t edge = 0; edge < list_.size(); ++edge) count += list_.source[edge] == list_.target[edge] ? 1 : 0;
    return count;
  }

  void name_vertices(const RawIds& ids) {
    if (input_.options.ids == files::IdMapping::kKeep) {
      list_.vertex_count = ids.largest + 1;
    } else if (preamble_.names(ids.smallest, ids.largest)) {
      shift_ids(list_, static_cast<VertexId>(preamble_.first_id), static_cast<VertexId>(*preamble_.nodes), input_.pool);
    } else {
      const std::size_t memory = input_.bytes.size() / 2 + kSmall;
      compact_ids(list_, ids.smallest, ids.largest, memory, input_.pool);
    }
  }

  void read_wide_ids() {
    list_.source = {};
    list_.target = {};
    list_.values = {};
    DistinctIds distinct;
    CollectedIds collected{&distinct};
    records_.parse(collected, rules_, list_);
    std::vector<std::uint64_t> ids = distinct.take();
    if (input_.options.ids == files::IdMapping::kKeep) {
      input_.fail(0, "expected ids below 4294967295, which can be kept as they are; the largest is ", ids.back());
    }
    if (ids.size() > kMaxVertices) input_.fail(0, "expected no more than 4294967295 vertices");
    name_wide_ids(std::move(ids));
  }

  void name_wide_ids(std::vector<std::uint64_t> ids) {
    const std::uint64_t smallest = ids.front();
    const std::uint64_t largest = ids.back();
    if (preamble_.names(smallest, largest)) {
      parse_range(preamble_.first_id, *preamble_.nodes);
    } else if (largest - smallest == ids.size() - 1) {
      parse_range(smallest, ids.size());
    } else {
      const IdTable table(ids);
      KnownIds known{&table};
      records_.parse(known, rules_, list_);
      list_.vertex_count = static_cast<VertexId>(ids.size());
      list_.ids.original = std::move(ids);
    }
  }

  void parse_range(std::uint64_t first, std::uint64_t count) {
    KnownIds known{nullptr, first, count};
    records_.parse(known, rules_, list_);
    list_.vertex_count = static_cast<VertexId>(count);
    list_.ids.base = first;
  }

  static constexpr std::size_t kSmall = std::size_t{1} << 16;

  const Input& input_;
  Preamble preamble_;
  WeightRules rules_;
  Records<EdgeListFormat> records_;
  EdgeList list_;
};

}  // namespace

EdgeList read_edge_list_text(const Input& input) { return EdgeListReader(input).read(); }

}  // namespace warpgraph::detail
