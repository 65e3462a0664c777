// SPDX-License-Identifier: Apache-2.0
#include "costs.hpp"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <ostream>
#include <span>
#include <stdexcept>
#include <utility>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/measure_cost.hpp>
#include <warpgraph/runtime/rank_devices.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "table.hpp"
#include "text.hpp"

namespace warpgraph::cli {

using nlohmann::ordered_json;

namespace {

constexpr const char* kCopy = "copy";
constexpr const char* kEachDevice = "each device";
constexpr const char* kEachRank = "each rank";
constexpr const char* kOthers = "all others";

std::vector<HubKind> kinds_of(Runtime& runtime, std::span<const StreamRef> streams) {
  std::vector<HubKind> kinds{HubKind::kHost};
  if (hubs::best_hub(streams) == HubKind::kPeer) kinds.push_back(HubKind::kPeer);
  if (runtime.device().kind() != DeviceKind::kGpu) return kinds;
  try {
    static_cast<void>(hubs::make_hub(HubKind::kNccl, streams, 1));
    kinds.push_back(HubKind::kNccl);
  } catch (const UsageError&) {  // a build without it
  }
  return kinds;
}

void measure_devices(Runtime& runtime, std::span<const StreamRef> streams, std::vector<NamedLink>& links) {
  const std::string& first = runtime.device(0).name();
  links.push_back({first, "host memory", kCopy, costs::measure_host_link(streams.front())});
  if (streams.size() == 1) return;
  for (const HubKind kind : kinds_of(runtime, streams)) {
    const std::string hub(to_string(kind));
    links.push_back(
        {first, runtime.device(1).name(), hub, costs::measure_link(kind, streams.first(2), costs::all_ways(2))});
    if (streams.size() > 2)
      links.push_back(
          {kEachDevice, kOthers, hub, costs::measure_link(kind, streams, costs::all_ways(runtime.device_count()))});
  }
}

// The first device of each rank, as one hub knows them.
void measure_ranks(Ranks& ranks, const Runtime& runtime, StreamRef stream, std::vector<NamedLink>& links) {
  std::vector<int> rank_of(static_cast<std::size_t>(ranks.size()));
  std::iota(rank_of.begin(), rank_of.end(), 0);
  const hubs::HubRanks devices{ranks, rank_of, ranks.rank()};
  const std::vector<StreamRef> streams{stream};
  const std::vector<ranks::RankPlace> places = ranks::gather_rank_places(ranks, runtime, "");

  const auto of_other_host =
      std::ranges::find_if(places, [&](const auto& each) { return each.host != places[0].host; });
  const auto of_same_host =
      std::find_if(places.begin() + 1, places.end(), [&](const auto& each) { return each.host == places[0].host; });
  std::vector<HubKind> kinds{HubKind::kHost};
  if (hubs::best_rank_hub(ranks, streams) == HubKind::kNccl) kinds.push_back(HubKind::kNccl);
  for (const HubKind kind : kinds) {
    const std::string hub(to_string(kind));
    for (const auto& [found, where] : {std::pair{of_same_host, ""}, std::pair{of_other_host, ", another host"}}) {
      if (found == places.end()) continue;
      const int other = static_cast<int>(found - places.begin());
      const std::vector<hubs::Hub::Way> ways{{0, other}, {other, 0}};
      links.push_back(
          {"rank 0", "rank " + std::to_string(other) + where, hub, costs::measure_link(kind, devices, streams, ways)});
    }
    if (ranks.size() > 2)
      links.push_back(
          {kEachRank, kOthers, hub, costs::measure_link(kind, devices, streams, costs::all_ways(ranks.size()))});
  }
}

std::string format_rate(double per_second) {
  return support::format_bytes(static_cast<std::size_t>(per_second)) + "/s";
}

double number_in(const ordered_json& json, const char* name) {
  const auto value = json.at(name).get<double>();
  if (!(value >= 0)) throw std::out_of_range(std::string(name) + " is negative");
  return value;
}

costs::MachineCost machine_from(const ordered_json& json) {
  costs::MachineCost cost;
  for (const ordered_json& each : json.at("gathers"))
    cost.gathers.push_back({each.at("table_bytes").get<std::uint64_t>(), number_in(each, "per_second")});
  std::ranges::sort(cost.gathers, {}, &costs::GatherRate::table_bytes);
  cost.stream_bytes_per_second = number_in(json, "stream_bytes_per_second");
  cost.launch_seconds = number_in(json, "launch_seconds");
  cost.wait_seconds = number_in(json, "wait_seconds");
  return cost;
}

Costs costs_from(const ordered_json& json) {
  Costs costs;
  costs.ranks = json.at("ranks").get<int>();
  for (const ordered_json& each : json.at("devices")) costs.devices.push_back(machine_from(each.at("cost")));
  if (costs.devices.empty()) throw std::out_of_range("no devices");
  for (const ordered_json& each : json.at("links"))
    costs.links.push_back({each.at("from"),
                           each.at("to"),
                           each.at("hub"),
                           {number_in(each, "latency_seconds"), number_in(each, "message_seconds"),
                            number_in(each, "bytes_per_second")}});
  return costs;
}

}  // namespace

const costs::LinkCost* Costs::link_of_all(bool between_ranks, const std::string& hub) const {
  const costs::LinkCost* found = nullptr;
  for (const NamedLink& each : links) {
    const bool is_between_ranks = each.from.starts_with("rank ") || each.from == kEachRank;
    if (each.hub != hub || is_between_ranks != between_ranks) continue;
    if (found == nullptr || each.to == kOthers) found = &each.cost;
  }
  return found;
}

Costs measure_costs(Ranks* ranks, Runtime& runtime) {
  Costs costs;
  std::vector<Stream> owned;
  for (int i = 0; i < runtime.device_count(); ++i) owned.emplace_back(runtime.device(i), "measure");
  const std::vector<StreamRef> streams(owned.begin(), owned.end());
  if (ranks != nullptr) {
    costs.ranks = ranks->size();
    static_cast<void>(ranks::all_gather(*ranks, char{}));  // all measure at the same time, as all will work
  }
  ranks::fail_together(ranks, [&] {
    for (int i = 0; i < runtime.device_count(); ++i) costs.devices.push_back(costs::measure_machine(runtime.device(i)));
    measure_devices(runtime, streams, costs.links);
  });
  if (ranks != nullptr) measure_ranks(*ranks, runtime, streams.front(), costs.links);
  return costs;
}

void print_costs(const Costs& costs, const Runtime& runtime, Output& output) {
  std::vector<std::string> header{"device"};
  for (const costs::GatherRate& each : costs.devices.front().gathers)
    header.push_back("gathers/s, " + support::format_bytes(each.table_bytes));
  header.insert(header.end(), {"stream", "launch", "wait"});
  Table machines(std::move(header));
  for (std::size_t i = 0; i < costs.devices.size(); ++i) {
    const costs::MachineCost& cost = costs.devices[i];
    std::vector<std::string> row{runtime.device(static_cast<int>(i)).name()};
    for (const costs::GatherRate& each : cost.gathers) row.push_back(format_number(each.per_second));
    row.resize(costs.devices.front().gathers.size() + 1, "-");
    row.insert(row.end(), {format_rate(cost.stream_bytes_per_second), format_seconds(cost.launch_seconds),
                           format_seconds(cost.wait_seconds)});
    machines.add(std::move(row));
  }
  machines.print(output.out, output.width());
  output.out << '\n';
  Table links({"from", "to", "hub", "latency", "each message more", "bandwidth"});
  for (const NamedLink& each : costs.links)
    links.add({each.from, each.to, each.hub, format_seconds(each.cost.latency_seconds),
               format_seconds(each.cost.message_seconds), format_rate(each.cost.bytes_per_second)});
  links.print(output.out, output.width());
}

ordered_json to_json(const costs::MachineCost& cost) {
  ordered_json gathers = ordered_json::array();
  for (const costs::GatherRate& each : cost.gathers)
    gathers.push_back({{"table_bytes", each.table_bytes}, {"per_second", each.per_second}});
  return {{"gathers", std::move(gathers)},
          {"stream_bytes_per_second", cost.stream_bytes_per_second},
          {"launch_seconds", cost.launch_seconds},
          {"wait_seconds", cost.wait_seconds}};
}

ordered_json to_json(const std::vector<NamedLink>& links) {
  ordered_json all = ordered_json::array();
  for (const NamedLink& each : links)
    all.push_back({{"from", each.from},
                   {"to", each.to},
                   {"hub", each.hub},
                   {"latency_seconds", each.cost.latency_seconds},
                   {"message_seconds", each.cost.message_seconds},
                   {"bytes_per_second", each.cost.bytes_per_second}});
  return all;
}

Costs read_costs(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw InputError(file, 0, "cannot be opened");
  try {
    return costs_from(ordered_json::parse(stream));
  } catch (const std::exception&) {
    throw InputError(file, 0, "expected what warpgraph devices --measure --json has written");
  }
}

}  // namespace warpgraph::cli
