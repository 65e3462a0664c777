// SPDX-License-Identifier: Apache-2.0
#include "completion.hpp"

#include <map>
#include <ostream>
#include <sstream>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "help.hpp"

namespace warpgraph::cli {

namespace {

using Words = std::string;  // separated by blanks

template <class Names>
Words joined(const Names& names) {
  Words words;
  for (const auto& name : names) words += (words.empty() ? "" : " ") + std::string(name);
  return words;
}

Words option_words(const Declaration& declaration) {
  std::vector<std::string> names;
  for (const OptionGroup& group : declaration.groups)
    for (const auto& option : group.options.options()) names.push_back("--" + option->long_name());
  const OptionGroup common = common_options();
  for (const auto& option : common.options.options()) names.push_back("--" + option->long_name());
  return joined(names);
}

std::vector<std::string> variant_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command::Variant& variant : command.variants()) names.push_back(variant.name);
  return names;
}

// What can follow the words of the command line that decide it, in the shell's `case`.
struct Cases {
  std::map<std::string, Words> options;  // by "convert *" or "generate rmat"
  std::map<std::string, Words> values;   // by "convert * --from" or "run cc --method"
};

void add(const Command& command, const std::string& variant, Cases& cases) {
  const std::string name(command.name());
  const Declaration declaration = command.describe(variant);
  cases.options[name + (variant.empty() ? " *" : " " + variant)] = option_words(declaration);
  const std::string by = variant.empty() ? name + " * --" : name + " " + variant + " --";
  for (const auto& [option, choices] : declaration.choices) cases.values[by + option] = joined(choices);
  for (const auto& [option, hints] : declaration.hints) cases.values[by + option] = joined(hints);
}

// A pattern of `case`: quoted but for a star.
std::string pattern(const std::string& key) {
  const std::size_t star = key.find('*');
  if (star == std::string::npos) return '"' + key + '"';
  const std::string after = key.substr(star + 1);
  return '"' + key.substr(0, star) + "\"*" + (after.empty() ? "" : '"' + after + '"');
}

void print_cases(const std::map<std::string, Words>& cases, std::ostream& out) {
  for (const auto& [key, words] : cases) out << "    " << pattern(key) << ") words=\"" << words << "\" ;;\n";
}

Words command_words(const Registry& registry) {
  Words words;
  for (const auto& command : registry.commands()) words += std::string(command->name()) + " ";
  return words + "completion help --help --version --plugin --no-plugins";
}

// Options are offered behind a dash, values behind their option, variants behind their command, and file names
// everywhere else.
void print_script(const Words& commands, const std::map<std::string, Words>& variants, const Cases& cases,
                  std::ostream& out) {
  out << "# warpgraph completion bash > ~/.local/share/bash-completion/completions/warpgraph\n"
         "_warpgraph() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\"\"\n"
         "  [[ $before == \"=\" ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  [[ $word == \"=\" ]] && word=\"\"\n"
         "  case \"$COMP_CWORD ${COMP_WORDS[1]}\" in\n"
         "    \"1 \"*) words=\""
      << commands << "\" ;;\n";
  for (const auto& [command, words] : variants) out << "    \"2 " << command << "\") words=\"" << words << "\" ;;\n";
  out << "  esac\n"
         "  [[ $word == -* && -z $words ]] && case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n";
  print_cases(cases.options, out);
  out << "  esac\n"
         "  case \"${COMP_WORDS[1]} ${COMP_WORDS[2]} $before\" in\n";
  print_cases(cases.values, out);
  out << "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _warpgraph warpgraph\n";
}

}  // namespace

void print_completion(const Registry& registry, std::span<const std::string> arguments, std::ostream& out) {
  if (arguments.size() == 1 && (arguments.front() == "--help" || arguments.front() == "-h")) {
    out << "usage: warpgraph completion bash\n\n"
           "Prints a script for bash that completes commands, options and their values:\n\n"
           "  warpgraph completion bash \\\n"
           "    > ~/.local/share/bash-completion/completions/warpgraph\n";
    return;
  }
  if (arguments.size() != 1 || arguments.front() != "bash")
    throw UsageError("completion: the shell is missing or unknown; there is warpgraph completion bash");
  std::map<std::string, Words> variants{{"completion", "bash"}, {"help", "completion"}};
  Cases cases;
  for (const auto& command : registry.commands()) {
    const auto names = variant_names(*command);
    variants["help"] += " " + std::string(command->name());
    if (names.empty())
      add(*command, "", cases);
    else
      variants[std::string(command->name())] =
          joined(names) + " --help" + (command->goes_without_variant("--list") ? " --list" : "");
    for (const std::string& name : names) add(*command, name, cases);
  }
  print_script(command_words(registry), variants, cases, out);
}

}  // namespace warpgraph::cli
