// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/triangles.hpp>

#include "create_result.hpp"
#include "engine_options.hpp"
#include "options.hpp"

namespace warpgraph::c_interface {
namespace {

warpgraph_betweenness_options standard_betweenness() {
  const algorithms::BetweennessOptions standard;
  return {sizeof(warpgraph_betweenness_options), nullptr, 0, standard.samples, standard.seed, 0, 0};
}

algorithms::BetweennessOptions betweenness_options(const warpgraph_betweenness_options* given) {
  const warpgraph_betweenness_options options = options_of(given, standard_betweenness());
  algorithms::BetweennessOptions result;
  result.sources = sources_of(options.sources, options.source_count);
  result.samples = options.samples;
  result.seed = options.seed;
  result.normalised = options.normalised != 0;
  result.engine = engine_options(options);
  return result;
}

}  // namespace
}  // namespace warpgraph::c_interface

using namespace warpgraph;               // NOLINT(google-build-using-namespace)
using namespace warpgraph::c_interface;  // NOLINT(google-build-using-namespace)

warpgraph_status warpgraph_betweenness_options_init(warpgraph_betweenness_options* options, size_t size) {
  return guarded([&] { initialise(options, size, standard_betweenness()); });
}

warpgraph_status warpgraph_betweenness(const warpgraph_graph* graph, const warpgraph_betweenness_options* options,
                                       warpgraph_result** result) {
  return create_result(graph, result, {"betweenness", "betweenness"}, kAsTheyAre,
                       [&](StreamRef stream, const auto& each) {
                         return algorithms::betweenness(stream, each, betweenness_options(options));
                       });
}

warpgraph_status warpgraph_core_numbers(const warpgraph_graph* graph, warpgraph_result** result) {
  return create_result(graph, result, {"kcore", "core"}, kAsCounts,
                       [](StreamRef stream, const auto& each) { return algorithms::core_numbers(stream, each); });
}

warpgraph_status warpgraph_triangles(const warpgraph_graph* graph, int64_t* total, warpgraph_result** of_vertices) {
  return guarded([&] {
    if (of_vertices != nullptr) *of_vertices = nullptr;
    required(total, "total");
    const warpgraph_graph& handle = required(graph, "graph");
    algorithms::Triangles left =
        algorithms::count_triangles(handle.stream, handle.graph, {.of_vertices = of_vertices != nullptr});
    const auto count = static_cast<int64_t>(left.total);
    if (of_vertices != nullptr)
      *of_vertices =
          to_handle(handle, {"triangles", "triangles"}, Result<std::uint64_t>(std::move(left)), kAsCounts).release();
    *total = count;
  });
}
