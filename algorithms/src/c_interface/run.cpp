// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include "handles.hpp"
#include "options.hpp"
#include "status.hpp"

namespace warpgraph::c_interface {
namespace {

constexpr warpgraph_run_options kStandardRun = {sizeof(warpgraph_run_options), 0xffffffffu, 0, 0};

warpgraph_pagerank_options standard_pagerank() {
  const PageRankOptions standard;
  return {sizeof(warpgraph_pagerank_options),
          standard.damping,
          standard.tolerance,
          standard.most_iterations,
          0,
          nullptr,
          0};
}

EngineOptions engine_options(const warpgraph_graph& graph, const warpgraph_run_options* given) {
  const warpgraph_run_options options = options_of(given, kStandardRun);
  EngineOptions engine;
  engine.most_supersteps = options.most_supersteps;
  engine.deterministic = options.deterministic != 0;
  engine.time_supersteps = options.time_supersteps != 0;
  engine.graph_plan = graph.plan;
  return engine;
}

PageRankOptions pagerank_options(const warpgraph_graph& graph, const warpgraph_pagerank_options* given) {
  const warpgraph_pagerank_options options = options_of(given, standard_pagerank());
  PageRankOptions result;
  result.damping = options.damping;
  result.tolerance = options.tolerance;
  result.most_iterations = options.most_iterations;
  if (options.source_count != 0) required(options.sources, "options: sources");
  if (options.sources != nullptr) result.sources.assign(options.sources, options.sources + options.source_count);
  result.engine.time_supersteps = options.time_supersteps != 0;
  result.engine.graph_plan = graph.plan;
  return result;
}

// From an algorithm's values to those that C sees.
constexpr auto kAsTheyAre = [](const IdMap&) { return std::identity(); };
constexpr auto kAsVertices = [](const IdMap& ids) {
  return [&ids](VertexId v) { return v == kNoVertex ? -1 : static_cast<std::int64_t>(ids.name_of(v)); };
};
constexpr auto kAsDistances = [](const IdMap&) {
  return []<class T>(T distance) {
    if constexpr (std::is_floating_point_v<T>)
      return distance;
    else
      return distance == kUnreachable<T> ? -1 : static_cast<std::int64_t>(distance);
  };
};
constexpr auto kAsWidths = [](const IdMap&) {
  return []<class T>(T width) {
    if constexpr (std::is_floating_point_v<T>) {
      return width;
    } else {
      if (width == kUnlimited<T>) return kUnlimited<std::int64_t>;
      if (width == kNoWidth<T>) return kNoWidth<std::int64_t>;
      return static_cast<std::int64_t>(width);
    }
  };
};

// run(stream, graph) is called with the graph of its own type and leaves a Result; `as` is one of the above.
template <class As, class Run>
warpgraph_status create_result(const warpgraph_graph* graph, warpgraph_result** result, As as, Run&& run) {
  return create(result, [&] {
    const warpgraph_graph& handle = required(graph, "graph");
    return std::visit(
        [&](const auto& each) {
          auto left = run(handle.stream.ref(), each);
          const auto values = left.to_host(handle.stream, each.ids());
          const auto convert = as(each.ids());
          std::vector<std::remove_cvref_t<decltype(convert(values.front()))>> output(values.size());
          std::ranges::transform(values, output.begin(), convert);
          return std::make_unique<warpgraph_result>(
              warpgraph_result{std::move(output), std::move(static_cast<RunReport&>(left))});
        },
        handle.graph);
  });
}

}  // namespace
}  // namespace warpgraph::c_interface

using namespace warpgraph;               // NOLINT(google-build-using-namespace)
using namespace warpgraph::c_interface;  // NOLINT(google-build-using-namespace)

warpgraph_status warpgraph_run_options_init(warpgraph_run_options* options, size_t size) {
  return guarded([&] { initialise(options, size, kStandardRun); });
}

warpgraph_status warpgraph_pagerank_options_init(warpgraph_pagerank_options* options, size_t size) {
  return guarded([&] { initialise(options, size, standard_pagerank()); });
}

warpgraph_status warpgraph_bfs_levels(const warpgraph_graph* graph, uint64_t source,
                                      const warpgraph_run_options* options, warpgraph_result** result) {
  return create_result(graph, result, kAsDistances, [&](StreamRef stream, const auto& each) {
    return bfs_levels(stream, each, {.source = source, .engine = engine_options(*graph, options)});
  });
}

warpgraph_status warpgraph_bfs_parents(const warpgraph_graph* graph, uint64_t source,
                                       const warpgraph_run_options* options, warpgraph_result** result) {
  return create_result(graph, result, kAsVertices, [&](StreamRef stream, const auto& each) {
    return bfs_parents(stream, each, {.source = source, .engine = engine_options(*graph, options)});
  });
}

warpgraph_status warpgraph_sssp(const warpgraph_graph* graph, uint64_t source, const warpgraph_run_options* options,
                                warpgraph_result** result) {
  return create_result(graph, result, kAsDistances, [&](StreamRef stream, const auto& each) {
    return sssp(stream, each, {.source = source, .engine = engine_options(*graph, options)});
  });
}

warpgraph_status warpgraph_widest_path(const warpgraph_graph* graph, uint64_t source,
                                       const warpgraph_run_options* options, warpgraph_result** result) {
  return create_result(graph, result, kAsWidths, [&](StreamRef stream, const auto& each) {
    return widest_path(stream, each, {.source = source, .engine = engine_options(*graph, options)});
  });
}

warpgraph_status warpgraph_connected_components(const warpgraph_graph* graph, const warpgraph_run_options* options,
                                                warpgraph_result** result) {
  return create_result(graph, result, kAsVertices, [&](StreamRef stream, const auto& each) {
    options_of(options, kStandardRun);
    Result<VertexId> left;
    left.values = connected_components(stream, each);
    return left;
  });
}

warpgraph_status warpgraph_component_labels(const warpgraph_graph* graph, const warpgraph_run_options* options,
                                            warpgraph_result** result) {
  return create_result(graph, result, kAsVertices, [&](StreamRef stream, const auto& each) {
    return component_labels(stream, each, engine_options(*graph, options));
  });
}

warpgraph_status warpgraph_pagerank(const warpgraph_graph* graph, const warpgraph_pagerank_options* options,
                                    warpgraph_result** result) {
  return create_result(graph, result, kAsTheyAre, [&](StreamRef stream, const auto& each) {
    return pagerank(stream, each, pagerank_options(*graph, options));
  });
}
