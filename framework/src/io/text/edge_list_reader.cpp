// SPDX-License-Identifier: Apache-2.0
//
// Edge lists as SNAP, KONECT, GAP and everybody's scripts write them: two ids a line and perhaps a
// weight, comments, any separator. There is no header to trust, and the ids may be anything; the
// vertices are the ids that occur, in increasing order. Ids below 2^32 are parsed once and renamed
// in place; larger ones cost two more passes, since what they map to must be known first.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "io/readers.hpp"
#include "io/text/header.hpp"
#include "io/text/id_compaction.hpp"
#include "io/text/records.hpp"
#include "io/text/vertex_ids.hpp"

namespace warpgraph::detail {

namespace {

struct EdgeListFormat {
  using Separators = AnySeparator;
  bool ignores_more_columns;

  static bool is_record(const char* field) {
    return *field != '\n' && *field != '#' && *field != '%' && !(*field == '/' && field[1] == '/');
  }
  static bool begin_record(Cursor<Separators>&) { return true; }
  static bool allows(Cursor<Separators>&, VertexId, VertexId) { return true; }
  bool end_record(Cursor<Separators>& cursor) const {
    if (ignores_more_columns) cursor.skip_to_end_of_line();
    return expect_end_of_line(cursor);
  }
  static bool other_line(Cursor<Separators>& cursor) {
    cursor.skip_to_end_of_line();
    return true;
  }
};

constexpr std::uint64_t kNoId = std::numeric_limits<std::uint64_t>::max();

// What the comments before the first edge say, as SNAP writes them.
struct Preamble {
  bool undirected = false;             // "# Undirected graph"
  std::optional<std::uint64_t> nodes;  // "# Nodes: 5 Edges: 7"
  std::uint64_t first_id = 0;          // "# First id: 1"
  std::size_t columns = 0;             // of the first edge; 0: there are no edges

  [[nodiscard]] bool names(std::uint64_t smallest, std::uint64_t largest) const {
    return nodes && first_id <= kNoId - *nodes && smallest >= first_id && largest - first_id < *nodes;
  }
};

std::optional<std::uint64_t> number_after(std::string_view text, std::string_view key) {
  const std::size_t found = text.find(key);
  if (found == text.npos) return std::nullopt;
  const std::string_view field = FieldScanner(text.substr(found + key.size())).take();
  std::uint64_t number = 0;
  const auto error = std::from_chars(field.data(), field.data() + field.size(), number).ec;
  return error == std::errc{} ? std::optional(number) : std::nullopt;
}

void read_comment(std::string_view comment, Preamble& preamble) {
  const std::string text = lower_case(comment);
  FieldScanner fields(text);
  fields.take();
  preamble.undirected |= fields.take() == "undirected";
  if (const auto nodes = number_after(text, "nodes:"); nodes && *nodes <= kMostVertices) {
    preamble.nodes = nodes;
  }
  preamble.first_id = number_after(text, "first id:").value_or(preamble.first_id);
}

std::string with_newline(std::string_view line) {
  std::string text(line);
  text += '\n';
  return text;
}

std::size_t count_columns(std::string_view line) {
  const std::string text = with_newline(line);
  Cursor<AnySeparator> cursor(text.data());
  std::size_t columns = 0;
  for (cursor.skip_separators(); !cursor.at_end_of_line(); cursor.skip_separators()) {
    cursor.skip_field();
    ++columns;
  }
  return columns;
}

Preamble read_preamble(std::string_view text) {
  Preamble preamble;
  for (LineScanner lines(text); !lines.at_end();) {
    const std::string line = with_newline(lines.take());
    Cursor<AnySeparator> cursor(line.data());
    cursor.skip_separators();
    if (EdgeListFormat::is_record(cursor.position())) {
      preamble.columns = count_columns(line);
      break;
    }
    read_comment(line, preamble);
  }
  return preamble;
}

class EdgeListReader {
 public:
  explicit EdgeListReader(const Input& input)
      : input_(input),
        preamble_(read_preamble(input.text())),
        rules_(weight_rules(input.options, WeightType::kInt32, WeightType::kDouble)),
        records_(input, {input.options.weights == WeightType::kNone}, input.text(), 1) {
    if (preamble_.columns < 3) rules_.type = WeightType::kNone;
    list_.direction =
        input.options.direction.value_or(preamble_.undirected ? Direction::kUndirectedOnce : Direction::kDirected);
  }

  EdgeList read() && {
    if (records_.count() == 0) return std::move(*this).read_without_edges();
    RawIds ids;
    if (records_.parse(ids, rules_, list_)) {
      name_vertices(ids);
    } else {
      read_wide_ids();
    }
    return std::move(list_);
  }

 private:
  EdgeList read_without_edges() && {
    if (!preamble_.nodes) input_.fail(1, "expected an edge, found nothing but comments");
    list_.vertex_count = static_cast<VertexId>(*preamble_.nodes);
    list_.ids.base = preamble_.first_id;
    return std::move(list_);
  }

  void name_vertices(const RawIds& ids) {
    if (input_.options.ids == IdMapping::kKeep) {
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
    if (input_.options.ids == IdMapping::kKeep) {
      input_.fail(0, "expected ids below 4294967295, which can be kept as they are; the largest is ", ids.back());
    }
    if (ids.size() > kMostVertices) input_.fail(0, "expected no more than 4294967295 vertices");
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
      KnownIds known{&table, 0};
      records_.parse(known, rules_, list_);
      list_.vertex_count = static_cast<VertexId>(ids.size());
      list_.ids.original = std::move(ids);
    }
  }

  void parse_range(std::uint64_t first, std::uint64_t count) {
    KnownIds known{nullptr, first};
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
