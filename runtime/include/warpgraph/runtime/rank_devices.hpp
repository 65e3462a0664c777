// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/process_launcher.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

// Which devices each rank takes, so that the ranks of a host take different ones. Text that names devices ("cuda:0,2",
// "host:2") means the same for every rank. With "cuda" and "auto" a rank takes one GPU of those that it sees: the only
// one, or else the one whose number is that of the rank among the ranks of its host, as the launcher counts them. Where
// the launcher says nothing, or the ranks are not all processes that it has started, ranks with one host name are
// counted. Where ranks outnumber GPUs, they share.
namespace warpgraph::ranks {

inline constexpr const char* kDevicesVariable = "WARPGRAPH_DEVICES";  // of the environment

struct RankDevices {
  std::string devices;  // for Runtime
  std::string reason;   // "given", "WARPGRAPH_DEVICES", "the only GPU", "SLURM_LOCALID", ...
  // For HostOptions::threads: the cores that the rank may run on, divided by the ranks of its host that may run on the
  // same ones. 0: one a core.
  unsigned threads = 0;
};

struct RankDevicesFacts {
  std::string_view given;        // empty and "auto": nothing is given
  std::string_view environment;  // the value of WARPGRAPH_DEVICES, or empty
  int ranks = 1;
  int gpus = 0;  // that the rank sees
  std::optional<LocalRank> launched;
  int rank_of_host = 0;  // number of ranks before this one with the same host name
};
[[nodiscard]] RankDevices choose_rank_devices(const RankDevicesFacts& facts);

// Those of this process. The text and what the environment returns are borrowed. Collective.
[[nodiscard]] RankDevicesFacts find_rank_devices_facts(Ranks& ranks, std::string_view given,
                                                       const Environment& environment = process_environment);
// The same with these facts. Collective.
[[nodiscard]] RankDevices choose_rank_devices(Ranks& ranks, std::string_view given,
                                              const Environment& environment = process_environment);

// What a rank works with.
struct RankPlace {
  std::string host;
  std::string devices;            // "cuda:0 cuda:1"
  std::string reason;             // of RankDevices
  std::vector<std::string> gpus;  // their addresses on the host's buses
};
// The places of all ranks, in their order. Collective.
[[nodiscard]] std::vector<RankPlace> gather_rank_places(Ranks& ranks, const Runtime& runtime, std::string_view reason);

// A line for each rank, below a line of titles.
[[nodiscard]] std::string rank_table(const std::vector<RankPlace>& places);
// A line for each GPU that several ranks take.
[[nodiscard]] std::vector<std::string> shared_gpus(const std::vector<RankPlace>& places);

}  // namespace warpgraph::ranks
