// SPDX-License-Identifier: Apache-2.0
#include "generate/make.hpp"
#include "generate/pairs.hpp"
#include "generate/size.hpp"

namespace warpgraph::generators::detail {

namespace {

struct StarEdge {
  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const { return {0, static_cast<VertexId>(i + 1)}; }
};

// The cycle's last edge leads back.
struct RingEdge {
  std::uint64_t n;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    return {static_cast<VertexId>(i), static_cast<VertexId>(i + 1 == n ? 0 : i + 1)};
  }
};

struct CliqueEdge {
  std::uint64_t size;
  std::uint64_t pairs;  // of one clique

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const auto first = static_cast<VertexId>(i / pairs * size);
    const Edge edge = unordered_pair(i % pairs, size);
    return {first + edge.source, first + edge.target};
  }
};

struct BipartiteEdge {
  std::uint64_t left;
  std::uint64_t right;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    return {static_cast<VertexId>(i / right), static_cast<VertexId>(left + i % right)};
  }
};

struct SparseRowEdge {
  UniformEdge among;
  std::uint64_t stride;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const Edge edge = among(i);
    return {static_cast<VertexId>(edge.source * stride), static_cast<VertexId>(edge.target * stride)};
  }
};

struct HeavyEdge {
  UniformEdge background;
  std::uint64_t heavy;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const std::uint64_t spokes = background.n - 1;
    if (i >= spokes) return background(i - spokes);
    return {static_cast<VertexId>(heavy), static_cast<VertexId>(i + (i >= heavy ? 1 : 0))};
  }
};

template <class Executor, class Family, class EdgeFunction>
void emit_undirected(const Family& family, Job<Executor>& job, const EdgeFunction& edge) {
  const GeneratorSize size = size_of(family);
  emit(job, size.vertices, size.edges, Direction::kUndirectedOnce, edge);
}

}  // namespace

template <class Executor>
void make(const generators::Star& star, Job<Executor>& job) {
  emit_undirected(star, job, StarEdge{});
}

template <class Executor>
void make(const generators::Path& path, Job<Executor>& job) {
  emit_undirected(path, job, RingEdge{path.vertices});
}

template <class Executor>
void make(const generators::Cycle& cycle, Job<Executor>& job) {
  emit_undirected(cycle, job, RingEdge{cycle.vertices});
}

template <class Executor>
void make(const generators::Complete& graph, Job<Executor>& job) {
  emit_undirected(graph, job, CliqueEdge{graph.vertices, pair_count(graph.vertices)});
}

template <class Executor>
void make(const generators::CompleteBipartite& graph, Job<Executor>& job) {
  emit_undirected(graph, job, BipartiteEdge{graph.left, graph.right});
}

template <class Executor>
void make(const generators::Cliques& graph, Job<Executor>& job) {
  emit_undirected(graph, job, CliqueEdge{graph.size, pair_count(graph.size)});
}

template <class Executor>
void make(const generators::EmptyRows& graph, Job<Executor>& job) {
  const UniformEdge among{job.random(Draw::kStructure), filled_rows(graph)};
  emit_undirected(graph, job, SparseRowEdge{among, graph.stride});
}

template <class Executor>
void make(const generators::HeavyVertex& graph, Job<Executor>& job) {
  const UniformEdge background{job.random(Draw::kStructure), graph.vertices};
  emit_undirected(graph, job, HeavyEdge{background, graph.vertices / 2});
}

WARPGRAPH_INSTANTIATE_GENERATOR(Star);
WARPGRAPH_INSTANTIATE_GENERATOR(Path);
WARPGRAPH_INSTANTIATE_GENERATOR(Cycle);
WARPGRAPH_INSTANTIATE_GENERATOR(Complete);
WARPGRAPH_INSTANTIATE_GENERATOR(CompleteBipartite);
WARPGRAPH_INSTANTIATE_GENERATOR(Cliques);
WARPGRAPH_INSTANTIATE_GENERATOR(EmptyRows);
WARPGRAPH_INSTANTIATE_GENERATOR(HeavyVertex);

}  // namespace warpgraph::generators::detail
