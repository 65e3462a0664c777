// SPDX-License-Identifier: Apache-2.0
//
// What the model of a superstep (superstep_cost.hpp) says of a graph that no machine here holds: an iteration of
// PageRank over 2^40 edges between 2^35 vertices on 1 to 1,024 H200, as ranges of rows and as the best grid. Prints
// JSON, of which ranks.py draws plots.

#include <cstdint>
#include <cstdio>
#include <string>

#include <warpgraph/framework/engine/superstep_cost.hpp>

namespace {

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

constexpr double kVertices = 34359738368.0;  // 2^35
constexpr double kEdges = 1099511627776.0;   // 2^40
constexpr std::uint64_t kMaxRanks = 1024;
// GPUs of a machine, whose links are NVLink: 396 GB/s for each pair of H200, 1.5 us for a small copy (measured).
constexpr std::uint64_t kMachine = 8;
constexpr costs::LinkCost kNvlink{1.5e-6, 1e-6, 396e9};

void print(const char* shape, ranks::RankGrid grid, const costs::MachineCost& machine) {
  const costs::LinkCost link = grid.ranks() <= kMachine ? kNvlink : costs::typical_link(DeviceKind::kGpu);
  const costs::SuperstepCost cost =
      costs::predict_superstep(costs::work_on_grid(grid, kVertices, kEdges), machine, link);
  std::printf(
      "  {\"shape\": \"%s\", \"ranks\": %llu, \"rows\": %llu, \"columns\": %llu, \"seconds\": %.4g, \"queueing\": "
      "%.3g, "
      "\"gathering\": %.3g, \"sweeping\": %.3g, \"messages\": %.3g, \"bytes\": %.3g, \"bottleneck\": \"%s\"}",
      shape, static_cast<unsigned long long>(grid.ranks()), static_cast<unsigned long long>(grid.rows),
      static_cast<unsigned long long>(grid.columns), cost.seconds(), cost.queueing, cost.gathering, cost.sweeping,
      cost.messages, cost.bytes, std::string(cost.bottleneck()).c_str());
}

// The grid with about as many rows as columns.
ranks::RankGrid square(std::uint64_t ranks) {
  std::uint64_t columns = 1;
  for (std::uint64_t c = 1; c * c <= ranks; ++c)
    if (ranks % c == 0) columns = c;
  return {ranks / columns, columns};
}

}  // namespace

int main() {
  const costs::MachineCost machine = costs::typical_machine(DeviceKind::kGpu);
  std::printf("[\n");
  for (std::uint64_t ranks = 1; ranks <= kMaxRanks; ranks *= 2) {
    print("rows", {ranks, 1}, machine);
    std::printf(",\n");
    print("grid", square(ranks), machine);
    std::printf(ranks == kMaxRanks ? "\n" : ",\n");
  }
  std::printf("]\n");
}
