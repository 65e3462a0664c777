// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/graph_on.hpp>

#include <warpgraph/framework/engine/find_vertex.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph {

namespace {

// Where the names of a borrowed graph's vertices are kept: results may outlive it.
template <EdgeValueType EdgeValue>
std::shared_ptr<const IdMap> names_of(const std::shared_ptr<const Graph<EdgeValue>>& graph) {
  const bool is_borrowed = graph.use_count() == 0;
  if (is_borrowed) return std::make_shared<const IdMap>(graph->ids());
  return {graph, &graph->ids()};
}

AnyGraphOn each_on(Runtime& runtime, auto&& graph, SpreadOptions spread) {
  return std::visit(
      [&](auto&& each) -> AnyGraphOn { return on(runtime, std::forward<decltype(each)>(each), std::move(spread)); },
      std::forward<decltype(graph)>(graph));
}

}  // namespace

template <EdgeValueType EdgeValue>
GraphOn<EdgeValue>::GraphOn(Runtime& runtime, std::shared_ptr<const Graph<EdgeValue>> graph, SpreadOptions spread)
    : runtime_(&runtime), spread_(std::move(spread)), graph_(std::move(graph)) {
  expects(graph_ != nullptr, "GraphOn: there is no graph");
  expects(runtime.ranks() == nullptr || runtime.ranks()->size() == 1,
          "GraphOn: a runtime of several ranks takes the part that each rank has (read_graph, read_part, build_part)");
  ids_ = names_of(graph_);
}

template <EdgeValueType EdgeValue>
GraphOn<EdgeValue>::GraphOn(Runtime& runtime, ranks::GraphPart<EdgeValue> part)
    : runtime_(&runtime), part_(std::make_shared<const ranks::GraphPart<EdgeValue>>(std::move(part))) {
  expects(runtime.ranks() != nullptr, "GraphOn: the part of a graph needs a runtime that was made with ranks");
}

template <EdgeValueType EdgeValue>
std::uint64_t GraphOn<EdgeValue>::vertex_count() const {
  if (!part_) return graph_->vertex_count();
  return part_->known ? part_->known->vertex_count : part_->vertex_count;
}

template <EdgeValueType EdgeValue>
const Graph<EdgeValue>& GraphOn<EdgeValue>::graph() const {
  expects(graph_ != nullptr, "GraphOn::graph: this rank has a part of the graph");
  return *graph_;
}

template <EdgeValueType EdgeValue>
const ranks::GraphPart<EdgeValue>& GraphOn<EdgeValue>::part() const {
  expects(part_ != nullptr, "GraphOn::part: the graph is whole");
  return *part_;
}

template <EdgeValueType EdgeValue>
VertexId GraphOn<EdgeValue>::find(VertexName name) const {
  if (graph_) return find_vertex(graph_->ids(), graph_->vertex_count(), name);
  const Placed& placed = placed_ ? *placed_ : place({.copies_may_be_few = true, .searches = true});
  return find_vertex(std::get<ShardedGraph<EdgeValue>>(placed.graph), name);
}

template <EdgeValueType EdgeValue>
std::shared_ptr<const IdMap> GraphOn<EdgeValue>::ids() const {
  expects(ids_ != nullptr, "GraphOn::ids: the part of a rank has no names before it is on the devices");
  return ids_;
}

// Runs that say what memory they take may need other devices than those that say nothing.
template <EdgeValueType EdgeValue>
bool GraphOn<EdgeValue>::serves(const shards::SpreadNeeds& needs) const {
  if (!placed_) return false;
  if (graph_ && runtime_->device_count() == 1) return true;
  const shards::SpreadNeeds& had = placed_->needs;
  return (had.outgoing || !needs.outgoing) && had.whole_graph == needs.whole_graph &&
         (graph_ ? had.copies_may_be_few == needs.copies_may_be_few : had.searches == needs.searches) &&
         had.reads == needs.reads && had.max_devices == needs.max_devices && !had.memory && !needs.memory;
}

template <EdgeValueType EdgeValue>
auto GraphOn<EdgeValue>::place(const shards::SpreadNeeds& needs) const -> const Placed& {
  expects(!part_ || !needs.whole_graph,
          "this run needs the whole graph on each device, and each rank has a part of it");
  if (!serves(needs)) {
    if (part_)  // ranks that need nothing new compare their runs with this
      ranks::expect_same_call(runtime_->ranks(), "GraphOn::with",
                              {ranks::call_word("outgoing", needs.outgoing),
                               ranks::call_word("searches", needs.searches), ranks::call_word("reads", needs.reads)});
    placed_.reset();  // its memory first
    placed_ = put(needs);
    if (part_) ids_ = std::make_shared<const IdMap>(std::get<ShardedGraph<EdgeValue>>(placed_->graph).ids());
  }
  return *placed_;
}

template <EdgeValueType EdgeValue>
auto GraphOn<EdgeValue>::put(const shards::SpreadNeeds& needs) const -> std::shared_ptr<Placed> {
  if (part_) {
    Ranks& ranks = *runtime_->ranks();
    ShardOptions sharding{.outgoing = needs.outgoing};
    // All that runs on ranks can do with the values that a device reads.
    sharding.copies = needs.searches ? shards::copies_for_search(ranks, *runtime_, *part_) : Copies::kRead;
    return std::make_shared<Placed>(Placed{needs, shards::shard_part(ranks, *runtime_, *part_, sharding)});
  }
  if (auto spread = spread_graph(*runtime_, *graph_, needs, spread_))
    return std::make_shared<Placed>(Placed{needs, std::move(*spread)});
  Stream stream(runtime_->device(), "run");
  DeviceGraph<EdgeValue> graph = upload(stream, *graph_);
  return std::make_shared<Placed>(Placed{needs, OnOne{std::move(stream), std::move(graph)}});
}

std::uint64_t vertex_count(const AnyGraphOn& graph) {
  return std::visit([](const auto& each) { return each.vertex_count(); }, graph);
}
EdgeId edge_count(const AnyGraphOn& graph) {
  return std::visit([](const auto& each) { return each.edge_count(); }, graph);
}

AnyGraphOn on(Runtime& runtime, AnyGraph&& graph, SpreadOptions spread) {
  return each_on(runtime, std::move(graph), std::move(spread));
}
AnyGraphOn on(Runtime& runtime, const AnyGraph& graph, SpreadOptions spread) {
  return each_on(runtime, graph, std::move(spread));
}

AnyGraphOn on(Runtime& runtime, ranks::AnyGraphPart part) {
  return std::visit([&](auto& each) -> AnyGraphOn { return on(runtime, std::move(each)); }, part);
}

#define WARPGRAPH_INSTANTIATE(Value) template class GraphOn<Value>;
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
