// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/plugin.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/runtime/message_of.hpp>

#include "library_file.hpp"

namespace warpgraph::plugins {

namespace {

bool is_name(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '-'; });
}

// Says what the loader says, without the file's name, which the error begins with.
std::string loader_message(const std::string& file) {
  const char* const text = dlerror();
  std::string message = text == nullptr ? "unknown reason" : text;
  if (message.starts_with(file + ": ")) message.erase(0, file.size() + 2);
  return message;
}

// A plugin finds the code that it calls among the symbols of the program. Where this code is in a shared library that
// was loaded for one module, as Python loads modules, its symbols become those of the program here.
void show_own_symbols() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&load_plugins), &own) == 0 || own.dli_fname == nullptr) return;
  static_cast<void>(dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL));
  static_cast<void>(dlerror());  // of a program, which is no library
}

template <class Function>
Function* find_function(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace

PluginOptions::PluginOptions(const std::vector<PluginOption>& declared, std::map<std::string, std::string> given) {
  for (const PluginOption& option : declared) {
    const auto found = given.find(option.name);
    if (found != given.end()) {
      const option::Value value = option::read(option, found->second);
      auto text = given.extract(found);
      if (value != option::Value(false)) values_.insert(std::move(text));
    } else if (option.is_required || option.is_positional) {
      throw UsageError("\"" + option.name + "\" is missing");
    } else if (std::string standard = option::to_text(option.default_value); !standard.empty()) {
      if (option.default_value != option::Value(false)) values_[option.name] = std::move(standard);
    }
  }
  if (!given.empty()) throw UsageError("unknown option --" + given.begin()->first);
}

const std::string& PluginOptions::text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw UsageError(std::string("--").append(name).append(" is missing"));
  return found->second;
}

void PluginRegistry::add(std::shared_ptr<Plugin> plugin) {
  expects(plugin != nullptr, "PluginRegistry::add: there is no plugin");
  const std::string name = plugin->name();
  if (!is_name(name)) throw UsageError("a plugin cannot be called \"" + name + '"');
  if (std::ranges::find(reserved_, name) != reserved_.end())
    throw UsageError("has a plugin called \"" + name + "\", and there is such a command");
  if (find(name) != nullptr) throw UsageError("there are two plugins called \"" + name + '"');
  plugins_.push_back(std::move(plugin));
}

void PluginRegistry::add_methods(std::function<void()> add) { method_adders_.push_back(std::move(add)); }

Plugin* PluginRegistry::find(std::string_view name) const {
  const auto found = std::ranges::find_if(plugins_, [&](const auto& plugin) { return plugin->name() == name; });
  return found == plugins_.end() ? nullptr : found->get();
}

void load_plugins(const std::filesystem::path& library, PluginRegistry& registry) {
  const std::string shown = library.string();
  const auto refuse = [&](const std::string& why) { throw InputError(shown, 0, why); };
  std::error_code error;
  if (!std::filesystem::exists(library, error)) refuse("there is no such file");
  if (!std::filesystem::is_regular_file(library, error)) refuse("is no file of its own");  // a pipe would be waited for
  // With a slash in its name, so that the loader does not look for it elsewhere.
  const std::string file = std::filesystem::absolute(library).string();
  if (detail::is_cut_off(file)) refuse("cannot be loaded: the end of the file is missing");
  show_own_symbols();
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) refuse("cannot be loaded: " + loader_message(file));
  auto* const interface = find_function<const char*()>(handle, "warpgraph_plugin_interface");
  auto* const add = find_function<void(void*)>(handle, "warpgraph_add_plugins");
  if (interface == nullptr || add == nullptr) refuse("has no plugins: WARPGRAPH_PLUGIN is missing");
  const char* const answer = interface();
  const std::string built_for = answer == nullptr ? "" : answer;
  if (built_for != kPluginInterface)
    refuse("was built for plugin interface \"" + built_for + "\", and this program has \"" + kPluginInterface +
           "\"; build it again with this version's headers and this compiler");
  PluginRegistry together = registry;
  together.method_adders_.clear();
  try {
    add(&together);
    if (together.plugins().size() == registry.plugins().size() && together.method_adders_.empty())
      refuse("has no plugins");
    for (const auto& add_methods : together.method_adders_) add_methods();
  } catch (const UsageError& mistake) {
    refuse(support::message_of(mistake));
  }
  registry = std::move(together);
}

}  // namespace warpgraph::plugins
