// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// A gift from one part to another by a constraint: `need` is what should go, and the other part has room for `room`.
// What weighs more than that may go if it is at most `max`.
struct Gift {
  PartId from = 0;
  PartId to = 0;
  std::uint32_t constraint = 0;
  Weight need = 1;
  Weight room = 0;
  Weight max = 0;

  // By how much the two parts are beyond their limits after a gift of this weight.
  [[nodiscard]] Weight left(Weight weight) const {
    return std::max<Weight>(0, need - weight) + std::max<Weight>(0, weight - room);
  }
};

// Finds vertices that a part can give to another one while the pieces of both stay connected. They are a subtree of a
// depth-first search through a piece of the part: the subtree is connected, and so is the rest of the piece. The
// subtree has an edge to the other part, or that has no vertex in this component of the graph. Takes time linear in the
// two parts.
class Carver {
 public:
  // `component`: of each vertex, in the graph. Both must outlive it.
  Carver(const HostParts& parts, const std::vector<VertexId>& component);

  // Those that leave least beyond the limits, and among them the cheapest; empty if there are none. `members` are all
  // vertices of the part that gives, and `others` those of the other one; vertices that have left may be among them.
  [[nodiscard]] std::vector<VertexId> find(const Gift& gift, const std::vector<VertexId>& members,
                                           const std::vector<VertexId>& others);

 private:
  // The subtree of a vertex, whose parent is the entry `parent`: these are in the order of the search.
  struct Subtree {
    VertexId vertex;
    std::size_t parent;
    VertexId size = 1;
    Weight cost = 0;  // weight that its move adds to the cut
    bool touches = false;
    bool is_fixed = false;
  };

  void search(const Gift& gift, VertexId root);
  void add(const Gift& gift, VertexId vertex, std::size_t parent);
  void sum_up();
  [[nodiscard]] bool is_possible(const Gift& gift, std::size_t i) const;
  [[nodiscard]] Weight weight(std::size_t i, std::uint32_t j) const { return weight_[i * constraints_ + j]; }

  const HostParts& parts_;
  const std::vector<VertexId>& component_;
  std::uint32_t constraints_;
  std::vector<std::size_t> place_;  // of each vertex among the subtrees; kNowhere between searches
  std::vector<bool> is_home_;       // of each component of the graph: whether the other part has a vertex there
  std::vector<Subtree> subtrees_;
  std::vector<Weight> weight_;  // [subtree * constraints + constraint]
};

}  // namespace warpgraph::partitioning
