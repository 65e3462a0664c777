// SPDX-License-Identifier: Apache-2.0
#include "catalogue/described.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <vector>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::algorithms::catalogue {

namespace {

using Kind = AlgorithmOption::Kind;

// How much of the text is a number of this type.
enum class Reading { kAll, kOutOfRange, kNone };
template <class Number>
Reading read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return Reading::kNone;
  return error == std::errc() ? Reading::kAll : Reading::kOutOfRange;
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

void ListOptions::operator()(std::string_view name, const bool&, option::Switch, std::string_view help) const {
  options_->push_back({.name = std::string(name), .kind = Kind::kSwitch, .help = std::string(help)});
}

void ListOptions::add_value(std::string_view name, std::string_view value_name, std::string default_value,
                            std::string values, std::string_view help) const {
  options_->push_back({std::string(name), Kind::kValue, std::string(value_name), std::move(default_value),
                       std::move(values), std::string(help)});
}

void ListOptions::operator()(std::string_view name, const std::vector<VertexName>&, Vertices,
                             std::string_view help) const {
  options_->push_back({std::string(name), Kind::kValues, "ID", "", "the id of a vertex", std::string(help)});
}

void ListOptions::operator()(std::string_view name, const std::vector<NamedValue>&, VerticesWithValues values,
                             std::string_view help) const {
  options_->push_back(
      {std::string(name), Kind::kValues, std::string(values.name), "", "a vertex and its value", std::string(help)});
}

void ListOptions::operator()(std::string_view name, const std::string&, FileName, std::string_view help) const {
  options_->push_back({std::string(name), Kind::kFile, "FILE", "", "a file", std::string(help)});
}

void ReadOptions::refuse(std::string_view name, std::string_view text, std::string_view expected) {
  throw UsageError("--" + std::string(name) + " cannot be \"" + std::string(text) + "\"; it is " +
                   std::string(expected));
}

std::span<const std::string> ReadOptions::find_all(std::string_view name) const {
  const auto found = arguments_->find(name);
  if (found == arguments_->end()) return {};
  ++*used_;
  return found->second;
}

const std::string* ReadOptions::find(std::string_view name) const {
  const std::span<const std::string> all = find_all(name);
  if (all.size() > 1) throw UsageError("--" + std::string(name) + " is given twice");
  return all.empty() ? nullptr : all.data();
}

void ReadOptions::operator()(std::string_view name, bool& member, option::Switch values, std::string_view) const {
  if (const std::string* const text = find(name); text != nullptr && !option::assign(*text, member, values))
    refuse(name, *text, option::describe(values));
}

void ReadOptions::operator()(std::string_view name, std::vector<VertexName>& member, Vertices, std::string_view) const {
  for (const std::string& text : find_all(name)) {
    std::uint64_t vertex = 0;
    if (read_number(text, vertex) != Reading::kAll) refuse(name, text, "the id of a vertex, a whole number from 0 on");
    member.push_back(vertex);
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

void ReadOptions::operator()(std::string_view name, std::string& member, FileName, std::string_view) const {
  if (const std::string* const text = find(name)) member = *text;
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
