// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/superstep_cost.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace warpgraph::costs {

namespace {

// Bytes of a vertex that a superstep passes over: its value before and after, what neighbours see, its row.
constexpr double kBytesOfVertex = 16;
// Calls that the host queues on a device: gather and apply with what surrounds them, and on several devices also
// counting, packing, sending and taking in.
constexpr double kCallsAlone = 4;
constexpr double kCallsOfPeer = 12;
// A push reduces by an atomic, of which an H200 makes 16 G a second beyond its cache, against 38 G reads.
constexpr double kReadsOfPush = 38.0 / 16;

bool pushes(Plan plan) { return plan == Plan::kPush || plan == Plan::kPushLoop || plan == Plan::kPriority; }
bool shares_launch(Plan plan) { return plan == Plan::kPushLoop || plan == Plan::kPriority; }

// Of so many vertices, how many are met by so many edges that lead anywhere.
double met(double vertices, double edges) { return vertices <= 0 ? 0 : -vertices * std::expm1(-edges / vertices); }

// Reads of one device, where the report has none.
double reads_of(const SuperstepStatistics& step, const RunScale& scale) {
  const auto active = static_cast<double>(step.active_edges);
  switch (step.plan) {
    case Plan::kPullAll:
      return scale.edges;
    case Plan::kPullFirst:
      return scale.vertices;  // about one each finds a neighbour
    case Plan::kPullActive:
    case Plan::kPullUnsettled:
      return std::min(scale.edges, active * std::max(1.0, scale.edges / std::max(1.0, scale.vertices)));
    default:
      return active;
  }
}

double reads_of(const SuperstepStatistics& step, const results::PeerSuperstep& devices, const RunScale& scale) {
  std::uint64_t most = 0;
  for (const results::DeviceActivity& each : devices.devices) most = std::max(most, each.edges);
  return most != 0 || step.plan != Plan::kPullFirst ? static_cast<double>(most) : scale.vertices / scale.devices;
}

// What the device sends that sends most: bytes and messages.
std::pair<double, double> traffic_of(const results::PeerSuperstep& step, int devices) {
  std::vector<std::pair<double, double>> sent(static_cast<std::size_t>(devices));
  for (const results::LinkTraffic& link : step.links) {
    auto& [bytes, messages] = sent[static_cast<std::size_t>(link.from)];
    bytes += static_cast<double>(link.bytes);
    messages += link.to == results::LinkTraffic::kAllOthers ? devices - 1 : 1;
  }
  return sent.empty() ? std::pair{0.0, 0.0} : *std::ranges::max_element(sent);
}

}  // namespace

std::string_view SuperstepCost::bottleneck() const {
  const std::array<std::pair<double, std::string_view>, 5> terms{{{queueing, "queueing"},
                                                                  {gathering, "gathering"},
                                                                  {sweeping, "sweeping"},
                                                                  {messages, "messages"},
                                                                  {bytes, "bytes"}}};
  return std::ranges::max_element(terms, {}, &std::pair<double, std::string_view>::first)->second;
}

SuperstepCost predict_superstep(const SuperstepWork& work, const MachineCost& machine, const LinkCost& link) {
  const auto time_of = [](double amount, double per_second) { return per_second > 0 ? amount / per_second : 0; };
  SuperstepCost cost;
  cost.queueing = work.waits * machine.wait_seconds + work.launches * machine.launch_seconds;
  cost.gathering = time_of(work.edges, machine.gathers_per_second(work.table_bytes));
  cost.sweeping = time_of(work.vertices * kBytesOfVertex, machine.stream_bytes_per_second);
  cost.messages = link.seconds(work.notes, 0) + link.seconds(work.messages, 0);
  cost.bytes = time_of(work.bytes, link.bytes_per_second);
  return cost;
}

SuperstepWork work_of(const RunReport& report, std::size_t i, const RunScale& scale) {
  const SuperstepStatistics& step = report.supersteps[i];
  SuperstepWork work;
  work.table_bytes = scale.vertices * scale.value_bytes;
  work.vertices = scale.vertices / scale.devices;
  work.waits = shares_launch(step.plan) ? 0 : 1;
  work.launches = shares_launch(step.plan) ? 1 : kCallsAlone;
  if (report.per_device.empty()) {
    work.edges = reads_of(step, scale);
  } else {
    const results::PeerSuperstep& devices = report.per_device[i];
    work.edges = reads_of(step, devices, scale);
    if (!shares_launch(step.plan)) work.launches = kCallsOfPeer * static_cast<double>(devices.devices.size());
    std::tie(work.bytes, work.messages) = traffic_of(devices, scale.devices);
    work.notes = scale.grid ? static_cast<double>(scale.grid->rows + scale.grid->columns - 2) : scale.ranks - 1;
  }
  if (pushes(step.plan)) {
    work.edges *= kReadsOfPush;
    work.vertices = 0;  // only those in the frontier
  }
  return work;
}

SuperstepWork work_on_grid(ranks::RankGrid grid, double vertices, double edges, double value_bytes) {
  const auto rows = static_cast<double>(grid.rows);
  const auto columns = static_cast<double>(grid.columns);
  const double ranks = rows * columns;
  const double mine = edges / ranks;
  const double own = vertices / ranks;
  SuperstepWork work;
  work.launches = ranks > 1 ? kCallsOfPeer : kCallsAlone;
  work.edges = mine;
  work.table_bytes = vertices / columns * value_bytes;
  work.vertices = own;
  if (columns > 1) work.vertices += vertices / rows;  // sums of others' vertices
  work.messages = rows - 1 + columns - 1;
  work.notes = rows - 1 + columns - 1;
  const double from_column = met(vertices / columns, mine) * (rows - 1) / rows;
  const double from_row = met(vertices / rows, mine) * (columns - 1) / columns;
  work.bytes = (from_column + from_row) * value_bytes;  // all are updated, so values travel alone
  return work;
}

ranks::RankGrid choose_grid(std::uint64_t ranks, double vertices, double edges, const MachineCost& machine,
                            const LinkCost& link) {
  constexpr double kWorthwhile = 0.8;  // of the time on one column
  ranks::RankGrid best{ranks, 1};
  const auto seconds_of = [&](ranks::RankGrid grid) {
    return predict_superstep(work_on_grid(grid, vertices, edges), machine, link).seconds();
  };
  double least = kWorthwhile * seconds_of(best);
  for (std::uint64_t columns = 2; columns < ranks; ++columns) {
    if (ranks % columns != 0) continue;
    const ranks::RankGrid grid{ranks / columns, columns};
    const double seconds = seconds_of(grid);
    if (seconds >= least) continue;
    least = seconds;
    best = grid;
  }
  return best;
}

bool prefer_grid(std::uint64_t ranks, double vertices, double edges, const MachineCost& machine, const LinkCost& link) {
  return choose_grid(ranks, vertices, edges, machine, link).columns > 1;
}

MachineCost typical_machine(DeviceKind kind) {
  if (kind == DeviceKind::kGpu)
    return {{{16u << 20, 150e9}, {64u << 20, 68e9}, {256u << 20, 43e9}, {1u << 30, 38e9}}, 3.78e12, 2.5e-6, 17e-6};
  return {{{1u << 20, 400e6}, {64u << 20, 100e6}, {256u << 20, 60e6}}, 4e9, 10e-6, 20e-6};
}

LinkCost typical_link(DeviceKind kind) {
  if (kind == DeviceKind::kGpu) return {10e-6, 1e-6, 45e9};
  return {5e-6, 2e-6, 3e9};
}

}  // namespace warpgraph::costs
