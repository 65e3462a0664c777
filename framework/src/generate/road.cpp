// SPDX-License-Identifier: Apache-2.0
#include "generate/lattice.hpp"
#include "generate/make.hpp"
#include "generate/points.hpp"

// A crossing owns the roads to its western and northern neighbours. One of the two always exists, which one is drawn;
// so every crossing has a way to the first one, the network is connected, and no component has to be searched for. The
// other exists with a given probability. Each road is a chain of vertices. Crossings count their roads and inner
// vertices, prefix sums number them, and a second pass over the crossings writes the edges.
namespace warpgraph::generators::detail {

namespace {

// Inner vertices in the lower half, roads in the upper half: one scan sums both.
using RoadCount = std::uint64_t;
WARPGRAPH_DEVICE std::uint64_t inner_vertices(RoadCount count) { return count & 0xffffffffu; }
WARPGRAPH_DEVICE std::uint64_t roads(RoadCount count) { return count >> 32; }

struct RoadNetwork {
  JitteredLattice crossings;
  CounterRandom random;
  Probability keep;
  std::uint64_t width;
  std::uint64_t max_segments;

  struct Owned {
    std::uint64_t west;  // segments; 0 if there is no such road
    std::uint64_t north;
  };

  [[nodiscard]] WARPGRAPH_DEVICE Owned owned(std::uint64_t crossing) const {
    const bool at_west = crossing % width == 0;
    const bool at_north = crossing < width;
    const std::uint64_t bits = random(2 * crossing);
    const bool tree_goes_west = !at_west && (at_north || (bits & 1) != 0);
    const bool extra = keep(bits);
    const std::uint64_t lengths = random(2 * crossing + 1);
    return {!at_west && (tree_goes_west || extra) ? segments(lengths >> 32) : 0,
            !at_north && (!tree_goes_west || extra) ? segments(lengths & 0xffffffffu) : 0};
  }

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t segments(std::uint64_t bits) const {
    return 1 + (bits * max_segments >> 32);
  }
};

struct CountRoads {
  RoadNetwork network;
  View<RoadCount> counts;

  WARPGRAPH_DEVICE void operator()(std::uint64_t crossing) const {
    const RoadNetwork::Owned owned = network.owned(crossing);
    const std::uint64_t built = (owned.west != 0 ? 1 : 0) + (owned.north != 0 ? 1 : 0);
    counts[crossing] = built << 32 | (owned.west + owned.north - built);
  }
};

// A crossing's number is followed by those of the inner vertices of its roads.
struct BuildRoads {
  RoadNetwork network;
  View<const RoadCount> before;
  EdgeSink sink;

  struct Cursor {
    std::uint64_t vertex;
    std::uint64_t edge;
  };

  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertex(std::uint64_t crossing) const {
    return static_cast<VertexId>(crossing + inner_vertices(before[crossing]));
  }

  WARPGRAPH_DEVICE void chain(VertexId from, VertexId to, std::uint64_t segments, std::uint32_t length,
                              Cursor& next) const {
    for (std::uint64_t left = segments; left != 0; --left) {
      const VertexId end = left == 1 ? to : static_cast<VertexId>(next.vertex++);
      sink.put(next.edge++, {from, end}, length);
      from = end;
    }
  }

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t segment_length(std::uint64_t a, std::uint64_t b,
                                                              std::uint64_t segments) const {
    if (sink.length.empty()) return 0;
    const std::uint64_t w = network.width;
    const std::uint32_t length = length_of(network.crossings.at(a % w, a / w) - network.crossings.at(b % w, b / w));
    return static_cast<std::uint32_t>(length / segments);
  }

  WARPGRAPH_DEVICE void operator()(std::uint64_t crossing) const {
    const RoadNetwork::Owned owned = network.owned(crossing);
    const RoadCount count = before[crossing];
    const VertexId here = vertex(crossing);
    Cursor next{std::uint64_t{here} + 1, inner_vertices(count) + roads(count)};
    if (owned.west != 0)
      chain(vertex(crossing - 1), here, owned.west, segment_length(crossing - 1, crossing, owned.west), next);
    if (owned.north != 0) {
      const std::uint64_t other = crossing - network.width;
      chain(vertex(other), here, owned.north, segment_length(other, crossing, owned.north), next);
    }
  }
};

template <class Executor>
RoadNetwork network_of(const generators::Road& road, const Job<Executor>& job) {
  const JitteredLattice crossings{job.random(Draw::kPosition), road.width, JitteredLattice::kSpacing / 4};
  return {crossings, job.random(Draw::kStructure), Probability(road.keep), road.width, road.segments};
}

// Roads and inner vertices of the crossings before each one, and of all.
template <class Executor>
auto roads_before(const generators::Road& road, const RoadNetwork& network, Executor& executor) {
  const std::uint64_t crossings = road.width * road.height;
  auto counts = executor.template zeros<RoadCount>(crossings + 1, "road counts");
  executor.for_each(crossings, CountRoads{network, Executor::view(counts)});
  executor.exclusive_scan(counts);
  return counts;
}

}  // namespace

template <class Executor>
void make(const generators::Road& road, Job<Executor>& job) {
  const std::uint64_t crossings = road.width * road.height;
  const RoadNetwork network = network_of(road, job);
  auto counts = roads_before(road, network, job.executor);
  const RoadCount total = job.executor.read_last(counts);
  const EdgeSink sink =
      job.allocate(crossings + inner_vertices(total), inner_vertices(total) + roads(total), Direction::kUndirectedOnce);
  job.executor.for_each(crossings, BuildRoads{network, Executor::view(counts), sink});
}

// Inner vertices lie on the straight line between their crossings.
Points points_of(const generators::Road& road, Job<HostExecutor>& job) {
  const std::uint64_t crossings = road.width * road.height;
  const RoadNetwork network = network_of(road, job);
  const auto before = roads_before(road, network, job.executor);
  Points points(crossings + inner_vertices(before.back()));
  job.executor.for_each(crossings, [&](std::uint64_t crossing) {
    const auto place = [&](std::uint64_t c) {
      return in_spacings(network.crossings.at(c % road.width, c / road.width));
    };
    const PlanePoint here = place(crossing);
    std::uint64_t next = crossing + inner_vertices(before[crossing]);
    points[next++] = here;
    const auto along = [&](std::uint64_t other, std::uint64_t segments) {
      const PlanePoint from = place(other);
      for (std::uint64_t i = 1; i < segments; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(segments);
        points[next++] = {from.x + share * (here.x - from.x), from.y + share * (here.y - from.y)};
      }
    };
    const RoadNetwork::Owned owned = network.owned(crossing);
    if (owned.west != 0) along(crossing - 1, owned.west);
    if (owned.north != 0) along(crossing - road.width, owned.north);
  });
  return points;
}

WARPGRAPH_INSTANTIATE_GENERATOR(Road);

}  // namespace warpgraph::generators::detail
