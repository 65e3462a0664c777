// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/device_build.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "device_permutation.hpp"
#include "device_relabel.hpp"
#include "device_rows.hpp"
#include "device_symmetry.hpp"
#include "device_transpose.hpp"
#include "distinct_ids.hpp"
#include "list_rules.hpp"
#include "permutation.hpp"
#include "value_types.hpp"

namespace warpgraph {

namespace building {

template <class Value>
graphs::DeviceAdjacency<Value> transpose(StreamRef stream, const graphs::DeviceAdjacency<Value>& rows,
                                         const DeviceBuildOptions& options) {
  // As a list from the rows to the columns, that is sorted by the columns only: the rows ascend already.
  const auto vertex_count = static_cast<VertexId>(rows.row.size() - 1);
  const KeyLayout layout(vertex_count);
  const Buffer<VertexId> source = expand_rows(stream, rows);
  const ListEntries entries{layout, source, rows.column};
  return RowBuilder<Value>(stream, entries, rows.value, vertex_count)
      .run(options, Duplicates::kKeep, layout.id_bits, {});
}

}  // namespace building

namespace {

using namespace building;

// The least entry with an id out of range.
struct FindStray {
  View<const VertexId> source;
  View<const VertexId> target;
  VertexId vertex_count;
  View<std::uint64_t> found;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (source[i] >= vertex_count || target[i] >= vertex_count) atomic::fetch_min(found[0], i);
  }
};

void expect_ids_in_range(StreamRef stream, const DeviceEdgeList& list) {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  Buffer<std::uint64_t> found(stream, 1, "build check");
  fill(stream, found, kNone);
  kernel::for_each(stream, list.size(), FindStray{list.source, list.target, list.vertex_count, found});
  const std::uint64_t entry = read_back(stream, found.view());
  if (entry == kNone) return;
  const auto id = [&](const Buffer<VertexId>& ids) { return read_back(stream, ids.view().subview(entry, 1)); };
  throw_stray(entry, std::max(id(list.source), id(list.target)), list.vertex_count);
}

template <class Value>
Buffer<Value> take_values(graphs::DeviceEdgeValues& values) {
  if constexpr (graphs::kHasValue<Value>)
    return std::move(std::get<Buffer<Value>>(values));
  else
    return {};
}

// Builds one graph, step by step.
template <class Value>
class Builder {
 public:
  Builder(StreamRef stream, VertexId vertex_count, const DeviceBuildOptions& options)
      : stream_(stream), layout_(vertex_count), vertex_count_(vertex_count), options_(options) {}

  DeviceGraph<Value> run(DeviceEdgeList list) && {
    graphs::DeviceGraphParts<Value> parts;
    parts.undirected = becomes_undirected(list.direction, options_);
    parts.ids = std::move(list.ids);
    parts.vertex_weights = std::move(list.vertex_weights);
    parts.incoming = build_incoming(std::move(list), parts.ids);
    if (options_.relabel != Relabel::kNone) relabel(parts);
    if (options_.outgoing && !parts.undirected) parts.outgoing = transpose(stream_, parts.incoming, options_);
    stream_.synchronize();
    return DeviceGraph<Value>(std::move(parts));
  }

 private:
  graphs::DeviceAdjacency<Value> build_incoming(DeviceEdgeList list, const IdMap& ids) const {
    list.source.rebind(stream_);
    list.target.rebind(stream_);
    Buffer<Value> values = take_values<Value>(list.values);
    if constexpr (graphs::kHasValue<Value>) values.rebind(stream_);
    const ListEntries entries{layout_, list.source, list.target, makes_both_directions(list.direction, options_),
                              options_.drop_self_loops};
    return RowBuilder<Value>(stream_, entries, values, vertex_count_).run(options_, options_.duplicates, 0, ids);
  }

  void relabel(graphs::DeviceGraphParts<Value>& parts) const {
    const Buffer<VertexId> number =
        find_device_permutation(stream_, parts.incoming.row, parts.incoming.column, options_);
    parts.incoming = relabelled(stream_, std::move(parts.incoming), number, options_);
    ThreadPool& threads = stream_.device().runtime().threads();
    const std::vector<VertexId> old_number = invert(threads, to_host(stream_, number));
    parts.ids = permuted(threads, parts.ids, old_number);
    parts.vertex_weights = permuted(threads, parts.vertex_weights, old_number);
  }

  StreamRef stream_;
  KeyLayout layout_;
  VertexId vertex_count_;
  const DeviceBuildOptions& options_;
};

}  // namespace

AnyDeviceGraph build_device_graph(StreamRef stream, DeviceEdgeList list, const DeviceBuildOptions& options) {
  expect_consistent(list);
  expect_distinct(list.ids, "edge list");
  expect_ids_in_range(stream, list);
  if (looks_for_reverses(list.direction, options)) expect_symmetric(stream, list);
  return std::visit(
      [&]<class Held>(const Held&) -> AnyDeviceGraph {
        using Value = typename ValueOf<Held>::type;
        const std::uint64_t edges = makes_both_directions(list.direction, options) ? 2 * list.size() : list.size();
        stream.device().require(build_memory<Value>(stream.device(), list.vertex_count, edges, options),
                                "building a graph");
        return Builder<Value>(stream, list.vertex_count, options).run(std::move(list));
      },
      list.values);
}

template <EdgeValueType EdgeValue>
MemoryPlan build_memory(Device& device, VertexId vertex_count, EdgeId edge_count, const DeviceBuildOptions& options) {
  const std::uint64_t records = std::min(edge_count, edges_at_a_time(options, edge_count));
  const std::size_t record = sizeof(Key) + graphs::kValueSize<EdgeValue>;
  MemoryPlan plan = graph_memory<EdgeValue>(vertex_count, edge_count, false);
  plan.add("build records", 2 * records * record);
  if constexpr (graphs::kHasValue<EdgeValue>) {
    plan += primitives::sort_pairs_memory<Key, EdgeValue>(device, records);
  } else {
    plan += primitives::sort_keys_memory<Key>(device, records);
  }
  const bool has_two_graphs =
      options.relabel != Relabel::kNone || options.outgoing || options.duplicates != Duplicates::kKeep;
  if (has_two_graphs) plan += graph_memory<EdgeValue>(vertex_count, edge_count, false);
  if (options.outgoing) plan.add_array<VertexId>("build rows", edge_count);
  if (options.relabel != Relabel::kNone) plan.add_array<VertexId>("build permutation", vertex_count);
  return plan;
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                            \
  template graphs::DeviceAdjacency<Value> building::transpose(StreamRef, const graphs::DeviceAdjacency<Value>&, \
                                                              const DeviceBuildOptions&);                       \
  template MemoryPlan build_memory<Value>(Device&, VertexId, EdgeId, const DeviceBuildOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
