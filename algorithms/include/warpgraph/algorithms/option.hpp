// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/option/values.hpp>

// What an option of an algorithm or of the engine is called, accepts and is by default, for programs that do not know
// it: command lines, bindings for other languages, documentation. And what such a program says.
namespace warpgraph::algorithms {

// None: the option has no value until it is given one.
using OptionValue = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;

struct AlgorithmOption {
  enum class Kind {
    kSwitch,        // --name: on or off
    kWhole,         // a whole number in `whole`
    kReal,          // a finite number in `real`
    kName,          // one of `choices`
    kText,          // anything
    kVertex,        // what the user calls a vertex: a whole number of 64 bits
    kVertices,      // such names, each once: 5, or 5,17, or once more
    kVertexValues,  // vertices with a value each: 17=2.5; once or more
    kArray,         // a value for every vertex: a file that has them, or an array
    kFile,          // the name of a file, which is read
  };
  static constexpr option::WholeRange kAnyWhole = {0, std::numeric_limits<std::uint64_t>::max()};
  static constexpr option::RealRange kAnyReal = {-std::numeric_limits<double>::infinity(),
                                                 std::numeric_limits<double>::infinity()};

  std::string name;  // "tolerance"
  Kind kind = Kind::kText;
  std::string value_name = {};  // for help: "T"
  std::string help = {};
  // What a run takes if the option is not given: false of all switches, the text of a name. None of vertices, arrays
  // and files, and where the run decides, as default_text says.
  OptionValue default_value = {};
  std::string default_text = {};  // "half the limit"; empty: what default_value says
  bool is_required = false;
  option::WholeRange whole = kAnyWhole;
  option::RealRange real = kAnyReal;
  std::vector<std::string> choices = {};
  // Further names that it can be given by, which help does not show: those that it had before.
  std::vector<std::string> old_names = {};
  bool is_of_several_devices = false;  // of the engine's: it changes nothing on one
};

// What the option accepts: "a whole number from 0 to 64", "a, b, c"; empty for a switch and for any text.
[[nodiscard]] std::string accepted_values(const AlgorithmOption& option);
// Its default for people; empty if there is none, and for a switch.
[[nodiscard]] std::string shown_default(const AlgorithmOption& option);
// Empty for none.
[[nodiscard]] std::string to_text(const OptionValue& value);
// Whether it is the option's name, or was once.
[[nodiscard]] bool is_called(const AlgorithmOption& option, std::string_view name);

// Borrowed numbers. They must stay where they are until Algorithm::read returns, which copies what it needs.
using AlgorithmArray = std::variant<std::span<const float>, std::span<const double>, std::span<const std::int32_t>,
                                    std::span<const std::int64_t>, std::span<const std::uint64_t>>;

// What an option is given: texts, of which all but kVertices and kVertexValues take one, or an array: the names of
// kVertices; or for kArray the values of all vertices, in ascending order of what the vertices are called.
struct AlgorithmArgument {
  AlgorithmArgument() = default;
  AlgorithmArgument(std::initializer_list<std::string> given) : texts(given) {}
  AlgorithmArgument(std::vector<std::string> given) : texts(std::move(given)) {}
  AlgorithmArgument(AlgorithmArray given) : array(given) {}

  std::vector<std::string> texts = {};
  std::optional<AlgorithmArray> array = {};
};

// By the options' names, without dashes. A switch has the text "true".
using AlgorithmArguments = std::map<std::string, AlgorithmArgument, std::less<>>;

}  // namespace warpgraph::algorithms
