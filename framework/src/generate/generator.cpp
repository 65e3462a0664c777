// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/generate/generator.hpp>

#include <unistd.h>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "generate/make.hpp"
#include "generate/piece.hpp"
#include "generate/points.hpp"

namespace warpgraph::generators {

namespace {

std::size_t physical_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void expect_room_on_host(const GeneratorSpec& spec, std::uint64_t pieces = 1) {
  const std::size_t needed = generator_memory(spec).total() / pieces;
  if (needed > physical_memory()) throw OutOfMemory("host", "generated graph", needed, physical_memory());
}

template <class Executor>
generators::detail::Job<Executor> run(Executor executor, const GeneratorSpec& spec,
                                      generators::detail::Piece piece = {}) {
  generators::detail::Job<Executor> job(executor, spec, piece);
  std::visit([&](const auto& options) { generators::detail::make(options, job); }, spec.family);
  generators::detail::weigh(job);
  return job;
}

// What came out of a job, as a list on the same machine.
template <class List, class Executor>
List take_list(generators::detail::Job<Executor> job) {
  List list;
  list.vertex_count = job.vertex_count;
  list.source = std::move(job.source);
  list.target = std::move(job.target);
  list.values = std::move(job.values);
  list.direction = job.direction;
  return list;
}

}  // namespace

EdgeList generate(const GeneratorSpec& spec, ThreadPool& threads) {
  expect_room_on_host(spec);
  return take_list<EdgeList>(run(generators::detail::HostExecutor(threads), spec));
}

}  // namespace warpgraph::generators

namespace warpgraph {

namespace generators::detail {

namespace {

template <class T>
void keep(std::vector<T>& values, std::uint64_t first, std::uint64_t last) {
  values = std::vector<T>(values.begin() + static_cast<std::ptrdiff_t>(first),
                          values.begin() + static_cast<std::ptrdiff_t>(last));
}

void keep(EdgeList& list, Piece piece) {
  const std::uint64_t first = piece.first(list.size());
  const std::uint64_t last = piece.last(list.size());
  keep(list.source, first, last);
  keep(list.target, first, last);
  std::visit(
      [&]<class Held>(Held& values) {
        if constexpr (!std::is_same_v<Held, std::monostate>) keep(values, first, last);
      },
      list.values);
}

}  // namespace

EdgeList generate_piece(const GeneratorSpec& spec, ThreadPool& threads, Piece piece) {
  expect_room_on_host(spec, piece.count);
  auto job = run(HostExecutor(threads), spec, piece);
  const bool is_piece = job.is_piece;
  EdgeList list = take_list<EdgeList>(std::move(job));
  if (!is_piece) keep(list, piece);
  return list;
}

}  // namespace generators::detail

}  // namespace warpgraph

namespace warpgraph::generators {

std::vector<PlanePoint> generator_points(const GeneratorSpec& spec, ThreadPool& threads) {
  expect_room_on_host(spec);
  namespace detail = generators::detail;
  detail::Job<detail::HostExecutor> job(detail::HostExecutor(threads), spec);
  detail::Points points = std::visit(
      [&]<class Family>(const Family& family) -> detail::Points {
        if constexpr (requires { detail::points_of(family, job); })
          return detail::points_of(family, job);
        else
          throw UsageError("the vertices of this graph do not lie in a plane; those of grid2d, road, rgg and mesh do");
      },
      spec.family);
  if (!spec.permute) return points;
  const Permutation order(points.size(), job.random(detail::Draw::kVertexOrder));
  detail::Points placed(points.size());
  for (std::uint64_t v = 0; v < points.size(); ++v) placed[order(v)] = points[v];
  return placed;
}

DeviceEdgeList generate(StreamRef stream, const GeneratorSpec& spec) {
  stream.device().require(generator_memory(spec, stream.device()), "generated graph");
  return take_list<DeviceEdgeList>(run(generators::detail::StreamExecutor(stream), spec));
}

}  // namespace warpgraph::generators
