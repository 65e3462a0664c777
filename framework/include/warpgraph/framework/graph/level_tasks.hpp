// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include <warpgraph/framework/graph/row_pieces.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

// Work that goes level by level after a search: the vertices sorted by level, and sums over the edges of all vertices
// of one level, as a step of a loop inside one launch. Nothing is added with atomics, so runs agree bit for bit.
namespace warpgraph::rows {

// The tasks of a level, in this order: vertices with short rows, pieces of long rows, and the vertices that these are
// of, whose sums are complete when the pieces are.
struct LevelTask {
  enum Kind : std::uint32_t { kShort, kPiece, kLong, kKinds };
};

}  // namespace warpgraph::rows

namespace warpgraph {

namespace detail {

struct NameTasks {
  rows::RowPiecesView pieces;
  View<const std::uint32_t> level;
  std::uint32_t last_key;  // of what cannot be reached
  View<std::uint32_t> key;
  View<std::uint32_t> task;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t vertices = pieces.vertex_count();
    const std::uint64_t v = i < vertices ? i : pieces.vertex[i - vertices];
    const rows::LevelTask::Kind kind = i >= vertices       ? rows::LevelTask::kPiece
                                       : pieces.is_long(v) ? rows::LevelTask::kLong
                                                           : rows::LevelTask::kShort;
    key[i] = level[v] == kNoVertex ? last_key : level[v] * rows::LevelTask::kKinds + kind;
    task[i] = static_cast<std::uint32_t>(i);
  }
};

// Where the tasks of each key begin.
struct FindKeys {
  View<const std::uint32_t> key;
  View<std::uint32_t> begin;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t first = i == 0 ? 0 : std::uint64_t{key[i - 1]} + 1;
    const std::uint64_t last = i == key.size() ? begin.size() : std::uint64_t{key[i]} + 1;
    for (std::uint64_t k = first; k < last; ++k) begin[k] = static_cast<std::uint32_t>(i);
  }
};

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::rows {

// Where the tasks of a level are: each kind begins where the one before it ends.
struct LevelRange {
  std::uint32_t begin[LevelTask::kKinds + 1];
  [[nodiscard]] WARPGRAPH_DEVICE bool is_empty() const { return begin[0] == begin[LevelTask::kKinds]; }
};

// Sums over the rows of the vertices of one level.
template <class Number>
struct LevelSums {
  AdjacencyView<NoValue> edges;
  RowPiecesView pieces;
  View<const std::uint32_t> task;
  View<const std::uint32_t> begin;  // of each level's kinds
  View<Number> partial;             // sums of pieces

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t levels() const {
    return static_cast<std::uint32_t>(begin.size() / LevelTask::kKinds);
  }
  // Empty from levels() on.
  [[nodiscard]] WARPGRAPH_DEVICE LevelRange find(std::uint32_t level) const {
    LevelRange found{};
    if (level >= levels()) return found;
    WARPGRAPH_UNROLL
    for (std::uint32_t kind = 0; kind <= LevelTask::kKinds; ++kind)
      found.begin[kind] = begin[level * LevelTask::kKinds + kind];
    return found;
  }

  // finish(v, sum of term(e) over the edges of v) for every vertex v of the level
  template <class Term, class Finish>
  WARPGRAPH_DEVICE void add_up(kernel::Grid<256>& grid, const LevelRange& level, const Term& term,
                               const Finish& finish) const {
    grid.warps([&](kernel::Warp& warp) {
      add_short(warp, {level.begin[LevelTask::kShort], level.begin[LevelTask::kPiece]}, term, finish);
      add_pieces(warp, {level.begin[LevelTask::kPiece], level.begin[LevelTask::kLong]}, term);
    });
    const Range longs{level.begin[LevelTask::kLong], level.begin[LevelTask::kKinds]};
    if (longs.first != longs.last) grid.warps([&](kernel::Warp& warp) { finish_long(warp, longs, finish); });
  }

 private:
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };

  // A warp takes 32 vertices, or fewer where there would not be enough for all warps.
  template <class Term, class Finish>
  WARPGRAPH_DEVICE void add_short(kernel::Warp& warp, Range range, const Term& term, const Finish& finish) const {
    const std::uint32_t share = (range.last - range.first + warp.count() - 1) / warp.count();
    const std::uint32_t size = Min{}(share, std::uint32_t{kernel::Warp::kSize});
    for (std::uint64_t base = range.first + std::uint64_t{warp.global_index()} * size; base < range.last;
         base += std::uint64_t{warp.count()} * size) {
      const auto is_mine = [&](kernel::Lane lane) { return lane < size && base + lane < range.last; };
      kernel::PerLane<VertexId> vertex;
      kernel::PerLane<EdgeId> first{};
      kernel::PerLane<EdgeId> last{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (!is_mine(lane)) return;
        vertex[lane] = task[base + lane];
        first[lane] = edges.row[vertex[lane]];
        last[lane] = edges.row[std::uint64_t{vertex[lane]} + 1];
      });
      const auto sum = warp.engage(kernel::Disjoint{}, first, last, kernel::PerLane<Number>{}, term, Plus{});
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (is_mine(lane)) finish(vertex[lane], sum[lane]);
      });
    }
  }

  template <class Term>
  WARPGRAPH_DEVICE void add_pieces(kernel::Warp& warp, Range range, const Term& term) const {
    for (std::uint64_t i = std::uint64_t{range.first} + warp.global_index(); i < range.last; i += warp.count()) {
      const std::uint64_t piece = task[i] - pieces.vertex_count();
      const EdgeId first = pieces.begin(piece);
      const EdgeId last = pieces.end(piece);
      kernel::PerLane<Number> part{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        for (EdgeId e = first + lane; e < last; e += kernel::Warp::kSize) part[lane] += term(e);
      });
      const Number sum = warp.reduce(part, Plus{});
      warp.elect([&] { partial[piece] = sum; });
    }
  }

  template <class Finish>
  WARPGRAPH_DEVICE void finish_long(kernel::Warp& warp, Range range, const Finish& finish) const {
    for (std::uint64_t i = std::uint64_t{range.first} + warp.global_index(); i < range.last; i += warp.count()) {
      const VertexId v = task[i];
      kernel::PerLane<Number> part{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        const std::uint32_t last = pieces.first[std::uint64_t{v} + 1];
        for (std::uint32_t p = pieces.first[v] + lane; p < last; p += kernel::Warp::kSize) part[lane] += partial[p];
      });
      const Number sum = warp.reduce(part, Plus{});
      warp.elect([&] { finish(v, sum); });
    }
  }
};

// The tasks of one direction of the edges, sorted by level.
class LevelTasks {
 public:
  // What is kept for all sources, and what sorting takes for one of them, which has a level a vertex at most.
  static MemoryPlan memory(VertexId vertices, EdgeId edges) {
    MemoryPlan plan = RowPieces::memory(vertices, edges);
    plan.add_array<std::uint32_t>("level tasks", 4 * (vertices + RowPieces::max_pieces(edges)));
    return plan;
  }
  static MemoryPlan sort_memory(VertexId vertices, EdgeId edges, std::uint64_t levels) {
    MemoryPlan plan("level tasks", (levels * LevelTask::kKinds + 1) * sizeof(std::uint32_t));
    plan.add_array<std::uint32_t>("level sorting", 2 * (vertices + RowPieces::max_pieces(edges)));
    return plan;
  }

  // Allocates memory(). Waits for the stream.
  LevelTasks(StreamRef stream, const AdjacencyView<NoValue>& edges) : edges_(edges), pieces_(stream, edges.row) {
    const std::uint64_t tasks = edges.row.size() - 1 + pieces_.count();
    expects(tasks <= std::numeric_limits<std::uint32_t>::max(), "level tasks: the graph is too large");
    for (auto* const buffer : {&key_, &sorted_key_, &task_, &sorted_task_})
      *buffer = Buffer<std::uint32_t>(stream, tasks, "level tasks");
  }

  // For vertices on levels below `levels`. Allocates sort_memory(). Queues work and returns.
  void sort(StreamRef stream, View<const std::uint32_t> level, std::uint32_t levels) {
    const std::uint32_t last_key = levels * LevelTask::kKinds;
    begin_ = Buffer<std::uint32_t>(stream, std::size_t{last_key} + 1, "level tasks");
    kernel::for_each(stream, task_.size(), detail::NameTasks{pieces_.view(), level, last_key, key_, task_});
    primitives::sort_pairs(stream, key_, sorted_key_.view(), task_, sorted_task_.view(),
                           {0, static_cast<int>(std::bit_width(last_key))});
    kernel::for_each(stream, task_.size() + 1, detail::FindKeys{sorted_key_, begin_});
  }
  // `partial`: room for piece_count() sums.
  template <class Number>
  [[nodiscard]] LevelSums<Number> sums(View<Number> partial) const {
    return {edges_, pieces_.view(), sorted_task_, begin_, partial};
  }
  [[nodiscard]] std::uint64_t piece_count() const { return pieces_.count(); }

 private:
  AdjacencyView<NoValue> edges_;
  RowPieces pieces_;
  Buffer<std::uint32_t> key_, sorted_key_;
  Buffer<std::uint32_t> task_, sorted_task_;
  Buffer<std::uint32_t> begin_;
};

}  // namespace warpgraph::rows
