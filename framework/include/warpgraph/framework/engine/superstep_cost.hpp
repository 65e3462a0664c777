// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <warpgraph/framework/graph/rank_grid.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/cost.hpp>
#include <warpgraph/runtime/device.hpp>

// A model of a superstep. It takes as long as the device that has most to do, and that device's time is a sum:
//
//   seconds = wait + launches * launch            what the host queues and waits for
//           + edges / gathers(table)              random reads of neighbours' values, by the size of all values
//           + 16 vertices / stream                a pass over what a vertex has
//           + latency + (messages - 1) * message  what it tells others, however small, and is told
//           + bytes / bandwidth                   the values themselves
//
// Computing and exchange do not overlap, so nothing is hidden. The model knows no caches between supersteps, no uneven
// rows and no waiting for another device: measured times may be longer. All functions are arithmetic, and cost nothing.
namespace warpgraph::costs {

// What one device does in a superstep.
struct SuperstepWork {
  double launches = 0;
  double waits = 1;        // of the host; 0 in a launch of many supersteps
  double edges = 0;        // that it reads along
  double table_bytes = 0;  // of the values that edges lead to
  double vertices = 0;     // that it owns
  double messages = 0;     // to others
  double notes = 0;        // messages of counts, which ranks send each other before the values
  double bytes = 0;        // that it sends or receives, whatever is more
};

struct SuperstepCost {
  double queueing = 0;  // seconds, as all of these
  double gathering = 0;
  double sweeping = 0;
  double messages = 0;
  double bytes = 0;

  [[nodiscard]] double seconds() const { return queueing + gathering + sweeping + messages + bytes; }
  [[nodiscard]] std::string_view bottleneck() const;  // the largest: "gathering"
};

[[nodiscard]] SuperstepCost predict_superstep(const SuperstepWork& work, const MachineCost& machine,
                                              const LinkCost& link);

// What a model has to know of a run beside its report.
struct RunScale {
  double vertices = 0;  // of the graph
  double edges = 0;     // of the graph
  int devices = 1;      // of all ranks
  int ranks = 1;
  std::optional<ranks::RankGrid> grid = {};  // of the ranks
  double value_bytes = 4;                    // what neighbours see of a vertex
};
// The work of the device with most of it, from what superstep `i` of the run has reported. Where a plan does not count
// the edges that it reads (pull-first, and plans of one device but pull-all and those that push), they are estimated.
[[nodiscard]] SuperstepWork work_of(const RunReport& report, std::size_t i, const RunScale& scale);

// --- graphs without a run so far ------------------------------------------------------------------------------------

// A superstep that updates all vertices of a graph whose edges lead anywhere, on ranks with a device each: a rank is
// told the values of the sources that its edges have, by the ranks of its column, and tells the ranks of its row sums
// for the targets that its edges have. Neighbours that lie together make it less.
[[nodiscard]] SuperstepWork work_on_grid(ranks::RankGrid grid, double vertices, double edges, double value_bytes = 4);

// The grid on which such a superstep takes least time: one column, unless another of several rows saves more than the
// model errs by.
[[nodiscard]] ranks::RankGrid choose_grid(std::uint64_t ranks, double vertices, double edges,
                                          const MachineCost& machine, const LinkCost& link);
// Whether it has more than one column.
[[nodiscard]] bool prefer_grid(std::uint64_t ranks, double vertices, double edges, const MachineCost& machine,
                               const LinkCost& link);

// Where nothing was measured: an H200 (docs/benchmarks.md), or a core of a host.
[[nodiscard]] MachineCost typical_machine(DeviceKind kind);
// InfiniBand of 400 Gbit/s a device, by its data sheet, or MPI through the memory of a host.
[[nodiscard]] LinkCost typical_link(DeviceKind kind);

}  // namespace warpgraph::costs
