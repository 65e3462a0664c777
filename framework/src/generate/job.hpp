// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include <warpgraph/framework/generate/counter_random.hpp>
#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/framework/generate/permutation.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/error.hpp>

#include "generate/executor.hpp"

namespace warpgraph::generators::detail {

struct Edge {
  VertexId source;
  VertexId target;
};

// What random numbers are drawn for; each use has a stream of its own.
enum class Draw : std::uint64_t { kStructure, kDetail, kPosition, kVertexOrder, kEdgeOrder, kWeight };

inline CounterRandom random_for(const GeneratorSpec& spec, Draw use) {
  return {spec.seed, static_cast<std::uint64_t>(use)};
}

// Where edges go: numbered by the generator, in the caller's order and under the caller's vertex ids.
struct EdgeSink {
  View<VertexId> source;
  View<VertexId> target;
  View<std::uint32_t> length;  // empty unless the weights are lengths
  Permutation vertex_order = {};
  Permutation edge_order = {};
  bool permute = false;
  bool shuffle = false;

  WARPGRAPH_DEVICE void put(std::uint64_t index, Edge edge) const {
    const std::uint64_t i = shuffle ? edge_order(index) : index;
    source[i] = permute ? static_cast<VertexId>(vertex_order(edge.source)) : edge.source;
    target[i] = permute ? static_cast<VertexId>(vertex_order(edge.target)) : edge.target;
  }
  WARPGRAPH_DEVICE void put(std::uint64_t index, Edge edge, std::uint32_t edge_length) const {
    put(index, edge);
    if (!length.empty()) length[shuffle ? edge_order(index) : index] = edge_length;
  }
};

// The `number`-th of `count` equal parts of a list of edges.
struct Piece {
  std::uint64_t number = 0;
  std::uint64_t count = 1;

  // Where it begins in a list of so many.
  [[nodiscard]] std::uint64_t first(std::uint64_t edges) const {
    return edges / count * number + edges % count * number / count;
  }
  [[nodiscard]] std::uint64_t last(std::uint64_t edges) const { return Piece{number + 1, count}.first(edges); }
};

// One run of a generator on one machine: what was asked for and what has come out so far.
template <class Executor>
class Job {
 public:
  template <class T>
  using Array = typename Executor::template Array<T>;
  using Values = std::variant<std::monostate, Array<std::int32_t>, Array<std::int64_t>, Array<float>, Array<double>>;

  Job(Executor machine, const GeneratorSpec& spec, Piece wanted = {})
      : executor(machine), piece(wanted), spec_(&spec) {}

  [[nodiscard]] CounterRandom random(Draw use) const { return random_for(*spec_, use); }
  [[nodiscard]] const WeightOptions& weights() const { return spec_->weights; }

  // Makes room for the edges. To be called once, when the numbers are known.
  EdgeSink allocate(std::uint64_t vertices, std::uint64_t edges, Direction edge_direction) {
    expects(vertices <= kNoVertex, "generate: chance made more than 2^32 - 1 vertices");
    vertex_count = static_cast<VertexId>(vertices);
    direction = edge_direction;
    source = executor.template array<VertexId>(edges, "generated source");
    target = executor.template array<VertexId>(edges, "generated target");
    if (weights().kind == WeightKind::kLength)
      length = executor.template array<std::uint32_t>(edges, "generated length");
    EdgeSink sink{Executor::view(source), Executor::view(target), Executor::view(length)};
    if ((sink.permute = spec_->permute)) sink.vertex_order = Permutation(vertices, random(Draw::kVertexOrder));
    if ((sink.shuffle = spec_->shuffle)) sink.edge_order = Permutation(edges, random(Draw::kEdgeOrder));
    return sink;
  }

  Executor executor;
  Piece piece;            // of the edges that is asked for
  bool is_piece = false;  // whether that is what was made; otherwise all of them
  VertexId vertex_count = 0;
  Direction direction = Direction::kDirected;
  Array<VertexId> source;
  Array<VertexId> target;
  Array<std::uint32_t> length;
  Values values;

 private:
  const GeneratorSpec* spec_;
};

inline Direction direction_if(bool directed) { return directed ? Direction::kDirected : Direction::kUndirectedOnce; }

// Puts edge(first + i) at i.
template <class EdgeFunction>
struct EmitEdge {
  EdgeFunction edge;
  EdgeSink sink;
  std::uint64_t first;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { sink.put(i, edge(first + i)); }
};

// Puts edge(i) at i for all edges, or those of the piece.

template <class Executor, class EdgeFunction>
void emit(Job<Executor>& job, std::uint64_t vertices, std::uint64_t edges, Direction direction,
          const EdgeFunction& edge) {
  const std::uint64_t first = job.piece.first(edges);
  const std::uint64_t count = job.piece.last(edges) - first;
  const EdgeSink sink = job.allocate(vertices, count, direction);
  job.executor.for_each(count, EmitEdge<EdgeFunction>{edge, sink, first});
  job.is_piece = true;
}

}  // namespace warpgraph::generators::detail
