// SPDX-License-Identifier: Apache-2.0
//
// Edge lists as SNAP, KONECT, GAP and scripts write them: two ids a line and perhaps a
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
#include "io/symmetry.hpp"
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
  static bool is_comment(std::string_view text) {
    return text.starts_with('#') || text.starts_with('%') || text.starts_with("//");
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
constexpr std::string_view kUndirected = "undirected";

// What the comments before the first edge say, as SNAP writes them.
struct Preamble {
  bool undirected = false;             // "# Undirected graph"
  std::optional<std::uint64_t> nodes;  // "# Nodes: 5 Edges: 7"
  std::optional<std::uint64_t> edges;
  std::uint64_t line_of_edges = 0;
  std::uint64_t first_id = 0;  // "# First id: 1"
  bool weighted = false;       // the first edge has a third column

  // The last one may be 2^64 - 1.
  [[nodiscard]] bool ids_fit() const { return nodes && (*nodes == 0 || first_id <= kNoId - (*nodes - 1)); }
  [[nodiscard]] bool names(std::uint64_t smallest, std::uint64_t largest) const {
    return ids_fit() && smallest >= first_id && largest - first_id < *nodes;
  }
};

// Fields of comments may stand in any case; keys are in lower case.
bool starts_with_word(std::string_view text, std::string_view key) {
  return text.size() >= key.size() &&
         std::ranges::equal(text.substr(0, key.size()), key, {}, [](char c) { return lower_case(c); });
}

std::optional<std::uint64_t> number_after(std::string_view text, std::string_view key) {
  for (std::size_t colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    const std::size_t end = colon + 1;
    if (end < key.size() || !starts_with_word(text.substr(end - key.size()), key)) continue;
    const std::string_view field = FieldScanner(text.substr(end)).take();
    std::uint64_t number = 0;
    const auto error = std::from_chars(field.data(), field.data() + field.size(), number).ec;
    return error == std::errc{} ? std::optional(number) : std::nullopt;
  }
  return std::nullopt;
}

void read_comment(std::string_view text, std::uint64_t line, Preamble& preamble) {
  FieldScanner fields(text);
  fields.take();
  const std::string_view word = fields.take();
  preamble.undirected |= word.size() == kUndirected.size() && starts_with_word(word, kUndirected);
  if (const auto nodes = number_after(text, "nodes:"); nodes && *nodes <= kMaxVertices) {
    preamble.nodes = nodes;
  }
  if (const auto edges = number_after(text, "edges:")) {
    preamble.edges = edges;
    preamble.line_of_edges = line;
  }
  preamble.first_id = number_after(text, "first id:").value_or(preamble.first_id);
}

bool has_third_column(std::string_view line) {
  std::size_t columns = 0;
  bool within = false;
  for (const char c : line) {
    const bool ends = Cursor<AnySeparator>::ends_field(c);
    if (!ends && !within && ++columns == 3) return true;
    within = !ends;
  }
  return false;
}

// A file may begin with any number of empty lines, so these are passed over character by character.
Preamble read_preamble(std::string_view text) {
  Preamble preamble;
  std::uint64_t line = 1;
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (text[place] == '\n') ++line;
    if (Cursor<AnySeparator>::ends_field(text[place])) continue;
    const std::string_view content = LineScanner(text.substr(place)).peek();
    if (EdgeListFormat::is_comment(content)) {
      read_comment(content, line, preamble);
    } else {
      preamble.weighted = has_third_column(content);
      break;
    }
    place += content.size();
    ++line;
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
    if (!preamble_.weighted) rules_.type = WeightType::kNone;
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
    compare_edges();
    check_directions(input_, list_, [&](std::size_t edge) { return records_.line_of_record(edge); });
    return std::move(list_);
  }

 private:
  EdgeList read_without_edges() && {
    if (!preamble_.nodes) input_.fail(1, "expected an edge, found nothing but comments");
    if (!preamble_.ids_fit()) {
      input_.fail(1, "expected ids below 2^64, found comments that speak of ", *preamble_.nodes, " vertices from ",
                  preamble_.first_id, " on");
    }
    list_.vertex_count = static_cast<VertexId>(*preamble_.nodes);
    list_.ids.base = preamble_.first_id;
    compare_edges();
    return std::move(list_);
  }

  // SNAP counts lines. A comment that counts both directions of edges that are listed once is right as well.
  void compare_edges() const {
    const std::uint64_t said = preamble_.edges.value_or(0);
    const std::uint64_t found = records_.count();
    if (said <= found || said == 2 * found || said == 2 * found - count_loops()) return;
    input_.remark(preamble_.line_of_edges, "the comment speaks of ", said, " edges, and the file has ", found,
                  "; is it complete?");
  }

  [[nodiscard]] std::uint64_t count_loops() const {
    std::uint64_t count = 0;
    for (std::size_t edge = 0; edge < list_.size(); ++edge) count += list_.source[edge] == list_.target[edge] ? 1 : 0;
    return count;
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
