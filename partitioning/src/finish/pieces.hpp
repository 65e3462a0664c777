// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// Vertices that are connected within their part.
struct Piece {
  std::vector<VertexId> vertices;
  Weight weight = 0;  // by the first constraint
  bool has_fixed = false;

  // Whether a part keeps this piece rather than the other.
  [[nodiscard]] bool is_before(const Piece& other) const {
    if (has_fixed != other.has_fixed) return has_fixed;
    if (weight != other.weight) return weight > other.weight;
    if (vertices.size() != other.vertices.size()) return vertices.size() > other.vertices.size();
    return vertices.front() < other.vertices.front();
  }
};

// The component of each vertex; those of the graph, or with `within_parts` those of the parts.
[[nodiscard]] std::vector<VertexId> find_components(const HostParts& parts, bool within_parts);
// By the numbers that find_components gives within parts.
[[nodiscard]] std::vector<Piece> find_pieces(const HostParts& parts, const std::vector<VertexId>& component);

// What becomes of a part without one of its vertices: it is safe to go if there are no more pieces than before.
class Removal {
 public:
  explicit Removal(const HostParts& parts) : parts_(parts), mark_(parts.vertices(), 0) {}

  // False also where that takes a long search.
  [[nodiscard]] bool is_safe(VertexId v);
  // Fills in v and the vertices that would be cut off from the rest of the part without it. Returns false if all of
  // them weigh more than `max` by constraint j, or if that takes a long search.
  bool find_group(VertexId v, std::uint32_t j, Weight max, std::vector<VertexId>& group);

 private:
  enum class End { kSmall, kLarge, kMet };
  // Adds the vertices that u is connected with to the queue. Stops behind what weighs more than `max`, and where it
  // meets a piece that was too large.
  End collect(VertexId u, std::uint32_t j, Weight max);

  const HostParts& parts_;
  std::vector<std::uint64_t> mark_;  // of what the present search has seen, and of the neighbours that it looks for
  std::uint64_t now_ = 0;
  std::vector<VertexId> queue_;
};

}  // namespace warpgraph::partitioning
