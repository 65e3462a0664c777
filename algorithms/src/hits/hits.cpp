// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/hits.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/pull.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include "common/value_types.hpp"

namespace warpgraph::algorithms {
namespace {

template <class Value>
struct Sum {
  using VertexValue = Value;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  WARPGRAPH_DEVICE Value visit(Value value, NoValue) const { return value; }
};

// One sum a warp, in double: a float would lose the small ones among many.
template <class Value>
struct SumValues {
  View<const Value> value;
  View<double> partial;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<double> mine{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint64_t v = sweep::first_in_sweep(warp, lane); v < value.size(); v += sweep::sweep_stride(warp))
        mine[lane] += static_cast<double>(value[v]);
    });
    const double sum = warp.reduce(mine, Plus{});
    warp.elect([&] { partial[warp.global_index()] = sum; });
  }
};

// value = raw / total, and one sum a warp of how far the values have moved.
template <class Value>
struct Normalise {
  View<const Value> raw;
  View<const double> total;
  View<Value> value;
  View<double> partial;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const double scale = total[0] == 0 ? 0 : 1 / total[0];
    kernel::PerLane<double> mine{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint64_t v = sweep::first_in_sweep(warp, lane); v < value.size(); v += sweep::sweep_stride(warp)) {
        const auto now = static_cast<Value>(static_cast<double>(raw[v]) * scale);
        const double change = static_cast<double>(now) - static_cast<double>(value[v]);
        mine[lane] += change < 0 ? -change : change;
        value[v] = now;
      }
    });
    const double moved = warp.reduce(mine, Plus{});
    warp.elect([&] { partial[warp.global_index()] = moved; });
  }
};

// What one device does in a run.
template <class Value>
class HitsPart {
 public:
  HitsPart(StreamRef stream, const AdjacencyView<NoValue>& incoming, const rows::RowLengths& in_lengths,
           const AdjacencyView<NoValue>& outgoing, const rows::RowLengths& out_lengths,
           std::optional<GatherShape> shape, kernel::Warps warps)
      : stream_(stream),
        vertices_(static_cast<VertexId>(incoming.row.size() - 1)),
        to_authorities_(stream, incoming, in_lengths, Sum<Value>{}, shape),
        to_hubs_(stream, outgoing, out_lengths, Sum<Value>{}, shape),
        warps_(warps),
        hubs_(stream, vertices_, "hits hubs"),
        authorities_(stream, vertices_, "hits authorities"),
        sums_(stream, vertices_, "hits sums"),
        partial_(stream, warps_.count, "hits sums"),
        total_(stream, 1, "hits sums") {
    for (Buffer<Value>* const each : {&hubs_, &authorities_}) fill(stream_, *each, 1 / static_cast<Value>(vertices_));
  }

  void use(std::shared_ptr<const rows::SourceBlocks> incoming, std::shared_ptr<const rows::SourceBlocks> outgoing) {
    to_authorities_.use(std::move(incoming));
    to_hubs_.use(std::move(outgoing));
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
    primitives::reduce(stream_, partial_, total_.view());
    copy(stream_, View<double>(change, 1), total_);
  }

  [[nodiscard]] View<Value> sums() { return sums_; }
  [[nodiscard]] View<Value> authorities() { return authorities_; }
  [[nodiscard]] Buffer<Value> take_hubs() { return std::move(hubs_); }
  [[nodiscard]] Buffer<Value> take_authorities() { return std::move(authorities_); }

 private:
  void normalise(View<const Value> raw, View<Value> values) {
    kernel::launch(stream_, warps_, SumValues<Value>{raw, partial_});
    primitives::reduce(stream_, partial_, total_.view());
    kernel::launch(stream_, warps_, Normalise<Value>{raw, total_, values, partial_});
  }

  StreamRef stream_;
  VertexId vertices_;
  Pull<Sum<Value>, NoValue> to_authorities_;
  Pull<Sum<Value>, NoValue> to_hubs_;
  kernel::Warps warps_;
  Buffer<Value> hubs_;
  Buffer<Value> authorities_;
  Buffer<Value> sums_;
  Buffer<double> partial_;
  Buffer<double> total_;
};

// A device pulls the authorities of its own vertices, and along the same edges what these bring to the hubs at their
// other ends; the hubs' owners add that up in the order of the devices and send it to all. So authorities need not be
// sent at all before the end, and all devices have the same hubs. Authorities are made to add up to 1 only at the end:
// the hubs of an iteration do not depend on a common factor, and are made to add up to 1 every time.
template <class Value>
class HitsRun {
 public:
  using Part = HitsPart<Value>;
  HitsRun(const peers::PeerGraph& peers, const HitsOptions& options)
      : peers_(peers),
        options_(options),
        engine_(engine_of(options)),
        change_(peers.part(0).stream.device().runtime(), 1),
        arrays_(peers),
        wait_(peers) {
    const kernel::Warps warps = sweep::sweep_warps(peers.part(0).stream, peers.vertices);
    for (const peers::PeerGraph::Part& each : peers.parts) {
      const AdjacencyView<NoValue> incoming = rows_.emplace_back(peers, each).view();
      edges_.push_back(incoming.column.size());
      const rows::RowFacts& rows = each.own_facts->rows(each.stream, incoming.row, incoming.column, each.outgoing.row);
      parts_.push_back(std::make_unique<Part>(each.stream, incoming, rows.incoming, each.outgoing, rows.outgoing,
                                              engine_.tuning.shape, warps));
      if (!peers.is_whole) continue;
      const auto blocks = [&](const AdjacencyView<NoValue>& edges) {
        return rows::find_blocks(each.stream, *each.own_facts, edges, peers.vertices, rows.has_locality, sizeof(Value),
                                 engine_);
      };
      parts_.back()->use(blocks(incoming), blocks(each.outgoing));
    }
    add_up_.emplace(peers);
  }

  // Waits for a sharded graph's devices. The parts have the values afterwards.
  void operator()(RunReport& report) {
    peers::StepRun steps(peers_, arrays_, engine_, report);
    while (steps.begin()) {
      iterate(steps);
      steps.wait_for_first();  // all devices find the same change
      steps.end({0, Plan::kPullAll, peers_.vertices, peers_.edges, peers_.vertices, 0}, is_converged(), activities());
    }
    arrays_.put_own(all(&Part::authorities));
    arrays_.send();
    for (const auto& each : parts_) each->normalise_authorities();
    if (!peers_.is_whole) peers_.synchronize();
  }
  [[nodiscard]] const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }

 private:
  static EngineOptions engine_of(const HitsOptions& options) {
    EngineOptions engine = options.engine;
    engine.max_supersteps = std::min(options.max_iterations, engine.max_supersteps);
    return engine;
  }

  void iterate(peers::StepRun& steps) {
    for (const auto& each : parts_) each->pull();
    steps.mark_computed();
    (*add_up_)(arrays_, all(&Part::sums));
    arrays_.put_own(all(&Part::sums));
    arrays_.send();
    for (const auto& each : parts_) each->normalise_hubs();
    parts_.front()->read_change(change_.data());
  }
  [[nodiscard]] bool is_converged() const { return options_.tolerance > 0 && change_[0] <= options_.tolerance; }

  [[nodiscard]] std::vector<results::DeviceActivity> activities() const {
    std::vector<results::DeviceActivity> devices;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      devices.push_back({{}, edges_[i], peers_.parts[i].own.size(), 0, 0});
    return devices;
  }

  [[nodiscard]] std::vector<View<Value>> all(View<Value> (Part::*which)()) {
    std::vector<View<Value>> views;
    for (const auto& each : parts_) views.push_back((*each.*which)());
    return views;
  }

  const peers::PeerGraph& peers_;
  const HitsOptions& options_;
  EngineOptions engine_;
  PinnedBuffer<double> change_;
  std::vector<peers::OwnRows> rows_;
  std::vector<EdgeId> edges_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::optional<peers::PeerSum<Value>> add_up_;
  peers::PeerArrays arrays_;
  peers::WaitForPeers wait_;
};

void check(const HitsOptions& options, bool has_outgoing) {
  expects(has_outgoing, "hits: the graph has incoming edges only; build it with outgoing");
  expects(options.tolerance >= 0, "hits: the tolerance is not 0 or more");
  expects(!options.engine.plan || *options.engine.plan == Plan::kPullAll, "hits: the only plan is pull-all");
  expects(options.engine.until.empty(), "hits: until has no effect, because every iteration changes all values");
}

}  // namespace

template <std::floating_point Value>
MemoryPlan hits_memory(const shards::RunSize& size) {
  const std::size_t n = size.vertices;
  MemoryPlan plan = peers::OwnRows::memory(size);
  plan.add_array<Value>("hits hubs", n);
  plan.add_array<Value>("hits authorities", n);
  plan.add("hits sums", n * sizeof(Value) + (n / kernel::Warp::kSize + 2) * sizeof(double));
  plan += Pull<Sum<Value>, NoValue>::memory(size.own_edges);
  plan += Pull<Sum<Value>, NoValue>::memory(size.own_edges);
  return plan += peers::PeerSum<Value>::memory(size);
}
template MemoryPlan hits_memory<float>(const shards::RunSize& size);
template MemoryPlan hits_memory<double>(const shards::RunSize& size);

template <std::floating_point Value, EdgeValueType EdgeValue>
HitsResult<Value> hits(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const HitsOptions& options) {
  check(options, graph.has_outgoing() || graph.vertex_count() == 0);
  stream.device().require(hits_memory<Value>(shards::run_size(graph)), "hits");
  if (graph.vertex_count() == 0) return {};
  const peers::PeerGraph peers = peers::peer_graph(stream, graph);
  HitsRun<Value> run(peers, options);
  HitsResult<Value> result;
  run(result);
  result.hubs = run.parts().front()->take_hubs();
  result.authorities = run.parts().front()->take_authorities();
  return result;
}

template <std::floating_point Value, EdgeValueType EdgeValue>
ShardedHitsResult<Value> hits(const ShardedGraph<EdgeValue>& graph, const HitsOptions& options) {
  check(options, graph.has_outgoing() || graph.vertex_count() == 0);
  if (graph.vertex_count() == 0) return {};
  peers::require_on_peers(graph, "hits", hits_memory<Value>);
  const peers::PeerGraph peers = peers::peer_graph(graph, options.engine.exchange);
  HitsRun<Value> run(peers, options);
  ShardedHitsResult<Value> result;
  result.own = peers.own();
  run(result);
  for (const auto& each : run.parts()) {
    result.hubs.push_back(each->take_hubs());
    result.authorities.push_back(each->take_authorities());
  }
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                     \
  template HitsResult<float> hits<float, E>(StreamRef, const DeviceGraph<E>&, const HitsOptions&);   \
  template HitsResult<double> hits<double, E>(StreamRef, const DeviceGraph<E>&, const HitsOptions&); \
  template ShardedHitsResult<float> hits<float, E>(const ShardedGraph<E>&, const HitsOptions&);      \
  template ShardedHitsResult<double> hits<double, E>(const ShardedGraph<E>&, const HitsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
