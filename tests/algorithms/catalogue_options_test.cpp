// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithms/catalogue_case.hpp"
#include "support/temporary_folder.hpp"

// The options of the catalogue as text: what they accept, what they refuse, and runs at the ends of their ranges.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

TEST(CatalogueTest, NamesAreFoundAndOthersAreRefused) {
  for (const Algorithm& algorithm : all_algorithms()) EXPECT_EQ(&find_algorithm(algorithm.name), &algorithm);
  EXPECT_THROW((void)find_algorithm("bsf"), UsageError);
}

TEST(CatalogueTest, OptionsSayWhatTheyAre) {
  using Kind = AlgorithmOption::Kind;
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const AlgorithmOption& option : algorithm.options) {
      SCOPED_TRACE(algorithm.name + " " + option.name);
      EXPECT_FALSE(option.help.empty());
      EXPECT_EQ(option.kind == Kind::kName, !option.choices.empty());
      EXPECT_EQ(option.kind == Kind::kSwitch, option.value_name.empty());
      EXPECT_EQ(option.is_required, option.kind == Kind::kVertex);
      if (const auto* const whole = std::get_if<std::uint64_t>(&option.default_value)) {
        EXPECT_TRUE(option.kind == Kind::kWhole && option::contains(option.whole, *whole));
      }
      if (const auto* const real = std::get_if<double>(&option.default_value)) {
        EXPECT_TRUE(option.kind == Kind::kReal && option::contains(option.real, *real));
      }
    }
  }
}

TEST(CatalogueTest, TheSourceIsAnOption) {
  for (const Algorithm& algorithm : all_algorithms()) {
    SCOPED_TRACE(algorithm.name);
    EXPECT_EQ(algorithm.has_source, has_option(algorithm, "source"));
    if (!algorithm.has_source) continue;
    EXPECT_EQ(algorithm.read({{"source", {"17"}}}, false)->source(), VertexName(17));
    EXPECT_EQ(algorithm.read({}, false)->source(), std::nullopt);
  }
}

TEST(CatalogueTest, OptionsAreKnownByTheirOldNames) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "options");
  const AnyGraph graph = made({"rmat", {{"scale", "6"}}}, "none", {.outgoing = true});
  const AnyDeviceGraph placed =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  const auto values = [&](const char* name, const AlgorithmArguments& arguments) {
    return find_algorithm(name).read(arguments, true)->run({{stream, placed}, {.deterministic = true}}).values();
  };
  const std::string first = to_string(busy_vertex(graph));
  const std::string last = to_string(last_vertex(graph));
  for (const auto& [name, old] : {std::pair{"pagerank", "start-over-at"}, {"betweenness", "source"}}) {
    SCOPED_TRACE(name);
    const VertexValues expected = values(name, {{"sources", {first, last}}});
    EXPECT_EQ(values(name, {{old, {first, last}}}), expected);
    EXPECT_EQ(values(name, {{old, {first}}, {"sources", {last}}}), expected);
    EXPECT_EQ(values(name, {{"sources", {first + "," + last}}}), expected);
    const std::vector<std::uint64_t> both{busy_vertex(graph).value(), last_vertex(graph).value()};
    EXPECT_EQ(values(name, {{"sources", AlgorithmArray(std::span<const std::uint64_t>(both))}}), expected);
    EXPECT_NE(values(name, {{"sources", {last}}}), expected);
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
  EXPECT_EQ(refusal("pagerank", {{"sources", {"1", "x"}}}),
            "--sources cannot be \"x\"; it is the id of a vertex, a whole number from 0 on");
  EXPECT_EQ(refusal("circuit", {{"fix", {"17"}}}),
            "--fix cannot be \"17\"; it is a vertex and its value, such as 17=2.5");
  EXPECT_EQ(refusal("bfs", {{"parents", {"perhaps"}}}), "--parents cannot be \"perhaps\"; it is true or false");
  EXPECT_EQ(refusal("msf", {{"method", {"kruskal"}}}),
            "--method cannot be \"kruskal\"; it is one of filtered, boruvka");
}

TEST(CatalogueTest, OptionsThatAnAlgorithmDoesNotHaveAreRefused) {
  EXPECT_EQ(refusal("hits", {{"damping", {".5"}}}),
            "hits has no option \"damping\"; it has hubs, tolerance, iterations, double");
  EXPECT_EQ(refusal("cc", {{"hubs", {"true"}}}), "cc has no option \"hubs\"; it has method");
}

TEST(CatalogueTest, AnOptionIsGivenOnceUnlessItMayBeRepeated) {
  EXPECT_EQ(refusal("hits", {{"tolerance", {"1", "2"}}}), "--tolerance is given twice");
  EXPECT_EQ(refusal("pagerank", {{"sources", {"1", "2"}}}), "no error");
}

constexpr const char* kBeyond64Bits = "18446744073709551616";

// The ends of the range of a numeric option.
struct Ends {
  std::vector<std::string> inside = {};   // the lowest and the highest value
  std::vector<std::string> outside = {};  // what is next to them
  bool is_open = false;                   // there is no highest value: a graph may set a limit of its own
};

std::string digits_of(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

Ends ends_of(const option::WholeRange& range) {
  Ends ends;
  ends.is_open = range.highest == AlgorithmOption::kAnyWhole.highest;
  ends.inside = {std::to_string(range.lowest), std::to_string(range.highest)};
  ends.outside = {range.lowest == 0 ? "-1" : std::to_string(range.lowest - 1),
                  ends.is_open ? kBeyond64Bits : std::to_string(range.highest + 1)};
  return ends;
}

Ends ends_of(const option::RealRange& range) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double lowest = range.lowest;
  const double highest = range.highest;
  Ends ends;
  ends.is_open = std::isinf(highest);
  ends.inside = {digits_of(range.above ? std::nextafter(lowest, kInfinity) : lowest),
                 digits_of(range.below || ends.is_open ? std::nextafter(highest, -kInfinity) : highest)};
  ends.outside = {digits_of(range.above ? lowest : std::nextafter(lowest, -kInfinity)),
                  ends.is_open  ? "nan"
                  : range.below ? digits_of(highest)
                                : digits_of(std::nextafter(highest, kInfinity))};
  return ends;
}

// What an option asks for beside it.
AlgorithmArguments arguments_beside(const Algorithm& algorithm, const std::string& option, const AnyGraph& graph) {
  AlgorithmArguments arguments = standard_arguments(algorithm, graph);
  if (option == "tolerance") arguments["iterations"] = {"12"};
  if ((option == "samples" || option == "seed") && has_option(algorithm, "samples")) arguments["samples"] = {"5"};
  return arguments;
}

class CatalogueOptions : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(GetParam()); }
  // act(option, ends) of each numeric option.
  template <class Act>
  static void for_numeric(Act&& act) {
    for (const AlgorithmOption& option : algorithm().options) {
      SCOPED_TRACE(option.name);
      if (option.kind == AlgorithmOption::Kind::kWhole) act(option, ends_of(option.whole));
      if (option.kind == AlgorithmOption::Kind::kReal) act(option, ends_of(option.real));
    }
  }
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CatalogueOptions);  // under ThreadSanitizer
INSTANTIATE_TEST_SUITE_P(Host, CatalogueOptions, testing::ValuesIn(algorithm_names_for_one_thread()),
                         [](const auto& suite) { return as_test_name(suite.param); });

TEST_P(CatalogueOptions, NumbersOutsideOfTheirRangesAreRefused) {
  for_numeric([](const AlgorithmOption& option, const Ends& ends) {
    for (const std::string& value : ends.outside) {
      const bool is_beyond_64_bits = value == kBeyond64Bits;
      const std::string accepted =
          is_beyond_64_bits ? "a whole number from " + std::to_string(option.whole.lowest) + " to 18446744073709551615"
                            : accepted_values(option);
      EXPECT_EQ(refusal(GetParam(), {{option.name, {value}}}),
                "--" + option.name + " cannot be \"" + value + "\"; it is " + accepted);
    }
  });
}

// A run that is told the default of an option is the one that is not told.
TEST_P(CatalogueOptions, DefaultsAreWhatRunsTake) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "options");
  const GraphCase small{"rmat", {{"scale", "6"}, {"edge-factor", "4"}}};
  const AnyGraph graph =
      fitting(algorithm(), made(small, "float", {.symmetrise = algorithm().needs_undirected, .outgoing = true}));
  const AnyDeviceGraph placed =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  const AlgorithmRequest request = catalogue_request(algorithm(), {stream, placed}, graph, 0);
  for (const AlgorithmOption& option : algorithm().options) {
    if (option.default_value == OptionValue()) continue;
    SCOPED_TRACE(option.name);
    AlgorithmArguments arguments = standard_arguments(algorithm(), graph);
    arguments.erase(option.name);
    const auto outcome_of = [&] { return algorithm().read(arguments, true)->run(request); };
    const AlgorithmOutcome expected = outcome_of();
    arguments[option.name] = {to_text(option.default_value)};
    const AlgorithmOutcome found = outcome_of();
    ASSERT_EQ(found.columns.size(), expected.columns.size());
    for (std::size_t i = 0; i < found.columns.size(); ++i)
      EXPECT_EQ(found.columns[i].values, expected.columns[i].values) << found.columns[i].name;
    EXPECT_EQ(found.edges.source, expected.edges.source);
    EXPECT_EQ(found.edges.target, expected.edges.target);
    EXPECT_EQ(found.report.supersteps.size(), expected.report.supersteps.size());
  }
}

TEST_P(CatalogueOptions, RunsAreRightAtBothEndsOfEachRange) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "options");
  const GraphCase small{"rmat", {{"scale", "6"}, {"edge-factor", "4"}}};
  const AnyGraph graph =
      fitting(algorithm(), made(small, "float", {.symmetrise = algorithm().needs_undirected, .outgoing = true}));
  const AnyDeviceGraph placed =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  const AlgorithmRequest request = catalogue_request(algorithm(), {stream, placed}, graph, 0);
  for_numeric([&](const AlgorithmOption& option, const Ends& ends) {
    for (const std::string& value : ends.inside) {
      SCOPED_TRACE(value);
      AlgorithmArguments arguments = arguments_beside(algorithm(), option.name, graph);
      arguments[option.name] = {value};
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

// Values for all vertices: a file, or an array in the order of the names.
TEST(ArraysAsOptions, AreWhatAFileWouldSay) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "options");
  const AnyGraph graph =
      made({"grid2d", {{"width", "7"}, {"height", "5"}}}, "float", {.outgoing = true, .relabel = Relabel::kRandom});
  const AnyDeviceGraph placed =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  std::vector<double> by_name(vertex_count(graph));
  for (std::size_t i = 0; i < by_name.size(); ++i) by_name[i] = 1.5 * static_cast<double>(i * i % 11);
  const std::vector<VertexId> place = results::user_order(ids(graph));
  ASSERT_FALSE(place.empty());
  std::vector<float> of_graph(by_name.size());
  for (VertexId v = 0; v < place.size(); ++v) of_graph[v] = static_cast<float>(by_name[place[v]]);
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "initial.npy").string();
  files::write_values<float>(file, of_graph, ids(graph));
  const auto values = [&](const AlgorithmArgument& initial) {
    const auto run = find_algorithm("heat").read({{"initial", initial}, {"iterations", {"3"}}}, true);
    const AlgorithmOutcome outcome = run->run({{stream, placed}, {.deterministic = true}});
    EXPECT_EQ(run->verify(VerifiedGraph(graph, runtime.threads()), 0, outcome), std::nullopt);
    return outcome.values();
  };

  const VertexValues expected = values(std::vector{file});

  EXPECT_EQ(values(AlgorithmArray(std::span<const double>(by_name))), expected);
  by_name.pop_back();
  try {
    static_cast<void>(values(AlgorithmArray(std::span<const double>(by_name))));
    ADD_FAILURE() << "a value is missing";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("the option initial has 34 values, and the graph has 35 vertices"),
              std::string::npos)
        << error.what();
  }
}

TEST(ArraysAsOptions, AreRefusedByOptionsThatTakeNone) {
  const std::vector<std::int32_t> numbers{1, 2};
  const std::vector<std::int32_t> negative{-1};
  const std::vector<float> reals{1};
  EXPECT_EQ(refusal("hits", {{"tolerance", AlgorithmArray(std::span<const std::int32_t>(numbers))}}),
            "--tolerance takes no array");
  EXPECT_EQ(refusal("pagerank", {{"sources", AlgorithmArray(std::span<const std::int32_t>(numbers))}}), "no error");
  EXPECT_EQ(refusal("pagerank", {{"sources", AlgorithmArray(std::span<const std::int32_t>(negative))}}),
            "--sources cannot be \"-1\"; it is the id of a vertex, a whole number from 0 on");
  EXPECT_EQ(refusal("pagerank", {{"sources", AlgorithmArray(std::span<const float>(reals))}}),
            "--sources takes an array of whole numbers, the ids of vertices");
}

std::string engine_refusal(const char* algorithm, AlgorithmArguments arguments) {
  try {
    static_cast<void>(take_engine_options(find_algorithm(algorithm), arguments));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DescribedEngineOptions, AreThoseThatRunsTake) {
  const EngineOptions standard;
  for (const AlgorithmOption& option : engine_options()) {
    SCOPED_TRACE(option.name);
    EXPECT_FALSE(option.help.empty());
    for (const Algorithm& algorithm : all_algorithms()) EXPECT_FALSE(has_option(algorithm, option.name));
    if (option.default_value == OptionValue()) continue;
    const EngineOptions read = read_engine_options({{option.name, {to_text(option.default_value)}}});
    EXPECT_EQ(read.max_supersteps, standard.max_supersteps);
    EXPECT_EQ(read.deterministic, standard.deterministic);
    EXPECT_EQ(read.time_supersteps, standard.time_supersteps);
    EXPECT_EQ(read.exchange.refinement, standard.exchange.refinement);
  }
}

TEST(DescribedEngineOptions, AreTakenOutOfTheArguments) {
  AlgorithmArguments arguments{{"plan", {"pull-all"}},      {"gather", {"segments"}},    {"max-supersteps", {"3"}},
                               {"deterministic", {"true"}}, {"superstep-times", {"on"}}, {"damping", {"0.5"}},
                               {"hub", {"host"}},           {"refinement", {"all"}},     {"superstep-timeout", {"2k"}}};
  const EngineOptions engine = take_engine_options(find_algorithm("pagerank"), arguments, {});
  ASSERT_EQ(arguments.size(), 1);
  EXPECT_TRUE(arguments.contains("damping"));
  EXPECT_EQ(engine.plan, Plan::kPullAll);
  EXPECT_EQ(engine.tuning.shape, GatherShape::kSegments);
  EXPECT_EQ(engine.max_supersteps, 3);
  EXPECT_TRUE(engine.deterministic);
  EXPECT_TRUE(engine.time_supersteps);
  EXPECT_EQ(engine.exchange.hub, HubKind::kHost);
  EXPECT_EQ(engine.exchange.refinement, Refinement::kAll);
  EXPECT_EQ(engine.exchange.superstep_timeout, std::chrono::milliseconds(2000));
}

TEST(DescribedEngineOptions, AreRefusedOutsideOfTheirBoundsAndWhereTheyHaveNoEffect) {
  EXPECT_EQ(engine_refusal("bfs", {{"superstep-timeout", {"0"}}}),
            "--superstep-timeout cannot be \"0\"; it is a whole number from 1 to 4294967295");
  EXPECT_EQ(engine_refusal("bfs", {{"max-supersteps", {"4294967296"}}}),
            "--max-supersteps cannot be \"4294967296\"; it is a whole number from 0 to 4294967295");
  EXPECT_EQ(engine_refusal("bfs", {{"refinement", {"some"}}}),
            "--refinement cannot be \"some\"; it is one of all, marked, updated");
  EXPECT_EQ(engine_refusal("cc", {{"plan", {"push"}}}), "--plan has no effect on cc");
  EXPECT_EQ(engine_refusal("kcore", {{"deterministic", {"true"}}}), "no error");
}

}  // namespace
}  // namespace warpgraph::test
