// SPDX-License-Identifier: Apache-2.0
#include "generate/make.hpp"
#include "generate/pairs.hpp"
#include "generate/size.hpp"

namespace warpgraph::generators::detail {

namespace {

// Drawing without replacement is walking through a permutation of all pairs.
struct DistinctEdge {
  Permutation pairs;
  std::uint64_t n;
  bool directed;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const std::uint64_t k = pairs(i);
    return directed ? ordered_pair(k, n) : unordered_pair(k, n);
  }
};

// Cuts `count` things into `parts` parts of equal size, up to one.
struct EvenCut {
  std::uint64_t count;
  std::uint64_t parts;

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t first(std::uint64_t part) const {
    const std::uint64_t rest = count % parts;
    return part * (count / parts) + (part < rest ? part : rest);
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t part_of(std::uint64_t i) const {
    const std::uint64_t size = count / parts;
    const std::uint64_t in_larger = count % parts * (size + 1);
    return i < in_larger ? i / (size + 1) : count % parts + (i - in_larger) / size;
  }
};

struct BlockEdge {
  CounterRandom random;
  EvenCut vertices;
  EvenCut edges;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const std::uint64_t block = edges.part_of(i);
    const std::uint64_t first = vertices.first(block);
    const std::uint64_t size = vertices.first(block + 1) - first;
    return {static_cast<VertexId>(first + below(random(2 * i), size)),
            static_cast<VertexId>(first + below(random(2 * i + 1), size))};
  }
};

}  // namespace

template <class Executor>
void make(const generators::UniformRandom& uniform, Job<Executor>& job) {
  const GeneratorSize size = size_of(uniform);
  emit(job, size.vertices, size.edges, direction_if(uniform.directed),
       UniformEdge{job.random(Draw::kStructure), size.vertices});
}

template <class Executor>
void make(const generators::ErdosRenyi& graph, Job<Executor>& job) {
  const std::uint64_t n = graph.vertices;
  const std::uint64_t pairs = graph.directed ? n * (n - 1) : pair_count(n);
  emit(job, n, graph.edges, direction_if(graph.directed),
       DistinctEdge{Permutation(pairs, job.random(Draw::kStructure)), n, graph.directed});
}

template <class Executor>
void make(const generators::RandomBlocks& graph, Job<Executor>& job) {
  const GeneratorSize size = size_of(graph);
  emit(job, size.vertices, size.edges, Direction::kUndirectedOnce,
       BlockEdge{job.random(Draw::kStructure), {size.vertices, graph.blocks}, {size.edges, graph.blocks}});
}

WARPGRAPH_INSTANTIATE_GENERATOR(UniformRandom);
WARPGRAPH_INSTANTIATE_GENERATOR(ErdosRenyi);
WARPGRAPH_INSTANTIATE_GENERATOR(RandomBlocks);

}  // namespace warpgraph::generators::detail
