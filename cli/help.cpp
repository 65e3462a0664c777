// SPDX-License-Identifier: Apache-2.0
#include "help.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace warpgraph::cli {

namespace {

constexpr std::size_t kNameWidth = 14;
constexpr std::size_t kLineLength = 110;

void print_entry(std::string_view name, std::string_view summary, std::ostream& out) {
  const std::size_t width = std::max(kNameWidth, name.size() + 1);
  out << "  " << name << std::string(width - name.size(), ' ') << summary << '\n';
}

// "-o, --output FILE"
std::string option_text(const po::option_description& option) {
  const std::string brief = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  const bool has_brief = brief.size() == 2 && brief[0] == '-';
  std::string text = (has_brief ? brief + ", " : "    ") + "--" + option.long_name();
  const std::string parameter = option.format_parameter();
  if (!parameter.empty()) text += (parameter.starts_with("[=") ? "" : " ") + parameter;
  return text;
}

// Breaks the text between words; lines after the first are indented.
void print_wrapped(std::string_view text, std::size_t indent, std::ostream& out) {
  while (text.size() > kLineLength - indent) {
    const std::size_t end = text.rfind(' ', kLineLength - indent);
    if (end == text.npos) break;
    out << text.substr(0, end) << '\n' << std::string(indent, ' ');
    text.remove_prefix(end + 1);
  }
  out << text << '\n';
}

void print_options(const Declaration& declaration, std::ostream& out) {
  std::vector<OptionGroup> groups = declaration.groups;
  groups.push_back(common_options());
  std::size_t width = 0;
  for (const OptionGroup& group : groups)
    for (const auto& option : group.options.options()) width = std::max(width, option_text(*option).size());
  for (const OptionGroup& group : groups) {
    out << '\n' << group.caption << ":\n";
    for (const auto& option : group.options.options()) {
      const std::string text = option_text(*option);
      out << "  " << text << std::string(width + 2 - text.size(), ' ');
      print_wrapped(option->description(), width + 4, out);
    }
  }
}

void print_variants(const Command& command, std::ostream& out) {
  out << '\n' << command.arguments().substr(0, command.arguments().find(' ')) << " is one of\n";
  for (const Command::Variant& variant : command.variants()) print_entry(variant.name, variant.summary, out);
  out << "\nwarpgraph " << command.name() << " " << command.variants().front().name
      << " --help shows the options of that one.\n";
}

void print_examples(const Command& command, std::string_view variant, std::ostream& out) {
  out << "\nexamples:\n";
  for (const Command::Example& example : command.examples(variant))
    out << "  " << example.line << "\n      " << example.effect << '\n';
}

// "GENERATOR [OUTPUT]" with the first word replaced by the variant.
std::string arguments_of(const Command& command, std::string_view variant) {
  const std::string_view arguments = command.arguments();
  if (variant.empty()) return std::string(arguments);
  return std::string(variant) + std::string(arguments.substr(std::min(arguments.find(' '), arguments.size())));
}

std::string summary_of(const Command& command, std::string_view name) {
  for (const Command::Variant& variant : command.variants())
    if (variant.name == name) return variant.summary;
  return std::string(command.summary());
}

}  // namespace

OptionGroup common_options() {
  OptionGroup common{"options of every command"};
  common.options.add_options()           //
      ("help,h", "show this help")       //
      ("json", "print results as JSON")  //
      ("quiet,q", "print results and errors only");
  return common;
}

void print_overview(const Registry& registry, std::ostream& out) {
  out << "usage: warpgraph COMMAND [ARGUMENTS] [OPTIONS]\n\ncommands:\n";
  for (const auto& command : registry.commands()) print_entry(command->name(), command->summary(), out);
  print_entry("completion", "print a completion script for bash", out);
  out << "\nwarpgraph COMMAND --help shows a command's options and examples; warpgraph --version the version.\n"
         "--plugin FILE adds the commands of a shared library.\n";
}

void print_help(const Command& command, std::string_view variant, std::ostream& out) {
  out << "usage: warpgraph " << command.name();
  const std::string arguments = arguments_of(command, variant);
  if (!arguments.empty()) out << ' ' << arguments;
  out << " [OPTIONS]\n\n" << summary_of(command, variant) << '\n';
  if (variant.empty() && !command.variants().empty()) print_variants(command, out);
  print_options(command.describe(variant), out);
  print_examples(command, variant, out);
}

}  // namespace warpgraph::cli
