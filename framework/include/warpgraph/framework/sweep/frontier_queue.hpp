// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/framework/sweep/warp_search.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/memory.hpp>

// A frontier as a queue of vertices: what pushing and activation walk along. Only vertices with edges are in it. Each
// comes with the number of edges of the vertices before it, so that the edges of the whole frontier form one list, of
// which every warp takes an equal slice (FrontierSlice), however long the rows are.
namespace warpgraph::sweep {

// What a superstep counts for the host. Pulling, and pushing that marks, count into the first two. Pushing into a queue
// counts vertices without outgoing edges in the first and all others in the last, packed, where the queue also grows.
struct FrontierCounts {
  std::uint64_t vertices;
  std::uint64_t edges;
  std::uint64_t packed;
};

// Vertices and edges in one word, so that one atomic addition reserves slots for both in a queue.
inline constexpr int kPackedEdgeBits = 35;
WARPGRAPH_DEVICE constexpr std::uint64_t pack_counts(std::uint64_t vertices, std::uint64_t edges) {
  return vertices << kPackedEdgeBits | edges;
}
WARPGRAPH_DEVICE constexpr std::uint64_t packed_vertices(std::uint64_t packed) { return packed >> kPackedEdgeBits; }
WARPGRAPH_DEVICE constexpr std::uint64_t packed_edges(std::uint64_t packed) {
  return packed & ((std::uint64_t{1} << kPackedEdgeBits) - 1);
}

struct QueueView {
  View<VertexId> vertex;
  View<EdgeId> offset;  // outgoing edges of all before it
  View<EdgeId> base;    // its first outgoing edge, less its offset: index in the list of all edges -> edge

  // Puts v, whose outgoing edges begin at `first`, into the slot that `packed` names.
  WARPGRAPH_DEVICE void put(std::uint64_t packed, VertexId v, EdgeId first) const {
    const std::uint64_t i = packed_vertices(packed);
    vertex[i] = v;
    offset[i] = packed_edges(packed);
    base[i] = first - packed_edges(packed);
  }
};

// The memory of a queue.
class FrontierQueue {
 public:
  static MemoryPlan memory(VertexId vertices, std::string_view name) {
    return MemoryPlan(std::string(name), std::size_t{vertices} * (sizeof(VertexId) + 2 * sizeof(EdgeId)));
  }
  // A queue with room for `vertices` vertices. Allocates 20 bytes for each.
  FrontierQueue(StreamRef stream, VertexId vertices, std::string_view name)
      : vertex_(stream, vertices, name), offset_(stream, vertices, name), base_(stream, vertices, name) {}

  [[nodiscard]] QueueView view() { return {vertex_, offset_, base_}; }

 private:
  Buffer<VertexId> vertex_;
  Buffer<EdgeId> offset_;
  Buffer<EdgeId> base_;
};

// Whether the counts of a graph fit into one word.
[[nodiscard]] constexpr bool fits_frontier_queue(std::uint64_t vertices, EdgeId edges) {
  return vertices >> (64 - kPackedEdgeBits) == 0 && edges >> kPackedEdgeBits == 0;
}

// Reserves slots after a counter for the whole warp, and tells where they begin. 0 slots have no beginning.
template <class T>
WARPGRAPH_DEVICE T reserve(kernel::Warp& warp, T total, T& counter) {
  kernel::PerLane<T> first{};
  if (total != 0) {
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (lane == 0) first[lane] = atomic::fetch_add(counter, total);
    });
  }
  return warp.broadcast(first, 0);
}
// The same for what each lane holds, and tells each lane where its own slots begin.
template <class T>
WARPGRAPH_DEVICE kernel::PerLane<T> reserve(kernel::Warp& warp, const kernel::PerLane<T>& wanted, T& counter) {
  const auto scan = warp.exclusive_scan(wanted, Plus{});
  const T base = reserve(warp, scan.total, counter);
  kernel::PerLane<T> mine;
  warp.relaxed_phase([&](kernel::Lane lane) { mine[lane] = base + scan.before[lane]; });
  return mine;
}

// The edges of a vertex: `first` and the `degree` - 1 behind it.
struct RowRange {
  EdgeId first = 0;
  EdgeId degree = 0;

  RowRange() = default;
  WARPGRAPH_DEVICE RowRange(const View<const EdgeId>& row, std::uint64_t v)
      : first(row[v]), degree(row[v + 1] - first) {}
  // Counts of the vertex, packed: nothing without edges, because then it is in no queue.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t packed() const { return degree == 0 ? 0 : pack_counts(1, degree); }
};

// Puts what the lanes hold into the queue, with one atomic addition for the warp. `wanted`: the packed counts of each
// lane's vertices. for_each_of(lane, put) calls put(v, first edge, degree) for each of them.
template <class ForEachOf>
WARPGRAPH_DEVICE void put_all(kernel::Warp& warp, const kernel::PerLane<std::uint64_t>& wanted, const QueueView& queue,
                              std::uint64_t& packed, ForEachOf&& for_each_of) {
  const kernel::PerLane<std::uint64_t> slot = reserve(warp, wanted, packed);
  warp.relaxed_phase([&](kernel::Lane lane) {
    std::uint64_t next = slot[lane];
    for_each_of(lane, [&](VertexId v, EdgeId first, EdgeId degree) {
      queue.put(next, v, first);
      next += pack_counts(1, degree);
    });
  });
}

// Those whose bit is set.
struct InMask {
  View<const std::uint32_t> mask;
  WARPGRAPH_DEVICE bool operator()(std::uint64_t v) const { return test_bit(mask, v); }
  // The same of 32 vertices at once.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t group(std::uint64_t i) const { return mask[i]; }
};

// The queue of the vertices that are wanted and have edges in `row`, in no particular order.
template <class IsWanted>
struct Enqueue {
  static constexpr std::uint32_t kGroups = 32;  // of 32 vertices, for one reservation: all warps wait for one counter
  static constexpr std::uint64_t kTile = kGroups * kernel::Warp::kSize;

  View<const EdgeId> row;
  std::uint64_t vertices;
  IsWanted is_wanted;
  QueueView queue;
  View<FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    put_tile(warp, warp.global_index() * kTile, counts[0].packed);
  }

  // The vertices from `base` on.
  WARPGRAPH_DEVICE void put_tile(kernel::Warp& warp, std::uint64_t base, std::uint64_t& packed) const {
    if constexpr (requires { is_wanted.group(base); }) {
      static_assert(kGroups == kernel::Warp::kSize);
      kernel::PerLane<std::uint32_t> group;
      kernel::PerLane<std::uint32_t> size;
      warp.relaxed_phase([&](kernel::Lane lane) {
        const std::uint64_t first = base + std::uint64_t{lane} * kernel::Warp::kSize;
        group[lane] = first < vertices ? is_wanted.group(first / kernel::Warp::kSize) : 0;
        size[lane] = static_cast<std::uint32_t>(count_bits(group[lane]));
      });
      const std::uint32_t largest = warp.reduce(size, Max{});
      if (largest == 0) return;
      if (largest <= tuning::kThin) return put_thin(warp, base, group, packed);
    }
    kernel::PerLane<std::uint64_t> wanted{};
    kernel::PerLane<std::uint32_t> groups{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint32_t k = 0; k < kGroups; ++k) {
        const std::uint64_t v = base + k * kernel::Warp::kSize + lane;
        if (v >= vertices || !is_wanted(v)) continue;
        const EdgeId degree = row[v + 1] - row[v];
        if (degree == 0) continue;
        wanted[lane] += pack_counts(1, degree);
        groups[lane] |= std::uint32_t{1} << k;
      }
    });
    const std::uint32_t nonempty = warp.reduce(groups, Or{});
    if (nonempty == 0) return;
    const std::uint64_t total = warp.reduce(wanted, Plus{});
    std::uint64_t next = reserve(warp, total, packed);
    // A group's vertices lie side by side in the queue.
    for (std::uint32_t k = 0; k < kGroups; ++k)
      if ((nonempty >> k & 1) != 0) next += put_group(warp, base, k, groups, next);
  }

 private:
  // Where groups have few vertices: a lane each.
  WARPGRAPH_DEVICE void put_thin(kernel::Warp& warp, std::uint64_t base, const kernel::PerLane<std::uint32_t>& group,
                                 std::uint64_t& packed) const {
    const auto for_each_of = [&](kernel::Lane lane, auto&& body) {
      for_each_bit(group[lane], [&](std::uint32_t bit) {
        const std::uint64_t v = base + std::uint64_t{lane} * kernel::Warp::kSize + bit;
        const EdgeId first = row[v];
        const EdgeId degree = row[v + 1] - first;
        if (degree != 0) body(static_cast<VertexId>(v), first, degree);
      });
    };
    kernel::PerLane<std::uint64_t> wanted{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for_each_of(lane, [&](VertexId, EdgeId, EdgeId degree) { wanted[lane] += pack_counts(1, degree); });
    });
    put_all(warp, wanted, queue, packed, for_each_of);
  }
  WARPGRAPH_DEVICE std::uint64_t put_group(kernel::Warp& warp, std::uint64_t base, std::uint32_t k,
                                           const kernel::PerLane<std::uint32_t>& groups, std::uint64_t next) const {
    kernel::PerLane<std::uint64_t> mine{};
    kernel::PerLane<EdgeId> first{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      if ((groups[lane] >> k & 1) == 0) return;
      const std::uint64_t v = base + k * kernel::Warp::kSize + lane;
      first[lane] = row[v];
      mine[lane] = pack_counts(1, row[v + 1] - first[lane]);
    });
    const auto scan = warp.exclusive_scan(mine, Plus{});
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (mine[lane] != 0)
        queue.put(next + scan.before[lane], static_cast<VertexId>(base + k * kernel::Warp::kSize + lane), first[lane]);
    });
    return scan.total;
  }
};

// One warp's slice of a frontier's edges: kSteps for each lane, where they come from and which they are. Those after
// the end have the source kNoVertex.
template <std::uint32_t kSteps>
struct FrontierSlice {
  static constexpr std::uint32_t kEdges = kSteps * kernel::Warp::kSize;

  kernel::PerLane<VertexId> source[kSteps];
  kernel::PerLane<EdgeId> edge[kSteps];
  std::uint64_t next;  // slot of the vertex that has the first edge behind the slice, if there is one

  // `begin`: the slice's first index in the list of all edges, less than those that `packed` counts.
  // All vertices of a queue have edges, so 32 consecutive edges belong to at most 32 vertices: to find them, and the
  // one that the next step begins with, it is enough to know where the 32 vertices behind the first one begin.
  WARPGRAPH_DEVICE FrontierSlice(kernel::Warp& warp, const QueueView& queue, std::uint64_t packed, std::uint64_t begin)
      : FrontierSlice(warp, queue, packed, begin, last_not_above(warp, queue.offset, packed_vertices(packed), begin)) {}
  // `first`: the slot of the vertex that has the first edge.
  WARPGRAPH_DEVICE FrontierSlice(kernel::Warp& warp, const QueueView& queue, std::uint64_t packed, std::uint64_t begin,
                                 std::uint64_t first) {
    const std::uint64_t size = packed_vertices(packed);
    const std::uint64_t total = packed_edges(packed);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      const std::uint64_t at = begin + k * kernel::Warp::kSize;
      kernel::PerLane<EdgeId> later;
      kernel::PerLane<EdgeId> mine;
      kernel::PerLane<bool> is_passed;
      warp.relaxed_phase([&](kernel::Lane lane) {
        later[lane] = first + 1 + lane < size ? queue.offset[first + 1 + lane] : ~EdgeId{0};
        mine[lane] = at + lane;
        is_passed[lane] = later[lane] <= at + kernel::Warp::kSize;
      });
      const kernel::PerLane<std::uint32_t> behind_first = warp.sorted_search(later, mine);
      warp.relaxed_phase([&](kernel::Lane lane) {
        source[k][lane] = kNoVertex;
        edge[k][lane] = 0;
        if (at + lane >= total) return;
        const std::uint64_t i = first + behind_first[lane];
        source[k][lane] = queue.vertex[i];
        edge[k][lane] = queue.base[i] + at + lane;
      });
      first += static_cast<std::uint32_t>(count_bits(warp.ballot(is_passed)));
    }
    next = first;
  }
};

// body(begin, first) for the slices of a frontier that are this warp's: their first edges, and the slots of the
// vertices that have them. They lie side by side, so that just the first one has to be searched for; body returns the
// slot of the next.
template <std::uint32_t kEdges, class Body>
WARPGRAPH_DEVICE void for_each_slice_begin(kernel::Warp& warp, const QueueView& queue, std::uint64_t packed,
                                           Body&& body) {
  const std::uint64_t total = packed_edges(packed);
  const std::uint64_t slices = (total + kEdges - 1) / kEdges;
  const std::uint64_t each = (slices + warp.count() - 1) / warp.count();
  std::uint64_t begin = warp.global_index() * each * kEdges;
  const std::uint64_t end = begin + each * kEdges < total ? begin + each * kEdges : total;
  if (begin >= end) return;
  std::uint64_t first = last_not_above(warp, queue.offset, packed_vertices(packed), begin);
  for (; begin < end; begin += kEdges) first = body(begin, first);
}
// body(slice) for these slices: kSteps edges a lane under way at once.
template <std::uint32_t kSteps, class Body>
WARPGRAPH_DEVICE void for_each_adjacent_slice(kernel::Warp& warp, const QueueView& queue, std::uint64_t packed,
                                              Body&& body) {
  using Slice = FrontierSlice<kSteps>;
  for_each_slice_begin<Slice::kEdges>(warp, queue, packed, [&](std::uint64_t begin, std::uint64_t first) {
    const Slice slice(warp, queue, packed, begin, first);
    body(slice);
    return slice.next;
  });
}
// The same for slices that lie far apart, each of which is searched for: with fewer registers, and spread more evenly.
template <std::uint32_t kSteps, class Body>
WARPGRAPH_DEVICE void for_each_slice(kernel::Warp& warp, const QueueView& queue, std::uint64_t packed, Body&& body) {
  using Slice = FrontierSlice<kSteps>;
  for_each_tile(warp, packed_edges(packed), Slice::kEdges,
                [&](std::uint64_t begin) { body(Slice(warp, queue, packed, begin)); });
}
// Whether a frontier has such slices for all warps. Otherwise slices of one edge a lane spread it over more warps.
template <std::uint32_t kSteps>
WARPGRAPH_DEVICE bool is_large_frontier(const kernel::Warp& warp, std::uint64_t packed) {
  return packed_edges(packed) >= std::uint64_t{warp.count()} * FrontierSlice<kSteps>::kEdges;
}

}  // namespace warpgraph::sweep
