// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/build.hpp>

#include <atomic>
#include <new>
#include <string>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/runtime/detail/host_memory.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "arcs.hpp"
#include "build_rows.hpp"
#include "distinct_ids.hpp"
#include "list_rules.hpp"
#include "permutation.hpp"
#include "relabel.hpp"
#include "symmetry.hpp"
#include "transpose.hpp"
#include "value_types.hpp"

namespace warpgraph {

namespace building {

template <class Value>
Adjacency<Value> transpose(ThreadPool& threads, const Adjacency<Value>& rows) {
  const auto vertex_count = static_cast<VertexId>(rows.row.size() - 1);
  const KeyLayout layout(vertex_count);
  // The edges come in the order of their rows, so only the columns are left to sort by.
  return build_rows<Value>(threads, TransposedArcs<Value>{layout, &rows}, vertex_count, {layout.id_bits, layout.bits()},
                           Duplicates::kKeep, [](Key) {});
}

}  // namespace building

namespace {

template <class Value>
std::vector<Value> take_values(EdgeValues& values) {
  if constexpr (graphs::kHasValue<Value>)
    return std::move(std::get<std::vector<Value>>(values));
  else
    return {};
}

template <class Value>
Adjacency<Value> build_incoming(ThreadPool& threads, EdgeList& list, const BuildOptions& options) {
  std::atomic<bool> stray = false;
  const building::KeyLayout layout(list.vertex_count);
  building::ListArcs<Value> arcs{layout,
                                 list.vertex_count,
                                 building::makes_both_directions(list.direction, options),
                                 options.drop_self_loops,
                                 std::move(list.source),
                                 std::move(list.target),
                                 take_values<Value>(list.values),
                                 &stray};
  return building::build_rows<Value>(threads, std::move(arcs), list.vertex_count, {0, layout.bits()},
                                     options.duplicates, [&](building::Key key) {
                                       if constexpr (graphs::kHasValue<Value>)
                                         building::throw_misfit<Value>(list.ids, layout, key);
                                     });
}

template <class Value>
void relabel(ThreadPool& threads, graphs::GraphParts<Value>& parts, const BuildOptions& options) {
  if (options.relabel == Relabel::kNone) return;
  const std::vector<VertexId> number =
      building::find_permutation(threads, parts.incoming.row, parts.incoming.column, options);
  const std::vector<VertexId> old_number = building::invert(threads, number);
  parts.incoming = building::Relabelling<Value>(parts.incoming, number, old_number).run(threads);
  parts.ids = building::permuted(threads, parts.ids, old_number);
  parts.vertex_weights = building::permuted(threads, parts.vertex_weights, old_number);
}

template <class Value>
Graph<Value> build(ThreadPool& threads, EdgeList& list, const BuildOptions& options) {
  graphs::GraphParts<Value> parts;
  parts.undirected = building::becomes_undirected(list.direction, options);
  parts.incoming = build_incoming<Value>(threads, list, options);
  parts.ids = std::move(list.ids);
  parts.vertex_weights = std::move(list.vertex_weights);
  relabel(threads, parts, options);
  if (options.outgoing && !parts.undirected) parts.outgoing = building::transpose(threads, parts.incoming);
  return Graph<Value>::of_known_parts(std::move(parts));
}

// What is allocated beside the list: an offset for each vertex, and what edges in both directions take beyond the
// entries that they come from. The rest takes the place of the list, which is given back bit by bit.
template <class Value>
std::size_t memory_beside(const EdgeList& list, const BuildOptions& options) {
  const std::size_t rows = options.outgoing && !building::becomes_undirected(list.direction, options) ? 2 : 1;
  const std::size_t reversed = building::makes_both_directions(list.direction, options) ? list.size() : 0;
  return rows * (std::size_t{list.vertex_count} + 1) * sizeof(EdgeId) +
         reversed * (sizeof(building::Key) + graphs::kValueSize<Value>);
}

template <class Value>
Graph<Value> build_with_room(ThreadPool& threads, EdgeList& list, const BuildOptions& options) {
  constexpr std::size_t kSmall = std::size_t{1} << 24;  // not worth a look at the system
  const std::size_t beside = memory_beside<Value>(list, options);
  const std::size_t records = list.size() * (sizeof(building::Key) + graphs::kValueSize<Value>);
  const auto no_room = [purpose = "a graph of " + std::to_string(list.vertex_count) + " vertices from " +
                                  std::to_string(list.size()) + " entries of an edge list"](std::size_t bytes) {
    return OutOfMemory("host", purpose, bytes, detail::free_host_memory());
  };
  if (beside > kSmall && beside > detail::free_host_memory()) throw no_room(beside);
  try {
    return build<Value>(threads, list, options);
  } catch (const std::bad_alloc&) {
    throw no_room(beside + records);  // what is given back may leave the address space as full as it was
  }
}

}  // namespace

bool BuildOptions::changes_edges() const {
  return symmetrise || drop_self_loops || duplicates != Duplicates::kKeep || relabel != Relabel::kNone;
}

AnyGraph build_graph(ThreadPool& threads, EdgeList list, const BuildOptions& options) {
  building::expect_consistent(list);
  building::expect_distinct(list.ids, "edge list");
  if (building::looks_for_reverses(list.direction, options)) building::expect_symmetric(threads, list);
  return std::visit(
      [&]<class Held>(const Held&) -> AnyGraph {
        return build_with_room<typename building::ValueOf<Held>::type>(threads, list, options);
      },
      list.values);
}

template <EdgeValueType EdgeValue>
Graph<EdgeValue> build_graph(ThreadPool& threads, EdgeList list, const BuildOptions& options) {
  building::expect_consistent(list);
  if (!graphs::kHasValue<EdgeValue>) list.values = std::monostate();  // both directions need not have one value then
  return graphs::convert_values<EdgeValue>(threads, build_graph(threads, std::move(list), options));
}

template <EdgeValueType EdgeValue>
Graph<EdgeValue> with_outgoing(ThreadPool& threads, Graph<EdgeValue> graph) {
  if (graph.has_outgoing()) return graph;
  graphs::GraphParts<EdgeValue> parts = std::move(graph).release();
  parts.outgoing = building::transpose(threads, parts.incoming);
  return Graph<EdgeValue>::of_known_parts(std::move(parts));
}

#define WARPGRAPH_INSTANTIATE(Value)                                                    \
  template Adjacency<Value> building::transpose(ThreadPool&, const Adjacency<Value>&);  \
  template Graph<Value> build_graph<Value>(ThreadPool&, EdgeList, const BuildOptions&); \
  template Graph<Value> with_outgoing<Value>(ThreadPool&, Graph<Value>);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
