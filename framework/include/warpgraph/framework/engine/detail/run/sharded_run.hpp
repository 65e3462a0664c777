// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>
#include <warpgraph/framework/engine/detail/run/borders.hpp>
#include <warpgraph/framework/engine/detail/run/host_near_far.hpp>
#include <warpgraph/framework/engine/detail/run/move_borders.hpp>
#include <warpgraph/framework/engine/detail/run/peer_launches.hpp>
#include <warpgraph/framework/engine/detail/run/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/run/shard_part.hpp>
#include <warpgraph/framework/engine/detail/run/superstep_timeout.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph::detail {

// One run of a program on several devices, driven by one thread of the host: all compute a superstep, the host reads
// how much has changed, and by that they exchange what each wants of the others. Every vertex is evaluated where it is
// owned, from copies of its neighbours' values, so a plan's kernels are those of one device.
template <class P, class E>
class ShardedRun {
  using Value = typename P::VertexValue;
  using Side = typename Exchange<Published<P>>::Side;

 public:
  // edges_of(i): what the program sees of the edges into the vertices that device i holds.
  // make_program(stream): the program, with the device's own copies of what it points to.
  template <class EdgeValue, class EdgesOf, class MakeProgram>
  ShardedRun(const ShardedGraph<EdgeValue>& graph, const EdgesOf& edges_of, const MakeProgram& make_program,
             const EngineOptions& options, const std::atomic<bool>* cancelled)
      : scratch_use_(&graph.scratch(0), "run_program: another run has this sharded graph"),
        options_(options),
        streams_(graph.streams()),
        vertices_(graph.vertex_count()),
        exchange_(graph, options.exchange),
        loops_(
            parts_, exchange_, [&graph](std::uint64_t count) { return graph.take_epochs(count); }, options),
        near_far_(parts_),
        drop_hub_([&graph] { graph.drop_hub(); }) {
    expects(options.groups == nullptr, "run_program: these groups are of a graph on one device (ShardOptions::groups)");
    RunFacts facts{graph.vertex_count(), graph.edge_count(), graph.has_outgoing(), graph.has_groups(),
                   /*has_peers=*/true};
    for (int i = 0; i < graph.device_count(); ++i) {
      parts_.push_back(
          std::make_unique<ShardPart<P, E>>(graph, i, edges_of(i), make_program(graph.stream(i)), options));
      expects(exchange_.channel_count(i) <= PeerReadback::kMaxChannels, "run_program: more than 65 devices");
      facts.borders_move = facts.borders_move || (options.exchange.moves_borders && part(i).held != part(i).state.own);
      lengths_.longest = std::max(lengths_.longest, part(i).plan->incoming.longest);
      lengths_.empty += part(i).plan->incoming.empty;
      mean_value_ += part(i).plan->mean_value / graph.device_count();
    }
    lengths_.mean =
        static_cast<double>(facts.edges) / std::max<double>(1, facts.vertices - static_cast<double>(lengths_.empty));
    if (facts.borders_move)
      borders_.emplace(parts_.front()->stream.device().runtime(), held_ranges(), graph.section_edges(), facts.vertices);
    facts.loop_edges = loops_.max_edges();
    facts.loops_search = loops_.search();
    policy_.emplace(facts, options, cancelled);
    near_far_.set_step(priority_step());
  }

  // Other devices may still be writing to memory that is given back with the run.
  ~ShardedRun() {
    for (auto& each : parts_) each->stream.wait_quietly();
  }
  ShardedRun(const ShardedRun&) = delete;
  ShardedRun& operator=(const ShardedRun&) = delete;

  ShardedResult<Value> operator()() {
    try {
      return run();
    } catch (...) {
      drop_hub_();
      throw;
    }
  }

 private:
  ShardedResult<Value> run() {
    ShardedResult<Value> result;
    if (vertices_ != 0) {
      for (auto& each : parts_) {
        if constexpr (InitialisesById<P>)
          each->supersteps.initialise_copies(each->local_ids, /*with_values=*/!policy_->searches());
        else if (parts_.size() > 1)
          fill(each->stream, each->state.now().mask, 0);  // others' bits will be added to it
        each->supersteps.initialise();
        queue_read_back(*each);
        if (!InitialisesById<P>) count_channels(*each, each->state.now());
      }
      wait();
      know(&RunState<P>::now);
      if (!InitialisesById<P>) exchange_.tell_all(sides(&RunState<P>::now), channel_counts());
      result.end = loop();
    }
    wait();
    result.supersteps = std::move(statistics_);
    result.per_device = std::move(per_device_);
    for (auto& each : parts_) {
      result.own.push_back(each->state.own);
      result.first.push_back(each->state.first_vertex);
      result.values.push_back(std::move(each->state.value));
    }
    return result;
  }

  [[nodiscard]] ShardPart<P, E>& part(int i) { return *parts_[static_cast<std::size_t>(i)]; }

  [[nodiscard]] std::vector<VertexRange> held_ranges() const {
    std::vector<VertexRange> held;
    for (const auto& each : parts_) held.push_back(each->held);
    return held;
  }

  RunEnd loop() {
    while (true) {
      // Of those who wait nobody has counted the edges.
      if (const auto end = policy_->end(now_.vertices + waiting_, now_.edges + waiting_)) return *end;
      if constexpr (HasAggregate<P>) {
        if (!ask_programs()) return RunEnd::kConverged;
      }
      if (waiting_ > loops_.max_split()) {
        split_far_on_host();
        continue;
      }
      LaunchTask<P> task;
      if (policy_->searches()) {
        task.search = policy_->direction();
        run_loop(task);
        continue;
      }
      const Plan plan = policy_->next_plan(now_.vertices, now_.edges, [&] { return pulls_unsettled(lengths_); });
      if (policy_->joins_launch(plan, now_.edges)) {
        if (plan == Plan::kPriority) near_far_.order(task, policy_->superstep() == 0, waiting_, loops_.max_split());
        run_loop(task);
      } else if (!run_one(plan)) {
        return RunEnd::kStopped;
      }
    }
  }

  void run_loop(LaunchTask<P>& task) {
    const std::uint32_t rounds = loops_(now_, policy_->supersteps_left(), task);
    const PeerHistory& all = loops_.history(0);
    for (std::uint32_t r = 0; r < rounds; ++r) {
      const bool is_last = r + 1 == rounds;
      const PeerStep& step = all.step[r];
      if (!step.is_split) {
        statistics_.push_back({policy_->superstep(), step.plan, step.vertices, step.edges, 0, 0});
        per_device_.emplace_back().devices.resize(parts_.size());
        policy_->advance(is_last ? 0 : all.step[r + 1].edges);
      }
      statistics_.back().updated_vertices = is_last ? all.vertices : all.step[r + 1].vertices;
      add_round(r, task.search.has_value());
    }
    now_ = {all.vertices, all.edges, 0};
    waiting_ = all.edges == 0 ? all.waiting : 0;
    if (task.order.is_on) near_far_.moved(task.order.limit);
    for (auto& each : parts_) know_all(*each, each->state.now());
  }
  // To the last superstep, which takes as long as on the device that takes longest.
  void add_round(std::uint32_t round, bool is_search) {
    constexpr double kMicrosecond = 1000;
    double longest = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const PeerStep& step = loops_.history(i).step[round];
      DeviceActivity& activity = per_device_.back().devices[i];
      activity.own = parts_[i]->state.own;
      activity.edges += step.walked;
      activity.updated = step.updated;
      exchange_.add_traffic(i, activity.own, step, is_search, per_device_.back().links);
      if (!options_.time_supersteps) continue;
      activity.compute_microseconds += step.computed / kMicrosecond;
      activity.exchange_microseconds += step.waited / kMicrosecond;
      longest = std::max(longest, (step.computed + step.waited) / kMicrosecond);
    }
    statistics_.back().microseconds += longest;
  }

  // The sum goes to all copies of the program, which do the same with it.
  bool ask_programs() {
    bool goes_on = true;
    if constexpr (HasAggregate<P>) {
      AggregateType<P> sum{};
      for (auto& each : parts_) sum = sum + each->state.readback->aggregate;
      for (auto& each : parts_) goes_on = each->supersteps.view().program.next(sum, policy_->superstep());
    }
    return goes_on;
  }

  bool run_one(Plan plan) {
    for (auto& each : parts_) mark_time(*each, each->begin);
    if (borders_ && policy_->superstep() != 0) move_borders(parts_, borders_->balance());
    plan = start(plan);
    for (auto& each : parts_) {
      read_back_next(*each, plan);
      mark_time(*each, each->computed);
    }
    wait();
    if (plan == Plan::kPriority)
      while (sum_of(&RunState<P>::next).edges == 0 && split_far()) {
      }
    statistics_.push_back({policy_->superstep(), plan, now_.vertices, now_.edges, 0, 0});
    know(&RunState<P>::next);
    statistics_.back().updated_vertices = now_.vertices;
    PeerSuperstep& step = per_device_.emplace_back();
    for (auto& each : parts_) step.devices.push_back({each->state.own, edges_walked(*each, plan), each->updated, 0, 0});
    for (auto& each : parts_) mark_time(*each, each->telling);
    tell_wanted();
    for (auto& each : parts_) mark_time(*each, each->sent);
    if (options_.time_supersteps) read_times();
    policy_->advance();
    for (auto& each : parts_) each->state.swap();
    return !options_.after_superstep || options_.after_superstep(statistics_.back());
  }

  // Where a loop has left nobody near, and more waiting than its messages have room for.
  void split_far_on_host() {
    waiting_ = 0;
    for (auto& each : parts_) each->state.reset_next().has_mask = true;
    do {
      if (!split_far()) return;
    } while (sum_of(&RunState<P>::next).edges == 0);
    know(&RunState<P>::next);
    statistics_.back().updated_vertices = now_.vertices;
    tell_wanted();
    for (auto& each : parts_) each->state.swap();
  }

  // Returns what is done: the plan, or what is better than it.
  Plan start(Plan plan) {
    if (plan == Plan::kPullUnsettled) {
      for (auto& each : parts_) each->supersteps.count_unsettled();
      wait();
      std::uint64_t unsettled = 0;
      for (auto& each : parts_) unsettled += each->state.readback->counts.edges;
      if (!policy_->stays_unsettled(unsettled, now_.edges)) plan = Plan::kPush;
    }
    for (auto& each : parts_) start_on(*each, plan);
    return plan;
  }
  void start_on(ShardPart<P, E>& part, Plan plan) {
    Supersteps<P, E>& supersteps = part.supersteps;
    switch (plan) {
      case Plan::kPullUnsettled:
        return supersteps.pull_unsettled(part.state.readback->counts.edges);
      case Plan::kPullAll:
        return supersteps.pull_all(shape(part), *part.plan);
      case Plan::kPullActive:
        return supersteps.pull_active();
      case Plan::kPullFirst:
        return supersteps.pull_first();
      case Plan::kPush:
        return supersteps.push();
      case Plan::kPriority:
        supersteps.push();
        return near_far_.move_to_far(part);
      case Plan::kPushLoop:  // run_loop
        break;
    }
    throw UsageError("run_program: no superstep by plan " + std::string(to_string(plan)));
  }
  // Rows that begin somewhere inside of the edges do not fall into equal shares.
  [[nodiscard]] GatherShape shape(const ShardPart<P, E>& part) const {
    const GatherShape shape = options_.shape ? *options_.shape : part.plan->shape;
    return part.held != part.state.own && shape == GatherShape::kEqualSplit ? GatherShape::kSegments : shape;
  }

  void read_back_next(ShardPart<P, E>& part, Plan plan) {
    PeerReadback& host = *part.host;
    if (plan == Plan::kPullActive) {
      if (part.active_edges.empty()) part.active_edges = Buffer<std::uint64_t>(part.stream, 1, "engine counts");
      fill(part.stream, part.active_edges, 0);
      const View<const EdgeId> row = part.supersteps.view().graph.incoming.row;
      launch(part.stream, sweep_warps(part.stream, row.size() - 1),
             CountRowEdges{row, part.state.own_words(part.state.active), part.active_edges});
      copy(part.stream, View<std::uint64_t>(&host.active_edges, 1), part.active_edges);
    }
    if (borders_) {
      const View<std::uint32_t> mask = plan == Plan::kPullActive ? part.state.active.view() : part.state.next().mask;
      borders_->count(part.stream, part.state.own_words(mask), part.state.own);
    }
    queue_read_back(part);
    count_channels(part, part.state.next());
  }
  void queue_read_back(ShardPart<P, E>& part) {
    copy(part.stream, View<FrontierCounts>(part.host->counts, 2), part.state.counts);
    if constexpr (HasAggregate<P>)
      copy(part.stream, View<AggregateType<P>>(&part.state.readback->aggregate, 1), part.state.aggregate);
  }
  void count_channels(ShardPart<P, E>& part, Frontier& frontier) {
    const int from = index_of(part);
    exchange_.count(from, side(part, frontier), View<ChannelCounts>(part.host->channel, PeerReadback::kMaxChannels));
  }
  // As they were read back last.
  [[nodiscard]] static const FrontierCounts& counts_of(const ShardPart<P, E>& part, const Frontier& frontier) {
    return part.host->counts[&frontier - part.state.frontiers];
  }
  [[nodiscard]] int index_of(const ShardPart<P, E>& part) const {
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (parts_[i].get() == &part) return static_cast<int>(i);
    return -1;
  }
  [[nodiscard]] static Side side(ShardPart<P, E>& part, Frontier& frontier) {
    return {part.state.own, frontier.mask, part.seen()};
  }

  using Which = Frontier& (RunState<P>::*)();
  [[nodiscard]] std::vector<Side> sides(Which which) {
    std::vector<Side> all;
    for (auto& each : parts_) all.push_back(side(*each, (each->state.*which)()));
    return all;
  }
  // As they were read back last.
  [[nodiscard]] std::vector<std::vector<ChannelCounts>> channel_counts() const {
    std::vector<std::vector<ChannelCounts>> counts;
    for (const auto& each : parts_) {
      const ChannelCounts* const found = each->host->channel;
      counts.emplace_back(found, found + exchange_.channel_count(index_of(*each)));
    }
    return counts;
  }
  [[nodiscard]] FrontierCounts sum_of(Which which) {
    FrontierCounts sum{};
    for (auto& each : parts_) {
      (each->state.*which)().know(counts_of(*each, (each->state.*which)()));
      each->updated = (each->state.*which)().vertices;
      sum.vertices += each->updated;
      sum.edges += (each->state.*which)().edges;
    }
    return sum;
  }
  // A device starts from everybody's frontier, along the edges that it has.
  void know(Which which) {
    now_ = sum_of(which);
    for (auto& each : parts_) know_all(*each, (each->state.*which)());
  }
  void know_all(const ShardPart<P, E>& part, Frontier& frontier) const {
    frontier.vertices = now_.vertices;
    frontier.edges = std::min<std::uint64_t>(now_.edges, part.outgoing.column.size());
  }

  void wait() { wait_for_devices(streams_, options_.exchange, policy_->superstep()); }

  void tell_wanted() {
    using Take = typename Exchange<Published<P>>::Take;
    exchange_(sides(&RunState<P>::next), channel_counts(), has_uniform_updates<P>() ? Take::kUniform : Take::kUpdated,
              per_device_.back().links);
  }
  [[nodiscard]] static std::uint64_t edges_walked(ShardPart<P, E>& part, Plan plan) {
    if (plan == Plan::kPullAll) return part.incoming.column.size();
    if (plan == Plan::kPullActive) return part.host->active_edges;
    if (plan == Plan::kPullUnsettled) return part.state.readback->counts.edges;
    if (plan == Plan::kPullFirst) return 0;                         // it stops at the first hit and does not count
    return packed_edges(counts_of(part, part.state.now()).packed);  // pushing packs them
  }

  void mark_time(ShardPart<P, E>& part, std::optional<Event>& event) {
    if (options_.time_supersteps) event.emplace(part.stream.device()).record(part.stream);
  }
  void read_times() {
    wait();
    double longest = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ShardPart<P, E>& part = *parts_[i];
      DeviceActivity& activity = per_device_.back().devices[i];
      activity.compute_microseconds = part.computed->microseconds_since(*part.begin);
      activity.exchange_microseconds = part.sent->microseconds_since(*part.telling);
      longest = std::max(longest, part.sent->microseconds_since(*part.begin));
    }
    statistics_.back().microseconds = longest;
  }

  // False if nobody waits.
  bool split_far() {
    if (!near_far_.move_limit([&] { wait(); })) return false;
    for (auto& each : parts_) {
      near_far_.split_far(*each);
      queue_read_back(*each);
      count_channels(*each, each->state.next());
    }
    wait();
    return true;
  }
  [[nodiscard]] double priority_step() const {
    if (options_.priority_step > 0) return options_.priority_step;
    double steps = distance_step(lengths_);
    if constexpr (requires { P::kPriorityStep; }) steps = P::kPriorityStep;
    return std::max(mean_value_ * steps, std::numeric_limits<double>::min());
  }

  ScratchUse scratch_use_;  // of the first device, for the whole graph
  const EngineOptions& options_;
  std::span<const StreamRef> streams_;
  VertexId vertices_;
  std::optional<PlanPolicy<P>> policy_;
  Exchange<Published<P>> exchange_;
  std::vector<std::unique_ptr<ShardPart<P, E>>> parts_;
  PeerLaunches<P, E> loops_;
  HostNearFar<P, E> near_far_;
  std::function<void()> drop_hub_;
  std::optional<Borders> borders_;
  RowLengths lengths_;  // of the whole graph, about
  double mean_value_ = 0;
  std::vector<SuperstepStatistics> statistics_;
  std::vector<PeerSuperstep> per_device_;
  FrontierCounts now_{};
  std::uint64_t waiting_ = 0;  // for their priority, on the device that has most, where nobody is in the frontier
};

}  // namespace warpgraph::detail
