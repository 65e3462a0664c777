// SPDX-License-Identifier: Apache-2.0
#include "help.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "text.hpp"

namespace warpgraph::cli {

namespace {

constexpr std::size_t kMaxWidth = 100;
constexpr std::size_t kMaxNameWidth = 30;
constexpr std::size_t kNameWidth = 14;  // of commands
constexpr std::size_t kLeastTextWidth = 30;

// Where help goes, and how long its lines are.
struct Page {
  explicit Page(Output& output) : out(output.out), width(std::min(output.columns, kMaxWidth)) {}

  void paragraph(std::string_view text) { out << wrapped(text, width, 0) << '\n'; }

  // A name and, from column `indent` on, what it means. Long names, and narrow terminals, have a line for each.
  void entry(std::string_view name, std::string_view meaning, std::size_t indent) {
    out << "  " << name;
    const bool is_narrow = width < indent + kLeastTextWidth;
    if (is_narrow) indent = 8;
    if (is_narrow || name.size() + 4 > indent)
      out << '\n' << std::string(indent, ' ');
    else
      out << std::string(indent - 2 - name.size(), ' ');
    out << wrapped(meaning, width, indent) << '\n';
  }

  std::ostream& out;
  std::size_t width;
};

// "-o, --output FILE"
std::string option_text(const po::option_description& option) {
  const std::string brief = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  const bool has_brief = brief.size() == 2 && brief[0] == '-';
  std::string text = (has_brief ? brief + ", " : "    ") + "--" + option.long_name();
  const std::string parameter = option.format_parameter();
  if (!parameter.empty()) text += (parameter.starts_with("[=") ? "" : " ") + parameter;
  return text;
}

void print_options(const Declaration& declaration, Page& page) {
  std::vector<OptionGroup> groups = declaration.groups;
  groups.push_back(common_options());
  std::size_t width = 0;
  for (const OptionGroup& group : groups) {
    for (const auto& option : group.options.options()) {
      const std::size_t size = option_text(*option).size();
      if (size <= kMaxNameWidth) width = std::max(width, size);
    }
  }
  for (const OptionGroup& group : groups) {
    if (group.options.options().empty()) continue;
    page.out << '\n' << group.caption << ":\n";
    for (const auto& option : group.options.options())
      page.entry(option_text(*option), option->description(), width + 4);
  }
}

void print_variants(const Command& command, Page& page) {
  page.out << '\n' << command.arguments().substr(0, command.arguments().find(' ')) << " is one of\n";
  std::size_t width = kNameWidth;
  for (const Command::Variant& variant : command.variants()) width = std::max(width, variant.name.size() + 2);
  for (const Command::Variant& variant : command.variants()) page.entry(variant.name, variant.summary, width + 2);
  page.out << '\n';
  page.paragraph("warpgraph " + std::string(command.name()) + " " + command.variants().front().name +
                 " --help shows the options of that one.");
}

// A command line on several lines that a shell reads as one.
std::string continued(std::string_view line, std::size_t width) {
  constexpr std::size_t kIndent = 6;
  std::string text = wrapped(line, width - 2, kIndent);
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 3)) text.insert(end, " \\");
  return text;
}

void print_examples(const Command& command, std::string_view variant, Page& page) {
  page.out << "\nexamples:\n";
  for (const Command::Example& example : command.examples(variant)) {
    page.out << "  " << (example.line.size() + 2 <= page.width ? example.line : continued(example.line, page.width))
             << "\n      " << wrapped(example.effect, page.width, 6) << '\n';
  }
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

void print_overview(const Registry& registry, Output& output) {
  Page page(output);
  page.paragraph("usage: warpgraph COMMAND [ARGUMENTS] [OPTIONS]");
  page.out << "\ncommands:\n";
  for (const auto& command : registry.commands()) page.entry(command->name(), command->summary(), kNameWidth + 2);
  page.entry("completion", "print a completion script for bash", kNameWidth + 2);
  page.out << '\n';
  page.paragraph("warpgraph COMMAND --help shows a command's options and examples, warpgraph --version the version.");
  page.paragraph(
      "--plugin FILE adds the commands and methods of a shared library; --no-plugins leaves those that lie beside the "
      "program.");
}

void print_help(const Command& command, std::string_view variant, Output& output) {
  Page page(output);
  const std::string arguments = arguments_of(command, variant);
  page.paragraph("usage: warpgraph " + std::string(command.name()) + (arguments.empty() ? "" : " " + arguments) +
                 " [OPTIONS]");
  page.out << '\n';
  page.paragraph(summary_of(command, variant));
  if (variant.empty() && !command.variants().empty()) print_variants(command, page);
  print_options(command.describe(variant), page);
  print_examples(command, variant, page);
}

}  // namespace warpgraph::cli
