// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

// An edge list in the order of rows, for the formats that are adjacency lists. Holds places in the
// list, not copies of the edges. An undirected list that has each edge once is expanded to both
// directions. Rows are in increasing order of the neighbours; parallel edges keep the list's order.
class RowsOfList {
 public:
  enum class Rows { kOutgoing, kIncoming };

  RowsOfList(const EdgeList& list, Rows rows, ThreadPool& pool);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  // Where the row of a vertex begins; vertex_count: the end.
  [[nodiscard]] std::uint64_t offset(std::size_t vertex) const { return offsets_[vertex]; }
  // Both for 0 <= entry < size().
  [[nodiscard]] VertexId neighbour(std::size_t entry) const { return end_of(entries_[entry]); }
  [[nodiscard]] EdgeId edge(std::size_t entry) const { return entries_[entry] / 2; }

 private:
  // An entry is an edge's place in the list, times 2, plus 1 if the edge is taken backwards.
  [[nodiscard]] VertexId row_of(std::uint64_t entry) const { return end_of(entry ^ 1); }
  [[nodiscard]] VertexId end_of(std::uint64_t entry) const {
    return (entry & 1) == 0 ? list_.target[entry / 2] : list_.source[entry / 2];
  }
  template <class Visit>
  void for_each_entry(Rows rows, Visit&& visit) const;

  const EdgeList& list_;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint64_t> entries_;
};

// Whether an entry of the list is written by formats that have each undirected edge once.
inline bool is_written_once(const EdgeList& list, std::size_t edge) {
  return list.direction != Direction::kUndirectedBoth || list.source[edge] <= list.target[edge];
}
[[nodiscard]] std::uint64_t count_written_once(const EdgeList& list);

}  // namespace warpgraph::detail
