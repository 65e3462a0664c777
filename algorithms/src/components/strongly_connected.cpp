// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/strongly_connected.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/runtime/error.hpp>

#include "common/refuse_engine_options.hpp"
#include "common/value_types.hpp"
#include "strong_part.hpp"

namespace warpgraph::algorithms {
namespace {

using namespace components;  // NOLINT(google-build-using-namespace): its parts

// A search ends when no device has anything to tell another one.
class StrongRun {
 public:
  StrongRun(const peers::PeerGraph& peers, const EngineOptions& engine, RunReport& report)
      : arrays_(peers), steps_(peers, arrays_, engine, report), wait_(peers) {
    steps_.begin_whole();
    for (int i = 0; i < peers.devices(); ++i) parts_.push_back(std::make_unique<StrongPart>(peers, i));
  }

  std::vector<Buffer<VertexId>> operator()() {
    trim();
    if (end_phase(false) != 0) {
      colour(find_pivot());
      trim();
      for (std::uint64_t left = end_phase(false); left != 0;) left = colour(kNoVertex);
    }
    name_by_lowest();
    steps_.end_whole();
    std::vector<Buffer<VertexId>> labels;
    for (const auto& each : parts_) labels.push_back(each->take());
    return labels;
  }

 private:
  enum class To { kReaders, kOwners };
  enum class Tells { kVertices, kValues };

  // Whether there was anything to tell. Waits for all devices if there are several.
  bool tell(To to, Tells tells = Tells::kVertices) {
    if (parts_.size() == 1) return false;
    for (const auto& each : parts_) each->begin_letters(to == To::kOwners);
    bool has_any = false;
    for (const auto& each : parts_) has_any |= each->end_letters(to == To::kOwners, tells == Tells::kValues);
    if (!has_any) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      for (std::size_t j = 0; j < parts_.size(); ++j)
        if (!parts_[i]->letter(j).empty()) parts_[j]->receive(arrays_, i, parts_[i]->letter(j));
    arrays_.send();
    return true;
  }
  void on_all(void (StrongPart::*act)()) {
    for (const auto& each : parts_) ((*each).*act)();
  }

  // Vertices without incoming edges, then those without outgoing ones.
  void trim() {
    on_all(&StrongPart::trim_sources);
    while (tell(To::kReaders)) on_all(&StrongPart::hear_gone_sources);
    on_all(&StrongPart::count_outgoing);
    tell(To::kOwners);
    on_all(&StrongPart::trim_sinks);
    while (tell(To::kOwners)) on_all(&StrongPart::hear_gone_edges);
  }
  VertexId find_pivot() {
    on_all(&StrongPart::begin_pivot);
    std::uint64_t best = 0;
    for (const auto& each : parts_) best = std::max(best, each->count());
    return static_cast<VertexId>(best);
  }
  // Returns how many vertices are left.
  std::uint64_t colour(VertexId pivot) {
    for (const auto& each : parts_) each->colour(pivot);
    const Tells tells = pivot == kNoVertex ? Tells::kValues : Tells::kVertices;  // the pivot's colour is 0
    while (tell(To::kReaders, tells)) on_all(&StrongPart::hear_colours);
    on_all(&StrongPart::reach_back);
    while (tell(To::kOwners)) on_all(&StrongPart::hear_reached);
    return end_phase(true);
  }
  std::uint64_t end_phase(bool has_colours) {
    tell(To::kReaders);
    for (const auto& each : parts_) each->begin_end_phase(has_colours);
    std::uint64_t left = 0;
    for (const auto& each : parts_) left += each->count();
    return left;
  }
  // The lowest vertex that each device has of a component goes to the owner of the component's label, which answers.
  void name_by_lowest() {
    on_all(&StrongPart::find_lowest);
    if (tell(To::kOwners, Tells::kValues)) {
      for (const auto& each : parts_) each->answer_lowest(arrays_, parts_);
      arrays_.send();
    }
    on_all(&StrongPart::take_lowest);
  }

  std::vector<std::unique_ptr<StrongPart>> parts_;
  peers::PeerArrays arrays_;
  peers::StepRun steps_;
  peers::WaitForPeers wait_;
};

ConnectedComponentsOptions for_undirected(const StrongComponentsOptions& strong) {
  ConnectedComponentsOptions options;
  options.engine = strong.engine;
  return options;
}

void check(const StrongComponentsOptions& options) {
  refuse_plan(options.engine, "strongly_connected_components");
  refuse_supersteps(options.engine, "strongly_connected_components", "it has no supersteps");
}

template <class Graph>
void expect_fit(const Graph& graph) {
  expects(graph.has_outgoing(), "strongly_connected_components: the graph was built or spread without outgoing edges");
  expects(sweep::fits_frontier_queue(graph.vertex_count(), graph.edge_count()),
          "strongly_connected_components: the graph is too large");
}

}  // namespace

MemoryPlan strongly_connected_components_memory(const shards::RunSize& size) {
  if (size.undirected) return connected_components_memory(size);
  return StrongPart::memory(size);
}

template <EdgeValueType EdgeValue>
Result<VertexId> strongly_connected_components(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                               const StrongComponentsOptions& options) {
  check(options);
  Result<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  if (graph.vertex_count() == 0) return result;
  if (graph.is_undirected()) return connected_components(stream, graph, for_undirected(options));
  expect_fit(graph);
  stream.device().require(strongly_connected_components_memory(shards::run_size(graph)),
                          "strongly connected components");
  const peers::PeerGraph peers = peers::peer_graph(stream, graph);
  result.values = std::move(StrongRun(peers, options.engine, result)().front());
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> strongly_connected_components(const ShardedGraph<EdgeValue>& graph,
                                                      const StrongComponentsOptions& options) {
  check(options);
  if (graph.is_undirected()) return connected_components(graph, for_undirected(options));
  ShardedResult<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  if (graph.vertex_count() != 0) expect_fit(graph);
  peers::require_on_peers(graph, "strongly connected components", StrongPart::memory);
  const peers::PeerGraph peers = peers::peer_graph(graph, options.engine.exchange);
  result.own = peers.own();
  if (graph.vertex_count() != 0) result.values = StrongRun(peers, options.engine, result)();
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                               \
  template Result<VertexId> strongly_connected_components<E>(StreamRef, const DeviceGraph<E>&, \
                                                             const StrongComponentsOptions&);  \
  template ShardedResult<VertexId> strongly_connected_components<E>(const ShardedGraph<E>&,    \
                                                                    const StrongComponentsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
