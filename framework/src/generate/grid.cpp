// SPDX-License-Identifier: Apache-2.0
#include "generate/make.hpp"
#include "generate/points.hpp"
#include "generate/size.hpp"

namespace warpgraph::generators::detail {

namespace {

// All edges along the first dimension, then all along the second, then all along the third.
struct GridEdge {
  std::uint64_t width;
  std::uint64_t height;
  GridLinks links;

  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertex(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return static_cast<VertexId>((z * height + y) * width + x);
  }

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    if (i < links.total[0]) {
      const std::uint64_t x = i % links.a_line[0];
      const std::uint64_t line = i / links.a_line[0];
      const std::uint64_t y = line % height;
      const std::uint64_t z = line / height;
      return {vertex(x, y, z), vertex(x + 1 == width ? 0 : x + 1, y, z)};
    }
    i -= links.total[0];
    const std::uint64_t x = i % width;
    if (i < links.total[1]) {
      const std::uint64_t y = i / width % links.a_line[1];
      const std::uint64_t z = i / width / links.a_line[1];
      return {vertex(x, y, z), vertex(x, y + 1 == height ? 0 : y + 1, z)};
    }
    i -= links.total[1];
    const std::uint64_t y = i / width % height;
    const std::uint64_t z = i / width / height;
    return {vertex(i % width, y, z), vertex(i % width, y, z + 1 == links.depth ? 0 : z + 1)};
  }
};

}  // namespace

template <class Executor>
void make(const generators::Grid2d& grid, Job<Executor>& job) {
  make(generators::Grid3d{grid.width, grid.height, 1, grid.periodic}, job);
}

template <class Executor>
void make(const generators::Grid3d& grid, Job<Executor>& job) {
  const GeneratorSize size = size_of(grid);
  emit(job, size.vertices, size.edges, Direction::kUndirectedOnce, GridEdge{grid.width, grid.height, grid_links(grid)});
}

WARPGRAPH_INSTANTIATE_GENERATOR(Grid3d);
Points points_of(const generators::Grid2d& grid, Job<HostExecutor>& job) {
  Points points(size_of(grid).vertices);
  job.executor.for_each(points.size(), [&](std::uint64_t v) {
    points[v] = {static_cast<double>(v % grid.width), static_cast<double>(v / grid.width)};
  });
  return points;
}

WARPGRAPH_INSTANTIATE_GENERATOR(Grid2d);

}  // namespace warpgraph::generators::detail
