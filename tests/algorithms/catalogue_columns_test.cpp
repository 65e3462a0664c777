// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/placement_case.hpp"

// What runs return is what the catalogue declares: columns with their names, types, missing values and vertices, and
// facts with their types.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

std::vector<std::string> names_of(const std::vector<AlgorithmColumn>& columns) {
  std::vector<std::string> names;
  for (const AlgorithmColumn& each : columns) names.push_back(each.name);
  return names;
}
std::vector<std::string> names_of(const std::vector<ResultColumn>& columns) {
  std::vector<std::string> names;
  for (const ResultColumn& each : columns) names.push_back(each.name);
  return names;
}

bool is_switch_of(const Algorithm& algorithm, const std::string& name) {
  const auto found = std::ranges::find(algorithm.options, name, &AlgorithmOption::name);
  return found != algorithm.options.end() && found->kind == AlgorithmOption::Kind::kSwitch;
}

TEST(CatalogueDeclarations, NameEachColumnOnceAndSwitchesThatThereAre) {
  for (const Algorithm& algorithm : all_algorithms()) {
    SCOPED_TRACE(algorithm.name);
    ASSERT_FALSE(algorithm.columns.empty());
    EXPECT_TRUE(algorithm.columns.front().is_usual);
    std::set<std::string> names;
    for (const AlgorithmColumn& each : algorithm.columns) {
      SCOPED_TRACE(each.name);
      EXPECT_TRUE(names.insert(each.name).second);
      EXPECT_FALSE(each.help.empty());
      EXPECT_EQ(find_column(algorithm, each.name), &each);
      for (const std::string& option : {each.double_with, each.made_with, each.left_out_with})
        EXPECT_TRUE(option.empty() || is_switch_of(algorithm, option)) << option;
    }
    EXPECT_EQ(find_column(algorithm, "none such"), nullptr);
  }
}

TEST(CatalogueDeclarations, NameEachFactOnce) {
  for (const Algorithm& algorithm : all_algorithms()) {
    SCOPED_TRACE(algorithm.name);
    for (const DeclaredFact& each : algorithm.facts) {
      SCOPED_TRACE(each.name);
      EXPECT_FALSE(each.help.empty());
      EXPECT_EQ(each.unit == "seconds", each.name.ends_with("seconds"));
      EXPECT_EQ(find_fact(algorithm, each.is_of_device ? "device_12_" + each.name : each.name), &each);
    }
    EXPECT_EQ(find_fact(algorithm, "none_such"), nullptr);
    EXPECT_EQ(find_fact(algorithm, "device_x_edges"), nullptr);
  }
}

std::string refusal_of_columns(const std::string& algorithm, const std::vector<std::string>& texts,
                               const AlgorithmArguments& arguments = {}) {
  try {
    (void)find_algorithm(algorithm).read(arguments, WantedColumns::parse(texts));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CatalogueColumnNames, ThatThereAreNotAreRefused) {
  EXPECT_EQ(refusal_of_columns("hits", {"hub,authority"}), "no error");
  EXPECT_EQ(refusal_of_columns("hits", {"hub", "authority"}), "no error");
  EXPECT_EQ(refusal_of_columns("hits", {"hubs"}), "hits has no column \"hubs\"; it has authority, hub");
  EXPECT_EQ(refusal_of_columns("hits", {"hub,"}), "hits has no column \"\"; it has authority, hub");
  EXPECT_EQ(refusal_of_columns("hits", {"hub,hub"}), "--columns names \"hub\" twice");
  EXPECT_EQ(refusal_of_columns("hits", {"hub"}, {{"hubs", {"true"}}}), "--hubs has no effect with --columns");
  EXPECT_EQ(refusal_of_columns("bfs", {"level"}, {{"parents", {"true"}}}), "--parents has no effect with --columns");
  EXPECT_EQ(refusal_of_columns("msf", {"source"}), "msf leaves edges; there are no columns to choose from");
}

// Runs on one, two and three virtual devices.
class CatalogueColumns : public testing::TestWithParam<std::string> {
 protected:
  static constexpr int kMostDevices = 3;

  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(GetParam()); }

  // act(graph, turn), of a fitting direction.
  template <class Act>
  static void for_graphs(Act&& act) {
    for (std::size_t turn = 0; turn < catalogue_graphs().size(); ++turn) {
      if (kSanitized && turn % 3 != 0) continue;
      SCOPED_TRACE(catalogue_graphs()[turn].name);
      act(catalogue_graphs()[turn].fitting(algorithm(), turn % 2 == 1), turn);
    }
  }

  // act(request, number of devices), with the graph on that number of devices.
  template <class Act>
  void on_devices(const AnyGraph& graph, const AlgorithmRun& run, Act&& act) {
    for (int devices = 1; devices <= (run.can_spread() ? kMostDevices : 1); ++devices) {
      Runtime& runtime = this->runtime(devices);
      const Stream stream(runtime.device(), "columns");
      std::optional<AnyDeviceGraph> whole;
      std::optional<AnyShardedGraph> spread;
      if (devices == 1) {
        whole = std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
      } else {
        const VertexId overlap = algorithm().devices == DeviceUse::kWhole ? kEverything : VertexId{0};
        spread = shard_graph(runtime, graph, place(vertex_count(graph), devices, overlap),
                             {.outgoing = run.needs(vertex_count(graph)).outgoing});
      }
      const PlacedGraphView view = whole ? PlacedGraphView(stream, *whole) : PlacedGraphView(*spread);
      AlgorithmRequest request{view};
      if (algorithm().has_source) request.source = busy_vertex(graph);
      request.engine.deterministic = true;
      request.prepared = run.prepare(view, std::span(&request.source, 1));
      act(request, devices);
    }
  }

  // The runs that the graph can have: those of contracted graphs want undirected ones.
  template <class Act>
  void for_runs(Act&& act) {
    for_graphs([&](const AnyGraph& graph, std::size_t) {
      for (const AlgorithmArguments& arguments : all_arguments(algorithm(), graph)) {
        if (arguments.contains("contract") && is_directed(graph)) continue;
        SCOPED_TRACE(text_of(arguments));
        const auto run = algorithm().read(arguments, true);
        on_devices(graph, *run, [&](const AlgorithmRequest& request, int devices) {
          SCOPED_TRACE(std::to_string(devices) + " devices");
          act(graph, arguments, *run, request);
        });
      }
    });
  }

 private:
  Runtime& runtime(int devices) {
    auto& runtime = runtimes_[devices];
    if (!runtime) runtime = std::make_unique<Runtime>("host:" + std::to_string(devices));
    return *runtime;
  }

  std::map<int, std::unique_ptr<Runtime>> runtimes_;
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CatalogueColumns);  // under ThreadSanitizer
INSTANTIATE_TEST_SUITE_P(Host, CatalogueColumns, testing::ValuesIn(algorithm_names_for_one_thread()),
                         [](const auto& suite) { return as_test_name(suite.param); });

template <class Value>
constexpr std::optional<ValueType> value_type_of_column() {
  if constexpr (std::is_same_v<Value, std::uint64_t>)
    return std::nullopt;  // of vertices alone
  else
    return value_type<Value>();
}

ValueType weights_of(const AnyGraph& graph) {
  return std::visit([]<class E>(const Graph<E>&) { return value_type<E>(); }, graph);
}

std::set<std::uint64_t> names_of_vertices(const AnyGraph& graph) {
  std::set<std::uint64_t> names;
  for (VertexId v = 0; v < vertex_count(graph); ++v) names.insert(ids(graph).name_of(v).value());
  return names;
}

// Values that are there are what the declaration says, and there is one for each vertex.
void expect_declared(const ResultColumn& column, const AlgorithmColumn& declared, const AnyGraph& graph,
                     const std::set<std::uint64_t>& names, bool in_double) {
  SCOPED_TRACE(column.name);
  std::visit(
      [&]<class Value>(const std::vector<Value>& values) {
        EXPECT_EQ(values.size(), vertex_count(graph));
        if (declared.is_vertex())
          EXPECT_TRUE((std::is_same_v<Value, std::int64_t> || std::is_same_v<Value, std::uint64_t>));
        else
          EXPECT_EQ(value_type_of_column<Value>(), value_type_of(declared, weights_of(graph), in_double));
        if (!declared.is_vertex()) return;
        const auto missing = missing_value<Value>(declared.missing);
        for (const Value value : values)
          EXPECT_TRUE(value == missing || names.contains(static_cast<std::uint64_t>(value))) << value;
      },
      column.values);
}

std::uint64_t count_missing(const ResultColumn& column, Missing missing) {
  return std::visit(
      [&]<class Value>(const std::vector<Value>& values) {
        const auto none = missing_value<Value>(missing);
        return none ? static_cast<std::uint64_t>(std::ranges::count(values, *none)) : 0;
      },
      column.values);
}

TEST_P(CatalogueColumns, AreThoseThatAreDeclared) {
  if (algorithm().leaves == Leaves::kEdges) GTEST_SKIP() << "its columns are those of its edges";
  for_runs([&](const AnyGraph& graph, const AlgorithmArguments& arguments, const AlgorithmRun& run,
               const AlgorithmRequest& request) {
    const AlgorithmOutcome outcome = run.run(request);
    const std::vector<AlgorithmColumn> declared = columns_of(algorithm(), arguments, true);
    ASSERT_EQ(names_of(outcome.columns), names_of(declared));
    const std::set<std::uint64_t> names = names_of_vertices(graph);
    for (std::size_t i = 0; i < declared.size(); ++i) {
      const bool in_double = !declared[i].double_with.empty() && arguments.contains(declared[i].double_with);
      expect_declared(outcome.columns[i], declared[i], graph, names, in_double);
      EXPECT_EQ(&outcome.column(declared[i].name), &outcome.columns[i].values);
    }
    if (find_fact(algorithm(), "reached") == nullptr) return;
    const AlgorithmFacts facts = run.facts(outcome, request.graph);
    EXPECT_EQ(facts.front(),
              (std::pair<std::string, AlgorithmFact>(
                  "reached", vertex_count(graph) - count_missing(outcome.columns.front(), declared.front().missing))));
  });
}

// All columns at once, in whatever order they are named, are those of runs that make one each.
TEST_P(CatalogueColumns, TogetherAreThoseOfSingleRuns) {
  if (algorithm().leaves == Leaves::kEdges || algorithm().columns.size() == 1) GTEST_SKIP() << "there is one";
  std::vector<std::string> names = names_of(algorithm().columns);
  const std::vector<std::string> declared = names;
  std::ranges::reverse(names);
  for_graphs([&](const AnyGraph& graph, std::size_t) {
    const AlgorithmArguments arguments = standard_arguments(algorithm(), graph);
    const auto all = algorithm().read(arguments, WantedColumns(names));
    on_devices(graph, *all, [&](const AlgorithmRequest& request, int devices) {
      SCOPED_TRACE(std::to_string(devices) + " devices");
      const AlgorithmOutcome together = all->run(request);
      ASSERT_EQ(names_of(together.columns), declared);
      Runtime runtime("host");
      const VerifiedGraph verified(graph, runtime.threads());
      EXPECT_EQ(all->verify(verified, request.source, together), std::nullopt);
      for (const std::string& name : names) {
        const auto one = algorithm().read(arguments, WantedColumns(std::vector{name}));
        const AlgorithmOutcome alone = one->run(request);
        ASSERT_EQ(names_of(alone.columns), std::vector{name});
        EXPECT_EQ(alone.values(), together.column(name)) << name;
        EXPECT_EQ(one->verify(verified, request.source, alone), std::nullopt) << name;
        EXPECT_THROW((void)alone.column(name + "s"), UsageError);
      }
    });
  });
}

// A wrong value in any of the columns is found.
TEST_P(CatalogueColumns, AreAllVerified) {
  if (algorithm().leaves == Leaves::kEdges || algorithm().columns.size() == 1) GTEST_SKIP() << "there is one";
  const AnyGraph& graph = catalogue_graphs().front().fitting(algorithm(), true);
  Runtime runtime("host");
  const VerifiedGraph verified(graph, runtime.threads());
  const auto run =
      algorithm().read(standard_arguments(algorithm(), graph), WantedColumns(names_of(algorithm().columns)));
  on_devices(graph, *run, [&](const AlgorithmRequest& request, int devices) {
    if (devices != 1) return;
    AlgorithmOutcome outcome = run->run(request);
    for (ResultColumn& column : outcome.columns) {
      SCOPED_TRACE(column.name);
      const ResultColumn right = column;
      std::visit(
          []<class Value>(std::vector<Value>& values) { values.front() = static_cast<Value>(values.front() + 1); },
          column.values);
      EXPECT_NE(run->verify(verified, request.source, outcome), std::nullopt);
      column = right;
    }
  });
}

bool has_type(const AlgorithmFact& fact, FactType type, ValueType weights) {
  const bool is_real = weights == ValueType::kFloat || weights == ValueType::kDouble;
  switch (type) {
    case FactType::kUint64:
    case FactType::kVertex:
      return std::holds_alternative<std::uint64_t>(fact);
    case FactType::kInt64:
      return std::holds_alternative<std::int64_t>(fact);
    case FactType::kDouble:
      return std::holds_alternative<double>(fact);
    case FactType::kText:
      return std::holds_alternative<std::string>(fact);
    case FactType::kWeight:
      return is_real ? std::holds_alternative<double>(fact) : std::holds_alternative<std::int64_t>(fact);
  }
  return false;
}

// Nothing else is told, and all of it is told by some run.
TEST_P(CatalogueColumns, HaveTheFactsThatAreDeclared) {
  std::set<const DeclaredFact*> told;
  for_runs(
      [&](const AnyGraph& graph, const AlgorithmArguments&, const AlgorithmRun& run, const AlgorithmRequest& request) {
        const std::set<std::uint64_t> names = names_of_vertices(graph);
        for (const auto& [name, fact] : all_facts(run, request, run.run(request))) {
          const DeclaredFact* const declared = find_fact(algorithm(), name);
          ASSERT_NE(declared, nullptr) << name;
          told.insert(declared);
          if (std::holds_alternative<std::monostate>(fact)) continue;
          EXPECT_TRUE(has_type(fact, declared->type, weights_of(graph))) << name;
          if (declared->is_vertex()) {
            EXPECT_TRUE(names.contains(std::get<std::uint64_t>(fact))) << name;
          }
        }
      });
  if (kSanitized) return;  // some graphs are left out
  for (const DeclaredFact& each : algorithm().facts) EXPECT_TRUE(told.contains(&each)) << each.name;
}

}  // namespace
}  // namespace warpgraph::test
