// SPDX-License-Identifier: Apache-2.0
#include "pieces.hpp"

#include <cstdint>

namespace warpgraph::partitioning {
namespace {

constexpr std::size_t kMaxSeen = 4096;  // vertices of a part that one search may see

}  // namespace

std::vector<VertexId> find_components(const HostParts& parts, bool within_parts) {
  std::vector<VertexId> component(parts.vertices(), kNoVertex);
  std::vector<VertexId> queue;
  VertexId count = 0;
  for (VertexId root = 0; root < parts.vertices(); ++root) {
    if (component[root] != kNoVertex) continue;
    component[root] = count;
    queue.assign(1, root);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      parts.for_neighbours(queue[i], [&](VertexId u, Weight) {
        if (component[u] != kNoVertex || (within_parts && parts.part_of(u) != parts.part_of(root))) return;
        component[u] = count;
        queue.push_back(u);
      });
    }
    ++count;
  }
  return component;
}

std::vector<Piece> find_pieces(const HostParts& parts, const std::vector<VertexId>& component) {
  std::vector<Piece> pieces;
  for (VertexId v = 0; v < parts.vertices(); ++v) {
    if (component[v] == pieces.size()) pieces.emplace_back();
    Piece& piece = pieces[component[v]];
    piece.vertices.push_back(v);
    piece.weight += parts.weight_of(v, 0);
    piece.has_fixed = piece.has_fixed || !parts.is_free(v);
  }
  return pieces;
}

bool Removal::is_safe(VertexId v) {
  const PartId part = parts_.part_of(v);
  now_ += 2;
  std::size_t wanted = 0;
  VertexId first = kNoVertex;
  parts_.for_neighbours(v, [&](VertexId u, Weight) {
    if (parts_.part_of(u) != part || mark_[u] == now_) return;
    mark_[u] = now_;
    first = u;
    ++wanted;
  });
  if (wanted <= 1) return true;
  queue_.assign(1, first);
  mark_[v] = now_ + 1;
  mark_[first] = now_ + 1;
  --wanted;
  for (std::size_t i = 0; i < queue_.size() && wanted > 0; ++i) {
    if (queue_.size() > kMaxSeen) return false;
    parts_.for_neighbours(queue_[i], [&](VertexId u, Weight) {
      if (parts_.part_of(u) != part || mark_[u] == now_ + 1) return;
      if (mark_[u] == now_) --wanted;
      mark_[u] = now_ + 1;
      queue_.push_back(u);
    });
  }
  return wanted == 0;
}

bool Removal::find_group(VertexId v, std::uint32_t j, Weight max, std::vector<VertexId>& group) {
  const PartId part = parts_.part_of(v);
  now_ += 2;
  mark_[v] = now_;
  group.assign(1, v);
  Weight weight = parts_.weight_of(v, j);
  int large = 0;
  parts_.for_neighbours(v, [&](VertexId u, Weight) {
    if (parts_.part_of(u) != part || mark_[u] >= now_ || large > 1 || weight > max) return;
    const End end = collect(u, j, max);
    large += end == End::kLarge ? 1 : 0;
    for (const VertexId each : queue_) {
      if (end != End::kSmall) {
        mark_[each] = now_ + 1;
      } else {
        group.push_back(each);
        weight += parts_.weight_of(each, j);
      }
    }
  });
  return large == 1 && weight <= max;
}

Removal::End Removal::collect(VertexId u, std::uint32_t j, Weight max) {
  const PartId part = parts_.part_of(u);
  Weight weight = 0;
  End end = End::kSmall;
  queue_.assign(1, u);
  mark_[u] = now_;
  for (std::size_t i = 0; i < queue_.size() && end == End::kSmall; ++i) {
    weight += parts_.weight_of(queue_[i], j);
    if (weight > max || queue_.size() > kMaxSeen) return End::kLarge;
    parts_.for_neighbours(queue_[i], [&](VertexId next, Weight) {
      if (parts_.part_of(next) != part) return;
      if (mark_[next] == now_ + 1) end = End::kMet;
      if (mark_[next] >= now_) return;
      mark_[next] = now_;
      queue_.push_back(next);
    });
  }
  return end;
}

}  // namespace warpgraph::partitioning
