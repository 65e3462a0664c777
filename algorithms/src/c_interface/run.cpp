// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include "create_result.hpp"
#include "engine_options.hpp"
#include "options.hpp"

namespace warpgraph::c_interface {
namespace {

warpgraph_pagerank_options standard_pagerank() {
  const algorithms::PageRankOptions standard;
  return {
      sizeof(warpgraph_pagerank_options), standard.damping, standard.tolerance, standard.max_iterations, 0, nullptr, 0};
}

warpgraph_hits_options standard_hits() {
  const algorithms::HitsOptions standard;
  return {sizeof(warpgraph_hits_options), standard.tolerance, standard.max_iterations, 0};
}

algorithms::PageRankOptions pagerank_options(const warpgraph_pagerank_options* given) {
  const warpgraph_pagerank_options options = options_of(given, standard_pagerank());
  algorithms::PageRankOptions result;
  result.damping = options.damping;
  result.tolerance = options.tolerance;
  result.max_iterations = options.max_iterations;
  result.sources = sources_of(options.sources, options.source_count);
  result.engine = engine_options(options);
  return result;
}

algorithms::HitsOptions hits_options(const warpgraph_hits_options* given) {
  const warpgraph_hits_options options = options_of(given, standard_hits());
  algorithms::HitsOptions result;
  result.tolerance = options.tolerance;
  result.max_iterations = options.max_iterations;
  result.engine = engine_options(options);
  return result;
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

warpgraph_status warpgraph_hits_options_init(warpgraph_hits_options* options, size_t size) {
  return guarded([&] { initialise(options, size, standard_hits()); });
}

warpgraph_status warpgraph_bfs_levels(const warpgraph_graph* graph, uint64_t source,
                                      const warpgraph_run_options* options, warpgraph_result** result) {
  return create_result(
      graph, result, {"bfs", "level"}, kAsDistances,
      [&](StreamRef stream, const auto& each) {
        return algorithms::bfs_levels(stream, each, {.source = source, .engine = run_options(options)});
      },
      options);
}

warpgraph_status warpgraph_bfs_parents(const warpgraph_graph* graph, uint64_t source,
                                       const warpgraph_run_options* options, warpgraph_result** result) {
  return create_result(
      graph, result, {"bfs", "parent"}, kAsVertices,
      [&](StreamRef stream, const auto& each) {
        return algorithms::bfs_parents(stream, each, {.source = source, .engine = run_options(options)});
      },
      options);
}

warpgraph_status warpgraph_sssp(const warpgraph_graph* graph, uint64_t source, const warpgraph_run_options* options,
                                warpgraph_result** result) {
  return create_result(
      graph, result, {"sssp", "distance"}, kAsDistances,
      [&](StreamRef stream, const auto& each) {
        return algorithms::sssp(stream, each, {.source = source, .engine = run_options(options)});
      },
      options);
}

warpgraph_status warpgraph_widest_path(const warpgraph_graph* graph, uint64_t source,
                                       const warpgraph_run_options* options, warpgraph_result** result) {
  return create_result(
      graph, result, {"sswp", "width"}, kAsWidths,
      [&](StreamRef stream, const auto& each) {
        return algorithms::widest_path(stream, each, {.source = source, .engine = run_options(options)});
      },
      options);
}

warpgraph_status warpgraph_connected_components(const warpgraph_graph* graph, const warpgraph_run_options* options,
                                                warpgraph_result** result) {
  return create_result(
      graph, result, {"cc", "component"}, kAsLabels,
      [&](StreamRef stream, const auto& each) {
        return algorithms::connected_components(stream, each, {.engine = run_options(options)});
      },
      options);
}

warpgraph_status warpgraph_component_labels(const warpgraph_graph* graph, const warpgraph_run_options* options,
                                            warpgraph_result** result) {
  return create_result(
      graph, result, {"cc-labels", "component"}, kAsLabels,
      [&](StreamRef stream, const auto& each) {
        return algorithms::component_labels(stream, each, {.engine = run_options(options)});
      },
      options);
}

warpgraph_status warpgraph_pagerank(const warpgraph_graph* graph, const warpgraph_pagerank_options* options,
                                    warpgraph_result** result) {
  return create_result(graph, result, {"pagerank", "rank"}, kAsTheyAre, [&](StreamRef stream, const auto& each) {
    return algorithms::pagerank(stream, each, pagerank_options(options));
  });
}

warpgraph_status warpgraph_pagerank_double(const warpgraph_graph* graph, const warpgraph_pagerank_options* options,
                                           warpgraph_result** result) {
  return create_result(graph, result, {"pagerank", "rank"}, kAsTheyAre, [&](StreamRef stream, const auto& each) {
    return algorithms::pagerank<double>(stream, each, pagerank_options(options));
  });
}

warpgraph_status warpgraph_hits(const warpgraph_graph* graph, const warpgraph_hits_options* options,
                                warpgraph_result** hubs, warpgraph_result** authorities) {
  return guarded([&] {
    required(hubs, "the pointer to the hubs") = nullptr;
    required(authorities, "the pointer to the authorities") = nullptr;
    const warpgraph_graph& handle = required(graph, "graph");
    auto left = algorithms::hits(handle.stream, handle.graph, hits_options(options));
    const RunReport& report = left;
    auto of_hubs = to_handle(handle, {"hits", "hub"}, Result<float>{report, std::move(left.hubs)}, kAsTheyAre);
    *authorities =
        to_handle(handle, {"hits", "authority"}, Result<float>{report, std::move(left.authorities)}, kAsTheyAre)
            .release();
    *hubs = of_hubs.release();
  });
}
