// SPDX-License-Identifier: Apache-2.0
#include "io/text/edge_list_format.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "io/changed.hpp"
#include "io/text/byte_order_mark.hpp"
#include "io/text/header.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::string_view kUndirected = "undirected";

// Fields of comments may stand in any case; keys are in lower case.
bool starts_with_word(std::string_view text, std::string_view key) {
  return text.size() >= key.size() &&
         std::ranges::equal(text.substr(0, key.size()), key, {}, [](char c) { return lower_case(c); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) { return lower_case(c) >= 'a' && lower_case(c) <= 'z'; }

// Whether digits are part of something that is no whole number, or another one: 3.5, 1e6, 3,000 and 10k. "3," is 3.
bool goes_on(std::string_view behind_digits) {
  return !behind_digits.empty() &&
         (is_letter(behind_digits[0]) || (behind_digits.size() > 1 && is_digit(behind_digits[1])));
}
bool has_sign_or_point(std::string_view field) {
  return field.size() > 1 && (field[0] == '-' || field[0] == '+' || field[0] == '.') && is_digit(field[1]);
}

// The number behind a key. Says in `misfit` what is there if it is a number, but no whole one up to `largest`.
std::optional<std::uint64_t> number_after(std::string_view text, std::string_view key, std::uint64_t largest,
                                          std::string& misfit) {
  for (std::size_t colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    const std::size_t end = colon + 1;
    if (end < key.size() || !starts_with_word(text.substr(end - key.size()), key)) continue;
    const std::string_view field = FieldScanner(text.substr(end)).take();
    std::uint64_t number = 0;
    const auto [end_of_number, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    const bool is_whole = !goes_on(field.substr(static_cast<std::size_t>(end_of_number - field.data())));
    if (error == std::errc{} && number <= largest && is_whole) return number;
    if (error != std::errc::invalid_argument || has_sign_or_point(field))
      misfit = message("the comment has ", quote_field(field), " behind \"", key, "\", expected a whole number up to ",
                       largest, "; it is not used");
    return std::nullopt;
  }
  return std::nullopt;
}

void read_comment(std::string_view text, std::uint64_t line, Preamble& preamble) {
  FieldScanner fields(text);
  fields.take();
  const std::string_view word = fields.take();
  preamble.undirected |= word.size() == kUndirected.size() && starts_with_word(word, kUndirected);
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  std::string misfit;
  if (const auto nodes = number_after(text, "nodes:", kMaxVertices, misfit)) preamble.nodes = nodes;
  if (const auto edges = number_after(text, "edges:", kAny, misfit)) {
    preamble.edges = edges;
    preamble.line_of_edges = line;
  }
  preamble.first_id = number_after(text, "first id:", kAny, misfit).value_or(preamble.first_id);
  if (misfit.empty() || !preamble.misfit.empty()) return;
  preamble.misfit = misfit;
  preamble.line_of_misfit = line;
}

// Not more than the first ones: a line may be as long as the file.
std::vector<std::string_view> columns_of(std::string_view line) {
  constexpr std::size_t kMost = 32;
  std::vector<std::string_view> columns;
  for (std::size_t i = 0; i < line.size() && columns.size() < kMost;) {
    std::size_t end = i;
    while (end < line.size() && !Cursor<AnySeparator>::ends_field(line[end])) ++end;
    if (end != i) columns.push_back(line.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return columns;
}

bool is_name(std::string_view column) {
  if (column.starts_with('"')) column.remove_prefix(1);
  const char first = column.empty() ? '\0' : lower_case(column.front());
  return (first >= 'a' && first <= 'z') || first == '_';
}

// Whether the name is one of the end of an edge, which has to be the second column.
bool names_end(std::string_view column) {
  constexpr std::string_view kEnds[] = {"to", "target", "dst", "dest", "destination", "head"};
  if (column.size() > 2 && column.front() == '"' && column.back() == '"') column = column.substr(1, column.size() - 2);
  return std::ranges::find(kEnds, lower_case(column)) != std::end(kEnds);
}

// "from,to" above "0,1": names of as many columns as the next line has.
bool names_columns(std::string_view line, std::string_view next) {
  const auto names = columns_of(line);
  if (names.size() < 2 || names.size() != columns_of(next).size()) return false;
  return std::ranges::all_of(names, is_name) && !names_end(names.front()) &&
         std::none_of(names.begin() + 2, names.end(), names_end);
}

// The first line with something in it that is no comment; empty if there is none.
std::string_view first_content(std::string_view text) {
  for (LineScanner lines(text); !lines.at_end();) {
    const std::string_view line = lines.take();
    const auto columns = columns_of(line);
    if (!columns.empty() && !EdgeListFormat::is_comment(columns.front())) return line;
  }
  return {};
}

}  // namespace

Input edge_list_text(const Input& input) {
  Input text = without_byte_order_mark(input);
  if (text.text().starts_with("%%MatrixMarket"))
    text.fail(1, "expected lines of edges, found the first line of a Matrix Market file (mtx)");
  return text;
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
    } else if (const std::size_t end = std::min(place + content.size() + 1, text.size());
               preamble.body == 0 && names_columns(content, first_content(text.substr(end)))) {
      preamble.body = end;
      preamble.body_line = line + 1;
    } else {
      preamble.weighted = columns_of(content).size() > 2;
      break;
    }
    place += content.size();
    ++line;
  }
  return preamble;
}

void remark_preamble(const Input& input, const Preamble& preamble) {
  if (!preamble.misfit.empty()) input.remark(preamble.line_of_misfit, preamble.misfit);
  if (preamble.body == 0) return;
  std::string_view line = input.text().substr(0, preamble.body);
  if (line.ends_with('\n')) line.remove_suffix(1);
  const auto names = columns_of(line.substr(line.rfind('\n') + 1));
  if (names.size() < 2) throw_changed(input.name);
  std::string roles = message("names of columns: source ", names[0], ", target ", names[1]);
  if (names.size() > 2 && input.options.weights != files::WeightType::kNone) roles += message(", weight ", names[2]);
  input.remark(preamble.body_line - 1, roles);
}

EdgeList list_without_edges(const Input& input, const Preamble& preamble, Direction direction) {
  if (!preamble.nodes || input.is_beginning) input.fail_at_end(1, "expected an edge, found nothing but comments");
  if (!preamble.ids_fit()) {
    input.fail(1, "expected ids below 2^64, found comments that speak of ", *preamble.nodes, " vertices from ",
               preamble.first_id, " on");
  }
  EdgeList list;
  list.vertex_count = static_cast<VertexId>(*preamble.nodes);
  list.direction = direction;
  list.ids.base = preamble.first_id;
  return list;
}

void remark_missing_edges(const Input& input, const Preamble& preamble, std::uint64_t found, std::uint64_t loops) {
  const std::uint64_t said = preamble.edges.value_or(0);
  if (said <= found || said == 2 * found || said == 2 * found - loops) return;
  input.remark(preamble.line_of_edges, "the comment speaks of ", said, " edges, and the file has ", found,
               "; is it complete?");
}

}  // namespace warpgraph::detail
