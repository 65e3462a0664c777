// SPDX-License-Identifier: Apache-2.0
#include "io/text/graphalytics.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/error.hpp>

#include "io/text/byte_order_mark.hpp"
#include "io/text/cursor.hpp"
#include "io/text/header.hpp"

namespace warpgraph::detail {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);  // npos + 1 is 0
}

// Lines "graph.NAME.KEY = VALUE", and comments.
class Properties {
 public:
  explicit Properties(const Input& input) : input_(input) {
    for (LineScanner lines(input.text()); !lines.at_end();) {
      const std::string_view line = trimmed(lines.take());
      if (line.empty() || line.front() == '#' || line.front() == '!') continue;
      const std::size_t sign = line.find('=');
      if (sign == line.npos) input.fail(lines.line(), "expected KEY = VALUE, found ", quote_field(line));
      all_.push_back({trimmed(line.substr(0, sign)), trimmed(line.substr(sign + 1)), lines.line()});
    }
  }

  struct Property {
    std::string_view key;
    std::string_view value;
    std::uint64_t line;
  };

  // Null if there is none. Names of graphs may have points, so a key is known by its end.
  [[nodiscard]] const Property* find(std::string_view key) const {
    const Property* found = nullptr;
    for (const Property& each : all_) {
      if (!each.key.starts_with("graph.") || !each.key.ends_with(key)) continue;
      if (each.key.size() <= key.size() || each.key[each.key.size() - key.size() - 1] != '.') continue;
      if (found != nullptr) input_.fail(each.line, "has ", quote_field(key), " again, after line ", found->line);
      found = &each;
    }
    return found;
  }
  [[nodiscard]] const Property& expect(std::string_view key) const {
    const Property* const found = find(key);
    if (found == nullptr) input_.fail(0, "expected a line \"graph.NAME.", key, " = ...\"");
    return *found;
  }

  [[nodiscard]] std::filesystem::path file(std::string_view key) const {
    const Property& found = expect(key);
    if (found.value.empty()) input_.fail(found.line, "expected the name of a file");
    return std::filesystem::path(input_.name).parent_path() / found.value;
  }
  [[nodiscard]] std::optional<std::uint64_t> count(std::string_view key) const {
    const Property* const found = find(key);
    if (found == nullptr) return std::nullopt;
    std::uint64_t number = 0;
    const char* const end = found->value.data() + found->value.size();
    const auto [end_of_number, error] = std::from_chars(found->value.data(), end, number);
    if (error != std::errc{} || end_of_number != end)
      input_.fail(found->line, "expected a whole number, found ", quote_field(found->value));
    return number;
  }
  [[nodiscard]] bool flag(std::string_view key) const {
    const Property& found = expect(key);
    if (found.value != "true" && found.value != "false")
      input_.fail(found.line, "expected true or false, found ", quote_field(found.value));
    return found.value == "true";
  }
  // By the type of the first property of edges; whole numbers are as wide as they need.
  [[nodiscard]] files::WeightType weights() const {
    const Property* const names = find("edge-properties.names");
    if (names == nullptr || names->value.empty()) return files::WeightType::kNone;
    const Property& types = expect("edge-properties.types");
    const std::string_view first = trimmed(types.value.substr(0, types.value.find(',')));
    if (first == "real") return files::WeightType::kDouble;
    if (first != "int") input_.fail(types.line, "expected the type real or int, found ", quote_field(first));
    return files::WeightType::kAuto;
  }

 private:
  const Input& input_;
  std::vector<Property> all_ = {};
};

void expect_count(const Input& input, const char* what, std::uint64_t found, std::optional<std::uint64_t> expected) {
  if (expected && *expected != found) input.fail(0, "speaks of ", *expected, " ", what, ", and its files have ", found);
}

}  // namespace

GraphalyticsProperties read_properties(const Input& input) {
  const Input text = without_byte_order_mark(input);
  const Properties properties(text);
  GraphalyticsProperties result;
  result.vertices = properties.file("vertex-file");
  result.edges = properties.file("edge-file");
  result.vertex_count = properties.count("meta.vertices");
  result.edge_count = properties.count("meta.edges");
  result.is_directed = properties.flag("directed");
  result.weights = properties.weights();
  return result;
}

EdgeList read_graphalytics(const Input& input) {
  const GraphalyticsProperties properties = read_properties(input);
  files::ReadOptions options = input.options;
  options.format = files::FileFormat::kEdgeList;
  options.pool = &input.pool;
  options.vertices = properties.vertices;
  options.direction = properties.is_directed ? Direction::kDirected : Direction::kUndirectedOnce;
  if (options.weights == files::WeightType::kAuto) options.weights = properties.weights;
  EdgeList list = files::read_edge_list(properties.edges, options);
  expect_count(input, "vertices", list.vertex_count, properties.vertex_count);
  expect_count(input, "edges", list.size(), properties.edge_count);
  return list;
}

}  // namespace warpgraph::detail
