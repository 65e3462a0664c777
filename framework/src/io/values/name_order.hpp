// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>

namespace warpgraph {
class ThreadPool;
}

namespace warpgraph::detail {

// The vertices in increasing order of what the user calls them. That is the order of their numbers
// unless the graph was renumbered; only then is a table made.
class NameOrder {
 public:
  NameOrder(const IdMap& ids, VertexId vertex_count, ThreadPool& pool);

  [[nodiscard]] VertexId size() const { return size_; }
  // The vertex with `place` smaller names.
  [[nodiscard]] VertexId operator[](std::size_t place) const {
    return order_.empty() ? static_cast<VertexId>(place) : order_[place];
  }
  [[nodiscard]] std::uint64_t name_at(std::size_t place) const { return ids_.name_of((*this)[place]).value(); }

  // The place of a name. Fast if it is `hint`, otherwise a binary search.
  [[nodiscard]] std::optional<std::size_t> find(std::uint64_t name, std::size_t hint) const;

 private:
  const IdMap& ids_;
  VertexId size_;
  std::vector<VertexId> order_;  // empty: by number
};

}  // namespace warpgraph::detail
