// SPDX-License-Identifier: Apache-2.0
#include "volume.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../level/random.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::uint64_t kMaxVolumePasses = 20;
// A pass that moves no more than one in so many is the last: the next would move a tenth of these, and take as long.
constexpr std::size_t kFewMoves = 256;

// How many neighbours each vertex has in each part. The neighbours are those of a simple graph.
class Neighbourhoods {
 public:
  explicit Neighbourhoods(const HostParts& parts) : parts_(parts), length_(parts.vertices(), 0) {
    std::vector<VertexId> neighbours;
    row_.reserve(parts.vertices() + std::size_t{1});
    row_.push_back(0);
    for (VertexId v = 0; v < parts.vertices(); ++v) {
      neighbours.clear();
      parts.for_neighbours(v, [&](VertexId u, Weight) { neighbours.push_back(u); });
      std::ranges::sort(neighbours);
      neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
      column_.insert(column_.end(), neighbours.begin(), neighbours.end());
      row_.push_back(column_.size());
    }
    entry_.resize(column_.size());
    for (VertexId v = 0; v < parts.vertices(); ++v)
      for (const VertexId u : neighbours_of(v)) add(v, parts.part_of(u), 1);
  }

  [[nodiscard]] std::span<const VertexId> neighbours_of(VertexId v) const {
    return std::span(column_).subspan(row_[v], row_[v + 1] - row_[v]);
  }
  struct Entry {
    PartId part;
    VertexId count;
  };
  [[nodiscard]] std::span<const Entry> parts_of(VertexId v) const {
    return std::span(entry_).subspan(row_[v], length_[v]);
  }
  [[nodiscard]] VertexId count(VertexId v, PartId part) const {
    for (const Entry& each : parts_of(v))
      if (each.part == part) return each.count;
    return 0;
  }
  void move(VertexId v, PartId from, PartId to) {
    for (const VertexId u : neighbours_of(v)) {
      add(u, from, -1);
      add(u, to, 1);
    }
  }
  [[nodiscard]] bool is_inside(VertexId v) const {
    return length_[v] == 0 || (length_[v] == 1 && entry_[row_[v]].part == parts_.part_of(v));
  }

 private:
  void add(VertexId v, PartId part, int change) {
    Entry* const first = &entry_[row_[v]];
    for (VertexId i = 0; i < length_[v]; ++i) {
      if (first[i].part != part) continue;
      first[i].count += static_cast<VertexId>(change);
      if (first[i].count == 0) first[i] = first[--length_[v]];
      return;
    }
    first[length_[v]++] = {part, 1};
  }

  const HostParts& parts_;
  std::vector<EdgeId> row_;
  std::vector<VertexId> column_;
  std::vector<Entry> entry_;  // of vertex v from row_[v] on
  std::vector<VertexId> length_;
};

class VolumeRefinement {
 public:
  VolumeRefinement(HostParts& parts, std::uint64_t seed)
      : parts_(parts), seed_(seed), around_(parts), kept_(parts.parts(), 0), edges_(parts.parts(), 0) {}

  void run() {
    std::vector<VertexId> order;
    for (std::uint64_t pass = 0; pass < kMaxVolumePasses; ++pass) {
      order.clear();
      for (VertexId v = 0; v < parts_.vertices(); ++v)
        if (!around_.is_inside(v)) order.push_back(v);
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[generators::below(draw(draw(seed_, pass), i), i)]);
      const auto moved =
          static_cast<std::size_t>(std::ranges::count_if(order, [&](VertexId v) { return try_move(v); }));
      if (moved <= order.size() / kFewMoves) return;
    }
  }

 private:
  // What a move is worth: first the volume that it saves, then the cut.
  using Gain = std::pair<Weight, Weight>;

  [[nodiscard]] Weight size_of(VertexId v) const {
    const auto sizes = parts_.graph().vertex_size;
    return sizes.empty() ? 1 : sizes[v];
  }

  bool try_move(VertexId v) {
    if (around_.is_inside(v) || !parts_.may_leave(v)) return false;
    const PartId from = parts_.part_of(v);
    const Weight leaving = look_around(v, from);
    std::pair<Gain, PartId> best{{0, 0}, kNoPart};
    for (const auto& [to, count] : around_.parts_of(v)) {
      if (to == from || !parts_.fits(v, to)) continue;
      const Gain gain{leaving + size_of(v) + kept_[to], edges_[to] - edges_[from]};
      if (gain > best.first) best = {gain, to};
    }
    clear(v);
    if (best.second == kNoPart) return false;
    around_.move(v, from, best.second);
    parts_.move(v, best.second);
    return true;
  }

  // Fills in, for each part beside v, the size of the neighbours that have that part beside them already. Returns what
  // v's leaving saves at all others, less what its coming costs where no neighbour has the new part beside it.
  Weight look_around(VertexId v, PartId from) {
    Weight result = around_.count(v, from) > 0 ? -size_of(v) : 0;
    for (const VertexId u : around_.neighbours_of(v)) {
      const Weight size = size_of(u);
      result -= size;
      kept_[parts_.part_of(u)] += size;
      for (const auto& [part, count] : around_.parts_of(u)) {
        if (part != parts_.part_of(u)) kept_[part] += size;
        if (part == from && count == 1 && parts_.part_of(u) != from) result += size;
      }
    }
    parts_.for_neighbours(v, [&](VertexId u, Weight weight) { edges_[parts_.part_of(u)] += weight; });
    return result;
  }
  void clear(VertexId v) {
    for (const VertexId u : around_.neighbours_of(v)) {
      kept_[parts_.part_of(u)] = 0;
      edges_[parts_.part_of(u)] = 0;
      for (const auto& [part, count] : around_.parts_of(u)) kept_[part] = 0;
    }
  }

  HostParts& parts_;
  const std::uint64_t seed_;
  Neighbourhoods around_;
  std::vector<Weight> kept_;   // by part, of the vertex at hand
  std::vector<Weight> edges_;  // likewise
};

}  // namespace

void refine_volume(HostParts& parts, std::uint64_t seed) {
  if (parts.parts() > 1) VolumeRefinement(parts, seed).run();
}

}  // namespace warpgraph::partitioning
