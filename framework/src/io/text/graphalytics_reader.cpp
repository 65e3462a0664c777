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
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/io/companion_files.hpp>
#include <warpgraph/framework/io/file_format.hpp>
#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

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

// Lines "graph.NAME.KEY = VALUE" of one graph, and comments.
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
    // Names of graphs may have points, so the name is what stands before a key that every graph has.
    constexpr std::string_view kBegin = "graph.";
    constexpr std::string_view kKey = ".vertex-file";
    for (const Property& each : all_) {
      if (!each.key.starts_with(kBegin) || !each.key.ends_with(kKey) || each.key.size() <= kBegin.size() + kKey.size())
        continue;
      prefix_ = each.key.substr(0, each.key.size() - kKey.size() + 1);
      break;
    }
    if (prefix_.empty()) input.fail(0, "expected a line \"graph.NAME.vertex-file = ...\"");
    for (const Property& each : all_)
      if (each.key.starts_with(kBegin) && !each.key.starts_with(prefix_))
        input.fail(each.line, "expected a property that begins with ", quote_field(prefix_), ", found ",
                   quote_field(each.key));
  }

  struct Property {
    std::string_view key;
    std::string_view value;
    std::uint64_t line;
  };

  // Null if there is none.
  [[nodiscard]] const Property* find(std::string_view key) const {
    const Property* found = nullptr;
    for (const Property& each : all_) {
      if (!each.key.starts_with(prefix_) || each.key.substr(prefix_.size()) != key) continue;
      if (found != nullptr) input_.fail(each.line, "has ", quote_field(key), " again, after line ", found->line);
      found = &each;
    }
    return found;
  }
  [[nodiscard]] const Property& expect(std::string_view key) const {
    const Property* const found = find(key);
    if (found == nullptr) input_.fail(0, "expected a line \"", prefix_, key, " = ...\"");
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
  // The type of the property of the edges, which is their weight; nothing if they have none.
  [[nodiscard]] std::optional<files::WeightType> weight() const {
    const Property* const names = find("edge-properties.names");
    const Property* const types = find("edge-properties.types");
    if (names == nullptr && types == nullptr) return std::nullopt;
    const std::string_view name = expect("edge-properties.names").value;
    const std::string_view type = expect("edge-properties.types").value;
    if (name.empty() && type.empty()) return std::nullopt;
    if (name.find(',') != name.npos)
      input_.fail(names->line, "expected one property of the edges, their weight, found ", quote_field(name));
    if (type == "real") return files::WeightType::kDouble;
    if (type != "int") input_.fail(types->line, "expected the type real or int, found ", quote_field(type));
    return files::WeightType::kAuto;
  }

 private:
  const Input& input_;
  std::string_view prefix_ = {};  // "graph.NAME."
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
  result.weight = properties.weight();
  return result;
}

bool are_properties(const std::filesystem::path& path) {
  return files::file_format_of(path) == files::FileFormat::kGraphalytics;
}
std::filesystem::path vertices_beside(std::filesystem::path properties) { return properties.replace_extension(".v"); }
std::filesystem::path edges_beside(std::filesystem::path properties) { return properties.replace_extension(".e"); }

EdgeList read_graphalytics(const Input& input) {
  if (input.options.direction)
    throw UsageError(message(input.name, ": direction: the properties say whether edges are directed"));
  const GraphalyticsProperties properties = read_properties(input);
  files::ReadOptions options = input.options;
  options.format = files::FileFormat::kEdgeList;
  options.pool = &input.pool;
  options.vertices = properties.vertices;
  options.direction = properties.is_directed ? Direction::kDirected : Direction::kUndirectedOnce;
  if (options.weights == files::WeightType::kAuto && properties.weight) options.weights = *properties.weight;
  EdgeList list = files::read_edge_list(properties.edges, options);
  expect_count(input, "vertices", list.vertex_count, properties.vertex_count);
  expect_count(input, "edges", list.size(), properties.edge_count);
  const bool has_none = std::holds_alternative<std::monostate>(list.values) && list.size() != 0;
  if (properties.weight && has_none && options.weights != files::WeightType::kNone)
    input.fail(0, "says that edges have a weight, and those of ", properties.edges.string(), " have none");
  return list;
}

}  // namespace warpgraph::detail

namespace warpgraph::files {

std::vector<std::filesystem::path> files_read_with(const std::filesystem::path& graph) {
  if (!detail::are_properties(graph)) return {};
  try {
    const MappedFile file(graph);
    const ReadOptions options;
    ThreadPool pool(1);
    const detail::GraphalyticsProperties properties =
        detail::read_properties(detail::Input{file.bytes(), file.name(), options, pool});
    return {properties.vertices, properties.edges};
  } catch (const Error&) {
    return {};
  }
}

std::vector<std::filesystem::path> files_written_with(const std::filesystem::path& graph) {
  if (!detail::are_properties(graph)) return {};
  return {detail::vertices_beside(graph), detail::edges_beside(graph)};
}

}  // namespace warpgraph::files
