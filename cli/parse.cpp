// SPDX-License-Identifier: Apache-2.0
#include "parse.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include <boost/lexical_cast/try_lexical_convert.hpp>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>

#include "help.hpp"
#include "suggestion.hpp"

namespace warpgraph::cli {

namespace {

constexpr int kStyle = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;

bool asks_for_help(std::span<const std::string> arguments) {
  return std::ranges::any_of(arguments, [](const std::string& word) { return word == "--help" || word == "-h"; });
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// What to write instead of the first argument, which names no variant.
std::string advice_on_variant(const std::string& kind, std::span<const std::string> arguments,
                              const std::vector<std::string>& names) {
  const std::string near = suggestion(arguments.front(), names);
  std::error_code error;
  if (!near.empty()) return near;
  if (std::filesystem::exists(arguments.front(), error)) return ": that is a file, and " + kind + " comes first";
  return "; it is one of " + joined(names);
}

// The first argument, if it is to name a variant; empty if only help is asked for.
std::string find_variant(const Command& command, std::span<const std::string> arguments) {
  const auto variants = command.variants();
  if (variants.empty()) return "";
  const std::string kind(command.arguments().substr(0, command.arguments().find(' ')));
  std::vector<std::string> names;
  for (const Command::Variant& variant : variants) names.push_back(variant.name);
  if (arguments.empty() || arguments.front().starts_with('-')) {
    if (asks_for_help(arguments)) return "";
    if (!arguments.empty() && command.goes_without_variant(arguments.front())) return "";
    throw UsageError(kind + " is missing right behind the command; it is one of " + joined(names));
  }
  if (std::ranges::find(names, arguments.front()) == names.end())
    throw UsageError("there is no " + kind + " \"" + arguments.front() + '"' +
                     advice_on_variant(kind, arguments, names));
  return arguments.front();
}

bool is_negative_number(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         (std::isdigit(static_cast<unsigned char>(word[1])) != 0 || word[1] == '.');
}

// "--lowest-weight -5" becomes "--lowest-weight=-5": Boost takes -5 for an option.
std::vector<std::string> with_joined_negative_values(std::span<const std::string> arguments) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    const bool follows_option = !words.empty() && words.back().starts_with("--") && words.back().size() > 2 &&
                                words.back().find('=') == std::string::npos;
    if (follows_option && is_negative_number(argument))
      words.back() += "=" + argument;
    else
      words.push_back(argument);
  }
  return words;
}

std::vector<std::string> names_of(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Positional arguments go by the names that help gives them: INPUT.
std::string shown_name(const Declaration& declaration, const std::string& option) {
  const std::string plain = option.substr(option.find_first_not_of('-'));
  return declaration.hidden.find_nothrow(plain, false) == nullptr ? "--" + plain : upper_case(plain);
}

void check_choices(const Declaration& declaration, const po::variables_map& options) {
  for (const auto& [name, choices] : declaration.choices) {
    if (options.count(name) == 0) continue;
    const std::string& value = options[name].as<std::string>();
    if (std::ranges::find(choices, value) != choices.end()) continue;
    const std::string hint = suggestion(value, choices);
    throw UsageError("--" + name + " cannot be \"" + value + '"' +
                     (hint.empty() ? "; it is one of " + joined(choices) : hint));
  }
}

template <class Number>
bool is_number(const std::string& word) {
  Number number = 0;
  if (!boost::conversion::try_lexical_convert(word, number)) return false;
  if constexpr (std::is_floating_point_v<Number>) return std::isfinite(number);
  return !word.starts_with('-');  // Boost takes -1 for the largest of an unsigned type
}

// Whether an option takes a value of this type, or several.
template <class Value>
bool takes(const po::option_description& option) {
  const auto* const value = dynamic_cast<const po::typed_value_base*>(option.semantic().get());
  return value != nullptr &&
         (value->value_type() == typeid(Value) || value->value_type() == typeid(std::vector<Value>));
}

// Boost does not say which numbers an option takes, and takes nan for one.
void check_numbers(const po::options_description& all, const po::parsed_options& parsed) {
  for (const auto& given : parsed.options) {
    const auto* const option = given.string_key.empty() ? nullptr : all.find_nothrow(given.string_key, false);
    if (option == nullptr) continue;
    for (const std::string& value : given.value) {
      const auto expect = [&](bool condition, const std::string& what) {
        if (!condition) throw UsageError("--" + given.string_key + " cannot be \"" + value + "\"; it is " + what);
      };
      if (takes<std::uint32_t>(*option)) expect(is_number<std::uint32_t>(value), "a whole number from 0 to 4294967295");
      if (takes<std::uint64_t>(*option))
        expect(is_number<std::uint64_t>(value), "a whole number from 0 to 18446744073709551615");
      if (takes<double>(*option)) expect(is_number<double>(value), "a finite number");
    }
  }
}

po::variables_map parse_options(const Command& command, const Declaration& declaration,
                                std::span<const std::string> arguments) {
  po::options_description all;
  for (const OptionGroup& group : declaration.groups) all.add(group.options);
  all.add(declaration.hidden).add(common_options().options);
  po::variables_map options;
  try {
    po::command_line_parser parser(with_joined_negative_values(arguments));
    const auto parsed = parser.options(all).positional(declaration.positional).style(kStyle).run();
    check_numbers(all, parsed);
    po::store(parsed, options);
    if (options.count("help") == 0) po::notify(options);
  } catch (const po::unknown_option& error) {
    throw UsageError("unknown option " + error.get_option_name() + suggestion(error.get_option_name(), names_of(all)));
  } catch (const po::required_option& error) {
    throw UsageError(shown_name(declaration, error.get_option_name()) + " is missing");
  } catch (const po::too_many_positional_options_error&) {
    const std::string expected(command.arguments());
    throw UsageError(expected.empty() ? "it takes no arguments, only options"
                                      : "too many arguments; expected " + expected);
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
  return options;
}

}  // namespace

Invocation parse_invocation(const Command& command, std::span<const std::string> arguments) {
  const std::string name(command.name());
  Invocation invocation;
  try {
    invocation.variant = find_variant(command, arguments);
    const Declaration declaration = command.describe(invocation.variant);
    // Help must not fail on what is missing or wrong besides.
    const std::vector<std::string> help{"--help"};
    invocation.options =
        parse_options(command, declaration, asks_for_help(arguments) ? std::span<const std::string>(help) : arguments);
    check_choices(declaration, invocation.options);
    return invocation;
  } catch (const UsageError& error) {
    const std::string whole = name + (invocation.variant.empty() ? "" : ' ' + invocation.variant);
    throw UsageError(name + ": " + support::message_of(error) + " (see warpgraph " + whole + " --help)");
  }
}

}  // namespace warpgraph::cli
