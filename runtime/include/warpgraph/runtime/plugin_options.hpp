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

// What plugins (plugin.hpp) and methods (method.hpp) are told, and what they tell.
namespace warpgraph::plugins {

// What a plugin or a method can be told. Values travel as text; PluginOptions reads them.
struct PluginOption {
  enum class Kind {
    kNamed,       // --name VALUE
    kSwitch,      // --name
    kPositional,  // a word by its place, which has to be there
    kCount,       // --name N, a whole number from 0 on
    kNumber       // --name VALUE, a finite number
  };

  std::string name;     // "rounds" is --rounds
  std::string summary;  // a line of help
  Kind kind = Kind::kNamed;
  std::string standard = {};              // what it is if it is not given; empty: not given
  std::vector<std::string> choices = {};  // the only values there are; empty: any
};

// The options of one call.
class PluginOptions {
 public:
  // Throws UsageError for names that are not declared, values that cannot be, and positional ones that are missing. Any
  // value of a switch means that it is set.
  explicit PluginOptions(const std::vector<PluginOption>& declared, std::map<std::string, std::string> given = {});

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
    if (read.ec != std::errc() || read.ptr != end) refuse(name, value, numbers<Number>());
    return result;
  }

 private:
  [[noreturn]] static void refuse(std::string_view name, const std::string& value, const std::string& possible);
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
