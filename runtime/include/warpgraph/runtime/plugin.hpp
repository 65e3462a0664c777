// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/error.hpp>

// Programs that the command line finds by name: `warpgraph msf g.wg` runs the plugin `msf`. A plugin says which options
// it has, runs over a runtime and reports facts; parsing, help and printing are not its business. Some ship with
// Warpgraph; a shared library of one's own adds more (WARPGRAPH_PLUGIN, and warpgraph_add_plugin in CMake). It gets the
// runtime of the program that loads it, so both must have been built from the same headers: that is checked.
namespace warpgraph {

class Runtime;

// What a plugin can be told. Values travel as text; PluginOptions reads them.
struct PluginOption {
  enum class Kind { kNamed, kSwitch, kPositional };

  std::string name;                       // "rounds" is --rounds
  std::string summary;                    // a line of help
  Kind kind = Kind::kNamed;               // --name VALUE, --name, or a word by its place, which has to be there
  std::string standard = {};              // what it is if it is not given; empty: not given
  std::vector<std::string> choices = {};  // the only values there are; empty: any
};

// The options of one call.
class PluginOptions {
 public:
  // Throws UsageError for names that are not declared, values that cannot be, and positional ones that are missing. Of
  // a switch, any value means that it is set.
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
    if (read.ec != std::errc() || read.ptr != end) refuse(name, value);
    return result;
  }

 private:
  [[noreturn]] static void refuse(std::string_view name, const std::string& value);

  std::map<std::string, std::string, std::less<>> values_;
};

using PluginValue = std::variant<bool, std::int64_t, std::uint64_t, double, std::string>;

// What a run found out, by name, in the order in which it is printed. Names are words with underscores between them;
// those that end in "seconds" are durations.
struct PluginReport {
  std::vector<std::pair<std::string, PluginValue>> facts;

  void add(std::string name, PluginValue value) { facts.emplace_back(std::move(name), std::move(value)); }
};

class Plugin {
 public:
  // A command line that works, and what it does.
  struct Example {
    std::string line;
    std::string effect;
  };

  virtual ~Plugin() = default;
  // Lower-case letters, digits and dashes.
  [[nodiscard]] virtual std::string name() const = 0;
  // One line, for lists.
  [[nodiscard]] virtual std::string summary() const = 0;
  [[nodiscard]] virtual std::vector<PluginOption> options() const { return {}; }
  [[nodiscard]] virtual std::vector<Example> examples() const { return {}; }
  // Throws the library's errors. `options` were made for options().
  virtual PluginReport run(Runtime& runtime, const PluginOptions& options) = 0;
};

// Plugins by name. Those that came from a shared library stay valid until the program ends: libraries are not unloaded.
class PluginRegistry {
 public:
  // Throws UsageError if the name is none, or taken.
  void add(std::shared_ptr<Plugin> plugin);
  // Null if there is none of this name.
  [[nodiscard]] Plugin* find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::shared_ptr<Plugin>>& plugins() const noexcept { return plugins_; }

 private:
  std::vector<std::shared_ptr<Plugin>> plugins_;
};

// Adds the plugins of a shared library. Throws InputError, and adds nothing, if the file is missing or no library, has
// no plugins, was built for another interface, or brings a name that is taken.
void load_plugins(const std::filesystem::path& library, PluginRegistry& registry);

// What a library and the program that loads it must agree on. The number changes with any public class of the runtime
// or the framework; checked builds lay views out differently.
#if WARPGRAPH_CHECKED
inline constexpr std::string_view kPluginInterface = "1, checked";
#else
inline constexpr std::string_view kPluginInterface = "1";
#endif

}  // namespace warpgraph

// Once in a shared library, outside of namespaces: its plugins are what add(registry) adds.
#define WARPGRAPH_PLUGINS(add)                                                                   \
  extern "C" __attribute__((visibility("default"))) const char* warpgraph_plugin_interface() {   \
    return ::warpgraph::kPluginInterface.data();                                                 \
  }                                                                                              \
  extern "C" __attribute__((visibility("default"))) void warpgraph_add_plugins(void* registry) { \
    add(*static_cast<::warpgraph::PluginRegistry*>(registry));                                   \
  }                                                                                              \
  static_assert(true)

// The same for a library with one plugin, of a class that needs no arguments.
#define WARPGRAPH_PLUGIN(Class)                                                 \
  static void warpgraph_add_its_plugin(::warpgraph::PluginRegistry& registry) { \
    registry.add(std::make_shared<Class>());                                    \
  }                                                                             \
  WARPGRAPH_PLUGINS(warpgraph_add_its_plugin)
