// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

// What work on a device and messages between devices cost, in few numbers: those that a model of a run needs, and that
// measure_cost.hpp finds within seconds. Links have the three parameters of LogGP (Alexandrov and others 1995): the
// latency of a message that is alone, the time of each further message, and the time of a byte.
namespace warpgraph::costs {

// Random reads of 4 bytes, from a table of this size, at places that are read in order.
struct GatherRate {
  std::uint64_t table_bytes = 0;
  double per_second = 0;
};

struct MachineCost {
  std::vector<GatherRate> gathers;     // tables ascending
  double stream_bytes_per_second = 0;  // of a copy by a kernel: bytes read and bytes written
  double launch_seconds = 0;           // a small kernel behind another one
  double wait_seconds = 0;             // a small kernel, a few bytes to the host, and the host's wait for them

  // Between two tables that were measured: by their logarithms. Beyond them: as for the nearest. 0 if there are none.
  [[nodiscard]] double gathers_per_second(double table_bytes) const;
};

struct LinkCost {
  double latency_seconds = 0;
  double message_seconds = 0;   // each message of a round behind the first
  double bytes_per_second = 0;  // one way, while the other way is as busy

  // A round in which a device sends `messages` messages with `bytes` bytes together, and receives as much.
  [[nodiscard]] double seconds(double messages, double bytes) const;
};

}  // namespace warpgraph::costs
