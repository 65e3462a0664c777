// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/detail/plugin_interface.hpp>
#include <warpgraph/runtime/error.hpp>

// Programs that the command line finds by name: `warpgraph degrees g.wg` runs the plugin `degrees`. A plugin says which
// options it has, runs over a runtime and reports facts; parsing, help and printing are not its business. Plugins come
// from shared libraries (WARPGRAPH_PLUGIN, and warpgraph_add_plugin in CMake). A library gets the runtime of the
// program that loads it, so both must have been built from the same headers: that is checked.
namespace warpgraph {

class Runtime;

}  // namespace warpgraph

namespace warpgraph::plugins {

// What a plugin can be told. Values travel as text; PluginOptions reads them.
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

// What plugins derive from.
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
  // Throws UsageError if the name is none, or taken, or the plugin null.
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

#define WARPGRAPH_TEXT_OF(number) #number
#define WARPGRAPH_TEXT(number) WARPGRAPH_TEXT_OF(number)
#if defined(__clang__)
#define WARPGRAPH_INTERFACE_COMPILER "clang " WARPGRAPH_TEXT(__clang_major__)
#elif defined(__GNUC__)
#define WARPGRAPH_INTERFACE_COMPILER "gcc " WARPGRAPH_TEXT(__GNUC__)
#else
#define WARPGRAPH_INTERFACE_COMPILER "another compiler"
#endif
#if defined(_LIBCPP_VERSION)
#define WARPGRAPH_INTERFACE_LIBRARY ", libc++"
#elif defined(_GLIBCXX_DEBUG)
#define WARPGRAPH_INTERFACE_LIBRARY ", debug containers"
#else
#define WARPGRAPH_INTERFACE_LIBRARY ""
#endif
// A file that nvcc compiles says which it is; the others have that of the runtime.
#if defined(__CUDACC_VER_MAJOR__)
#undef WARPGRAPH_INTERFACE_CUDA
#define WARPGRAPH_INTERFACE_CUDA "cuda " WARPGRAPH_TEXT(__CUDACC_VER_MAJOR__)
#endif
#if WARPGRAPH_CHECKED
#define WARPGRAPH_INTERFACE_CHECKED ", checked"
#else
#define WARPGRAPH_INTERFACE_CHECKED ""
#endif

// What a library and the program that loads it must agree on: the public headers of the runtime and the framework, the
// compiler, CUDA, and checked views, which are laid out differently. Every file has its own: if the name had external
// linkage, the loader would give a library that of the program.
constexpr char kPluginInterface[] =
    WARPGRAPH_INTERFACE_HEADERS ", " WARPGRAPH_INTERFACE_COMPILER WARPGRAPH_INTERFACE_LIBRARY
                                ", " WARPGRAPH_INTERFACE_CUDA WARPGRAPH_INTERFACE_CHECKED;

#undef WARPGRAPH_INTERFACE_COMPILER
#undef WARPGRAPH_INTERFACE_LIBRARY
#undef WARPGRAPH_INTERFACE_CHECKED
#undef WARPGRAPH_TEXT
#undef WARPGRAPH_TEXT_OF

}  // namespace warpgraph::plugins

// Once in a shared library, outside of namespaces: its plugins are what add(registry) adds.
#define WARPGRAPH_PLUGINS(add)                                                                   \
  extern "C" __attribute__((visibility("default"))) const char* warpgraph_plugin_interface() {   \
    return ::warpgraph::plugins::kPluginInterface;                                               \
  }                                                                                              \
  extern "C" __attribute__((visibility("default"))) void warpgraph_add_plugins(void* registry) { \
    add(*static_cast<::warpgraph::plugins::PluginRegistry*>(registry));                          \
  }                                                                                              \
  static_assert(true)

// The same for a library with one plugin, of a class that needs no arguments.
#define WARPGRAPH_PLUGIN(Class)                                                          \
  static void warpgraph_add_its_plugin(::warpgraph::plugins::PluginRegistry& registry) { \
    registry.add(std::make_shared<Class>());                                             \
  }                                                                                      \
  WARPGRAPH_PLUGINS(warpgraph_add_its_plugin)
