// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/generate/generator.hpp>

#include <unistd.h>

#include <warpgraph/runtime/error.hpp>

#include "generate/make.hpp"

namespace warpgraph {

namespace {

std::size_t physical_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void expect_room_on_host(const GeneratorSpec& spec) {
  const std::size_t needed = generator_memory(spec).total();
  if (needed > physical_memory()) throw OutOfMemory("host", "generated graph", needed, physical_memory());
}

template <class Executor>
generators::detail::Job<Executor> run(Executor executor, const GeneratorSpec& spec) {
  generators::detail::Job<Executor> job(executor, spec);
  std::visit([&](const auto& options) { generators::detail::make(options, job); }, spec.family);
  generators::detail::weigh(job);
  return job;
}

}  // namespace

EdgeList generate(const GeneratorSpec& spec, ThreadPool& threads) {
  expect_room_on_host(spec);
  auto job = run(generators::detail::HostExecutor(threads), spec);
  EdgeList edges;
  edges.vertex_count = job.vertex_count;
  edges.source = std::move(job.source);
  edges.target = std::move(job.target);
  edges.values = std::move(job.values);
  edges.direction = job.direction;
  return edges;
}

DeviceEdgeList generate(StreamRef stream, const GeneratorSpec& spec) {
  stream.device().require(generator_memory(spec, stream.device()), "generated graph");
  auto job = run(generators::detail::StreamExecutor(stream), spec);
  DeviceEdgeList edges;
  edges.vertex_count = job.vertex_count;
  edges.source = std::move(job.source);
  edges.target = std::move(job.target);
  edges.values = std::move(job.values);
  edges.direction = job.direction;
  return edges;
}

}  // namespace warpgraph
