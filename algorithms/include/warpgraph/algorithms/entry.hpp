// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/named_value.hpp>
#include <warpgraph/runtime/option_values.hpp>

// How an entry of the catalogue is made: the library's own, and those that a plugin adds (add_algorithms). It derives
// from AlgorithmRun, and says once what its options are, in fields(entry, visit), which calls visit(name, member,
// values, help) for each. described<Entry>({.name = ...}) makes an Algorithm of that; entry_run.hpp runs it on a graph
// wherever that lies. examples/own_plugin/own_algorithm.cpp is a whole one.
namespace warpgraph::algorithms::catalogue {

// What options accept, beside option::Switch and option::Names. A member whose value is not in the range, or is an
// empty std::optional, has no default.
template <class Number>
struct NumberValue {
  std::string_view name;  // of a value: "T"
  option::Range<Number> range;
  std::string_view standard = {};  // what help says of the default, if not the number
};
using Whole = NumberValue<std::uint64_t>;
using Real = NumberValue<double>;
struct Vertex {};  // one that has to be given
struct Vertices {
  std::string_view old_name = {};
};
struct VerticesWithValues {
  std::string_view name;  // "ID=VOLTS"; once or more
};
struct ValuesOfVertices {};
// One of the names; else what help says.
template <class Enum, std::size_t N>
struct OneOf {
  std::string_view name;  // of a value: "PLAN"
  option::Names<Enum, N> names;
  std::string_view standard = {};
};

// Values for all vertices, as they were given.
struct GivenValues {
  std::string file = {};           // which has them; empty: none
  std::vector<float> values = {};  // in ascending order of what the vertices are called
  bool are_given = false;          // as `values`
};

inline constexpr option::WholeRange kIterations = {0, std::numeric_limits<std::uint32_t>::max()};
inline constexpr option::WholeRange kAnyCount = AlgorithmOption::kAnyWhole;
inline constexpr option::RealRange kNotNegative = {0, std::numeric_limits<double>::infinity()};

// A visitor that lists the options, with their members' values for defaults.
class ListOptions {
 public:
  explicit ListOptions(std::vector<AlgorithmOption>& options) : options_(&options) {}

  void operator()(std::string_view name, const bool& value, option::Switch, std::string_view help) const;
  template <class Member, class Number>
  void operator()(std::string_view name, const Member& value, const NumberValue<Number>& values,
                  std::string_view help) const {
    AlgorithmOption& added = add(name, Kind::kWhole, values.name, help);
    if constexpr (std::is_same_v<Number, double>) {
      added.kind = Kind::kReal;
      added.real = values.range;
    } else {
      added.whole = values.range;
    }
    added.default_text = values.standard;
    if (option::contains(values.range, value)) added.default_value = Number{value};
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, const Enum& value, const option::Names<Enum, N>& names,
                  std::string_view help) const {
    add_names(name, "WHICH", names, help).default_value = option::to_text(value, names);
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, const std::optional<Enum>& value, const OneOf<Enum, N>& values,
                  std::string_view help) const {
    AlgorithmOption& added = add_names(name, values.name, values.names, help);
    added.default_text = values.standard;
    if (value) added.default_value = option::to_text(*value, values.names);
  }
  void operator()(std::string_view name, const std::optional<VertexName>& value, Vertex, std::string_view help) const;
  void operator()(std::string_view name, const std::vector<VertexName>& value, Vertices, std::string_view help) const;
  void operator()(std::string_view name, const std::vector<NamedValue>& value, VerticesWithValues values,
                  std::string_view help) const;
  void operator()(std::string_view name, const GivenValues& value, ValuesOfVertices, std::string_view help) const;

 private:
  using Kind = AlgorithmOption::Kind;
  AlgorithmOption& add(std::string_view name, Kind kind, std::string_view value_name, std::string_view help) const;
  template <class Enum, std::size_t N>
  AlgorithmOption& add_names(std::string_view name, std::string_view value_name, const option::Names<Enum, N>& names,
                             std::string_view help) const {
    AlgorithmOption& added = add(name, Kind::kName, value_name, help);
    for (const auto& [each, text] : names) added.choices.emplace_back(text);
    return added;
  }

  std::vector<AlgorithmOption>* options_;
};

// A visitor that puts arguments into the members. Throws UsageError for values that an option does not accept.
class ReadOptions {
 public:
  ReadOptions(const AlgorithmArguments& arguments, std::size_t& used) : arguments_(&arguments), used_(&used) {}

  void operator()(std::string_view name, bool& member, option::Switch, std::string_view) const;
  template <class Member, class Number>
  void operator()(std::string_view name, Member& member, const NumberValue<Number>& values, std::string_view) const {
    const std::string* const text = find(name);
    if (text == nullptr) return;
    if constexpr (std::is_same_v<Number, double>)
      member = option::read_real(name, *text, values.range);
    else
      member = static_cast<Member>(option::read_whole(name, *text, values.range));
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, Enum& member, const option::Names<Enum, N>& names, std::string_view) const {
    if (const std::string* const text = find(name); text != nullptr && !option::assign(*text, member, names))
      option::refuse(name, *text, "one of " + option::describe(names));
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, std::optional<Enum>& member, const OneOf<Enum, N>& values,
                  std::string_view help) const {
    Enum value = values.names.front().first;
    if (is_given(name)) {
      operator()(name, value, values.names, help);
      member = value;
    }
  }
  void operator()(std::string_view name, std::optional<VertexName>& member, Vertex, std::string_view) const;
  void operator()(std::string_view name, std::vector<VertexName>& member, Vertices, std::string_view) const;
  void operator()(std::string_view name, std::vector<NamedValue>& member, VerticesWithValues, std::string_view) const;
  void operator()(std::string_view name, GivenValues& member, ValuesOfVertices, std::string_view) const;

 private:
  [[nodiscard]] bool is_given(std::string_view name) const { return arguments_->find(name) != arguments_->end(); }
  // Null if it was not given.
  [[nodiscard]] const AlgorithmArgument* find_any(std::string_view name) const;
  // Empty if it was not given. Throws UsageError if it is an array.
  [[nodiscard]] std::span<const std::string> find_all(std::string_view name) const;
  // The one value; null if it was not given. Throws UsageError if there are several.
  [[nodiscard]] const std::string* find(std::string_view name) const;

  const AlgorithmArguments* arguments_;
  std::size_t* used_;  // of the arguments: how many belong to an option
};

[[noreturn]] void refuse_unknown(const std::string& algorithm, const std::vector<AlgorithmOption>& options,
                                 const AlgorithmArguments& arguments);

// Throws UsageError if a column that is wanted is none of those that the algorithm declares, or is named twice.
void expect_columns(const std::string& algorithm, Leaves leaves, const std::vector<AlgorithmColumn>& declared,
                    const WantedColumns& wanted);

// With the names that options have now. Throws UsageError if one is given by two of its names that takes one value.
[[nodiscard]] AlgorithmArguments with_new_names(const std::vector<AlgorithmOption>& options,
                                                const AlgorithmArguments& arguments);

// An AlgorithmRun with a constructor for `wanted`, whose members Entry::fields describes. What an entry does not
// accept beyond the options one by one, its check(arguments) refuses. One that visits a Vertex has a source.
template <class Entry>
Algorithm described(Algorithm algorithm) {
  const Entry defaults{WantedColumns()};
  Entry::fields(defaults, ListOptions(algorithm.options));
  algorithm.has_source = std::ranges::find(algorithm.options, AlgorithmOption::Kind::kVertex, &AlgorithmOption::kind) !=
                         algorithm.options.end();
  algorithm.read = [name = algorithm.name, options = algorithm.options, leaves = algorithm.leaves,
                    columns = algorithm.columns](const AlgorithmArguments& given,
                                                 const WantedColumns& wanted) -> std::unique_ptr<AlgorithmRun> {
    expect_columns(name, leaves, columns, wanted);
    const AlgorithmArguments arguments = with_new_names(options, given);
    auto entry = std::make_unique<Entry>(wanted);
    entry->set_name(name);
    std::size_t used = 0;
    Entry::fields(*entry, ReadOptions(arguments, used));
    if (used != arguments.size()) refuse_unknown(name, options, arguments);
    if constexpr (requires { entry->check(arguments); }) entry->check(arguments);
    return entry;
  };
  return algorithm;
}

}  // namespace warpgraph::algorithms::catalogue
