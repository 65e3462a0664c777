// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/plugin_options.hpp>

// Further methods for what a library does. A folder that can do its work in several ways has a class that derives from
// Method, whose objects do it, and a list of those that other libraries have added: warpgraph/partitioning/method.hpp
// and warpgraph/algorithms/method.hpp. A user asks for a method by its name.
namespace warpgraph::plugins {

class Method {
 public:
  virtual ~Method() = default;
  // Lower-case letters, digits and dashes.
  [[nodiscard]] virtual std::string name() const = 0;
  // A few words for the help of the option that takes the name.
  [[nodiscard]] virtual std::string summary() const = 0;
  // Options of its own, none of them positional. No other option of the command that runs it may have such a name, but
  // another method's may. Methods to rank lists have none.
  [[nodiscard]] virtual std::vector<PluginOption> options() const { return {}; }
};

// The methods of one kind. They stay until the program ends. Not for several threads: a program adds methods before it
// uses any.
template <std::derived_from<Method> M>
class Methods {
 public:
  // `built_in` names what the library can do without them.
  explicit Methods(std::vector<std::string> built_in) : names_(std::move(built_in)) {}

  // Throws UsageError if the method is null, or if its name is none or taken.
  void add(std::shared_ptr<const M> method) {
    expects(method != nullptr, "add_method: there is no method");
    const std::string name = method->name();
    const auto is_allowed = [](char c) { return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '-'; };
    if (name.empty() || !std::ranges::all_of(name, is_allowed))
      throw UsageError("a method is called \"" + name + "\"; names have lower-case letters, digits and dashes");
    if (std::ranges::find(names_, name) != names_.end())
      throw UsageError("there are two methods called \"" + name + '"');
    all_.push_back(std::move(method));
    names_.push_back(name);
  }
  // Null if the method is built in. Throws UsageError, which begins with `work`, if there is none of this name.
  [[nodiscard]] const M* find(std::string_view name, const std::string& work) const {
    const auto found = std::ranges::find_if(all_, [&](const auto& each) { return each->name() == name; });
    if (found != all_.end()) return found->get();
    if (std::ranges::find(names_, name) != names_.end()) return nullptr;
    std::string known;
    for (const std::string& each : names_) known += (known.empty() ? "" : ", ") + each;
    throw UsageError(work + ": there is no method \"" + std::string(name) + "\"; it is one of " + known);
  }
  // Without those that are built in.
  [[nodiscard]] const std::vector<std::shared_ptr<const M>>& all() const noexcept { return all_; }
  // With them, which come first.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  std::vector<std::shared_ptr<const M>> all_;
  std::vector<std::string> names_;
};

}  // namespace warpgraph::plugins
