// SPDX-License-Identifier: Apache-2.0
#include "io/text/metis_lines.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "io/room.hpp"
#include "io/text/records.hpp"

namespace warpgraph::detail {

WeightRules metis_weight_rules(const Input& input, const MetisHeader& header) {
  WeightRules rules = weight_rules(input.options, files::WeightType::kInt32, files::WeightType::kInt64);
  rules.negative = false;
  if (!header.edge_weights) rules.type = files::WeightType::kNone;
  return rules;
}

MetisBody::MetisBody(const Input& input, const MetisHeader& header, std::string_view text, std::uint64_t first_line)
    : input_(input), header_(header), text_(text, first_line, input.options.chunk_bytes, input.newline_follows) {
  count();
}

bool MetisBody::is_comment(const char* line) {
  LineCursor cursor(line);
  cursor.skip_separators();
  return cursor.peek() == '%';
}

void MetisBody::count() {
  places_.assign(text_.size() + 1, {});
  text_.count_lines(input_.pool, [&](std::size_t chunk, const char* line) {
    if (failure_.line() == 0 || is_comment(line)) return;
    if (count_line(line, places_[chunk + 1]) >= text_.chunks()[chunk].end) failure_.report_change();
  });
  for (std::size_t i = 1; i < places_.size(); ++i) {
    places_[i].vertex += places_[i - 1].vertex;
    places_[i].entry += places_[i - 1].entry;
    places_[i].vertex_weight += places_[i - 1].vertex_weight;
  }
}

void MetisBody::begin_at(std::uint64_t vertex) {
  const std::uint64_t before = places_.front().vertex;
  for (Place& place : places_) place.vertex += vertex - before;
}

// Counts what the line has room for; whether that is what it should have, parsing tells. Returns where the line ends.
const char* MetisBody::count_line(const char* line, Place& sum) const {
  LineCursor cursor(line);
  std::uint64_t fields = 0;
  for (cursor.skip_separators(); !cursor.at_end_of_line(); cursor.skip_separators()) {
    cursor.skip_field();
    ++fields;
  }
  ++sum.vertex;
  const std::uint64_t prefix = std::min(fields, header_.prefix());
  sum.vertex_weight += std::min(prefix, header_.constraints);
  sum.entry += (fields - prefix) / header_.fields_of_neighbour();
  return cursor.position();
}

// A last line that would be empty may be missing.
void MetisBody::expect_vertices(std::uint64_t found, std::uint64_t last_line) const {
  const std::uint64_t missing = header_.vertices - std::min(header_.vertices, found);
  if (missing > 1 || (missing == 1 && header_.prefix() > 0)) {
    input_.fail(last_line, "expected ", header_.vertices, " lines, one for every vertex, found ", found);
  }
}

void MetisBody::expect_entries(std::uint64_t found) const {
  const std::uint64_t expected = header_.entries();
  if (found == expected) return;
  const std::string_view each = header_.dimacs10 ? "" : " (each of the edges twice)";
  input_.fail(header_.line, "expected ", expected, " neighbours", each, ", the lists have ", found);
}

template <class Weight>
MetisBody::Columns<Weight> MetisBody::allocate(EdgeList& list) const {
  constexpr std::size_t kWeightSize = std::is_same_v<Weight, NoWeight> ? 0 : sizeof(Weight);
  const Place& end = places_.back();
  const std::uint64_t new_ids = list.source.size() == end.entry ? 0 : 2 * end.entry;
  const std::uint64_t bytes =
      new_ids * sizeof(VertexId) + end.entry * kWeightSize + end.vertex_weight * sizeof(std::int64_t);
  Columns<Weight> columns{};
  list.values = {};
  with_room(input_.name, kEdgesOf, bytes, [&] {
    list.source.resize(end.entry);
    list.target.resize(end.entry);
    list.vertex_weights.count = header_.constraints;
    list.vertex_weights.values.resize(end.vertex_weight);
    columns = {list.source.data(), list.target.data(), list.vertex_weights.values.data(), nullptr};
    if constexpr (kWeightSize != 0) columns.weight = list.values.emplace<std::vector<Weight>>(end.entry).data();
  });
  return columns;
}

void MetisBody::parse(WeightRules rules, EdgeList& list) {
  for (;;) {
    std::atomic<files::WeightType> wider = files::WeightType::kNone;
    with_weight_type(rules.type, [&](auto weight) {
      const auto columns = allocate<decltype(weight)>(list);
      input_.pool.for_each(text_.size(), 1, [&](std::size_t index) {
        const files::WeightType needed = parse_chunk(index, columns, rules);
        if (needed != files::WeightType::kNone) wider = needed;  // there is just one wider type
      });
    });
    if (wider == files::WeightType::kNone) break;
    rules.type = wider;
  }
  failure_.throw_if_any(input_);
}

template <class Weight>
files::WeightType MetisBody::parse_chunk(std::size_t index, const Columns<Weight>& columns, const WeightRules& rules) {
  const TextChunk& chunk = text_.chunks()[index];
  const Place& behind = places_[index + 1];
  Place place = places_[index];
  const std::uint64_t stop = failure_.line();
  std::uint64_t line = chunk.first_line;
  LineCursor cursor(chunk.begin);
  for (; cursor.position() < chunk.end && line < stop; ++line) {
    cursor.skip_separators();
    files::WeightType wider = files::WeightType::kNone;
    if (cursor.peek() == '%') {
      cursor.skip_to_end_of_line();
    } else if (!parse_line(cursor, place, behind, columns, rules, wider)) {
      if (!cursor.failure().empty())
        failure_.report(line, cursor.failure());
      else if (wider == files::WeightType::kNone)
        failure_.report_change();
      return wider;
    }
    cursor.advance();
  }
  if (line < stop && (cursor.position() != chunk.end || place != behind)) failure_.report_change();
  return files::WeightType::kNone;
}

template <class Weight>
bool MetisBody::parse_line(LineCursor& cursor, Place& place, const Place& behind, const Columns<Weight>& columns,
                           const WeightRules& rules, files::WeightType& wider) const {
  if (place.vertex == behind.vertex) return false;
  const std::uint64_t vertex = place.vertex++;
  if (vertex >= header_.vertices) {
    return cursor.at_end_of_line() ||
           cursor.fail("expected no more than ", header_.vertices, " lines, one for every vertex");
  }
  if (!parse_prefix(cursor, place, behind, columns.vertex_weight)) return false;
  while (!cursor.at_end_of_line()) {
    VertexId neighbour = 0;
    if (!parse_neighbour(cursor, vertex, neighbour)) return false;
    Weight weight{};
    if constexpr (!std::is_same_v<Weight, NoWeight>) {
      if (!read_weight(cursor, rules, weight, wider)) return false;
      cursor.skip_separators();
    } else if (header_.edge_weights) {
      if (cursor.at_end_of_line()) return cursor.expected("the weight of the edge");
      cursor.skip_field();
      cursor.skip_separators();
    }
    if (place.entry == behind.entry) return false;
    if constexpr (!std::is_same_v<Weight, NoWeight>) columns.weight[place.entry] = weight;
    columns.source[place.entry] = static_cast<VertexId>(vertex);
    columns.target[place.entry] = neighbour;
    ++place.entry;
  }
  return true;
}

bool MetisBody::parse_prefix(LineCursor& cursor, Place& place, const Place& behind, std::int64_t* weights) const {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  for (std::uint64_t i = 0; i < header_.prefix(); ++i) {
    const bool size = header_.vertex_sizes && i == 0;
    const char* const begin = cursor.position();
    std::uint64_t number = 0;
    if (!cursor.read_number(number) || number > kLargest) {
      cursor.move_to(begin);
      return cursor.expected(size ? "the size of the vertex, a whole number"
                                  : "a weight of the vertex, a whole number");
    }
    if (!size && place.vertex_weight == behind.vertex_weight) return false;
    if (!size) weights[place.vertex_weight++] = static_cast<std::int64_t>(number);
    cursor.skip_separators();
  }
  return true;
}

bool MetisBody::parse_neighbour(LineCursor& cursor, std::uint64_t vertex, VertexId& neighbour) const {
  const char* const begin = cursor.position();
  std::uint64_t id = 0;
  if (!cursor.read_number(id) || id - 1 >= header_.vertices) {
    cursor.move_to(begin);
    return cursor.expected("a vertex id from 1 to ", header_.vertices);
  }
  if (id - 1 == vertex && !header_.dimacs10) {
    return cursor.fail("expected no self-loop: vertex ", id, " lists itself");
  }
  neighbour = static_cast<VertexId>(id - 1);
  cursor.skip_separators();
  return true;
}

std::uint64_t MetisBody::line_of_vertex(VertexId vertex) const {
  const auto after = std::ranges::upper_bound(places_, std::uint64_t{vertex}, {}, &Place::vertex);
  const auto index = static_cast<std::size_t>(after - places_.begin()) - 1;
  const TextChunk& chunk = text_.chunks()[index];
  std::uint64_t left = vertex - places_[index].vertex;
  std::uint64_t number = chunk.first_line;
  for (const char* line = chunk.begin; line != chunk.end; line = ChunkedText::next_line(line, chunk.end), ++number) {
    if (!is_comment(line) && left-- == 0) return number;
  }
  return 0;
}

}  // namespace warpgraph::detail
