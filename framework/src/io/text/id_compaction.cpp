// SPDX-License-Identifier: Apache-2.0
#include "io/text/id_compaction.hpp"

#include <cstdint>
#include <vector>

#include "io/text/id_table.hpp"
#include "io/text/occurring_ids.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kEdgesAtOnce = std::size_t{1} << 16;

// Calls visit(id) for both ends of every edge, in parallel; visit may change the id.
template <class Visit>
void for_all_ends(EdgeList& list, ThreadPool& pool, Visit&& visit) {
  pool.for_each(list.size(), kEdgesAtOnce, [&](std::size_t edge) {
    visit(list.source[edge]);
    visit(list.target[edge]);
  });
}

void compact_by_sorting(EdgeList& list, ThreadPool& pool) {
  DistinctIds distinct;
  pool.for_chunks(list.size(), kEdgesAtOnce, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint64_t> seen;
    seen.reserve(2 * (last - first));
    for (std::size_t edge = first; edge < last; ++edge) {
      seen.push_back(list.source[edge]);
      seen.push_back(list.target[edge]);
    }
    distinct.add(std::move(seen));
  });
  list.ids.original = distinct.take();
  list.vertex_count = static_cast<VertexId>(list.ids.original.size());
  const IdTable table(list.ids.original);
  for_all_ends(list, pool, [&](VertexId& id) { id = table.place_of(id); });
}

}  // namespace

void shift_ids(EdgeList& list, VertexId first, VertexId count, ThreadPool& pool) {
  list.vertex_count = count;
  list.ids.base = first;
  if (first != 0) for_all_ends(list, pool, [first](VertexId& id) { id -= first; });
}

void compact_ids(EdgeList& list, VertexId smallest, VertexId largest, std::size_t memory, ThreadPool& pool) {
  if (OccurringIds::bytes(smallest, largest) > memory) return compact_by_sorting(list, pool);
  OccurringIds occurrences(smallest, largest);
  for_all_ends(list, pool, [&](VertexId id) { occurrences.mark(id); });
  const VertexId count = occurrences.count();
  if (count - 1 == largest - smallest) return shift_ids(list, smallest, count, pool);
  for_all_ends(list, pool, [&](VertexId& id) { id = occurrences.rank(id); });
  list.vertex_count = count;
  list.ids.original = occurrences.ids(count);
}

}  // namespace warpgraph::detail
