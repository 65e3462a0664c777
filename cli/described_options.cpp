// SPDX-License-Identifier: Apache-2.0
#include "described_options.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/runtime/error.hpp>

#include "option_groups.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)
using option::shown_value_name;

using OptionKind = AlgorithmOption::Kind;
using Texts = std::vector<std::string>;

bool takes_several(const AlgorithmOption& option) {
  return option.kind == OptionKind::kVertices || option.kind == OptionKind::kVertexValues;
}

bool has_default(const AlgorithmOption& option) { return option.default_value != OptionValue(); }

const po::value_semantic* semantic_of(const AlgorithmOption& option) {
  if (option.kind == OptionKind::kSwitch) return po::bool_switch();
  if (takes_several(option)) return po::value<Texts>()->value_name(shown_value_name(option))->composing();
  auto* const value = po::value<std::string>()->value_name(shown_value_name(option));
  if (has_default(option)) value->default_value(shown_default(option));
  return value;
}

// What the run decides by itself stands behind the help: it is no value that could be given.
std::string help_of(const AlgorithmOption& option) {
  const bool has_words = !has_default(option) && !option.default_text.empty();
  return option.help + (has_words ? "; default: " + option.default_text : "");
}

}  // namespace

void declare_option(const AlgorithmOption& option, po::options_description& shown, Declaration& declaration) {
  shown.add_options()(option.name.c_str(), semantic_of(option), help_of(option).c_str());
  for (const std::string& old : option.old_names)
    declaration.hidden.add_options()(old.c_str(), semantic_of(option), "");
  if (!option.choices.empty()) declaration.choices[option.name] = option.choices;
}

AlgorithmArguments arguments_of(std::span<const AlgorithmOption> described, const po::variables_map& options) {
  AlgorithmArguments arguments;
  const auto add = [&](const AlgorithmOption& option, const std::string& name) {
    if (!is_given(options, name)) return;
    const po::variable_value& given = options[name];
    if (option.kind == OptionKind::kSwitch)
      arguments[name] = {"true"};
    else
      arguments[name] = takes_several(option) ? given.as<Texts>() : Texts{given.as<std::string>()};
  };
  for (const AlgorithmOption& option : described) {
    add(option, option.name);
    for (const std::string& old : option.old_names) add(option, old);
  }
  return arguments;
}

void add_control_options(Declaration& declaration) {
  for (const AlgorithmOption& option : control_options())
    declare_option(option, declaration.groups.front().options, declaration);
}

cancellation::Control asked_control(const po::variables_map& options) {
  AlgorithmArguments arguments = arguments_of(control_options(), options);
  return take_control_options(arguments);
}

std::map<std::string, std::string> texts_of(std::span<const option::Option> described,
                                            const po::variables_map& options) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, given] : arguments_of(described, options)) {
    if (given.texts.size() != 1) throw UsageError("--" + name + " is given twice");
    texts[name] = given.texts.front();
  }
  return texts;
}

}  // namespace warpgraph::cli
