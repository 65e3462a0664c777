// SPDX-License-Identifier: Apache-2.0
#include "algorithm_options.hpp"

#include <string>
#include <vector>

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using OptionKind = AlgorithmOption::Kind;
using Texts = std::vector<std::string>;

const po::value_semantic* semantic_of(const AlgorithmOption& option) {
  if (option.kind == OptionKind::kSwitch) return po::bool_switch();
  if (option.kind == OptionKind::kValues) return po::value<Texts>()->value_name(option.value_name)->composing();
  auto* const value = po::value<std::string>()->value_name(option.value_name);
  if (!option.default_value.empty()) value->default_value(option.default_value);
  return value;
}

}  // namespace

void declare_options(const Algorithm& algorithm, po::options_description& options, Declaration& declaration) {
  for (const AlgorithmOption& option : algorithm.options) {
    options.add_options()(option.name.c_str(), semantic_of(option), option.help.c_str());
    if (!option.choices.empty()) declaration.choices[option.name] = option.choices;
  }
}

AlgorithmArguments algorithm_arguments(const Algorithm& algorithm, const po::variables_map& options) {
  AlgorithmArguments arguments;
  for (const AlgorithmOption& option : algorithm.options) {
    if (options.count(option.name) == 0 || options[option.name].defaulted()) continue;
    const po::variable_value& given = options[option.name];
    if (option.kind == OptionKind::kSwitch)
      arguments[option.name] = {"true"};
    else
      arguments[option.name] = option.kind == OptionKind::kValues ? given.as<Texts>() : Texts{given.as<std::string>()};
  }
  return arguments;
}

}  // namespace warpgraph::cli
