// SPDX-License-Identifier: Apache-2.0
#include "generate/group.hpp"
#include "generate/make.hpp"
#include "generate/size.hpp"

namespace warpgraph::generators::detail {

namespace {

struct CompleteTreeEdge {
  std::uint64_t children;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    return {static_cast<VertexId>(i / children), static_cast<VertexId>(i + 1)};
  }
};

struct CaterpillarEdge {
  std::uint64_t segment;  // a vertex of the spine and its legs

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const std::uint64_t v = i + 1;
    const std::uint64_t along = v % segment;
    return {static_cast<VertexId>(along == 0 ? v - segment : v - along), static_cast<VertexId>(v)};
  }
};

// Any vertex before v is v's parent.
struct RecursiveTreeEdge {
  CounterRandom random;
  std::uint64_t roots;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const std::uint64_t v = roots + i;
    return {static_cast<VertexId>(below(random(i), v)), static_cast<VertexId>(v)};
  }
};

// One child each: v continues the list of v - roots.
struct ListTreeEdge {
  std::uint64_t roots;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    return {static_cast<VertexId>(i), static_cast<VertexId>(roots + i)};
  }
};

// All free places are in a line. The i-th newcomer takes one of them, leaves one of its own in that position and adds
// the others at the end: the length of the line is known at all times, so newcomers can draw at once. The owner of a
// position is the last newcomer that took it, or else the one that added it.
struct FreePlaces {
  CounterRandom random;
  std::uint64_t roots;
  std::uint64_t children;

  // The position that the i-th newcomer takes.
  WARPGRAPH_DEVICE std::uint64_t operator()(std::uint64_t i) const {
    return below(random(i), roots * children + i * (children - 1));
  }

  [[nodiscard]] WARPGRAPH_DEVICE VertexId adder(std::uint64_t position) const {
    const std::uint64_t of_roots = roots * children;
    return static_cast<VertexId>(position < of_roots ? position / children
                                                     : roots + (position - of_roots) / (children - 1));
  }
};

struct JoinTakers {
  FreePlaces places;
  View<const std::uint32_t> ends;
  View<const std::uint32_t> newcomers;
  EdgeSink sink;

  WARPGRAPH_DEVICE void operator()(std::uint64_t position) const {
    VertexId owner = places.adder(position);
    for (std::uint32_t k = ends[position]; k < ends[position + 1]; ++k) {
      const std::uint64_t newcomer = newcomers[k];
      const auto v = static_cast<VertexId>(places.roots + newcomer);
      sink.put(newcomer, {owner, v});
      owner = v;
    }
  }
};

template <class Executor>
void make_bounded(const generators::RandomTrees& trees, Job<Executor>& job) {
  const std::uint64_t newcomers = trees.vertices - trees.trees;
  const FreePlaces places{job.random(Draw::kStructure), trees.trees, trees.children};
  const std::uint64_t positions = tree_positions(trees);
  auto takers = group_by(job.executor, newcomers, positions, places);
  const EdgeSink sink = job.allocate(trees.vertices, newcomers, Direction::kUndirectedOnce);
  job.executor.for_each(positions,
                        JoinTakers{places, Executor::view(takers.ends), Executor::view(takers.members), sink});
}

}  // namespace

template <class Executor>
void make(const generators::RandomTrees& trees, Job<Executor>& job) {
  const std::uint64_t n = trees.vertices;
  const std::uint64_t edges = n - trees.trees;
  if (trees.children == 0)
    return emit(job, n, edges, Direction::kUndirectedOnce,
                RecursiveTreeEdge{job.random(Draw::kStructure), trees.trees});
  if (trees.children == 1) return emit(job, n, edges, Direction::kUndirectedOnce, ListTreeEdge{trees.trees});
  make_bounded(trees, job);
}

template <class Executor>
void make(const generators::CompleteTree& tree, Job<Executor>& job) {
  emit(job, tree.vertices, tree.vertices - 1, Direction::kUndirectedOnce, CompleteTreeEdge{tree.children});
}

template <class Executor>
void make(const generators::Caterpillar& tree, Job<Executor>& job) {
  emit(job, tree.vertices, tree.vertices - 1, Direction::kUndirectedOnce, CaterpillarEdge{tree.legs + 1});
}

WARPGRAPH_INSTANTIATE_GENERATOR(RandomTrees);
WARPGRAPH_INSTANTIATE_GENERATOR(CompleteTree);
WARPGRAPH_INSTANTIATE_GENERATOR(Caterpillar);

}  // namespace warpgraph::generators::detail
