// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>
#include <warpgraph/framework/engine/detail/promises/check_promises.hpp>
#include <warpgraph/framework/engine/detail/run/borders.hpp>
#include <warpgraph/framework/engine/detail/run/host_near_far.hpp>
#include <warpgraph/framework/engine/detail/run/move_borders.hpp>
#include <warpgraph/framework/engine/detail/run/peer_launches.hpp>
#include <warpgraph/framework/engine/detail/run/peer_part.hpp>
#include <warpgraph/framework/engine/detail/run/priority_step.hpp>
#include <warpgraph/framework/engine/detail/run/superstep_timeout.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

// A run on several devices, driven by one thread of the host: all compute a superstep, the host reads how much has
// changed, and by that they exchange what each reads of the others. Every vertex is evaluated where it is owned, from
// copies of its neighbours' values, so a plan's kernels are those of one device.
template <class P, class E>
class PeerDevices {
  using Value = typename P::VertexValue;
  using Side = Exchange::Side;
  using Which = Frontier& (Part<P, E>::*)();

 public:
  using Plans = PlansOfPeer<P, E>;

  // edges_of(i): what the program sees of the edges into the vertices that device i holds.
  // make_program(stream): the program, with the device's own copies of what it points to.
  template <class EdgeValue, class EdgesOf, class MakeProgram>
  PeerDevices(const ShardedGraph<EdgeValue>& graph, const EdgesOf& edges_of, const MakeProgram& make_program,
              const EngineOptions& options)
      : links_(graph.links().use()),
        options_(options),
        streams_(graph.streams()),
        exchange_(ends_of(graph), *links_, options.exchange, sizeof(Published<P>)),
        launches_(parts_, exchange_, *links_, options),
        near_far_(parts_) {
    expects(options.groups == nullptr, "run_program: these groups are of a graph on one device (ShardOptions::groups)");
    facts_.program = traits_of<P>();
    facts_.vertices = graph.vertex_count();
    facts_.edges = graph.edge_count();
    facts_.has_outgoing = graph.has_outgoing();
    facts_.has_groups = graph.has_groups();
    facts_.has_peers = true;
    facts_.may_launch_many = !options.after_superstep;
    facts_.is_deterministic = options.deterministic;
    double mean_value = 0;
    for (int i = 0; i < graph.device_count(); ++i) {
      parts_.push_back(std::make_unique<PeerPart<P, E>>(graph, i, edges_of(i), make_program(graph.stream(i)), options));
      expects(exchange_.channel_count(i) <= PeerReadback::kMaxChannels, "run_program: more than 65 devices");
      PeerPart<P, E>& part = *parts_.back();
      facts_.borders_move = facts_.borders_move || (options.exchange.moves_borders && part.held != part.own);
      lengths_.longest = std::max(lengths_.longest, part.row_facts().incoming.longest);
      lengths_.empty += part.row_facts().incoming.empty;
      mean_value += graph.shard(i).mean_value / graph.device_count();
    }
    lengths_.mean = static_cast<double>(facts_.edges) /
                    std::max<double>(1, static_cast<double>(facts_.vertices) - static_cast<double>(lengths_.empty));
    if (facts_.borders_move)
      borders_.emplace(parts_.front()->stream.device().runtime(), held_ranges(), graph.section_edges(),
                       graph.vertex_count());
    facts_.loop_edges = launches_.max_edges();
    facts_.loops_search = launches_.search();
    near_far_.set_step(priority_step_for<P>(
        options, [&] { return mean_value; }, [&] { return lengths_; }));
  }

  // Other devices may still be writing to memory that is given back with the run.
  ~PeerDevices() {
    for (auto& each : parts_) each->stream.wait_quietly();
  }
  PeerDevices(const PeerDevices&) = delete;
  PeerDevices& operator=(const PeerDevices&) = delete;

  [[nodiscard]] const RunFacts& facts() const { return facts_; }

  Progress initialise(bool with_copies) {
    for (auto& each : parts_) {
      if constexpr (InitialisesById<P>)
        each->initialise_copies(with_copies);
      else if (parts_.size() > 1)
        fill(each->stream, each->now().mask, 0);  // others' bits will be added to it
      each->initialise();
      each->queue_read_back();
      if (!InitialisesById<P>) count_channels(*each, each->now());
    }
    wait();
    const Progress first = take_counts(&Part<P, E>::now);
    if (!InitialisesById<P>) exchange_.tell_all(sides(&Part<P, E>::now), channel_counts());
    return first;
  }
  // The sum goes to all copies of the program, which do the same with it.
  bool ask_program([[maybe_unused]] std::uint32_t superstep) {
    bool goes_on = true;
    if constexpr (HasAggregate<P>) {
      AggregateType<P> sum{};
      for (auto& each : parts_) sum = sum + each->readback[0].aggregate;
      for (auto& each : parts_) goes_on = each->view.program.next(sum, superstep);
    }
    return goes_on;
  }
  void check_promises() {
    for (auto& each : parts_) detail::check_promises<P, E>(*each);
  }
  [[nodiscard]] bool pulls_unsettled() const { return warpgraph::pulls_unsettled(lengths_); }

  void begin_superstep(std::uint32_t superstep) {
    superstep_ = superstep;
    for (auto& each : parts_) mark_time(*each, each->begin);
    if (borders_ && superstep != 0) move_borders(parts_, borders_->balance());
  }
  std::uint64_t count_unsettled() {
    for (auto& each : parts_) each->plans.template get<PullUnsettledPlan<P, E>>().count(*each);
    wait();
    std::uint64_t unsettled = 0;
    for (auto& each : parts_) unsettled += each->readback[0].unsettled.edges;
    return unsettled;
  }
  void queue(Plan plan) {
    for (auto& each : parts_) each->plans.queue(plan, *each);
  }
  Progress end_superstep(Plan plan, RunReport& report) {
    for (auto& each : parts_) {
      queue_counts(*each, plan);
      mark_time(*each, each->computed);
    }
    wait();
    if (plan == Plan::kPriority)
      while (sum_of(&Part<P, E>::next).edges == 0 && split_far()) {
      }
    const Progress next = take_counts(&Part<P, E>::next);
    report.supersteps.back().updated_vertices = next.vertices;
    PeerSuperstep& superstep = report.per_device.emplace_back();
    for (auto& each : parts_)
      superstep.devices.push_back({each->own, each->plans.edges_walked(plan, *each), each->updated, 0, 0});
    for (auto& each : parts_) mark_time(*each, each->sending);
    send(superstep.links);
    for (auto& each : parts_) mark_time(*each, each->sent);
    if (options_.time_supersteps) report.supersteps.back().microseconds = read_times(superstep);
    for (auto& each : parts_) each->swap();
    return next;
  }

  // As many supersteps as go into one launch; or, where more vertices wait than a launch splits, one split.
  Progress launch_many(Plan plan, const Progress& now, PlanPolicy& policy, RunReport& report) {
    superstep_ = policy.superstep();
    if (now.waiting > launches_.max_split()) return split_far_on_host(report);
    LaunchTask<P> task;
    if (policy.searches()) task.search = policy.direction();
    if (plan == Plan::kPriority)
      task.order = near_far_.order(/*is_first=*/superstep_ == 0, now.waiting, launches_.max_split());
    const std::uint32_t rounds = launches_(now, policy.supersteps_left(), task);
    const PeerHistory& all = launches_.history(0);
    for (std::uint32_t r = 0; r < rounds; ++r) {
      const bool is_last = r + 1 == rounds;
      const PeerStep& step = all.step[r];
      if (!step.is_split) {
        report.supersteps.push_back({policy.superstep(), step.plan, step.vertices, step.edges, 0, 0});
        report.per_device.emplace_back().devices.resize(parts_.size());
        policy.advance(is_last ? 0 : all.step[r + 1].edges);
      }
      report.supersteps.back().updated_vertices = is_last ? all.vertices : all.step[r + 1].vertices;
      add_round(r, task.search.has_value(), report);
    }
    if (task.order.is_on) near_far_.set_limit(task.order.limit);
    const Progress after{all.vertices, all.edges, all.edges == 0 ? all.waiting : 0};
    for (auto& each : parts_) start_from(*each, each->now(), after);
    return after;
  }

  // When the run is over.
  void take_values(ShardedResult<Value>& result) {
    wait();
    for (auto& each : parts_) {
      result.own.push_back(each->own);
      result.first.push_back(each->first_vertex);
      result.values.push_back(std::move(each->value));
    }
  }

 private:
  [[nodiscard]] std::vector<VertexRange> held_ranges() const {
    std::vector<VertexRange> held;
    for (const auto& each : parts_) held.push_back(each->held);
    return held;
  }

  // To the last superstep, which takes as long as on the device that takes longest.
  void add_round(std::uint32_t round, bool is_search, RunReport& report) {
    constexpr double kMicrosecond = 1000;
    double longest = 0;
    PeerSuperstep& superstep = report.per_device.back();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const PeerStep& step = launches_.history(i).step[round];
      DeviceActivity& activity = superstep.devices[i];
      activity.own = parts_[i]->own;
      activity.edges += step.walked;
      activity.updated = step.updated;
      exchange_.add_traffic(i, activity.own, step, is_search, superstep.links);
      if (!options_.time_supersteps) continue;
      activity.compute_microseconds += step.computed / kMicrosecond;
      activity.exchange_microseconds += step.waited / kMicrosecond;
      longest = std::max(longest, (step.computed + step.waited) / kMicrosecond);
    }
    report.supersteps.back().microseconds += longest;
  }

  void queue_counts(PeerPart<P, E>& part, Plan plan) {
    View<std::uint32_t> evaluated = part.next().mask;
    if (plan == Plan::kPullActive) {
      auto& pull_active = part.plans.template get<PullActivePlan<P, E>>();
      pull_active.count_walked(part);
      evaluated = pull_active.active();
    }
    if (borders_) borders_->count(part.stream, part.own_words(evaluated), part.own);
    part.queue_read_back();
    count_channels(part, part.next());
  }
  void count_channels(PeerPart<P, E>& part, Frontier& frontier) {
    exchange_.count(part.index, side(part, frontier),
                    View<ChannelCounts>(part.host[0].channel, PeerReadback::kMaxChannels));
  }
  [[nodiscard]] static Side side(PeerPart<P, E>& part, Frontier& frontier) {
    return {part.own, frontier.mask, bytes_of(part.seen())};
  }
  [[nodiscard]] std::vector<Side> sides(Which which) {
    std::vector<Side> all;
    for (auto& each : parts_) all.push_back(side(*each, ((*each).*which)()));
    return all;
  }
  // As they were read back last.
  [[nodiscard]] std::vector<std::vector<ChannelCounts>> channel_counts() const {
    std::vector<std::vector<ChannelCounts>> counts;
    for (const auto& each : parts_) {
      const ChannelCounts* const found = each->host[0].channel;
      counts.emplace_back(found, found + exchange_.channel_count(each->index));
    }
    return counts;
  }

  // The progress of all devices, as it was read back last.
  [[nodiscard]] Progress sum_of(Which which) {
    Progress sum;
    for (auto& each : parts_) {
      Frontier& frontier = ((*each).*which)();
      frontier.set_counts(each->counts_of(frontier));
      each->updated = frontier.vertices;
      sum.vertices += frontier.vertices;
      sum.edges += frontier.edges;
    }
    return sum;
  }
  Progress take_counts(Which which) {
    const Progress sum = sum_of(which);
    for (auto& each : parts_) start_from(*each, ((*each).*which)(), sum);
    return sum;
  }
  // A device starts from the frontier of all devices, along the edges that it has.
  static void start_from(PeerPart<P, E>& part, Frontier& frontier, const Progress& all) {
    frontier.vertices = all.vertices;
    frontier.edges = std::min<std::uint64_t>(all.edges, part.outgoing.column.size());
  }

  void wait() { wait_for_devices(streams_, options_.exchange, superstep_); }

  void send(std::vector<LinkTraffic>& links) {
    using Take = Exchange::Take;
    exchange_(sides(&Part<P, E>::next), channel_counts(), has_uniform_updates<P>() ? Take::kUniform : Take::kUpdated,
              links);
  }

  void mark_time(PeerPart<P, E>& part, std::optional<Event>& event) {
    if (options_.time_supersteps) event.emplace(part.stream.device()).record(part.stream);
  }
  // Returns that of the device that takes longest.
  double read_times(PeerSuperstep& superstep) {
    wait();
    double longest = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      PeerPart<P, E>& part = *parts_[i];
      DeviceActivity& activity = superstep.devices[i];
      activity.compute_microseconds = part.computed->microseconds_since(*part.begin);
      activity.exchange_microseconds = part.sent->microseconds_since(*part.sending);
      longest = std::max(longest, part.sent->microseconds_since(*part.begin));
    }
    return longest;
  }

  // False if no vertex waits.
  bool split_far() {
    if (!near_far_.move_limit([&] { wait(); })) return false;
    for (auto& each : parts_) {
      each->plans.template get<PeerPriorityPlan<P, E>>().split_far(*each);
      each->queue_read_back();
      count_channels(*each, each->next());
    }
    wait();
    return true;
  }
  // After a launch that has left no near vertex.
  Progress split_far_on_host(RunReport& report) {
    for (auto& each : parts_) each->reset_next().has_mask = true;
    do {
      if (!split_far()) return {};
    } while (sum_of(&Part<P, E>::next).edges == 0);
    const Progress next = take_counts(&Part<P, E>::next);
    report.supersteps.back().updated_vertices = next.vertices;
    send(report.per_device.back().links);
    for (auto& each : parts_) each->swap();
    return next;
  }

  PeerLinks::Use links_;
  const EngineOptions& options_;
  std::span<const StreamRef> streams_;
  RunFacts facts_;
  Exchange exchange_;
  std::vector<std::unique_ptr<PeerPart<P, E>>> parts_;
  PeerLaunches<P, E> launches_;
  HostNearFar<P, E> near_far_;
  std::optional<Borders> borders_;
  RowLengths lengths_;  // of the whole graph, about
  std::uint32_t superstep_ = 0;
};

}  // namespace warpgraph::detail
