// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/detail/plugin_interface.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/plugin_options.hpp>

// Programs that the command line finds by name: `warpgraph degrees g.wg` runs the plugin `degrees`. A plugin says which
// options it has, runs over a runtime and reports facts; parsing, help and printing are not its business. Plugins come
// from shared libraries (WARPGRAPH_PLUGIN, and warpgraph_add_plugin in CMake). A library gets the runtime of the
// program that loads it, so both must have been built from the same headers: that is checked.
namespace warpgraph {

class Runtime;

}  // namespace warpgraph

namespace warpgraph::plugins {

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
  // `add` adds methods to what libraries can do (method.hpp): a shared library may bring those, and no plugins. It is
  // called when the library's plugins have been accepted, and adds all of its methods or, if it throws, none.
  void add_methods(std::function<void()> add);
  // No plugin may have this name, because a command has it.
  void reserve(std::string name) { reserved_.push_back(std::move(name)); }
  // Null if there is none of this name.
  [[nodiscard]] Plugin* find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::shared_ptr<Plugin>>& plugins() const noexcept { return plugins_; }

 private:
  friend void load_plugins(const std::filesystem::path& library, PluginRegistry& registry);

  std::vector<std::shared_ptr<Plugin>> plugins_;
  std::vector<std::function<void()>> method_adders_;
  std::vector<std::string> reserved_;
};

// Adds the plugins and the methods of a shared library. Throws InputError, and adds none, if the file is missing or no
// library, has neither plugins nor methods, was built for another interface, or brings a name that is taken. What else
// the library's code throws passes.
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

// What a library and the program that loads it must agree on: the public headers of the program's libraries, the
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

// Once in a shared library, outside of namespaces: its plugins and methods are what add(registry) adds.
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
