// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "generate/group.hpp"
#include "generate/lattice.hpp"
#include "generate/make.hpp"
#include "generate/points.hpp"
#include "generate/size.hpp"

// Points are numbered along rows of cells at least as wide as the radius, so that the neighbours with larger numbers
// lie in two stretches of points: the rest of a point's own cell with the next cell, and three cells of the row below.
// Coordinates are integers of 31 bits, so squared distances are exact.
namespace warpgraph::generators::detail {

namespace {

constexpr int kCoordinateBits = 31;

struct CellGrid {
  CounterRandom random;
  std::uint64_t cells;  // along each axis

  [[nodiscard]] WARPGRAPH_DEVICE static Point point(std::uint64_t bits) {
    return {static_cast<std::int64_t>(bits >> (64 - kCoordinateBits)),
            static_cast<std::int64_t>(bits & ((std::uint64_t{1} << kCoordinateBits) - 1))};
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t along(std::int64_t coordinate) const {
    return static_cast<std::uint64_t>(coordinate) * cells >> kCoordinateBits;
  }
  // The cell of point i.
  WARPGRAPH_DEVICE std::uint64_t operator()(std::uint64_t i) const {
    const Point p = point(random(i));
    return along(p.y) * cells + along(p.x);
  }
};

struct PlacePoints {
  CellGrid grid;
  View<const std::uint32_t> members;
  View<std::uint64_t> points;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { points[v] = grid.random(members[v]); }
};

struct Neighbourhood {
  CellGrid grid;
  std::int64_t radius;
  View<const std::uint32_t> ends;
  View<const std::uint64_t> points;  // their random bits

  // visit(w, vector to w) for the neighbours w > v.
  template <class Visit>
  WARPGRAPH_DEVICE void for_larger(std::uint64_t v, const Visit& visit) const {
    const Point p = CellGrid::point(points[v]);
    const std::uint64_t x = grid.along(p.x);
    const std::uint64_t row = grid.along(p.y) * grid.cells;
    const std::uint64_t right = x + 1 < grid.cells ? x + 1 : x;
    visit_stretch(p, v + 1, ends[row + right + 1], visit);
    const std::uint64_t below = row + grid.cells;
    if (below == grid.cells * grid.cells) return;
    visit_stretch(p, ends[below + (x == 0 ? 0 : x - 1)], ends[below + right + 1], visit);
  }

 private:
  template <class Visit>
  WARPGRAPH_DEVICE void visit_stretch(Point p, std::uint64_t first, std::uint64_t last, const Visit& visit) const {
    for (std::uint64_t w = first; w < last; ++w) {
      const Point vector = CellGrid::point(points[w]) - p;
      if (dot(vector, vector) <= radius * radius) visit(w, vector);
    }
  }
};

struct CountLarger {
  Neighbourhood neighbourhood;
  View<std::uint64_t> counts;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    std::uint64_t count = 0;
    neighbourhood.for_larger(v, [&](std::uint64_t, Point) { ++count; });
    counts[v] = count;
  }
};

struct JoinLarger {
  Neighbourhood neighbourhood;
  View<const std::uint64_t> before;
  EdgeSink sink;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    std::uint64_t next = before[v];
    neighbourhood.for_larger(v, [&](std::uint64_t w, Point vector) {
      sink.put(next++, {static_cast<VertexId>(v), static_cast<VertexId>(w)}, in_radii(vector));
    });
  }

  // In units of 1/1024 of the radius.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t in_radii(Point vector) const {
    if (sink.length.empty()) return 0;
    const std::uint64_t length = std::uint64_t{length_of(vector)} * 1024;
    return static_cast<std::uint32_t>(length / static_cast<std::uint64_t>(neighbourhood.radius));
  }
};

}  // namespace

template <class Executor>
void make(const generators::RandomGeometric& graph, Job<Executor>& job) {
  const std::uint64_t n = graph.vertices;
  const double radius = radius_of(graph);
  const CellGrid grid{job.random(Draw::kPosition), cells_along(graph)};
  auto groups = group_by(job.executor, n, grid.cells * grid.cells, grid);
  auto points = job.executor.template array<std::uint64_t>(n, "generated points");
  job.executor.for_each(n, PlacePoints{grid, Executor::view(groups.members), Executor::view(points)});
  groups.members = {};

  const auto reach = static_cast<std::int64_t>(std::ldexp(radius, kCoordinateBits));
  const Neighbourhood neighbourhood{grid, reach, Executor::view(groups.ends), Executor::view(points)};
  auto counts = job.executor.template zeros<std::uint64_t>(n + 1, "generated degrees");
  job.executor.for_each(n, CountLarger{neighbourhood, Executor::view(counts)});
  job.executor.exclusive_scan(counts);
  const EdgeSink sink = job.allocate(n, job.executor.read_last(counts), Direction::kUndirectedOnce);
  job.executor.for_each(n, JoinLarger{neighbourhood, Executor::view(counts), sink});
}

Points points_of(const generators::RandomGeometric& graph, Job<HostExecutor>& job) {
  const CellGrid grid{job.random(Draw::kPosition), cells_along(graph)};
  const auto groups = group_by(job.executor, graph.vertices, grid.cells * grid.cells, grid);
  Points points(graph.vertices);
  job.executor.for_each(graph.vertices, [&](std::uint64_t v) {
    const Point point = CellGrid::point(grid.random(groups.members[v]));
    points[v] = {std::ldexp(static_cast<double>(point.x), -kCoordinateBits),
                 std::ldexp(static_cast<double>(point.y), -kCoordinateBits)};
  });
  return points;
}

WARPGRAPH_INSTANTIATE_GENERATOR(RandomGeometric);

}  // namespace warpgraph::generators::detail
