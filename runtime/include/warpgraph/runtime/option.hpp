// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <warpgraph/runtime/option_values.hpp>

// What an option is called, accepts and is by default, for programs that do not know it: command lines, bindings for
// other languages, documentation. Options of algorithms, of the engine, of plugins and of methods are described so, and
// all texts that they are given are read here.
namespace warpgraph::option {

// None: the option has no value until it is given one.
using Value = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;

struct Option {
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
  static constexpr WholeRange kAnyWhole = {0, std::numeric_limits<std::uint64_t>::max()};
  static constexpr RealRange kAnyReal = {-std::numeric_limits<double>::infinity(),
                                         std::numeric_limits<double>::infinity()};

  std::string name;  // "tolerance" is --tolerance
  Kind kind = Kind::kText;
  std::string value_name = {};  // for help: "T"; empty: what shown_value_name says
  std::string help = {};
  // What a run takes if the option is not given: false of all switches, the text of a name. None of vertices, arrays
  // and files, and where the run decides, as default_text says.
  Value default_value = {};
  std::string default_text = {};  // "half the limit"; empty: what default_value says
  bool is_required = false;
  WholeRange whole = kAnyWhole;
  RealRange real = kAnyReal;
  std::vector<std::string> choices = {};
  // Further names that it can be given by, which help does not show: those that it had before.
  std::vector<std::string> old_names = {};
  bool is_of_several_devices = false;  // of the engine's: it changes nothing on one
  bool is_positional = false;          // of plugins' commands: a word by its place, which has to be there
};

// What the option accepts: "a whole number from 0 to 64", "a, b, c"; empty for a switch and for any text.
[[nodiscard]] std::string accepted_values(const Option& option);
// Its default for people; empty if there is none, and for a switch.
[[nodiscard]] std::string shown_default(const Option& option);
// What help calls its value; empty for a switch.
[[nodiscard]] std::string shown_value_name(const Option& option);
// Empty for none.
[[nodiscard]] std::string to_text(const Value& value);
// Whether it is the option's name, or was once.
[[nodiscard]] bool is_called(const Option& option, std::string_view name);
// "vertex_values"
[[nodiscard]] std::string_view to_string(Option::Kind kind);

// The value that a text means: a bool of a switch, a number of kWhole, kReal and kVertex, and otherwise the text. The
// text of kVertices and kVertexValues is one of those that may be given. Throws UsageError if the option does not
// accept it.
[[nodiscard]] Value read(const Option& option, std::string_view text);

// The same for options whose ranges are at hand. `name` is for the message.
[[nodiscard]] bool read_switch(std::string_view name, std::string_view text);
[[nodiscard]] std::uint64_t read_whole(std::string_view name, std::string_view text, const WholeRange& range);
[[nodiscard]] double read_real(std::string_view name, std::string_view text, const RealRange& range);
[[nodiscard]] std::uint64_t read_vertex(std::string_view name, std::string_view text);

// Throws the UsageError for a text that is none of what is expected: "one of a, b".
[[noreturn]] void refuse(std::string_view name, std::string_view text, std::string_view expected);

}  // namespace warpgraph::option
