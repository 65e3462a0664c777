// SPDX-License-Identifier: Apache-2.0
#include "generate/lattice.hpp"
#include "generate/make.hpp"
#include "generate/points.hpp"
#include "generate/size.hpp"

namespace warpgraph::generators::detail {

namespace {

struct Corner {
  std::uint64_t x;
  std::uint64_t y;
};

struct MeshEdges {
  JitteredLattice points;
  CounterRandom ties;
  std::uint64_t width;
  std::uint64_t height;
  EdgeSink sink;

  // Whether the diagonal of the square at (x, y) runs from the lower left to the upper right corner. That diagonal is
  // Delaunay's if the angles at the other two corners add up to at most 180 degrees, that is if the sine of their sum
  // is not negative.
  [[nodiscard]] WARPGRAPH_DEVICE bool rises(std::uint64_t x, std::uint64_t y) const {
    const Point a = points.at(x, y);
    const Point b = points.at(x + 1, y);
    const Point c = points.at(x + 1, y + 1);
    const Point d = points.at(x, y + 1);
    const std::int64_t sine = cross(c - b, a - b) * dot(a - d, c - d) + dot(c - b, a - b) * cross(a - d, c - d);
    return sine != 0 ? sine > 0 : (ties(y * width + x) & 1) != 0;
  }

  WARPGRAPH_DEVICE void put(std::uint64_t i, Corner a, Corner b) const {
    const Edge edge = {static_cast<VertexId>(a.y * width + a.x), static_cast<VertexId>(b.y * width + b.x)};
    if (sink.length.empty())
      sink.put(i, edge);
    else
      sink.put(i, edge, length_of(points.at(a.x, a.y) - points.at(b.x, b.y)));
  }

  // Edges along rows, then along columns, then diagonals.
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t along_rows = (width - 1) * height;
    const std::uint64_t along_columns = width * (height - 1);
    if (i < along_rows) {
      const Corner corner = {i % (width - 1), i / (width - 1)};
      return put(i, corner, {corner.x + 1, corner.y});
    }
    const std::uint64_t j = i - along_rows;
    if (j < along_columns) return put(i, {j % width, j / width}, {j % width, j / width + 1});
    const std::uint64_t square = j - along_columns;
    const std::uint64_t x = square % (width - 1);
    const std::uint64_t y = square / (width - 1);
    if (rises(x, y))
      put(i, {x, y}, {x + 1, y + 1});
    else
      put(i, {x + 1, y}, {x, y + 1});
  }
};

template <class Executor>
JitteredLattice lattice_of(const generators::Mesh& mesh, const Job<Executor>& job) {
  const auto jitter = static_cast<std::int64_t>(mesh.jitter * JitteredLattice::kSpacing);
  return {job.random(Draw::kPosition), mesh.width, jitter};
}

}  // namespace

template <class Executor>
void make(const generators::Mesh& mesh, Job<Executor>& job) {
  const GeneratorSize size = size_of(mesh);
  const JitteredLattice points = lattice_of(mesh, job);
  const EdgeSink sink = job.allocate(size.vertices, size.edges, Direction::kUndirectedOnce);
  job.executor.for_each(size.edges, MeshEdges{points, job.random(Draw::kDetail), mesh.width, mesh.height, sink});
}

Points points_of(const generators::Mesh& mesh, Job<HostExecutor>& job) {
  const JitteredLattice lattice = lattice_of(mesh, job);
  Points points(size_of(mesh).vertices);
  job.executor.for_each(points.size(),
                        [&](std::uint64_t v) { points[v] = in_spacings(lattice.at(v % mesh.width, v / mesh.width)); });
  return points;
}

WARPGRAPH_INSTANTIATE_GENERATOR(Mesh);

}  // namespace warpgraph::generators::detail
