// SPDX-License-Identifier: Apache-2.0
#include "peer_devices.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

#include <warpgraph/framework/engine/detail/choices/advice.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/run/detail/superstep_timeout.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/rank_time_limit.hpp>

#include "../moving_borders/move_borders.hpp"
#include "priority_step.hpp"
#include "same_run.hpp"
#include "superstep_loop.hpp"

namespace warpgraph::detail {
namespace {

Exchange::Side side(PeerPartCalls& each, Frontier& frontier) {
  return {each.part.own, frontier.mask, each.seen_bytes()};
}

// A device starts from the frontier of all devices, along the edges that it has.
void start_from(const PeerPartCalls& each, Frontier& frontier, const Progress& all) {
  frontier.vertices = all.vertices;
  frontier.edges = std::min<std::uint64_t>(all.edges, each.part.graph.outgoing.column.size());
}

// On a grid a vertex may be hit on several devices, of which only its owner knows whether it was settled before.
void expect_plan_on_grid(const ProgramTraits& program) {
  expects(!program.first_hit_suffices || (program.is_pushable && program.initialises_by_id),
          "run: this program cannot run on a grid of ranks of several columns: its first hit suffices, and it "
          "cannot be pushed or its values do not begin by ids alone");
}

}  // namespace

PeerDevices::PeerDevices(ShardedRunInput graph, const PeerProgram& program, const EngineOptions& options)
    : links_(graph.links.use()),
      options_(options),
      streams_(graph.streams),
      others_(graph.layout),
      exchange_(std::move(graph.ends), *links_, options.exchange, program.traits.seen_bytes,
                graph.grid == nullptr ? 0 : others_.max(graph.grid->proxy_count * program.traits.sum_bytes)),
      launches_(parts_, others_, exchange_, *links_, options) {
  facts_.program = program.traits;
  facts_.vertices = graph.vertices;
  facts_.edges = graph.edges;
  facts_.has_outgoing = graph.has_outgoing;
  facts_.has_peers = true;
  facts_.has_numbers = graph.layout.numbers != nullptr;
  facts_.has_grid = graph.grid != nullptr;
  if (facts_.has_grid) expect_plan_on_grid(facts_.program);
  facts_.may_launch_many = others_.max(static_cast<int>(static_cast<bool>(options.after_superstep))) == 0;
  facts_.keeps_levels = others_.max(static_cast<int>(keeps_levels(facts_.program, options))) != 0;
  facts_.is_deterministic = options.deterministic;
  const std::vector<std::size_t> channels = exchange_.channel_counts();
  for (int i = 0; i < static_cast<int>(streams_.size()); ++i) {
    PeerPartCalls& part = *parts_.emplace_back(program.make_part(i));
    part.part.keeps_levels = facts_.keeps_levels;
    const std::size_t count = channels[static_cast<std::size_t>(others_.number(i))];
    part.channels = PinnedBuffer<ChannelCounts>(part.part.stream.device().runtime(), count);
    const Exchange::Masks& masks = exchange_.masks(static_cast<std::size_t>(others_.number(i)));
    if (!masks.mask[0].empty()) part.part.use_masks(masks.mask);
  }
  links_->set_epoch(others_.max(links_->epoch()));
  others_.expect_channels(channels);
  if (graph.grid != nullptr)
    sums_.emplace(streams_.front(), *graph.grid, others_.number(0), others_.row(),
                  links_->hub(links_->kind(options.exchange.hub), 0), program.traits.sum_bytes);
  measure(graph);
  facts_.loop_edges = others_.min(launches_.max_edges());
  facts_.loops_search = others_.min(static_cast<int>(launches_.search())) != 0;
  if (!facts_.program.has_priority) return;
  const double step = priority_step_for(
      program.traits, options, [&] { return others_.sum(graph.mean_value); },
      [&] { return of_all(graph.outgoing_rows); });
  for (auto& each : parts_) each->set_step(step);
}

PeerDevices::~PeerDevices() {
  if (std::uncaught_exceptions() > exceptions_) links_->leave_failed_run();
  for (auto& each : parts_) each->part.stream.wait_quietly();
}

void PeerDevices::measure(const ShardedRunInput& graph) {
  for (auto& each : parts_) {
    const DevicePart& part = each->part;
    facts_.holds_others = facts_.holds_others || part.held != part.range_of_rows();
    lengths_.longest = std::max(lengths_.longest, part.known_rows->incoming.longest);
    lengths_.empty += part.known_rows->incoming.empty;
  }
  facts_.queue = {others_.max(graph.queue.vertices), others_.max(graph.queue.edges)};
  lengths_ = of_all(lengths_);
  if (facts_.holds_others && options_.exchange.moves_borders)
    borders_.emplace(parts_.front()->part.stream.device().runtime(), held_ranges(), graph.section_edges,
                     static_cast<VertexId>(graph.vertices));
}

rows::RowLengths PeerDevices::of_all(rows::RowLengths here) {
  here.longest = others_.max(here.longest);
  here.empty = others_.sum(here.empty);
  here.mean = static_cast<double>(facts_.edges) /
              std::max<double>(1, static_cast<double>(facts_.vertices) - static_cast<double>(here.empty));
  return here;
}

std::vector<VertexRange> PeerDevices::held_ranges() const {
  std::vector<VertexRange> held;
  for (const auto& each : parts_) held.push_back(each->part.held);
  return held;
}

Progress PeerDevices::initialise(bool searches) {
  const bool by_id = facts_.program.initialises_by_id;
  for (auto& each : parts_) {
    if (by_id)
      each->initialise_copies(/*with_values=*/!searches);
    else if (others_.layout().held.size() > 1)
      fill(each->part.stream, each->part.now().mask, 0);  // others' bits will be added to it
    each->initialise();
    each->queue_read_back();
    if (!by_id) count_channels(*each, each->part.now());
  }
  wait();
  const Progress first = take_counts(&DevicePart::now);
  std::vector<results::LinkTraffic> of_no_superstep;
  if (!by_id) exchange_.tell_all(sides(&DevicePart::now), channel_counts(), of_no_superstep);
  return first;
}

bool PeerDevices::ask_program(std::uint32_t superstep) {
  PeerPartCalls& first = *parts_.front();
  for (std::size_t i = 1; i < parts_.size(); ++i) first.add_aggregate(parts_[i]->aggregate());
  others_.fold(first.aggregate(), [&](std::span<const std::byte> other) { first.add_aggregate(other); });
  bool goes_on = true;
  for (auto& each : parts_) goes_on = each->ask_program(first.aggregate(), superstep);
  return goes_on;
}

void PeerDevices::check_promises() {
  for (auto& each : parts_) each->check_promises();
}

bool PeerDevices::targets_are_settled() {
  for (auto& each : parts_) each->find_targets();
  wait();
  PeerPartCalls& first = *parts_.front();
  for (std::size_t i = 1; i < parts_.size(); ++i) first.add_targets(parts_[i]->targets());
  others_.fold(first.targets(), [&](std::span<const std::byte> other) { first.add_targets(other); });
  return first.are_settled(first.targets());
}

// However few bytes the values have: pushing sends messages.
bool PeerDevices::pulls_unsettled() { return warpgraph::rows::pulls_unsettled(lengths_, ~std::uint64_t{0}); }

void PeerDevices::begin_superstep(std::uint32_t superstep) {
  superstep_ = superstep;
  if (facts_.program.publishes_anew) publish();
  for (auto& each : parts_) mark_time(*each, each->begin);
  if (borders_ && superstep != 0) move_borders(parts_, borders_->balance());
}

void PeerDevices::publish() {
  for (auto& each : parts_) {
    mark_time(*each, each->sending);
    each->publish();
  }
  exchange_.tell_all(sides(&DevicePart::now), channel_counts(), traffic_);
  for (auto& each : parts_) mark_time(*each, each->sent);
}

std::uint64_t PeerDevices::count_unsettled() {
  for (auto& each : parts_) each->count_unsettled();
  wait();
  std::uint64_t unsettled = 0;
  for (auto& each : parts_) unsettled += each->part.found->unsettled.edges;
  return others_.sum(unsettled);
}

void PeerDevices::queue(Plan plan) {
  for (auto& each : parts_) each->queue(plan);
  if (sums_) reduce_rows(plan);
}

void PeerDevices::reduce_rows(Plan plan) {
  PeerPartCalls& mine = *parts_.front();
  if (plan == Plan::kPullAll) {
    sums_->tell_all(mine.gathered(), traffic_);
    return mine.apply_sums(sums_->places(), sums_->inbox());
  }
  const View<const std::uint32_t> updated = mine.part.words(mine.part.next().mask, mine.part.held);
  sums_->count(updated);
  wait();
  mine.take_pushed(sums_->tell_updated(mine.pushed(), updated, traffic_));
}

Progress PeerDevices::end_superstep(Plan plan, RunReport& report) {
  for (auto& each : parts_) {
    queue_counts(*each, plan);
    mark_time(*each, each->computed);
  }
  wait();
  Progress next = take_counts(&DevicePart::next);
  while (plan == Plan::kPriority && next.edges == 0 && split_far()) next = take_counts(&DevicePart::next);
  report.supersteps.back().updated_vertices = next.vertices;
  results::PeerSuperstep& superstep = report.per_device.emplace_back();
  for (auto& each : parts_)
    superstep.devices.push_back({each->part.own, each->edges_walked(plan), each->updated, 0, 0});
  superstep.links = std::exchange(traffic_, {});
  if (!facts_.program.publishes_anew) send(superstep.links);
  if (options_.time_supersteps) report.supersteps.back().microseconds = read_times(superstep);
  for (auto& each : parts_) each->part.swap();
  return next;
}

Progress PeerDevices::launch_supersteps(Plan plan, const Progress& now, PlanPolicy& policy, RunReport& report) {
  superstep_ = policy.superstep();
  if (now.waiting > launches_.max_split()) return split_far_on_host(report);
  LaunchTask task{.in_order = plan == Plan::kPriority,
                  .none_waits = superstep_ == 0,
                  .max_waiting = now.waiting,
                  .max_split = launches_.max_split()};
  if (policy.searches()) task.search = policy.direction();
  const std::uint32_t rounds = launches_.launch_all(now, superstep_, policy.supersteps_left(), task);
  std::vector<OtherRanks::Rounds> mine;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    mine.emplace_back(launches_.history(i).step, launches_.history(i).step + rounds);
  const std::vector<OtherRanks::Rounds> of_all = others_.meet(std::move(mine));
  const LoopHistory& all = launches_.history(0);
  for (std::uint32_t r = 0; r < rounds; ++r) {
    const bool is_last = r + 1 == rounds;
    const LoopStep& step = all.step[r];
    if (!step.is_split) {
      report.supersteps.push_back({policy.superstep(), step.plan, step.vertices, step.edges, 0, 0});
      report.per_device.emplace_back().devices.resize(parts_.size());
      policy.advance(is_last ? 0 : all.step[r + 1].edges);
    }
    report.supersteps.back().updated_vertices = is_last ? all.vertices : all.step[r + 1].vertices;
    add_round(r, of_all, task.search.has_value(), report);
  }
  const Progress after{all.vertices, all.edges, all.edges == 0 ? all.waiting : 0};
  for (auto& each : parts_) start_from(*each, each->part.now(), after);
  return after;
}

void PeerDevices::add_round(std::uint32_t round, const std::vector<OtherRanks::Rounds>& all, bool is_search,
                            RunReport& report) {
  constexpr double kMicrosecond = 1000;
  double longest = 0;
  results::PeerSuperstep& superstep = report.per_device.back();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const LoopStep& step = launches_.history(i).step[round];
    results::DeviceActivity& activity = superstep.devices[i];
    activity.own = parts_[i]->part.own;
    activity.edges += step.walked;
    activity.updated = step.updated;
    if (!options_.time_supersteps) continue;
    activity.compute_microseconds += step.computed / kMicrosecond;
    activity.exchange_microseconds += step.waited / kMicrosecond;
    longest = std::max(longest, (step.computed + step.waited) / kMicrosecond);
  }
  for (std::size_t device = 0; device < all.size(); ++device) {
    const VertexRange own = others_.layout().is_here(device)
                                ? parts_[device - static_cast<std::size_t>(others_.number(0))]->part.own
                                : others_.layout().held[device];
    exchange_.add_traffic(device, own, all[device][round], is_search, superstep.links);
  }
  report.supersteps.back().microseconds += longest;
}

void PeerDevices::queue_counts(PeerPartCalls& each, Plan plan) {
  DevicePart& part = each.part;
  const View<std::uint32_t> evaluated = plan == Plan::kPullActive ? each.count_active() : part.next().mask;
  if (borders_) borders_->count(part.stream, part.own_words(evaluated), part.own);
  each.queue_read_back();
  count_channels(each, part.next());
}

void PeerDevices::count_channels(PeerPartCalls& each, Frontier& frontier) {
  exchange_.count(others_.number(each.index), side(each, frontier), each.channels);
}

std::vector<Exchange::Side> PeerDevices::sides(Which which) {
  std::vector<Side> all;
  for (const VertexRange held : others_.layout().held) all.push_back({held, {}, {}});
  for (auto& each : parts_)
    all[static_cast<std::size_t>(others_.number(each->index))] = side(*each, (each->part.*which)());
  return all;
}

std::vector<std::vector<ChannelCounts>> PeerDevices::channel_counts() const {
  std::vector<std::vector<ChannelCounts>> counts(others_.layout().held.size());
  for (std::size_t device = 0; device < counts.size(); ++device) {
    const int i = static_cast<int>(device) - others_.number(0);
    const std::span<const ChannelCounts> found = others_.layout().is_here(device)
                                                     ? parts_[static_cast<std::size_t>(i)]->channels.span()
                                                     : others_.channels(device);
    counts[device].assign(found.begin(), found.end());
  }
  return counts;
}

Progress PeerDevices::take_counts(Which which) {
  Progress sum;
  for (auto& each : parts_) {
    Frontier& frontier = (each->part.*which)();
    frontier.set_counts(each->part.counts_of(frontier));
    each->updated = frontier.vertices;
    sum.vertices += frontier.vertices;
    sum.edges += frontier.edges;
  }
  OtherRanks::Channels channels;
  for (const auto& each : parts_) channels.push_back(each->channels.span());
  others_.tell(sum, channels);
  for (auto& each : parts_) start_from(*each, (each->part.*which)(), sum);
  return sum;
}

void PeerDevices::wait() { wait_for_devices(streams_, options_.exchange, superstep_, others_.ranks()); }

void PeerDevices::send(std::vector<results::LinkTraffic>& links) {
  using Take = Exchange::Take;
  for (auto& each : parts_) mark_time(*each, each->sending);
  exchange_(sides(&DevicePart::next), channel_counts(),
            facts_.program.has_uniform_updates ? Take::kUniform : Take::kUpdated, links);
  for (auto& each : parts_) mark_time(*each, each->sent);
}

void PeerDevices::mark_time(PeerPartCalls& each, std::optional<Event>& event) {
  if (options_.time_supersteps) event.emplace(each.part.stream.device()).record(each.part.stream);
}

double PeerDevices::read_times(results::PeerSuperstep& superstep) {
  wait();
  double longest = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const PeerPartCalls& each = *parts_[i];
    results::DeviceActivity& activity = superstep.devices[i];
    activity.compute_microseconds = each.computed->microseconds_since(*each.begin);
    activity.exchange_microseconds = each.sent->microseconds_since(*each.sending);
    const bool sends_first = facts_.program.publishes_anew;
    const Event& begin = sends_first ? *each.sending : *each.begin;
    const Event& end = sends_first ? *each.computed : *each.sent;
    longest = std::max(longest, end.microseconds_since(begin));
  }
  return longest;
}

bool PeerDevices::move_limit() {
  if (is_far_empty_) return false;
  for (auto& each : parts_) each->find_nearest();
  wait();
  PeerPartCalls& first = *parts_.front();
  for (auto& each : parts_) first.take_nearer(each->nearest());
  others_.fold(first.nearest(), [&](std::span<const std::byte> other) { first.take_nearer(other); });
  for (auto& each : parts_) is_far_empty_ = each->move_limit(first.nearest());
  return true;
}

bool PeerDevices::split_far() {
  if (!move_limit()) return false;
  for (auto& each : parts_) {
    each->split_far();
    each->queue_read_back();
    count_channels(*each, each->part.next());
  }
  wait();
  return true;
}

Progress PeerDevices::split_far_on_host(RunReport& report) {
  for (auto& each : parts_) each->part.reset_next().has_mask = true;
  Progress next;
  do {
    if (!split_far()) return {};
    next = take_counts(&DevicePart::next);
  } while (next.edges == 0);
  report.supersteps.back().updated_vertices = next.vertices;
  results::PeerSuperstep& superstep = report.per_device.back();
  for (std::size_t i = 0; i < parts_.size(); ++i) superstep.devices[i].updated = parts_[i]->updated;
  send(superstep.links);
  for (auto& each : parts_) each->part.swap();
  return next;
}

RunReport run_on_peers(ShardedRunInput graph, const PeerProgram& program, const EngineOptions& options,
                       const std::atomic<bool>* cancelled) {
  const ranks::RankLayout& layout = graph.layout;
  // The limit outlives the devices: after a failure the ranks are asked for an answer within it.
  const ranks::RankTimeLimit limit(layout.has_others() ? layout.ranks : nullptr, options.exchange.superstep_timeout);
  expect_same_run(layout, program, options);
  return ranks::fail_together(layout.ranks, [&] {
    PeerDevices devices(std::move(graph), program, options);
    RunReport report = run_supersteps(devices, options, devices.cancelled(cancelled));
    add_advice(report, devices.advice());
    devices.take_values(program.take_values);
    return report;
  });
}

}  // namespace warpgraph::detail
