// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithms/catalogue_case.hpp"

// The options of the catalogue as text: what they accept, what they refuse, and runs at the ends of their ranges.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

TEST(CatalogueTest, NamesAreFoundAndOthersAreRefused) {
  for (const Algorithm& algorithm : all_algorithms()) EXPECT_EQ(&find_algorithm(algorithm.name), &algorithm);
  EXPECT_THROW((void)find_algorithm("bsf"), UsageError);
}

TEST(CatalogueTest, OptionsHaveDefaultsThatAreAccepted) {
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const AlgorithmOption& option : algorithm.options) {
      SCOPED_TRACE(algorithm.name + " " + option.name);
      EXPECT_FALSE(option.help.empty());
      if (option.default_value.empty() || option.default_value == "half the limit") continue;
      if (option.name == "samples" || option.name == "seed") continue;  // 0 samples are none, and so is their seed
      EXPECT_NO_THROW((void)algorithm.read({{option.name, {option.default_value}}}, false));
    }
  }
}

std::string refusal(const std::string& name, const AlgorithmArguments& arguments) {
  try {
    (void)find_algorithm(name).read(arguments, false);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CatalogueTest, ValuesOutsideOfAnOptionsRangeAreRefused) {
  EXPECT_EQ(refusal("pagerank", {{"damping", {"1"}}}), "--damping cannot be \"1\"; it is a number from 0 to below 1");
  EXPECT_EQ(refusal("hits", {{"tolerance", {"-1"}}}), "--tolerance cannot be \"-1\"; it is a number from 0 on");
  EXPECT_EQ(refusal("hits", {{"iterations", {"4294967296"}}}),
            "--iterations cannot be \"4294967296\"; it is a whole number from 0 to 4294967295");
  EXPECT_EQ(refusal("pagerank", {{"start-over-at", {"1", "x"}}}),
            "--start-over-at cannot be \"x\"; it is the id of a vertex, a whole number from 0 on");
  EXPECT_EQ(refusal("circuit", {{"fix", {"17"}}}),
            "--fix cannot be \"17\"; it is a vertex and its value, such as 17=2.5");
  EXPECT_EQ(refusal("bfs", {{"parents", {"perhaps"}}}), "--parents cannot be \"perhaps\"; it is true or false");
  EXPECT_EQ(refusal("msf", {{"method", {"kruskal"}}}),
            "--method cannot be \"kruskal\"; it is one of filtered, boruvka");
}

TEST(CatalogueTest, OptionsThatAnAlgorithmDoesNotHaveAreRefused) {
  EXPECT_EQ(refusal("hits", {{"damping", {".5"}}}),
            "hits has no option \"damping\"; it has hubs, tolerance, iterations");
  EXPECT_EQ(refusal("cc", {{"hubs", {"true"}}}), "cc has no option \"hubs\"; it has method");
}

TEST(CatalogueTest, AnOptionIsGivenOnceUnlessItMayBeRepeated) {
  EXPECT_EQ(refusal("hits", {{"tolerance", {"1", "2"}}}), "--tolerance is given twice");
  EXPECT_EQ(refusal("pagerank", {{"start-over-at", {"1", "2"}}}), "no error");
}

// The range of a numeric option, read from what it says that it accepts.
struct Ends {
  std::vector<std::string> inside;   // the lowest and the highest value
  std::vector<std::string> outside;  // what is next to them
  bool is_open = false;              // there is no highest value: a graph may set a limit of its own
};

std::string to_text(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

std::optional<Ends> ends_of(const std::string& values) {
  static const std::regex whole(R"(a whole number from (\d+) (?:on|to (\d+)))");
  static const std::regex real(R"(a number (from|above) (\S+?)(?: on| (?:to|and up to) (below )?(\S+))?)");
  std::smatch found;
  if (std::regex_match(values, found, whole)) {
    const std::uint64_t lowest = std::stoull(found[1]);
    const std::string below = lowest == 0 ? "-1" : std::to_string(lowest - 1);
    if (!found[2].matched) return Ends{{found[1], "18446744073709551615"}, {below, "18446744073709551616"}, true};
    return Ends{{found[1], found[2]}, {below, std::to_string(std::stoull(found[2]) + 1)}};
  }
  if (!std::regex_match(values, found, real)) return std::nullopt;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double lowest = std::stod(found[2]);
  const std::string next_up = to_text(std::nextafter(lowest, kInfinity));
  Ends ends;
  const bool is_above = found[1] == "above";
  ends.inside.push_back(is_above ? next_up : to_text(lowest));
  ends.outside.push_back(is_above ? to_text(lowest) : to_text(std::nextafter(lowest, -kInfinity)));
  ends.is_open = !found[4].matched;
  if (ends.is_open) {
    ends.inside.push_back(to_text(std::numeric_limits<double>::max()));
    ends.outside.push_back("nan");
  } else {
    const double highest = std::stod(found[4]);
    ends.inside.push_back(to_text(found[3].matched ? std::nextafter(highest, -kInfinity) : highest));
    ends.outside.push_back(to_text(found[3].matched ? highest : std::nextafter(highest, kInfinity)));
  }
  return ends;
}

// What an option asks for beside it.
AlgorithmArguments arguments_beside(const Algorithm& algorithm, const std::string& option, const AnyGraph& graph) {
  AlgorithmArguments arguments = standard_arguments(algorithm, graph);
  if (option == "tolerance") arguments["iterations"] = {"12"};
  return arguments;
}

class CatalogueOptions : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(GetParam()); }
  // act(option, ends) of each numeric option.
  template <class Act>
  static void for_numeric(Act&& act) {
    for (const AlgorithmOption& option : algorithm().options) {
      if (option.kind != AlgorithmOption::Kind::kValue || !option.choices.empty()) continue;
      SCOPED_TRACE(option.name);
      const std::optional<Ends> ends = ends_of(option.values);
      ASSERT_TRUE(ends) << option.values;
      act(option, *ends);
    }
  }
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CatalogueOptions);  // under ThreadSanitizer
INSTANTIATE_TEST_SUITE_P(Host, CatalogueOptions, testing::ValuesIn(algorithm_names_for_one_thread()),
                         [](const auto& suite) { return as_test_name(suite.param); });

TEST_P(CatalogueOptions, NumbersOutsideOfTheirRangesAreRefused) {
  for_numeric([](const AlgorithmOption& option, const Ends& ends) {
    for (const std::string& value : ends.outside)
      EXPECT_EQ(refusal(GetParam(), {{option.name, {value}}}),
                "--" + option.name + " cannot be \"" + value + "\"; it is " + option.values);
  });
}

// An option whose 0 stands for none does not take it: "--samples cannot be 0; without it, ...".
bool is_the_option_left_out(const Algorithm& algorithm, const AlgorithmArguments& arguments,
                            const std::string& option) {
  return arguments.at(option).front() == "0" &&
         refusal(algorithm.name, arguments).starts_with("--" + option + " cannot be 0; without it, ");
}

TEST_P(CatalogueOptions, RunsAreRightAtBothEndsOfEachRange) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "options");
  const GraphCase small{"rmat", {{"scale", "6"}, {"edge-factor", "4"}}};
  const AnyGraph graph = made(small, "float", {.symmetrise = algorithm().needs_undirected, .outgoing = true});
  const AnyDeviceGraph placed =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  const AlgorithmRequest request = catalogue_request(algorithm(), {stream, placed}, graph, 0);
  for_numeric([&](const AlgorithmOption& option, const Ends& ends) {
    for (const std::string& value : ends.inside) {
      SCOPED_TRACE(value);
      AlgorithmArguments arguments = arguments_beside(algorithm(), option.name, graph);
      arguments[option.name] = {value};
      if (is_the_option_left_out(algorithm(), arguments, option.name)) continue;
      const auto run = algorithm().read(arguments, true);
      try {
        const AlgorithmOutcome outcome = run->run(request);
        EXPECT_EQ(run->verify(VerifiedGraph(graph, runtime.threads()), request.source, outcome), std::nullopt);
      } catch (const UsageError& error) {
        EXPECT_TRUE(ends.is_open && value == ends.inside.back()) << error.what();
      }
    }
  });
}

}  // namespace
}  // namespace warpgraph::test
