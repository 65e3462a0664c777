// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/rank_devices.hpp>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace warpgraph::ranks {

namespace {

constexpr char kSeparator = '\n';  // in no name of a host or device

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// One character for each core that the process may run on or not.
std::string allowed_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return {};
  std::string text;
  for (int core = 0; core < CPU_SETSIZE; ++core) text += CPU_ISSET(core, &cores) ? '1' : '0';
  return text;
}

std::vector<std::string> gather_texts(Ranks& ranks, const std::string& mine) {
  const std::size_t size = mine.size();
  const std::vector<std::size_t> sizes = detail::gather_sizes(ranks, std::span(&size, 1), 1);
  const std::size_t longest = std::max<std::size_t>(1, std::ranges::max(sizes));
  std::string padded = mine;
  padded.resize(longest);
  std::string all(longest * sizes.size(), '\0');
  ranks.all_gather(std::as_bytes(std::span(padded)), std::as_writable_bytes(std::span(all)));
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < sizes.size(); ++r) texts.push_back(all.substr(r * longest, sizes[r]));
  return texts;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char each : text) {
    if (each == kSeparator)
      parts.emplace_back();
    else
      parts.back() += each;
  }
  return parts;
}

unsigned share_of_cores(const std::string& allowed, std::ptrdiff_t ranks) {
  const std::ptrdiff_t cores = std::ranges::count(allowed, '1');
  return cores == 0 ? 0 : static_cast<unsigned>(std::max<std::ptrdiff_t>(1, cores / ranks));
}

bool names_devices(std::string_view text) { return text != "auto" && text != "cuda"; }

}  // namespace

RankDevices choose_rank_devices(const RankDevicesFacts& facts) {
  const auto& [given, environment, ranks, gpus, launched, rank_of_host] = facts;
  const bool is_given = !given.empty() && given != "auto";
  const std::string_view text = is_given ? given : environment.empty() ? "auto" : environment;
  const std::string asked = is_given ? "given" : environment.empty() ? "default" : kDevicesVariable;
  if (names_devices(text) || ranks == 1 || gpus == 0) return {std::string(text), asked};
  if (gpus == 1) return {"cuda:0", "the only GPU"};
  const int local = launched ? launched->value : rank_of_host;
  return {"cuda:" + std::to_string(local % gpus), launched ? std::string(launched->variable) : "ranks of this host"};
}

RankDevicesFacts find_rank_devices_facts(Ranks& ranks, std::string_view given, const Environment& environment) {
  const std::vector<std::string> hosts = gather_texts(ranks, host_name());
  const auto me = hosts.begin() + ranks.rank();
  const char* const value = environment(kDevicesVariable);
  RankDevicesFacts facts;
  facts.given = given;
  facts.environment = value == nullptr ? "" : value;
  facts.ranks = ranks.size();
  facts.gpus = static_cast<int>(cuda_devices().size());
  if (ranks.are_all_processes()) facts.launched = find_local_rank(environment);
  facts.rank_of_host = static_cast<int>(std::count(hosts.begin(), me, *me));
  return facts;
}

RankDevices choose_rank_devices(Ranks& ranks, std::string_view given, const Environment& environment) {
  RankDevices chosen = choose_rank_devices(find_rank_devices_facts(ranks, given, environment));
  const std::vector<std::string> cores = gather_texts(ranks, host_name() + kSeparator + allowed_cores());
  const std::string& mine = cores[static_cast<std::size_t>(ranks.rank())];
  chosen.threads = share_of_cores(split(mine)[1], std::ranges::count(cores, mine));
  return chosen;
}

std::vector<RankPlace> gather_rank_places(Ranks& ranks, const Runtime& runtime, std::string_view reason) {
  std::string names;
  std::string gpus;
  for (int i = 0; i < runtime.device_count(); ++i) {
    const DeviceInfo& info = runtime.device(i).info();
    names += (i == 0 ? "" : " ") + info.name;
    if (const std::string address = runtime.machine().address(info.ordinal); !address.empty())
      gpus += kSeparator + address;
  }
  const std::string mine = host_name() + kSeparator + names + kSeparator + std::string(reason) + gpus;
  std::vector<RankPlace> places;
  for (const std::string& text : gather_texts(ranks, mine)) {
    std::vector<std::string> parts = split(text);
    RankPlace place;
    place.host = parts[0];
    place.devices = parts[1];
    place.reason = parts[2];
    place.gpus.assign(parts.begin() + 3, parts.end());
    places.push_back(std::move(place));
  }
  return places;
}

std::string rank_table(const std::vector<RankPlace>& places) {
  std::vector<std::array<std::string, 4>> rows = {{"rank", "host", "devices", "chosen by"}};
  for (std::size_t r = 0; r < places.size(); ++r)
    rows.push_back({std::to_string(r), places[r].host, places[r].devices, places[r].reason});
  std::array<std::size_t, 4> widths{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string table;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) table += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
    table += row.back() + '\n';
  }
  return table;
}

std::vector<std::string> shared_gpus(const std::vector<RankPlace>& places) {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> takers;
  for (std::size_t r = 0; r < places.size(); ++r)
    for (const std::string& gpu : std::set(places[r].gpus.begin(), places[r].gpus.end()))
      takers[{places[r].host, gpu}].push_back(r);
  std::vector<std::string> lines;
  for (const auto& [gpu, ranks] : takers) {
    if (ranks.size() < 2) continue;
    std::string line = "the GPU " + gpu.second + " of " + gpu.first + " is shared by the ranks";
    for (std::size_t i = 0; i < ranks.size(); ++i) line += (i == 0 ? " " : ", ") + std::to_string(ranks[i]);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace warpgraph::ranks
