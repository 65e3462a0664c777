// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/hits.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/core/sweep.hpp>
#include <warpgraph/framework/engine/pull.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "common/spread.hpp"
#include "common/value_types.hpp"

namespace warpgraph {
namespace {

struct Sum {
  using VertexValue = float;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  WARPGRAPH_DEVICE float visit(float value, NoValue) const { return value; }
};

// One sum a warp, in double: a float would lose the small ones among many.
struct SumValues {
  View<const float> value;
  View<double> partial;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    PerLane<double> mine{};
    warp.relaxed_phase([&](Lane lane) {
      for (std::uint64_t v = detail::first_in_sweep(warp, lane); v < value.size(); v += detail::sweep_stride(warp))
        mine[lane] += static_cast<double>(value[v]);
    });
    const double sum = warp.reduce(mine, Plus{});
    warp.elect([&] { partial[warp.global_index()] = sum; });
  }
};

// value = raw / total, and one sum a warp of how far the values have moved.
struct Normalise {
  View<const float> raw;
  View<const double> total;
  View<float> value;
  View<double> partial;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const double scale = total[0] == 0 ? 0 : 1 / total[0];
    PerLane<double> mine{};
    warp.relaxed_phase([&](Lane lane) {
      for (std::uint64_t v = detail::first_in_sweep(warp, lane); v < value.size(); v += detail::sweep_stride(warp)) {
        const float now = static_cast<float>(static_cast<double>(raw[v]) * scale);
        const double change = static_cast<double>(now) - static_cast<double>(value[v]);
        mine[lane] += change < 0 ? -change : change;
        value[v] = now;
      }
    });
    const double moved = warp.reduce(mine, Plus{});
    warp.elect([&] { partial[warp.global_index()] = moved; });
  }
};

// What one device does in a run: all of it, or its part.
class HitsPart {
 public:
  HitsPart(StreamRef stream, const AdjacencyView<NoValue>& incoming, const RowLengths& in_lengths,
           const AdjacencyView<NoValue>& outgoing, const RowLengths& out_lengths, std::optional<GatherShape> shape,
           Warps warps)
      : stream_(stream),
        vertices_(static_cast<VertexId>(incoming.row.size() - 1)),
        to_authorities_(stream, incoming, in_lengths, Sum{}, shape),
        to_hubs_(stream, outgoing, out_lengths, Sum{}, shape),
        warps_(warps),
        hubs_(stream, vertices_, "hits hubs"),
        authorities_(stream, vertices_, "hits authorities"),
        sums_(stream, vertices_, "hits sums"),
        partial_(stream, warps_.count, "hits sums"),
        total_(stream, 1, "hits sums") {
    fill(stream_, hubs_, 1.0f / static_cast<float>(vertices_));
    fill(stream_, authorities_, 0);
  }

  // Authorities from hubs, and the sums of hubs from these authorities.
  void pull() {
    to_authorities_(hubs_, authorities_);
    to_hubs_(authorities_, sums_);
  }
  void normalise_hubs() { normalise(sums_, hubs_); }
  void normalise_authorities() { normalise(authorities_, authorities_); }
  // What the last call of either has moved, into the host's memory.
  void read_change(double* change) {
    reduce(stream_, partial_, total_.view());
    copy(stream_, View<double>(change, 1), total_);
  }
  void mark_time(std::optional<Event>& event) const { event.emplace(stream_.device()).record(stream_); }

  [[nodiscard]] View<float> sums() { return sums_; }
  [[nodiscard]] View<float> authorities() { return authorities_; }
  [[nodiscard]] Buffer<float> take_hubs() { return std::move(hubs_); }
  [[nodiscard]] Buffer<float> take_authorities() { return std::move(authorities_); }

  std::optional<Event> begin;  // of an iteration, if it is timed
  std::optional<Event> pulled;
  std::optional<Event> end;

 private:
  void normalise(View<const float> raw, View<float> values) {
    launch(stream_, warps_, SumValues{raw, partial_});
    reduce(stream_, partial_, total_.view());
    launch(stream_, warps_, Normalise{raw, total_, values, partial_});
  }

  StreamRef stream_;
  VertexId vertices_;
  Pull<Sum, NoValue> to_authorities_;
  Pull<Sum, NoValue> to_hubs_;
  Warps warps_;
  Buffer<float> hubs_;
  Buffer<float> authorities_;
  Buffer<float> sums_;
  Buffer<double> partial_;
  Buffer<double> total_;
};

// Authorities are made to add up to 1 only at the end: the hubs of an iteration do not depend on a common factor, and
// are made to add up to 1 every time.
//
// iterate() queues an iteration and returns where its change will be; wait() waits for that; describe(superstep) fills
// in what else is known of it.
template <class Iterate, class Wait, class Describe>
RunEnd loop(const HitsOptions& options, RunReport& report, VertexId vertices, EdgeId edges, const Iterate& iterate,
            const Wait& wait, const Describe& describe) {
  const std::uint32_t max = std::min(options.max_iterations, options.engine.max_supersteps);
  for (std::uint32_t i = 0; i < max; ++i) {
    const double* const change = iterate();
    wait();
    report.supersteps.push_back({i, Plan::kPullAll, vertices, edges, vertices, 0});
    describe(report.supersteps.back());
    if (options.tolerance > 0 && *change <= options.tolerance) return RunEnd::kConverged;
    const auto& goes_on = options.engine.after_superstep;
    if (goes_on && !goes_on(report.supersteps.back())) return RunEnd::kStopped;
  }
  return RunEnd::kSuperstepLimit;
}

HitsResult run(StreamRef stream, const GraphView<NoValue>& graph, const GraphPlan& plan, const HitsOptions& options) {
  HitsResult result;
  if (graph.vertex_count == 0) return result;
  const ScratchUse scratch_use(options.engine.scratch, "hits: another run has this scratch (EngineOptions::scratch)");
  HitsPart part(stream, graph.incoming, plan.incoming, graph.outgoing, plan.outgoing, options.engine.shape,
                detail::sweep_warps(stream, graph.vertex_count));
  std::optional<EngineScratch> own_scratch;
  const EngineScratch& scratch =
      options.engine.scratch != nullptr ? *options.engine.scratch : own_scratch.emplace(stream.device().runtime());
  const bool timed = options.engine.time_supersteps;
  const auto iterate = [&] {
    if (timed) part.mark_time(part.begin);
    part.pull();
    part.normalise_hubs();
    auto* const change = scratch.part<double>(0);
    part.read_change(change);
    if (timed) part.mark_time(part.end);
    return change;
  };
  const auto describe = [&](SuperstepStatistics& step) {
    if (timed) step.microseconds = part.end->microseconds_since(*part.begin);
  };
  result.end = loop(
      options, result, graph.vertex_count, graph.edge_count, iterate, [&] { stream.synchronize(); }, describe);
  part.normalise_authorities();
  result.hubs = part.take_hubs();
  result.authorities = part.take_authorities();
  return result;
}

// A device pulls the authorities of its own vertices, and along the same edges what these bring to the hubs at their
// other ends; the hubs' owners add that up in the order of the devices and tell everybody. So authorities need not be
// told at all before the end, and all devices have the same hubs.
class ShardedHits {
 public:
  ShardedHits(const Spread& spread, const HitsOptions& options)
      : spread_(spread),
        options_(options),
        change_(spread.part(0).scratch->part<double>(0)),
        telling_(spread),
        wait_(spread) {
    const Warps warps = detail::sweep_warps(spread.part(0).stream, spread.vertices);
    for (const Spread::Part& each : spread.parts) {
      const AdjacencyView<NoValue> incoming = rows_.emplace_back(spread, each).view();
      edges_.push_back(incoming.column.size());
      parts_.push_back(std::make_unique<HitsPart>(each.stream, incoming, measure_rows(each.stream, incoming.row),
                                                  each.outgoing, measure_rows(each.stream, each.outgoing.row),
                                                  options.engine.shape, warps));
    }
    add_up_.emplace(spread);
  }

  ShardedHitsResult operator()() {
    ShardedHitsResult result;
    result.own = spread_.own();
    result.end = loop(
        options_, result, spread_.vertices, spread_.edges, [&] { return iterate(); }, [&] { wait(); },
        [&](SuperstepStatistics& step) { describe(step, result); });
    telling_.put_own(arrays(&HitsPart::authorities));
    telling_();
    for (const auto& each : parts_) each->normalise_authorities();
    spread_.synchronize();
    for (const auto& each : parts_) {
      result.hubs.push_back(each->take_hubs());
      result.authorities.push_back(each->take_authorities());
    }
    return result;
  }

 private:
  const double* iterate() {
    for (const auto& each : parts_) {
      if (options_.engine.time_supersteps) each->mark_time(each->begin);
      each->pull();
      if (options_.engine.time_supersteps) each->mark_time(each->pulled);
    }
    (*add_up_)(telling_, arrays(&HitsPart::sums));
    telling_.put_own(arrays(&HitsPart::sums));
    telling_();
    for (const auto& each : parts_) {
      each->normalise_hubs();
      if (options_.engine.time_supersteps) each->mark_time(each->end);
    }
    parts_.front()->read_change(change_);
    return change_;
  }
  // All have found the same change.
  void wait() {
    if (options_.engine.time_supersteps) return spread_.synchronize();
    spread_.parts.front().stream.synchronize();
  }

  void describe(SuperstepStatistics& step, ShardedHitsResult& result) {
    PeerSuperstep& shared = result.per_device.emplace_back();
    shared.links = telling_.take_traffic();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const HitsPart& part = *parts_[i];
      const VertexRange own = spread_.parts[i].own;
      DeviceActivity& activity = shared.devices.emplace_back(DeviceActivity{own, edges_[i], own.size(), 0, 0});
      if (!options_.engine.time_supersteps) continue;
      activity.compute_microseconds = part.pulled->microseconds_since(*part.begin);
      activity.exchange_microseconds = part.end->microseconds_since(*part.pulled);
      step.microseconds = std::max(step.microseconds, part.end->microseconds_since(*part.begin));
    }
  }

  [[nodiscard]] std::vector<View<float>> arrays(View<float> (HitsPart::*which)()) {
    std::vector<View<float>> all;
    for (const auto& each : parts_) all.push_back((*each.*which)());
    return all;
  }

  const Spread& spread_;
  const HitsOptions& options_;
  double* change_;
  std::vector<OwnRows> rows_;
  std::vector<EdgeId> edges_;
  std::vector<std::unique_ptr<HitsPart>> parts_;
  std::optional<AddUp<float>> add_up_;
  Telling telling_;
  WaitForAll wait_;
};

void check(const HitsOptions& options, bool has_outgoing) {
  expects(has_outgoing, "hits: the graph has incoming edges only; build it with outgoing");
  expects(options.tolerance >= 0, "hits: the tolerance is not 0 or more");
  expects(!options.engine.plan || *options.engine.plan == Plan::kPullAll, "hits: the only plan is pull-all");
}

}  // namespace

MemoryPlan hits_memory(const RunSize& size) {
  const std::size_t n = size.vertices;
  MemoryPlan plan = OwnRows::memory(size);
  plan.add_array<float>("hits hubs", n);
  plan.add_array<float>("hits authorities", n);
  plan.add("hits sums", n * sizeof(float) + (n / Warp::kSize + 2) * sizeof(double));
  const std::uint64_t shares = detail::slices_of<float>(size.own_edges);
  plan.add("engine carries", 2 * shares * (sizeof(float) + sizeof(VertexId)));
  return plan += AddUp<float>::memory(size);
}

template <EdgeValueType EdgeValue>
HitsResult hits(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const HitsOptions& options) {
  check(options, graph.has_outgoing() || graph.vertex_count() == 0);
  stream.device().require(hits_memory(run_size(graph)), "hits");
  const GraphPlan plan = options.engine.graph_plan ? *options.engine.graph_plan : plan_graph(stream, graph);
  return run(stream, detail::as_graph<NoValue>(graph.view()), plan, options);
}

template <EdgeValueType EdgeValue>
ShardedHitsResult hits(const ShardedGraph<EdgeValue>& graph, const HitsOptions& options) {
  check(options, graph.has_outgoing() || graph.vertex_count() == 0);
  if (graph.vertex_count() == 0) return {};
  require_on_all(graph, "hits", hits_memory);
  const Spread spread = spread_of(graph, options.engine.exchange);
  return ShardedHits(spread, options)();
}

#define WARPGRAPH_INSTANTIATE(E)                                                     \
  template HitsResult hits<E>(StreamRef, const DeviceGraph<E>&, const HitsOptions&); \
  template ShardedHitsResult hits<E>(const ShardedGraph<E>&, const HitsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
