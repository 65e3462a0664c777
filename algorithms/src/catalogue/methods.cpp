// SPDX-License-Identifier: Apache-2.0
#include "catalogue/methods.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/method.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::algorithms {
namespace catalogue {
namespace {

constexpr std::string_view kMethodOption = "method";

AlgorithmOption shown(AlgorithmOption option, const std::string& method) {
  option.help = "of " + method + ": " + option.help;
  return option;
}

// A method with options that are right.
class MethodRun final : public AlgorithmRun {
 public:
  MethodRun(std::shared_ptr<const AlgorithmMethod> method, plugins::PluginOptions own,
            std::unique_ptr<AlgorithmRun> usual)
      : method_(std::move(method)), own_(std::move(own)), usual_(std::move(usual)) {}

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override { return method_->run(request, own_); }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return usual_->facts(outcome, graph);
  }
  std::optional<std::string> verify(const VerifiedGraph& graph, VertexName source,
                                    const AlgorithmOutcome& outcome) const override {
    return usual_->verify(graph, source, outcome);
  }
  shards::SpreadNeeds needs(VertexId vertices) const override {
    shards::SpreadNeeds needs = usual_->needs(vertices);
    needs.memory = [method = method_, own = own_](StreamRef stream, const shards::RunSize& size) {
      return method->memory(stream, size, own);
    };
    return needs;
  }
  bool can_spread() const override { return method_->can_spread(); }

 private:
  std::shared_ptr<const AlgorithmMethod> method_;
  plugins::PluginOptions own_;
  std::unique_ptr<AlgorithmRun> usual_;  // by the algorithm's own method
};

// Reads the arguments of an algorithm that has methods beside its own.
class ReadWithMethods {
 public:
  explicit ReadWithMethods(const Algorithm& algorithm) : usual_(algorithm) {}

  void add(std::shared_ptr<const AlgorithmMethod> method) { methods_.push_back(std::move(method)); }

  std::unique_ptr<AlgorithmRun> operator()(const Algorithm& whole, const AlgorithmArguments& arguments,
                                           const WantedColumns& wanted) const {
    const auto asked = arguments.find(kMethodOption);
    const bool is_asked = asked != arguments.end() && !asked->second.texts.empty();
    const std::string name =
        is_asked ? asked->second.texts.front() : to_text(option(usual_, kMethodOption)->default_value);
    const auto method = std::ranges::find_if(methods_, [&](const auto& each) { return each->name() == name; });
    if (method != methods_.end()) return read_own(whole, *method, arguments, wanted);
    const std::vector<std::string>& names = option(whole, kMethodOption)->choices;
    if (std::ranges::find(names, name) == names.end())
      throw UsageError("--method cannot be \"" + name + "\"; it is one of " +
                       accepted_values(*option(whole, kMethodOption)));
    for (const auto& [each, given] : arguments)
      if (option(usual_, each) == nullptr && option(whole, each) != nullptr) refuse(each, name);
    return usual_.read(arguments, wanted);
  }

 private:
  static const AlgorithmOption* option(const Algorithm& algorithm, std::string_view name) {
    const auto found = std::ranges::find(algorithm.options, name, &AlgorithmOption::name);
    return found == algorithm.options.end() ? nullptr : &*found;
  }
  [[noreturn]] static void refuse(const std::string& option, const std::string& method) {
    throw UsageError("--" + option + " has no effect on the method " + method);
  }

  std::unique_ptr<AlgorithmRun> read_own(const Algorithm& whole, const std::shared_ptr<const AlgorithmMethod>& method,
                                         const AlgorithmArguments& arguments, const WantedColumns& wanted) const {
    const std::vector<plugins::PluginOption> declared = method->options();
    std::map<std::string, std::string> given;
    for (const auto& [name, value] : arguments) {
      if (option(whole, name) == nullptr) refuse_unknown(whole.name, whole.options, arguments);
      if (value.array) throw UsageError("--" + name + " takes no array");
      if (value.texts.size() != 1) throw UsageError("--" + name + " is given twice");
      if (name == kMethodOption) continue;
      if (std::ranges::find(declared, name, &plugins::PluginOption::name) == declared.end())
        refuse(name, method->name());
      given[name] = value.texts.front();
    }
    plugins::PluginOptions own(declared, std::move(given));
    method->check(own);
    auto run = std::make_unique<MethodRun>(method, std::move(own), usual_.read({}, wanted));
    run->set_name(whole.name);
    return run;
  }

  Algorithm usual_;  // as it is without them
  std::vector<std::shared_ptr<const AlgorithmMethod>> methods_;
};

std::shared_ptr<ReadWithMethods> reader_of(Algorithm& algorithm) {
  static std::map<std::string, std::shared_ptr<ReadWithMethods>, std::less<>> all;
  std::shared_ptr<ReadWithMethods>& reader = all[algorithm.name];
  if (reader == nullptr) {
    reader = std::make_shared<ReadWithMethods>(algorithm);
    algorithm.read = [reader, &algorithm](const AlgorithmArguments& arguments, const WantedColumns& wanted) {
      return (*reader)(algorithm, arguments, wanted);
    };
  }
  return reader;
}

}  // namespace
}  // namespace catalogue

void add_method(std::string_view algorithm, std::shared_ptr<const AlgorithmMethod> method) {
  expects(method != nullptr, "add_method: there is no method");
  static_cast<void>(find_algorithm(algorithm));
  Algorithm& entry = *std::ranges::find(catalogue::entries(), algorithm, &Algorithm::name);
  const auto option = [&](std::string_view name) {
    return std::ranges::find(entry.options, name, &AlgorithmOption::name);
  };
  expects(option(catalogue::kMethodOption) != entry.options.end(),
          "add_method: " + entry.name + " has no option \"method\"");
  const std::string name = method->name();
  AlgorithmOption& names = *option(catalogue::kMethodOption);
  if (std::ranges::find(names.choices, name) != names.choices.end())
    throw UsageError("there are two methods called \"" + name + '"');
  for (const plugins::PluginOption& each : method->options())
    expects(option(each.name) == entry.options.end(),
            "add_method: " + entry.name + " has an option \"" + each.name + "\" already");
  catalogue::reader_of(entry)->add(method);
  names.choices.push_back(name);
  names.help += "; " + name + " (" + method->summary() + ")";
  for (const plugins::PluginOption& each : method->options()) entry.options.push_back(catalogue::shown(each, name));
  for (const DeclaredFact& each : method->facts())
    if (find_fact(entry, each.name) == nullptr) entry.facts.push_back(each);
}

}  // namespace warpgraph::algorithms
