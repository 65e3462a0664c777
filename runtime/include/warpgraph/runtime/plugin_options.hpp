// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/option.hpp>

// What plugins (plugin.hpp) and methods (method.hpp) are told, and what they tell.
namespace warpgraph::plugins {

// What a plugin or a method can be told, described as options of algorithms are.
using PluginOption = option::Option;

// The options of one call.
class PluginOptions {
 public:
  // Throws UsageError for names that are not declared, texts that their options do not accept, and options that are
  // required, as positional ones are, and missing.
  explicit PluginOptions(const std::vector<PluginOption>& declared, std::map<std::string, std::string> given = {});

  // Whether it has a value, a default among them; of a switch, whether it is on.
  [[nodiscard]] bool is_given(std::string_view name) const { return values_.find(name) != values_.end(); }
  // These throw UsageError if there is no such value, or not of the type.
  [[nodiscard]] const std::string& text(std::string_view name) const;
  template <class Number>
  requires(std::integral<Number> || std::floating_point<Number>) [[nodiscard]] Number
      number(std::string_view name) const {
    const std::string& value = text(name);
    const char* const end = value.data() + value.size();
    Number result{};
    const auto read = std::from_chars(value.data(), end, result);
    if (read.ec == std::errc() && read.ptr == end) return result;
    std::uint64_t whole = 0;  // 2^20, 64k
    if constexpr (std::integral<Number>)
      if (option::from_text(value, whole) && std::in_range<Number>(whole)) return static_cast<Number>(whole);
    option::refuse(name, value, numbers<Number>());
  }

 private:
  // Which ones a type holds.
  template <class Number>
  static std::string numbers() {
    if (!std::integral<Number>) return "a number of its type";
    using Limits = std::numeric_limits<Number>;
    return "a whole number from " + std::to_string(Limits::min()) + " to " + std::to_string(Limits::max());
  }

  std::map<std::string, std::string, std::less<>> values_;
};

using PluginValue = std::variant<bool, std::int64_t, std::uint64_t, double, std::string>;

// What a run found out, by name, in the order in which it is printed. Names are words with underscores between them;
// those that end in "seconds" are durations.
struct PluginReport {
  std::vector<std::pair<std::string, PluginValue>> facts;

  void add(std::string name, PluginValue value) { facts.emplace_back(std::move(name), std::move(value)); }
};

}  // namespace warpgraph::plugins
