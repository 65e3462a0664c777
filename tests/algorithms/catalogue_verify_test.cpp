// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/catalogue_case.hpp"

// Results of all algorithms pass their verifiers, and changed ones do not: single values are replaced in many ways,
// several at a time at random. Several threads find what one finds. In verify/, what verifiers could be deceived by is
// tried by hand.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

template <class T>
std::vector<T> others_than(T value) {
  std::vector<T> others;
  if constexpr (std::is_integral_v<T>) {
    const auto bits = static_cast<std::make_unsigned_t<T>>(value);  // these may overflow
    others = {static_cast<T>(bits + 1), static_cast<T>(bits - 1), T{}, std::numeric_limits<T>::max(),
              static_cast<T>(value / 2)};
    for (int bit = 0; bit < static_cast<int>(8 * sizeof(T)) - std::is_signed_v<T>; bit += 5)
      others.push_back(static_cast<T>(value ^ static_cast<T>(T{1} << bit)));
  } else {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    others = {std::nextafter(value, kInfinity),
              std::nextafter(value, -kInfinity),
              value * 2,
              value / 2,
              -value,
              T{},
              value + 1,
              kInfinity,
              -kInfinity,
              std::numeric_limits<T>::quiet_NaN()};
  }
  std::erase(others, value);
  return others;
}

// For a result that tolerances and rounding decide: changes by as much as its largest value.
template <class T>
std::vector<T> far_from(T value, const std::vector<T>& all) {
  if constexpr (std::is_integral_v<T>) {
    return others_than(value);
  } else {
    T largest = 1;
    for (const T each : all) largest = std::max(largest, std::abs(each));
    return {value + largest, value - largest, std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()};
  }
}

// All vertices of small graphs; otherwise the first, the last and some between them.
std::vector<std::size_t> some_places(std::size_t count) {
  constexpr std::size_t kMost = kSanitized ? 5 : 16;
  std::vector<std::size_t> places;
  const std::size_t taken = std::min(count, kMost);
  for (std::size_t i = 0; i < taken; ++i) places.push_back(taken == 1 ? 0 : i * (count - 1) / (taken - 1));
  return places;
}

struct VerifyCase {
  GraphCase graph;
  std::string weights;
};
const std::vector<VerifyCase>& verify_cases() {
  static const std::vector<VerifyCase> all = {
      {{"rmat", {{"scale", "6"}, {"edge-factor", "3"}}}, "int32"},
      {{"erdos-renyi", {{"vertices", "80"}, {"edges", "70"}}}, "float"},
      {{"path", {{"vertices", "40"}}}, "int64"},
      {{"star", {{"vertices", "40"}}}, "none"},
      {{"cycle", {{"vertices", "30"}}}, "double"},
      {{"road", {{"width", "8"}, {"height", "7"}}}, "int64"},
      {{"grid2d", {{"width", "7"}, {"height", "9"}}}, "float"},
      {{"web", {{"vertices", "60"}}}, "none"},
  };
  return all;
}

class CatalogueVerifiers : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(GetParam()); }

  // A result that ends where it should, so that there is one right answer.
  struct Found {
    AnyGraph graph;
    std::unique_ptr<AlgorithmRun> run;
    VertexName source = 0;
    AlgorithmOutcome outcome = {};
  };
  [[nodiscard]] Found find(AnyGraph graph, const AlgorithmArguments& arguments) const {
    Found found{std::move(graph), algorithm().read(arguments, true)};
    const AnyDeviceGraph placed =
        std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream_, each); }, found.graph);
    const AlgorithmRequest request = catalogue_request(algorithm(), {stream_, placed}, found.graph, 0);
    found.source = request.source;
    found.outcome = found.run->run(request);
    return found;
  }

  // act(found) of each run with options of its own, but for those with more than one right answer.
  template <class Act>
  void for_runs(Act&& act) const {
    for (std::size_t i = 0; i < verify_cases().size(); ++i) {
      if (kSanitized && i % 3 != 0) continue;
      const VerifyCase& each = verify_cases()[i];
      const bool undirected = algorithm().needs_undirected || i % 4 == 3;
      const auto make = [&] {
        return fitting(algorithm(), made(each.graph, each.weights, {.symmetrise = undirected, .outgoing = true}));
      };
      for (const AlgorithmArguments& arguments : all_arguments(algorithm(), make())) {
        if (arguments.contains("parents") || arguments.contains("tolerance")) continue;
        if (arguments.contains("contract") && !undirected) continue;
        SCOPED_TRACE(each.graph.generator + text_of(arguments));
        act(find(make(), arguments));
      }
    }
  }

  template <class Value>
  static std::vector<Value> changes_of(Value value, const std::vector<Value>& all) {
    return algorithm().is_exact && !is_iteration(algorithm()) ? others_than(value) : far_from(value, all);
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "verify"};
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CatalogueVerifiers);  // under ThreadSanitizer
INSTANTIATE_TEST_SUITE_P(Host, CatalogueVerifiers, testing::ValuesIn(algorithm_names_for_one_thread()),
                         [](const auto& suite) { return as_test_name(suite.param); });

TEST_P(CatalogueVerifiers, FindEachChangedValue) {
  if (algorithm().leaves == Leaves::kEdges) GTEST_SKIP() << "its edges are changed below";
  if (!algorithm().beginnings.empty()) GTEST_SKIP() << "a vertex without edges may have any value";
  for_runs([&](Found found) {
    const VerifiedGraph graph(found.graph, runtime_.threads());
    const auto verify = [&] { return found.run->verify(graph, found.source, found.outcome); };
    ASSERT_EQ(verify(), std::nullopt);
    for (ResultColumn& column : found.outcome.columns) {
      std::visit(
          [&]<class Value>(std::vector<Value>& values) {
            const std::vector<Value> right = values;
            for (const std::size_t v : some_places(right.size())) {
              for (const Value other : changes_of(right[v], right)) {
                values[v] = other;
                EXPECT_NE(verify(), std::nullopt)
                    << column.name << " of " << v << ": " << right[v] << " became " << other;
              }
              values[v] = right[v];
            }
          },
          column.values);
    }
  });
}

// Values become those of their neighbours in the array, in places at random.
TEST_P(CatalogueVerifiers, FindSeveralChangedValues) {
  if (algorithm().leaves == Leaves::kEdges || !algorithm().is_exact || is_iteration(algorithm()))
    GTEST_SKIP() << "other values may be right";
  std::mt19937_64 random(1);
  for_runs([&](Found found) {
    const VerifiedGraph graph(found.graph, runtime_.threads());
    for (ResultColumn& column : found.outcome.columns) {
      std::visit(
          [&](auto& values) {
            const auto right = values;
            for (int round = 0; round < (kSanitized ? 10 : 60); ++round) {
              values = right;
              for (std::uint64_t i = 0; i <= random() % 4; ++i) {
                const std::size_t v = random() % (values.size() - 1);
                if (random() % 2 == 0)
                  std::swap(values[v], values[v + 1]);
                else
                  values[v] = values[random() % values.size()];
              }
              EXPECT_EQ(found.run->verify(graph, found.source, found.outcome).has_value(), values != right)
                  << column.name << ", round " << round;
            }
            values = right;
          },
          column.values);
    }
  });
}

// Edges that are missing, twice there, not of the graph, or of another value.
TEST_P(CatalogueVerifiers, FindEachChangedEdge) {
  if (algorithm().leaves != Leaves::kEdges) GTEST_SKIP() << "its values are changed above";
  for_runs([&](Found found) {
    const VerifiedGraph graph(found.graph, runtime_.threads());
    const auto expect_found = [&](const AlgorithmOutcome& wrong, const char* what) {
      EXPECT_NE(found.run->verify(graph, found.source, wrong), std::nullopt) << what;
    };
    ASSERT_EQ(found.run->verify(graph, found.source, found.outcome), std::nullopt);
    for (const std::size_t e : some_places(found.outcome.edges.size())) {
      AlgorithmOutcome wrong = found.outcome;
      const auto change_values = [&](auto&& change) {
        std::visit(
            [&](auto& values) {
              if constexpr (requires { values[e]; }) change(values);
            },
            wrong.edges.values);
      };
      const auto at = static_cast<std::ptrdiff_t>(e);
      wrong.edges.source.erase(wrong.edges.source.begin() + at);
      wrong.edges.target.erase(wrong.edges.target.begin() + at);
      change_values([&](auto& values) { values.erase(values.begin() + at); });
      expect_found(wrong, "an edge is missing");
      wrong = found.outcome;
      wrong.edges.source[e] = wrong.edges.target[e];
      expect_found(wrong, "an edge is a loop");
      wrong = found.outcome;
      bool has_values = false;
      change_values([&](auto& values) {
        values[e] = static_cast<std::decay_t<decltype(values[e])>>(values[e] + 1);
        has_values = true;
      });
      if (has_values) expect_found(wrong, "an edge has another value");
    }
  });
}

// What beside the values is verified: the number of triangles, the weight of a forest.
TEST_P(CatalogueVerifiers, FindChangedTotals) {
  if (algorithm().leaves != Leaves::kEdges && algorithm().name != "triangles") GTEST_SKIP() << "it has no total";
  for_runs([&](Found found) {
    const VerifiedGraph graph(found.graph, runtime_.threads());
    std::visit(
        [&]<class Total>(Total& total) {
          if constexpr (std::is_arithmetic_v<Total>) {
            const Total right = total;
            for (const Total other : far_from(right, std::vector<Total>{right})) {
              total = other;
              EXPECT_NE(found.run->verify(graph, found.source, found.outcome), std::nullopt) << other;
            }
          } else {
            ADD_FAILURE() << "the first fact is no number";
          }
        },
        found.outcome.facts.front().second);
  });
}

// Words included, with names that are no numbers of vertices.
class CatalogueVerifiersOnThreads : public testing::TestWithParam<std::tuple<GraphCase, std::string>> {
 protected:
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(std::get<1>(GetParam())); }
  [[nodiscard]] static AnyGraph graph() {
    GraphCase each = std::get<0>(GetParam());
    each.arguments.insert({{"highest-weight", "4"}, {"permute", "true"}});
    const bool is_undirected = each.generator == "grid2d";
    return fitting(algorithm(), made(each, "float",
                                     {.symmetrise = algorithm().needs_undirected && !is_undirected, .outgoing = true}));
  }

  // A value of some vertices becomes that of another one, and every second time another one than that; or an edge is
  // left out.
  static AlgorithmOutcome changed(const AlgorithmOutcome& right, int round, std::mt19937_64& random) {
    AlgorithmOutcome wrong = right;
    if (algorithm().leaves == Leaves::kEdges) {
      const std::size_t e = random() % wrong.edges.size();
      const auto leave_out = [&](auto& all) { all.erase(all.begin() + static_cast<std::ptrdiff_t>(e)); };
      leave_out(wrong.edges.source);
      leave_out(wrong.edges.target);
      leave_out(std::get<std::vector<float>>(wrong.edges.values));
    } else {
      std::visit(
          [&]<class Value>(std::vector<Value>& values) {
            for (int i = 0; i < 4; ++i)
              values[random() % values.size()] = values[random() % values.size()] + static_cast<Value>(round % 2);
          },
          wrong.columns.front().values);
    }
    return wrong;
  }
};

INSTANTIATE_TEST_SUITE_P(Host, CatalogueVerifiersOnThreads,
                         testing::Combine(testing::Values(GraphCase{"rmat", {{"scale", "11"}, {"edge-factor", "4"}}},
                                                          GraphCase{"grid2d", {{"width", "40"}, {"height", "50"}}}),
                                          testing::ValuesIn(algorithm_names())),
                         [](const auto& suite) {
                           return std::get<0>(suite.param).generator + "_" + as_test_name(std::get<1>(suite.param));
                         });

TEST_P(CatalogueVerifiersOnThreads, FindWhatOneFinds) {
  const AnyGraph graph = this->graph();
  const Runtime runtime("host");
  const Stream stream(runtime.device(), "verify");
  const AnyDeviceGraph placed =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  const AlgorithmRequest request = catalogue_request(algorithm(), {stream, placed}, graph, 0);
  ThreadPool one(1);
  ThreadPool two(2);
  ThreadPool five(5);
  const VerifiedGraph on_one(graph, one);
  const VerifiedGraph on_two(graph, two);
  const VerifiedGraph on_five(graph, five);
  std::vector<AlgorithmArguments> all{standard_arguments(algorithm(), graph)};
  if (has_option(algorithm(), "parents")) all.push_back({{"parents", {"true"}}});
  for (const AlgorithmArguments& arguments : all) {
    SCOPED_TRACE(text_of(arguments));
    const auto run = algorithm().read(arguments, true);
    const AlgorithmOutcome right = run->run(request);
    for (const VerifiedGraph* const each : {&on_one, &on_two, &on_five})
      ASSERT_EQ(run->verify(*each, request.source, right), std::nullopt);
    std::mt19937_64 random(1);
    int found = 0;
    for (int round = 0; round < (kSanitized ? 4 : 10); ++round) {
      const AlgorithmOutcome wrong = changed(right, round, random);
      const auto expected = run->verify(on_one, request.source, wrong);
      found += expected.has_value() ? 1 : 0;
      EXPECT_EQ(run->verify(on_two, request.source, wrong), expected) << "round " << round;
      EXPECT_EQ(run->verify(on_five, request.source, wrong), expected) << "round " << round;
    }
    if (right.report.converged()) {
      EXPECT_GT(found, 0);  // other values of a run that was not done may be as good
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
