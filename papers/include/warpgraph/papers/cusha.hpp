// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/graph/out_degrees.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/papers/cusha/kernels.hpp>
#include <warpgraph/papers/pulled_levels.hpp>
#include <warpgraph/papers/shards.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

// CuSha (2014) for comparison with the engine: a vertex program on shards, a block of threads for each shard and a
// launch for each iteration. A block (1) prepares its vertices in shared memory, (2) reduces the contributions of all
// entries of its shard into them, (3) computes the new values and counts those that were updated, (4) copies these to
// the vertices' entries in all shards. The run ends when an iteration updates no vertex.
//
//   const papers::Shards<float> shards(stream, graph.view(), {.layout = papers::ShardLayout::kGShards});
//   const auto distances = papers::run_cusha(stream, shards, algorithms::programs::Distances<float>{source});
//
// Files that include this header are kernel sources (docs/guide/kernels.md), as for engine.hpp.
namespace warpgraph::papers {

struct CushaOptions {
  // With a limit an iteration reads nothing of its own updates, as a superstep of the engine.
  std::uint32_t max_supersteps = 0xffffffffu;
};

namespace cusha {

// Fails to compile with what the program has that CuSha has not.
template <class P>
constexpr void explain_program() {
  detail::explain_program<P>();
  if constexpr (VertexProgram<P>) {
    static_assert(!detail::first_hit_suffices<P>(),
                  "cusha: every iteration visits all neighbours, reached or not, so kFirstHitSuffices cannot be kept; "
                  "papers::PulledLevels is a breadth-first search without it");
    static_assert(!detail::VisitsNeighbour<P>,
                  "cusha: entries of concatenated windows have no source, so visit takes the published value and the "
                  "edge's value alone");
    static_assert(sizeof(detail::Contribution<P>) == 4 || sizeof(detail::Contribution<P>) == 8,
                  "cusha: what visit returns is reduced in shared memory by atomics, so it must have 4 or 8 bytes");
    static_assert(sizeof(detail::Published<P>) <= 8, "cusha: what neighbours see of a vertex has at most 8 bytes");
  }
}

template <class P, class E>
class Run {
 public:
  using Value = typename P::VertexValue;

  template <class EdgeValue>
  Run(StreamRef stream, const Shards<EdgeValue>& shards, const P& program, const CushaOptions& options)
      : stream_(stream),
        options_(options),
        in_order_(!PushableProgram<P> || detail::is_synchronous<P>() || options.max_supersteps != 0xffffffffu),
        blocks_{shards.shard_count()},
        value_(stream, shards.vertex_count(), "cusha values"),
        source_value_(stream, shards.edge_count(), "cusha source values"),
        updated_(stream, blocks_.count, "cusha counts"),
        all_updated_(stream, 1, "cusha counts"),
        told_(stream.device().runtime(), 1) {
    if constexpr (AsksDegrees<P>) {
      in_degree_ = Buffer<std::uint32_t>(stream, shards.vertex_count(), "cusha degrees");
      out_degree_ = Buffer<std::uint32_t>(stream, shards.vertex_count(), "cusha degrees");
      rows::count_out_degrees(stream, shards.view().target, in_degree_);
      rows::count_out_degrees(stream, shards.view().source, out_degree_);
    }
    if (detail::HasAggregate<P>)
      aggregate_ = Buffer<detail::AggregateType<P>>(stream, blocks_.count, "cusha aggregates");
    view_ = {program,   as_shards<E>(shards.view()), value_, source_value_, in_degree_, out_degree_, updated_,
             aggregate_};
  }

  Result<Value> operator()() {
    RunReport report;
    report.end = iterate(report);
    return {std::move(report), std::move(value_), detail::values_are<P>()};
  }

 private:
  RunEnd iterate(RunReport& report) {
    fill(stream_, all_updated_, 0);
    kernel::launch(stream_, blocks_, Initialise<P, E>{view_});
    if (detail::HasAggregate<P>) read_back();
    std::uint64_t active = value_.size();
    for (std::uint32_t superstep = 0;; ++superstep) {
      if (!detail::HasAggregate<P> && active == 0) return RunEnd::kConverged;
      if (superstep >= options_.max_supersteps) return RunEnd::kSuperstepLimit;
      if constexpr (detail::HasAggregate<P>)
        if (!view_.program.next(told_[0].aggregate, superstep)) return RunEnd::kConverged;
      const std::uint64_t updated = run_one(superstep);
      report.supersteps.push_back({superstep, Plan::kPullAll, active, 0, updated, 0});
      active = updated;
    }
  }
  // Returns how many vertices were updated.
  std::uint64_t run_one(std::uint32_t superstep) {
    const std::uint64_t before = superstep == 0 ? 0 : told_[0].all_updated;
    if (superstep == 0 || in_order_)
      kernel::launch(stream_, blocks_, WriteWindows<P, E>{view_, superstep == 0 || detail::PublishesAnew<P>});
    kernel::launch(stream_, blocks_, Iterate<P, E>{view_, all_updated_, !in_order_});
    read_back();
    return told_[0].all_updated - before;
  }
  void read_back() {
    if constexpr (detail::HasAggregate<P>)
      kernel::launch(stream_, kernel::Blocks{1}, Tell<P>{aggregate_, all_updated_, told_});
    else
      copy(stream_, View<std::uint64_t>(&told_[0].all_updated, 1), all_updated_);
    stream_.synchronize();
  }

  StreamRef stream_;
  CushaOptions options_;
  bool in_order_;  // an iteration sees no updates of its own: windows are written between two of them
  kernel::Blocks blocks_;
  Buffer<Value> value_;
  Buffer<detail::Published<P>> source_value_;
  Buffer<std::uint32_t> in_degree_;
  Buffer<std::uint32_t> out_degree_;
  Buffer<std::uint32_t> updated_;
  Buffer<std::uint64_t> all_updated_;
  Buffer<detail::AggregateType<P>> aggregate_;
  PinnedBuffer<Told<P>> told_;
  RunView<P, E> view_;
};

}  // namespace cusha

// What a run takes of the device's memory beside the shards. Starts nothing.
template <class P>
[[nodiscard]] MemoryPlan cusha_memory(VertexId vertices, EdgeId edges, const ShardOptions& options = {}) {
  MemoryPlan plan;
  if (vertices == 0) return plan;
  const std::size_t size = cusha::checked(vertices, edges, options).vertices_per_shard;
  const std::size_t shards = (vertices + size - 1) / size;
  plan.add_array<typename P::VertexValue>("cusha values", vertices);
  plan.add_array<detail::Published<P>>("cusha source values", edges);
  if (cusha::AsksDegrees<P>) plan.add_array<std::uint32_t>("cusha degrees", 2 * std::size_t{vertices});
  if (detail::HasAggregate<P>) plan.add_array<detail::AggregateType<P>>("cusha aggregates", shards);
  plan.add("cusha counts", shards * sizeof(std::uint32_t) + sizeof(std::uint64_t));
  return plan;
}

// Runs the program on shards until no vertex is updated, or its next() ends it. Programs with a reduction for which it
// makes no difference in the end (Min, Max, Or, kIdempotentReduce) see updates of the same iteration, as in the paper,
// unless the run has a limit: their values are those of the engine, and iterations are fewer than its supersteps. All
// others take a second launch an iteration for the fourth step, so that they compute what the engine computes,
// superstep by superstep, but for rounding: sums are added atomically, in no certain order. active_initially is not
// asked. What a program cannot have (kFirstHitSuffices; a visit that takes vertices; contributions that have not 4 or 8
// bytes) does not compile, with the reason. Edges without values count 1, as in the engine.
// Waits for the stream in every iteration. Throws OutOfMemory. Memory: cusha_memory.
template <class P, EdgeValueType EdgeValue>
Result<typename detail::ValueOf<P>::type> run_cusha(StreamRef stream, const Shards<EdgeValue>& shards, const P& program,
                                                    const CushaOptions& options = {}) {
  cusha::explain_program<P>();
  if constexpr (VertexProgram<P>) {
    if (shards.vertex_count() == 0) return {{}, {}, detail::values_are<P>()};
    const ShardOptions layout{shards.layout(), shards.vertices_per_shard()};
    stream.device().require(cusha_memory<P>(shards.vertex_count(), shards.edge_count(), layout), "a run of CuSha");
    return cusha::Run<P, detail::KernelEdge<P, EdgeValue>>(stream, shards, program, options)();
  } else {
    return {};
  }
}

}  // namespace warpgraph::papers
