// SPDX-License-Identifier: Apache-2.0
#include "completion.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/io/file_format.hpp>

#include "call.hpp"

namespace warpgraph::cli {
namespace {

using test::call;

bool contains(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

TEST(Completion, KnowsAllCommandsAndTheirOptions) {
  const std::string script = call({"completion", "bash"}).out;
  const Registry registry = built_in_commands();
  for (const auto& command : registry.commands()) {
    EXPECT_TRUE(contains(script, std::string(command->name()) + " ")) << command->name();
    for (const OptionGroup& group : command->describe("").groups)
      for (const auto& option : group.options.options())
        EXPECT_TRUE(contains(script, "--" + option->long_name())) << option->long_name();
  }
}

TEST(Completion, KnowsAllGeneratorsAndTheirParameters) {
  const std::string script = call({"completion", "bash"}).out;
  for (const GeneratorInfo& generator : generator_registry()) {
    EXPECT_TRUE(contains(script, "\"generate " + generator.name + "\"")) << generator.name;
    for (const GeneratorParameter& parameter : generator.parameters)
      EXPECT_TRUE(contains(script, "--" + parameter.name)) << parameter.name;
  }
}

TEST(Completion, KnowsAllFormatsAndOtherChoices) {
  const std::string script = call({"completion", "bash"}).out;
  std::string formats = "wg";
  for (const FileFormatInfo& info : file_formats()) formats += " " + std::string(info.name);
  EXPECT_TRUE(contains(script, "\"convert --from\") words=\"" + formats + "\""));
  EXPECT_TRUE(contains(script, "\"generate --format\") words=\"" + formats + "\""));
  EXPECT_TRUE(contains(script, "\"convert --duplicates\") words=\"keep first min sum\""));
}

TEST(Completion, KnowsHelpAndWhatItIsFor) {
  const std::string script = call({"completion", "bash"}).out;
  EXPECT_TRUE(contains(script, "completion help --help --version"));
  EXPECT_TRUE(contains(script, "\"2 help\") words=\"completion "));
  EXPECT_TRUE(contains(script, " convert generate "));
}

TEST(Completion, LeavesOutWhatAnAlgorithmDoesNotTake) {
  const std::string script = call({"completion", "bash"}).out;
  const std::size_t begin = script.find("\"run triangles\") words=");
  ASSERT_NE(begin, std::string::npos);
  const std::string words = script.substr(begin, script.find('\n', begin) - begin);
  EXPECT_TRUE(contains(words, "--verify"));
  EXPECT_FALSE(contains(words, "--plan"));
}

TEST(Completion, OffersDevices) {
  const std::string script = call({"completion", "bash"}).out;
  for (const char* const command : {"run", "msf", "devices"})
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
