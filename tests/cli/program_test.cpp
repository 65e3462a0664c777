// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

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
    declaration.groups.front().options.add_options()  //
        ("number", po::value<double>(), "")           //
        ("mode", po::value<std::string>(), "")        //
        ("count", po::value<std::uint32_t>(), "")     //
        ("ids", po::value<std::vector<std::uint64_t>>(), "");
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

TEST(ExitCodes, SayThatThreadsAreShort) {
  const CallResult result = fail(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)));
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err, "warpgraph: the system does not let the program start another thread\n");
}

TEST(Errors, StayOneLineWithoutControlCharacters) {
  const CallResult result = fail(InputError("a\nb\x1b[31m.mtx", 3, "expected a number"));
  EXPECT_EQ(result.err, "warpgraph: a\\nb\\x1b[31m.mtx:3: expected a number\n");
}

TEST(Errors, NameNoPlaceInTheSource) {
  const CallResult result = act([](const po::variables_map&, Output&) { expects(false, "it is too large"); });
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "warpgraph: it is too large\n");
}

TEST(Errors, OfDevicesNameNoPlaceInTheSource) {
  const CallResult result = fail(warpgraph::detail::LocatedError<DeviceError>("cuda:0: lost", "stream.cpp:90"));
  EXPECT_EQ(result.code, 5);
  EXPECT_EQ(result.err, "warpgraph: cuda:0: lost\n");
}

TEST(Errors, OfWorkThatFailedInAStreamNameNoPlaceInTheSource) {
  const CallResult result = act([](const po::variables_map&, Output&) {
    Runtime runtime("host");
    const Stream stream(runtime.device(), "run");
    stream.call("fault", [] { expects(false, "it is too large"); });
    stream.synchronize();
  });
  EXPECT_EQ(result.code, 5);
  EXPECT_EQ(result.err, "warpgraph: host:0, fault: it is too large\n");
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

TEST(Usage, SaysWhichCommandRunsAnAlgorithmOrGenerator) {
  EXPECT_EQ(call({"bfs", "g.wg"}).err,
            "warpgraph: unknown command \"bfs\"; did you mean warpgraph run bfs? (see warpgraph --help)\n");
  EXPECT_EQ(call({"rmat"}).err,
            "warpgraph: unknown command \"rmat\"; did you mean warpgraph generate rmat? (see warpgraph --help)\n");
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

TEST(Usage, RefusesNegativeCounts) {
  EXPECT_EQ(act({"act", "g", "--count", "-1"}).err,
            "warpgraph: act: --count cannot be \"-1\"; it is a whole number from 0 to 4294967295 (see warpgraph act "
            "--help)\n");
  EXPECT_EQ(act({"act", "g", "--count=-4294967295"}).code, 2);
  EXPECT_EQ(act({"act", "g", "--ids", "3", "--ids", "-18446744073709551611"}).code, 2);
  EXPECT_EQ(act({"act", "g", "--count", "7", "--ids", "3"}).code, 0);
}

TEST(Usage, RefusesNumbersThatAreNone) {
  for (const std::string number : {"nan", "-nan", "inf", "-inf"})
    EXPECT_EQ(act({"act", "g", "--number=" + number}).code, 2) << number;
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

// The words of all help texts there are, and how long the longest line is.
struct AllHelp {
  std::string text;
  std::size_t longest = 0;
};
AllHelp all_help(std::size_t columns) {
  AllHelp all;
  const auto add = [&](const std::vector<std::string>& arguments) {
    std::ostringstream out;
    Output output{out, out};
    output.columns = columns;
    EXPECT_EQ(run_program(built_in_commands(), arguments, output), 0);
    all.text += out.str();
  };
  add({"--help"});
  const Registry registry = built_in_commands();
  for (const auto& command : registry.commands()) {
    const std::string name(command->name());
    add({name, "--help"});
    for (const auto& variant : command->variants()) add({name, variant.name, "--help"});
  }
  std::istringstream lines(all.text);
  for (std::string line; std::getline(lines, line);) all.longest = std::max(all.longest, line.size());
  return all;
}

TEST(Help, FitsEightyColumns) { EXPECT_LE(all_help(80).longest, 80u); }
TEST(Help, FitsNarrowAndWideTerminals) {
  EXPECT_LE(all_help(50).longest, 50u);
  EXPECT_LE(all_help(40).longest, 40u);
  EXPECT_EQ(all_help(7).text, all_help(40).text);
  const std::size_t longest = all_help(200).longest;
  EXPECT_GT(longest, 80u);
  EXPECT_LE(longest, 100u);
}
TEST(Results, FitNarrowTerminals) {
  const test::CallFolder folder;
  const std::string file = folder.file("g.wg");
  ASSERT_EQ(call({"generate", "rmat", "--scale", "12", "--weights", "uniform", "-o", file}).code, 0);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"info", file},
                                                    {"run", "bfs", file, "--devices", "host:4", "--all-devices"},
                                                    {"devices", "--devices", "host:4"},
                                                    {"convert", file, folder.file("h.wg")}}) {
    std::ostringstream out;
    Output output{out, out};
    output.terminal = true;
    output.progress = true;
    output.columns = 40;
    output.error_columns = 40;
    EXPECT_EQ(run_program(built_in_commands(), arguments, output), 0);
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) {
      const bool has_long_word = line.find(folder.file("")) != std::string::npos;
      const bool is_progress = line.find('\x1b') != std::string::npos;
      EXPECT_TRUE(has_long_word || is_progress || line.size() <= 40) << line;
    }
  }
}

TEST(Help, ShowsExamplesThatNeedNoGpu) { EXPECT_EQ(all_help(80).text.find("--devices cuda"), std::string::npos); }

TEST(Help, OfAnAlgorithmBeginsWithItsOwnOptions) {
  const std::string help = call({"run", "pagerank", "--help"}).out;
  const std::size_t own = help.find("--damping");
  ASSERT_NE(own, std::string::npos);
  for (const char* const other : {"--output", "--weights", "--symmetrise", "--plan", "--hub"})
    EXPECT_LT(own, help.find(other)) << other;
  EXPECT_LT(help.find("--weights"), help.find("--plan"));
}

// What they refuse, help does not offer.
TEST(Help, OfAnAlgorithmListsTheOptionsThatItTakes) {
  const auto lists = [](const std::vector<std::string>& command, const std::string& option) {
    return call(command).out.find(" --" + option + ' ') != std::string::npos;
  };
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"msf", "--help"}, {"run", "msf", "--help"}, {"help", "run", "triangles"}}) {
    for (const char* const idle : {"plan", "gather", "max-supersteps", "deterministic", "superstep-timeout",
                                   "refinement", "overlap", "copies", "place", "grid"})
      EXPECT_FALSE(lists(command, idle)) << command.back() << ' ' << idle;
    EXPECT_TRUE(lists(command, "all-devices"));
  }
  EXPECT_FALSE(lists({"msf", "--help"}, "hub"));
  EXPECT_FALSE(lists({"run", "triangles", "--help"}, "superstep-times"));
  EXPECT_TRUE(lists({"run", "bfs", "--help"}, "deterministic"));
}

TEST(Help, IsGivenWhateverElseIsThere) { EXPECT_EQ(act({"act", "--nonsense", "--help"}).code, 0); }

TEST(Help, OfACommandCanBeAskedForInTwoWays) {
  EXPECT_EQ(call({"help", "convert"}).out, call({"convert", "--help"}).out);
  EXPECT_EQ(call({"help", "generate", "rmat"}).out, call({"generate", "rmat", "--help"}).out);
  EXPECT_EQ(call({"help", "generate", "rmatt"}).code, 2);
  for (const char* const word : {"help", "--help", "-h"}) EXPECT_EQ(call({"help", word}).out, call({"help"}).out);
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
  const CallResult result = call({"run", "cc", file, "--symmetrise", "--devices", "host:2", "--all-devices"});
  EXPECT_EQ(result.code, 4);
  EXPECT_NE(result.err.find("warpgraph: the host has no room for another thread"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
}

}  // namespace
}  // namespace warpgraph::cli
