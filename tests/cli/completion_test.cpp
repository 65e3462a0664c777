// SPDX-License-Identifier: Apache-2.0
#include "completion.hpp"

#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/io/file_format.hpp>

#include "call.hpp"
#include "help.hpp"

namespace warpgraph::cli {
namespace {

using test::call;

bool contains(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

// The words that the script offers behind a pattern of one of its cases; none if it has no such case.
std::set<std::string> words_of(const std::string& script, const std::string& pattern) {
  const std::string begin = "    " + pattern + ") words=\"";
  const std::size_t at = script.find(begin);
  if (at == std::string::npos) return {};
  std::istringstream words(script.substr(at + begin.size(), script.find('"', at + begin.size()) - at - begin.size()));
  return {std::istream_iterator<std::string>(words), {}};
}

std::set<std::string> options_of(const Declaration& declaration) {
  std::set<std::string> names;
  const auto add = [&](const OptionGroup& group) {
    for (const auto& option : group.options.options()) names.insert("--" + option->long_name());
  };
  for (const OptionGroup& group : declaration.groups) add(group);
  add(common_options());
  return names;
}

TEST(Completion, OffersTheOptionsOfEachCommandAndVariantThere) {
  const std::string script = call({"completion", "bash"}).out;
  const Registry registry = built_in_commands();
  std::set<std::string> names{"completion", "help", "--help", "--version", "--plugin", "--no-plugins"};
  for (const auto& command : registry.commands()) {
    const std::string name(command->name());
    names.insert(name);
    std::set<std::string> variants{"--help"};
    if (command->goes_without_variant("--list")) variants.insert("--list");
    for (const Command::Variant& variant : command->variants()) {
      variants.insert(variant.name);
      EXPECT_EQ(words_of(script, '"' + name + ' ' + variant.name + '"'), options_of(command->describe(variant.name)));
    }
    if (variants.size() > 1)
      EXPECT_EQ(words_of(script, "\"2 " + name + '"'), variants);
    else
      EXPECT_EQ(words_of(script, '"' + name + " \"*"), options_of(command->describe(""))) << name;
  }
  EXPECT_EQ(words_of(script, "\"1 \"*"), names);
}

TEST(Completion, OffersTheParametersOfEachGenerator) {
  const std::string script = call({"completion", "bash"}).out;
  for (const generators::GeneratorInfo& generator : generators::generator_registry()) {
    const std::set<std::string> words = words_of(script, "\"generate " + generator.name + '"');
    EXPECT_TRUE(words.contains("--output")) << generator.name;
    for (const option::Option& parameter : generator.parameters)
      EXPECT_TRUE(words.contains("--" + parameter.name)) << generator.name << ' ' << parameter.name;
    EXPECT_EQ(words.contains("--scale"),
              call({"help", "generate", generator.name}).out.find("--scale ") != std::string::npos)
        << generator.name;
  }
}

TEST(Completion, KnowsAllFormatsAndOtherChoices) {
  const std::string script = call({"completion", "bash"}).out;
  std::string formats = "wg";
  for (const files::FileFormatInfo& info : files::file_formats()) formats += " " + std::string(info.name);
  EXPECT_TRUE(contains(script, "\"convert \"*\" --from\") words=\"" + formats + "\""));
  EXPECT_TRUE(contains(script, "\"generate rmat --format\") words=\"" + formats + "\""));
  EXPECT_TRUE(contains(script, "\"convert \"*\" --duplicates\") words=\"keep first min sum\""));
}

TEST(Completion, KnowsHelpAndWhatItIsFor) {
  const std::string script = call({"completion", "bash"}).out;
  EXPECT_TRUE(contains(script, "completion help --help --version"));
  EXPECT_TRUE(contains(script, "\"2 help\") words=\"completion "));
  EXPECT_TRUE(contains(script, " convert generate "));
}

TEST(Completion, LeavesOutWhatAnAlgorithmDoesNotTake) {
  const std::set<std::string> words = words_of(call({"completion", "bash"}).out, "\"run triangles\"");
  EXPECT_TRUE(words.contains("--verify"));
  EXPECT_FALSE(words.contains("--plan"));
}

TEST(Completion, OffersTheMethodsOfEachAlgorithm) {
  const std::string script = call({"completion", "bash"}).out;
  EXPECT_TRUE(contains(script, "\"run cc --method\") words=\"union-find "));
  EXPECT_TRUE(contains(script, "\"run msf --method\") words=\"filtered boruvka"));
}

TEST(Completion, OffersDevices) {
  const std::string script = call({"completion", "bash"}).out;
  for (const char* const command : {"run bfs", "msf \"*\"", "devices \"*\""})
    EXPECT_TRUE(contains(script, std::string("\"") + command + " --devices\") words=\"auto cuda")) << command;
}

TEST(Completion, HasHelpAsCommandsDo) {
  const auto help = call({"completion", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.out.substr(0, 32), "usage: warpgraph completion bash");
  EXPECT_EQ(call({"help", "completion"}).out, help.out);
}

TEST(Completion, NeedsAKnownShell) {
  EXPECT_EQ(call({"completion"}).code, 2);
  EXPECT_EQ(call({"completion", "fish"}).code, 2);
}

}  // namespace
}  // namespace warpgraph::cli
