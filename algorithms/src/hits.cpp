// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/hits.hpp>

#include <algorithm>
#include <optional>

#include <warpgraph/framework/engine/detail/sweep.hpp>
#include <warpgraph/framework/engine/pull.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "value_types.hpp"

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

// One run on one device. Authorities are made to add up to 1 only at the end: the hubs of an iteration do not depend on
// a common factor, and are made to add up to 1 every time.
class HitsRun {
 public:
  HitsRun(StreamRef stream, const GraphView<NoValue>& graph, const GraphPlan& plan, const HitsOptions& options)
      : stream_(stream),
        graph_(graph),
        options_(options),
        scratch_(stream.device().runtime()),
        to_authorities_(stream, graph.incoming, plan.incoming, Sum{}, options.engine.shape),
        to_hubs_(stream, graph.outgoing, plan.outgoing, Sum{}, options.engine.shape),
        warps_(detail::sweep_warps(stream, graph.vertex_count)),
        sums_(stream, graph.vertex_count, "hits sums"),
        partial_(stream, warps_.count, "hits sums"),
        total_(stream, 1, "hits sums") {
    result_.hubs = Buffer<float>(stream, graph.vertex_count, "hits hubs");
    result_.authorities = Buffer<float>(stream, graph.vertex_count, "hits authorities");
  }

  HitsResult operator()() {
    if (graph_.vertex_count == 0) return std::move(result_);
    fill(stream_, result_.hubs, 1.0f / static_cast<float>(graph_.vertex_count));
    fill(stream_, result_.authorities, 0);
    result_.end = loop();
    normalise(result_.authorities, result_.authorities);
    return std::move(result_);
  }

 private:
  RunEnd loop() {
    const std::uint32_t most = std::min(options_.most_iterations, options_.engine.most_supersteps);
    for (std::uint32_t i = 0; i < most; ++i) {
      std::optional<Event> begin;
      if (options_.engine.time_supersteps) begin.emplace(stream_.device()).record(stream_);
      to_authorities_(result_.hubs, result_.authorities);
      to_hubs_(result_.authorities, sums_);
      normalise(sums_, result_.hubs);
      const double change = read_change();
      const double time = begin ? microseconds_since(*begin) : 0;
      const std::uint64_t vertices = graph_.vertex_count;
      result_.supersteps.push_back({i, Plan::kPullAll, vertices, graph_.edge_count, vertices, time});
      if (options_.tolerance > 0 && change <= options_.tolerance) return RunEnd::kConverged;
      const auto& goes_on = options_.engine.after_superstep;
      if (goes_on && !goes_on(result_.supersteps.back())) return RunEnd::kStopped;
    }
    return RunEnd::kSuperstepLimit;
  }

  void normalise(View<const float> raw, View<float> values) {
    launch(stream_, warps_, SumValues{raw, partial_});
    reduce(stream_, partial_, total_.view());
    launch(stream_, warps_, Normalise{raw, total_, values, partial_});
  }
  // What the last call of normalise has moved.
  double read_change() {
    reduce(stream_, partial_, total_.view());
    double* change = (options_.engine.scratch != nullptr ? *options_.engine.scratch : scratch_).part<double>(0);
    copy(stream_, View<double>(change, 1), total_);
    stream_.synchronize();
    return *change;
  }
  double microseconds_since(const Event& begin) {
    Event end(stream_.device());
    end.record(stream_);
    end.synchronize();
    return end.microseconds_since(begin);
  }

  StreamRef stream_;
  GraphView<NoValue> graph_;
  const HitsOptions& options_;
  EngineScratch scratch_;
  Pull<Sum, NoValue> to_authorities_;
  Pull<Sum, NoValue> to_hubs_;
  Warps warps_;
  Buffer<float> sums_;
  Buffer<double> partial_;
  Buffer<double> total_;
  HitsResult result_;
};

}  // namespace

template <EdgeValueType EdgeValue>
HitsResult hits(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const HitsOptions& options) {
  expects(graph.has_outgoing() || graph.vertex_count() == 0,
          "hits: the graph has incoming edges only; build it with outgoing");
  expects(options.tolerance >= 0, "hits: the tolerance is negative");
  expects(!options.engine.plan || *options.engine.plan == Plan::kPullAll, "hits: the only plan is pull-all");
  const GraphPlan plan = options.engine.graph_plan ? *options.engine.graph_plan : plan_graph(stream, graph);
  return HitsRun(stream, detail::as_graph<NoValue>(graph.view()), plan, options)();
}

#define WARPGRAPH_INSTANTIATE(E) template HitsResult hits<E>(StreamRef, const DeviceGraph<E>&, const HitsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
