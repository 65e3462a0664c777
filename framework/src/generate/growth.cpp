// SPDX-License-Identifier: Apache-2.0
#include "generate/make.hpp"
#include "generate/pairs.hpp"
#include "generate/size.hpp"

// Preferential attachment and the small world: an edge depends on earlier edges at most through what can be drawn
// again.
namespace warpgraph::generators::detail {

namespace {

// Choosing a vertex by its degree is choosing one of all edge ends so far. Which vertex is at that end need not be
// stored: if it was chosen, the choice is made again from the same random bits, until the chase ends at an end that was
// not chosen (Sanders and Schulz: Scalable generation of scale-free graphs, 2016). Expected length of the chase: 2.
struct PreferentialEdge {
  CounterRandom random;
  std::uint64_t degree;

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t clique() const { return degree + 1; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t clique_edges() const { return degree * clique() / 2; }

  // For the edges behind the clique's: how many vertices came before the edge's own.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t newcomer(std::uint64_t edge) const {
    return (edge - clique_edges()) / degree;
  }

  [[nodiscard]] WARPGRAPH_DEVICE VertexId chosen(std::uint64_t edge) const {
    for (;;) {
      const std::uint64_t ends = 2 * (clique_edges() + newcomer(edge) * degree);
      const std::uint64_t end = below(random(edge), ends);
      edge = end / 2;
      const bool is_source = end % 2 == 0;
      if (edge < clique_edges()) {
        const Edge known = unordered_pair(edge, clique());
        return is_source ? known.source : known.target;
      }
      if (is_source) return static_cast<VertexId>(clique() + newcomer(edge));
    }
  }

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t edge) const {
    if (edge < clique_edges()) return unordered_pair(edge, clique());
    return {static_cast<VertexId>(clique() + newcomer(edge)), chosen(edge)};
  }
};

struct SmallWorldEdge {
  CounterRandom random;
  std::uint64_t n;
  std::uint64_t reach;  // half the degree
  Probability rewire;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const std::uint64_t v = i / reach;
    std::uint64_t other = (v + i % reach + 1) % n;
    if (rewire(random(2 * i))) {
      other = below(random(2 * i + 1), n - 1);
      other += other >= v ? 1 : 0;
    }
    return {static_cast<VertexId>(v), static_cast<VertexId>(other)};
  }
};

}  // namespace

template <class Executor>
void make(const generators::PreferentialAttachment& graph, Job<Executor>& job) {
  const GeneratorSize size = size_of(graph);
  emit(job, size.vertices, size.edges, Direction::kUndirectedOnce,
       PreferentialEdge{job.random(Draw::kStructure), graph.degree});
}

template <class Executor>
void make(const generators::SmallWorld& graph, Job<Executor>& job) {
  const GeneratorSize size = size_of(graph);
  emit(job, size.vertices, size.edges, Direction::kUndirectedOnce,
       SmallWorldEdge{job.random(Draw::kStructure), graph.vertices, graph.degree / 2, Probability(graph.rewire)});
}

WARPGRAPH_INSTANTIATE_GENERATOR(PreferentialAttachment);
WARPGRAPH_INSTANTIATE_GENERATOR(SmallWorld);

}  // namespace warpgraph::generators::detail
