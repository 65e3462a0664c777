// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::algorithms::catalogue {

namespace {

// How much of the text is a number of this type.
enum class Reading { kAll, kOutOfRange, kNone };
template <class Number>
Reading read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return Reading::kNone;
  return error == std::errc() ? Reading::kAll : Reading::kOutOfRange;
}

// The one text; null if there is none.
const std::string* one_of(std::string_view name, std::span<const std::string> texts) {
  if (texts.size() > 1) throw UsageError("--" + std::string(name) + " is given twice");
  return texts.empty() ? nullptr : texts.data();
}

constexpr std::string_view kAnId = "the id of a vertex, a whole number from 0 on";

// The names of vertices.
void append(std::string_view name, const AlgorithmArray& array, std::vector<VertexName>& vertices) {
  std::visit(
      [&]<class Number>(std::span<const Number> numbers) {
        if constexpr (std::is_floating_point_v<Number>)
          throw UsageError("--" + std::string(name) + " takes an array of whole numbers, the ids of vertices");
        else
          for (const Number number : numbers) {
            if (std::cmp_less(number, 0))
              throw UsageError("--" + std::string(name) + " cannot be \"" + std::to_string(number) + "\"; it is " +
                               std::string(kAnId));
            vertices.push_back(static_cast<std::uint64_t>(number));
          }
      },
      array);
}

// "17=2.5"
NamedValue read_named_value(std::string_view name, std::string_view text) {
  const auto expect = [&](bool condition, const char* what) {
    if (!condition) throw UsageError("--" + std::string(name) + " cannot be \"" + std::string(text) + "\"; " + what);
  };
  const std::size_t middle = std::min(text.find('='), text.size());
  std::uint64_t number = 0;
  NamedValue named{};
  const Reading vertex = read_number(text.substr(0, middle), number);
  named.vertex = number;
  const Reading value = read_number(text.substr(std::min(middle + 1, text.size())), named.value);
  expect(vertex == Reading::kAll && value != Reading::kNone, "it is a vertex and its value, such as 17=2.5");
  expect(value == Reading::kAll && std::isfinite(named.value), "a value is 0, or from 1.4e-45 to 3.4e+38 in size");
  return named;
}

}  // namespace

AlgorithmOption& ListOptions::add(std::string_view name, Kind kind, std::string_view value_name,
                                  std::string_view help) const {
  AlgorithmOption& added = options_->emplace_back();
  added.name = name;
  added.kind = kind;
  added.value_name = value_name;
  added.help = help;
  return added;
}

void ListOptions::operator()(std::string_view name, const bool& value, option::Switch, std::string_view help) const {
  add(name, Kind::kSwitch, "", help).default_value = value;
}

void ListOptions::operator()(std::string_view name, const std::optional<VertexName>&, Vertex,
                             std::string_view help) const {
  add(name, Kind::kVertex, "ID", help).is_required = true;
}

void ListOptions::operator()(std::string_view name, const std::vector<VertexName>&, Vertices values,
                             std::string_view help) const {
  AlgorithmOption& added = add(name, Kind::kVertices, "ID,ID...", help);
  if (!values.old_name.empty()) added.old_names.emplace_back(values.old_name);
}

void ListOptions::operator()(std::string_view name, const std::vector<NamedValue>&, VerticesWithValues values,
                             std::string_view help) const {
  add(name, Kind::kVertexValues, values.name, help);
}

void ListOptions::operator()(std::string_view name, const GivenValues&, ValuesOfVertices, std::string_view help) const {
  add(name, Kind::kArray, "FILE", help);
}

const AlgorithmArgument* ReadOptions::find_any(std::string_view name) const {
  const auto found = arguments_->find(name);
  if (found == arguments_->end()) return nullptr;
  ++*used_;
  if (found->second.array && !found->second.texts.empty())
    throw UsageError("--" + std::string(name) + " is given as an array and as text");
  return &found->second;
}

std::span<const std::string> ReadOptions::find_all(std::string_view name) const {
  const AlgorithmArgument* const given = find_any(name);
  if (given == nullptr) return {};
  if (given->array) throw UsageError("--" + std::string(name) + " takes no array");
  return given->texts;
}

const std::string* ReadOptions::find(std::string_view name) const { return one_of(name, find_all(name)); }

void ReadOptions::operator()(std::string_view name, bool& member, option::Switch, std::string_view) const {
  if (const std::string* const text = find(name); text != nullptr) member = option::read_switch(name, *text);
}

void ReadOptions::operator()(std::string_view name, std::optional<VertexName>& member, Vertex, std::string_view) const {
  if (const std::string* const text = find(name); text != nullptr) member = option::read_vertex(name, *text);
}

void ReadOptions::operator()(std::string_view name, std::vector<VertexName>& member, Vertices, std::string_view) const {
  const AlgorithmArgument* const given = find_any(name);
  if (given == nullptr) return;
  if (given->array) return append(name, *given->array, member);
  for (const std::string& text : given->texts) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      std::uint64_t vertex = 0;
      if (read_number(std::string_view(text).substr(begin, end - begin), vertex) != Reading::kAll)
        option::refuse(name, text, kAnId);
      member.push_back(vertex);
      begin = end + 1;
    }
  }
}

void ReadOptions::operator()(std::string_view name, std::vector<NamedValue>& member, VerticesWithValues,
                             std::string_view) const {
  std::unordered_set<VertexName> named;
  for (const std::string& text : find_all(name)) {
    member.push_back(read_named_value(name, text));
    if (!named.insert(member.back().vertex).second)
      throw UsageError("--" + std::string(name) + " names vertex " + to_string(member.back().vertex) + " twice");
  }
}

void ReadOptions::operator()(std::string_view name, GivenValues& member, ValuesOfVertices, std::string_view) const {
  const AlgorithmArgument* const given = find_any(name);
  if (given == nullptr) return;
  member.are_given = given->array.has_value();
  if (const std::string* const file = member.are_given ? nullptr : one_of(name, given->texts)) member.file = *file;
  if (!member.are_given) return;
  std::visit(
      [&](const auto& numbers) {
        for (const auto number : numbers) member.values.push_back(static_cast<float>(number));
      },
      *given->array);
}

AlgorithmArguments with_new_names(const std::vector<AlgorithmOption>& options, const AlgorithmArguments& arguments) {
  AlgorithmArguments renamed = arguments;
  for (const AlgorithmOption& each : options) {
    for (const std::string& old : each.old_names) {
      auto given = renamed.extract(old);
      if (given.empty()) continue;
      AlgorithmArgument& now = renamed[each.name];
      if (given.mapped().array && now.array) throw UsageError("--" + each.name + " is given twice");
      if (given.mapped().array) now.array = given.mapped().array;
      for (std::string& text : given.mapped().texts) now.texts.push_back(std::move(text));
    }
  }
  return renamed;
}

void refuse_unknown(const std::string& algorithm, const std::vector<AlgorithmOption>& options,
                    const AlgorithmArguments& arguments) {
  std::string known;
  for (const AlgorithmOption& each : options) known += (known.empty() ? "" : ", ") + each.name;
  for (const auto& [name, values] : arguments) {
    if (std::ranges::find(options, name, &AlgorithmOption::name) == options.end())
      throw UsageError(algorithm + " has no option \"" + name + "\"; it has " + (known.empty() ? "none" : known));
  }
  throw UsageError(algorithm + ": two options of one name");
}

}  // namespace warpgraph::algorithms::catalogue
