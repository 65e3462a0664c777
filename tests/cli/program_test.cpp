// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <functional>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "call.hpp"
#include "support/no_threads.hpp"

namespace warpgraph::cli {
namespace {

using test::call;
using test::CallResult;

// A command that does what the test says.
class ScriptedCommand final : public Command {
 public:
  explicit ScriptedCommand(std::function<void(const po::variables_map&, Output&)> action)
      : action_(std::move(action)) {}
  std::string_view name() const override { return "act"; }
  std::string_view summary() const override { return "do it"; }
  std::string_view arguments() const override { return "INPUT"; }
  std::vector<Example> examples(std::string_view) const override { return {{"warpgraph act g", "does it"}}; }
  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()("input", po::value<std::string>()->required(), "");
    declaration.positional.add("input", 1);
    declaration.groups.front().options.add_options()("number", po::value<double>(), "")("mode",
                                                                                        po::value<std::string>(), "");
    declaration.choices["mode"] = {"fast", "careful"};
    return declaration;
  }
  void run(const po::variables_map& options, Output& output) override { action_(options, output); }

 private:
  std::function<void(const po::variables_map&, Output&)> action_;
};

CallResult act(std::function<void(const po::variables_map&, Output&)> action,
               const std::vector<std::string>& arguments = {"act", "g"}) {
  Registry registry;
  registry.add(std::make_unique<ScriptedCommand>(std::move(action)));
  std::ostringstream out;
  std::ostringstream err;
  Output output{out, err};
  const int code = run_program(registry, arguments, output);
  return {code, out.str(), err.str()};
}

CallResult act(const std::vector<std::string>& arguments) {
  return act([](const po::variables_map&, Output&) {}, arguments);
}

template <class Exception>
CallResult fail(const Exception& exception) {
  return act([&](const po::variables_map&, Output&) { throw exception; });
}

// ---- Exit codes

TEST(ExitCodes, SayWhatWentWrong) {
  EXPECT_EQ(act({"act", "g"}).code, 0);
  EXPECT_EQ(fail(std::runtime_error("?")).code, 1);
  EXPECT_EQ(fail(UsageError("no")).code, 2);
  EXPECT_EQ(fail(InputError("g.mtx", 3, "expected a number")).code, 3);
  EXPECT_EQ(fail(OutOfMemory("cuda:0", "a graph", 10, 5)).code, 4);
  EXPECT_EQ(fail(std::bad_alloc()).code, 4);
  EXPECT_EQ(fail(DeviceError("cuda:0: lost")).code, 5);
}

TEST(Errors, AreOneLineOnStandardError) {
  const CallResult result = fail(InputError("g.mtx", 3, "expected a number"));
  EXPECT_EQ(result.err, "warpgraph: g.mtx:3: expected a number\n");
  EXPECT_EQ(result.out, "");
}

TEST(Errors, OfStandardOutputAreNoneWhenItsReaderIsGone) {
  std::ostringstream out;
  std::ostringstream err;
  Output output{out, err};
  output.reader_is_gone = [] { return true; };
  Registry registry;
  std::string culprit = "standard output";
  registry.add(std::make_unique<ScriptedCommand>(
      [&](const po::variables_map&, Output&) { throw InputError(culprit, 0, "cannot be written"); }));
  const std::vector<std::string> arguments{"act", "g"};
  EXPECT_EQ(run_program(registry, arguments, output), 0);
  EXPECT_EQ(err.str(), "");
  culprit = "g.mtx";
  EXPECT_EQ(run_program(registry, arguments, output), 3);
}

TEST(Errors, IncludeAnOutputThatCannotBeWritten) {
  const CallResult result =
      act([](const po::variables_map&, Output& output) { output.out.setstate(std::ios::badbit); });
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, "warpgraph: standard output: cannot be written\n");
}

// ---- The command line

TEST(Usage, NeedsACommand) {
  const CallResult result = call({});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("--help"), std::string::npos);
}

TEST(Usage, SuggestsTheNearestCommand) {
  const CallResult result = call({"covert"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("did you mean convert?"), std::string::npos) << result.err;
}

TEST(Usage, SuggestsTheNearestOption) {
  const CallResult result = call({"convert", "a.mtx", "b.wg", "--symetrise"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("--symetrise; did you mean --symmetrise?"), std::string::npos) << result.err;
}

TEST(Usage, SuggestsTheNearestValue) {
  const CallResult result = act({"act", "g", "--mode", "carefull"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("did you mean careful?"), std::string::npos) << result.err;
}

TEST(Usage, ListsTheValuesWhenNoneIsNear) {
  EXPECT_NE(act({"act", "g", "--mode", "xyzzyx"}).err.find("one of fast, careful"), std::string::npos);
}

TEST(Usage, DoesNotGuessOptionsFromTheirBeginning) { EXPECT_EQ(act({"act", "g", "--num", "3"}).code, 2); }

TEST(Usage, NamesMissingArgumentsAsHelpDoes) {
  EXPECT_EQ(act({"act"}).err, "warpgraph: act: INPUT is missing (see warpgraph act --help)\n");
}

TEST(Usage, RefusesTooManyArguments) {
  const CallResult result = act({"act", "g", "h"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("too many arguments; expected INPUT"), std::string::npos) << result.err;
}

TEST(Usage, RefusesValuesOfTheWrongType) {
  EXPECT_EQ(act({"act", "g", "--number", "three"}).code, 2);
  EXPECT_EQ(act({"act", "g", "--number"}).code, 2);
}

TEST(Usage, TakesNegativeNumbers) {
  double number = 0;
  const auto read = [&](const po::variables_map& options, Output&) { number = options["number"].as<double>(); };
  EXPECT_EQ(act(read, {"act", "g", "--number", "-2.5"}).code, 0);
  EXPECT_EQ(number, -2.5);
  EXPECT_EQ(act(read, {"act", "g", "--number=-3"}).code, 0);
  EXPECT_EQ(number, -3);
}

TEST(Usage, TakesADashForAnArgument) {
  std::string input;
  const auto read = [&](const po::variables_map& options, Output&) { input = options["input"].as<std::string>(); };
  EXPECT_EQ(act(read, {"act", "-"}).code, 0);
  EXPECT_EQ(input, "-");
}

TEST(Usage, PassesOnJsonAndQuiet) {
  bool json = false;
  bool quiet = false;
  act(
      [&](const po::variables_map&, Output& output) {
        json = output.json;
        quiet = output.quiet;
      },
      {"act", "g", "--json", "-q"});
  EXPECT_TRUE(json);
  EXPECT_TRUE(quiet);
}

// ---- Help

TEST(Help, ListsAllCommands) {
  for (const std::string word : {"--help", "-h", "help"}) {
    const CallResult result = call({word});
    EXPECT_EQ(result.code, 0);
    const Registry registry = built_in_commands();
    for (const auto& command : registry.commands())
      EXPECT_NE(result.out.find(std::string(command->name())), std::string::npos) << command->name();
  }
}

TEST(Help, OfEveryCommandAndVariantHasItsUsageAndExamples) {
  const Registry registry = built_in_commands();
  for (const auto& command : registry.commands()) {
    std::vector<std::string> variants{""};
    for (const auto& variant : command->variants()) variants.push_back(variant.name);
    for (const std::string& variant : variants) {
      std::vector<std::string> arguments{std::string(command->name()), "--help"};
      if (!variant.empty()) arguments.insert(arguments.begin() + 1, variant);
      const CallResult result = call(arguments);
      EXPECT_EQ(result.code, 0) << variant;
      EXPECT_EQ(result.err, "");
      EXPECT_TRUE(result.out.starts_with("usage: warpgraph " + std::string(command->name()))) << result.out;
      EXPECT_NE(result.out.find("examples:"), std::string::npos) << variant;
      EXPECT_NE(result.out.find("--json"), std::string::npos) << variant;
    }
  }
}

TEST(Help, IsGivenWhateverElseIsThere) { EXPECT_EQ(act({"act", "--nonsense", "--help"}).code, 0); }

TEST(Help, OfACommandCanBeAskedForInTwoWays) {
  EXPECT_EQ(call({"help", "convert"}).out, call({"convert", "--help"}).out);
}

TEST(Version, IsPrinted) {
  const CallResult result = call({"--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(result.out.starts_with("warpgraph "));
}

TEST(ProgramErrors, ThreadsThatCannotBeStartedAreOutOfMemory) {
  const test::CallFolder folder;
  const std::string file = folder.write("g.txt", "0 1\n");
  const test::NoThreads none;
  const CallResult result = call({"run", "cc", file, "--symmetrise", "--devices", "host:2", "--every-device"});
  EXPECT_EQ(result.code, 4);
  EXPECT_NE(result.err.find("warpgraph: the host has no room for another thread"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
}

}  // namespace
}  // namespace warpgraph::cli
