// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/sweep/host_union_find.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/graph_case.hpp"
#include "support/sanitizers.hpp"

// What the tests made from the catalogue share: graphs, and the runs of each algorithm on them.
namespace warpgraph::test {

// The edges of a generator's graph.
inline EdgeList edges_of(const GraphCase& each, const std::string& weight_type) {
  ThreadPool threads(1);
  generators::GeneratorArguments arguments = each.arguments;
  if (weight_type != "none")
    arguments.insert({{"weights", "uniform"}, {"weight-type", weight_type}, {"lowest-weight", "1"}});
  return generators::generate(generators::parse_generator(each.generator, arguments), threads);
}

// A generator's graph, whose vertices are called by their places.
inline AnyGraph generated(const GraphCase& each, const std::string& weight_type, const BuildOptions& options) {
  ThreadPool threads(1);
  return build_graph(threads, edges_of(each, weight_type), options);
}
// The same with ids that are not the vertices' places.
inline AnyGraph made(const GraphCase& each, const std::string& weight_type, const BuildOptions& options) {
  ThreadPool threads(1);
  EdgeList edges = edges_of(each, weight_type);
  edges.ids.original.resize(edges.vertex_count);
  for (VertexId v = 0; v < edges.vertex_count; ++v) edges.ids.original[v] = std::uint64_t{v} * 3 + 5;
  return build_graph(threads, std::move(edges), options);
}

// What is left of a graph if each edge is taken out that is in the way of a kind, one after the other.
inline AnyGraph cut_to(const AnyGraph& graph, algorithms::GraphKind kind) {
  return std::visit(
      [&]<class E>(const Graph<E>& each) -> AnyGraph {
        const bool are_lists = kind == algorithms::GraphKind::kLists;
        EdgeList edges{.vertex_count = each.vertex_count(), .ids = each.ids()};
        edges.direction = are_lists ? Direction::kDirected : Direction::kUndirectedOnce;
        std::vector<E> values;
        sweep::HostUnionFind trees(each.vertex_count());
        std::vector<bool> has_next(each.vertex_count(), false);
        for (VertexId v = 0; v < each.vertex_count(); ++v) {
          bool has_predecessor = false;
          for (EdgeId e = each.incoming().row[v]; e < each.incoming().row[v + 1]; ++e) {
            const VertexId u = each.incoming().column[e];
            if (are_lists && (has_predecessor || has_next[u])) continue;
            if (!trees.unite(u, v)) continue;
            has_predecessor = true;
            has_next[u] = true;
            edges.source.push_back(u);
            edges.target.push_back(v);
            if constexpr (graphs::kHasValue<E>) values.push_back(each.incoming().value[e]);
          }
        }
        if constexpr (graphs::kHasValue<E>) edges.values = std::move(values);
        ThreadPool threads(1);
        return build_graph<E>(threads, std::move(edges), {.outgoing = true});
      },
      graph);
}

// act(graph), or act of what is left of the graph of the kind that the algorithm takes.
template <class Act>
void with_fitting(const algorithms::Algorithm& algorithm, const AnyGraph& graph, Act&& act) {
  if (algorithm.takes == algorithms::GraphKind::kAny) return act(graph);
  const AnyGraph fitting = cut_to(graph, algorithm.takes);
  act(fitting);
}
inline AnyGraph fitting(const algorithms::Algorithm& algorithm, AnyGraph graph) {
  return algorithm.takes == algorithms::GraphKind::kAny ? std::move(graph) : cut_to(graph, algorithm.takes);
}

struct CatalogueGraph {
  std::string name;
  AnyGraph directed;  // or not, where the generator makes undirected ones
  AnyGraph undirected;
  AnyGraph forest = {};
  AnyGraph lists = {};

  [[nodiscard]] const AnyGraph& fitting(const algorithms::Algorithm& algorithm, bool wants_undirected) const {
    if (algorithm.takes == algorithms::GraphKind::kForest) return forest;
    if (algorithm.takes == algorithms::GraphKind::kLists) return lists;
    return wants_undirected || algorithm.needs_undirected ? undirected : directed;
  }
};
// A generated graph for every algorithm, with outgoing edges. Vertices are called by their places.
inline CatalogueGraph catalogue_graph(const GraphCase& each, const std::string& weight_type) {
  CatalogueGraph graph{each.generator, generated(each, weight_type, {.outgoing = true}),
                       generated(each, weight_type, {.symmetrise = true, .outgoing = true})};
  graph.forest = cut_to(graph.undirected, algorithms::GraphKind::kForest);
  graph.lists = cut_to(graph.directed, algorithms::GraphKind::kLists);
  return graph;
}
inline const std::vector<CatalogueGraph>& catalogue_graphs() {
  static const std::vector<CatalogueGraph> all = [] {
    std::vector<GraphCase> cases = kStructureCases;
    cases.push_back({"rmat", {{"scale", "10"}}});
    cases.push_back({"grid2d", {{"width", "37"}, {"height", "23"}}});
    cases.push_back({"web", {{"vertices", "500"}}});
    constexpr const char* kTypes[] = {"none", "int32", "float"};
    std::vector<CatalogueGraph> graphs;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      BuildOptions options{.outgoing = true};
      if (i % 4 == 3) options.relabel = Relabel::kRandom;
      AnyGraph directed = made(cases[i], kTypes[i % 3], options);
      options.symmetrise = true;
      AnyGraph undirected = made(cases[i], kTypes[i % 3], options);
      AnyGraph forest = cut_to(undirected, algorithms::GraphKind::kForest);
      AnyGraph lists = cut_to(directed, algorithms::GraphKind::kLists);
      graphs.push_back(
          {cases[i].generator, std::move(directed), std::move(undirected), std::move(forest), std::move(lists)});
    }
    return graphs;
  }();
  return all;
}

inline bool is_directed(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return !each.is_undirected(); }, graph);
}

// A vertex for which there is something to do, as the user calls it.
inline VertexName busy_vertex(const AnyGraph& graph) {
  return std::visit(
      [](const auto& each) {
        std::vector<std::uint32_t> degree(each.vertex_count());
        for (const VertexId source : each.incoming().column.span()) ++degree[source];
        return each.ids().name_of(static_cast<VertexId>(std::ranges::max_element(degree) - degree.begin()));
      },
      graph);
}
inline VertexName last_vertex(const AnyGraph& graph) { return ids(graph).name_of(vertex_count(graph) - 1); }

inline bool has_option(const algorithms::Algorithm& algorithm, const std::string& name) {
  return std::ranges::find(algorithm.options, name, &algorithms::AlgorithmOption::name) != algorithm.options.end();
}

// What every run of the algorithm is told, so that it takes no longer than a test may.
inline algorithms::AlgorithmArguments standard_arguments(const algorithms::Algorithm& algorithm,
                                                         const AnyGraph& graph) {
  algorithms::AlgorithmArguments arguments;
  if (has_option(algorithm, "samples")) arguments["samples"] = {"5"};
  if (has_option(algorithm, "iterations")) arguments["iterations"] = {kSanitized ? "30" : "100"};
  for (const algorithms::AlgorithmOption& option : algorithm.options) {
    if (option.kind != algorithms::AlgorithmOption::Kind::kVertexValues) continue;
    const bool is_weak = algorithm.name == "neural-network";  // so that not all outputs are saturated
    arguments[option.name] = {to_string(busy_vertex(graph)) + (is_weak ? "=.001" : "=5"),
                              to_string(last_vertex(graph)) + (is_weak ? "=-.002" : "=50")};
    if (busy_vertex(graph) == last_vertex(graph)) arguments[option.name].texts.pop_back();
  }
  return arguments;
}

// Whether it iterates until values settle within a tolerance.
inline bool is_iteration(const algorithms::Algorithm& algorithm) {
  return has_option(algorithm, "iterations") && has_option(algorithm, "tolerance");
}

// The runs of an algorithm on a graph: as it is, with each switch and choice, and from given vertices; iterations until
// they settle, and a given number of them.
inline std::vector<algorithms::AlgorithmArguments> all_arguments(const algorithms::Algorithm& algorithm,
                                                                 const AnyGraph& graph) {
  const algorithms::AlgorithmArguments standard = standard_arguments(algorithm, graph);
  std::vector<algorithms::AlgorithmArguments> all{standard};
  for (const algorithms::AlgorithmOption& option : algorithm.options) {
    algorithms::AlgorithmArguments more = standard;
    if (option.kind == algorithms::AlgorithmOption::Kind::kSwitch) {
      more[option.name] = {"true"};
      all.push_back(more);
    }
    for (const std::string& choice : option.choices) {
      if (algorithms::OptionValue(choice) == option.default_value) continue;
      more[option.name] = {choice};
      all.push_back(more);
    }
    if (option.kind == algorithms::AlgorithmOption::Kind::kVertices) {
      more.erase("samples");
      more[option.name] = {to_string(busy_vertex(graph)), to_string(last_vertex(graph))};
      const bool is_one_of_a_tree = algorithm.takes == algorithms::GraphKind::kForest;
      if (busy_vertex(graph) == last_vertex(graph) || is_one_of_a_tree) more[option.name].texts.pop_back();
      all.push_back(more);
    }
  }
  if (!is_iteration(algorithm)) return all;
  for (std::size_t i = 0, count = all.size(); i < count; ++i) {
    algorithms::AlgorithmArguments more = all[i];
    more["tolerance"] = {"0"};
    more["iterations"] = {algorithm.name == "neural-network" ? "3" : "12"};
    all.push_back(more);
  }
  return all;
}

// Whether devices make so little difference that values can be compared: rounding may end an iteration elsewhere.
inline bool is_comparable(const algorithms::Algorithm& algorithm, const algorithms::AlgorithmArguments& arguments) {
  return !is_iteration(algorithm) || arguments.contains("tolerance");
}

inline std::string text_of(const algorithms::AlgorithmArguments& arguments) {
  std::string text;
  for (const auto& [name, argument] : arguments)
    for (const std::string& value : argument.texts) text += " --" + name + "=" + value;
  return text;
}

template <class Value>
void expect_close(const std::vector<Value>& found, const std::vector<Value>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  const double rounding = std::is_same_v<Value, double> ? 1e-12 : 3e-4;  // of sums of 1000 floats
  double largest = 0;
  double sum = 0;
  for (const Value value : expected) {
    largest = std::max(largest, std::abs(static_cast<double>(value)));
    sum += std::abs(static_cast<double>(value));
  }
  double distance = 0;
  for (std::size_t v = 0; v < found.size(); ++v) {
    const double difference = std::abs(static_cast<double>(found[v]) - static_cast<double>(expected[v]));
    ASSERT_LE(difference, rounding * largest) << "at vertex " << v;
    distance += difference;
  }
  EXPECT_LE(distance, rounding * sum);
}

inline void expect_same(const algorithms::Algorithm& algorithm, const algorithms::AlgorithmOutcome& found,
                        const algorithms::AlgorithmOutcome& expected) {
  if (algorithm.leaves == algorithms::Leaves::kEdges) {
    EXPECT_EQ(found.edges.source, expected.edges.source);
    EXPECT_EQ(found.edges.target, expected.edges.target);
    EXPECT_EQ(found.edges.values, expected.edges.values);
    EXPECT_EQ(found.facts.front(), expected.facts.front());  // the weight
    return;
  }
  if (algorithm.is_exact) {
    EXPECT_EQ(found.facts, expected.facts);
  }
  ASSERT_EQ(found.columns.size(), expected.columns.size());
  for (std::size_t i = 0; i < found.columns.size(); ++i) {
    SCOPED_TRACE(expected.columns[i].name);
    EXPECT_EQ(found.columns[i].name, expected.columns[i].name);
    std::visit(
        [&]<class Values>(const Values& values) {
          if constexpr (std::is_floating_point_v<typename Values::value_type>) {
            if (!algorithm.is_exact) return expect_close(std::get<Values>(found.columns[i].values), values);
          }
          EXPECT_EQ(std::get<Values>(found.columns[i].values), values);
        },
        expected.columns[i].values);
  }
}

// A request from a busy vertex. Deterministic, and through host memory, in turns.
inline algorithms::AlgorithmRequest catalogue_request(const algorithms::Algorithm& algorithm,
                                                      algorithms::PlacedGraphView view, const AnyGraph& graph,
                                                      std::size_t turn) {
  algorithms::AlgorithmRequest request{std::move(view)};
  if (algorithm.has_source) request.source = busy_vertex(graph);
  request.engine.deterministic = turn % 2 == 0 || has_option(algorithm, "parents");
  if (turn % 2 == 1) request.engine.exchange.hub = HubKind::kHost;
  return request;
}

inline std::vector<std::string> algorithm_names() {
  std::vector<std::string> all;
  for (const algorithms::Algorithm& algorithm : algorithms::all_algorithms()) all.push_back(algorithm.name);
  return all;
}
// For tests in which one thread does everything: none where ThreadSanitizer would find nothing.
inline std::vector<std::string> algorithm_names_for_one_thread() {
  return kOnlyThreads ? std::vector<std::string>() : algorithm_names();
}
inline std::string as_test_name(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace warpgraph::test
