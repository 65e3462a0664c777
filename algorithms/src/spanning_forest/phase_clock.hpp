// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::algorithms::forest {

// Times the two phases of all rounds on the device's clock. Phases take turns: the first mark begins a discovery, the
// next ones end it, the merge behind it, the next discovery, and so on. A mark costs an event; nothing waits for it.
class PhaseClock {
 public:
  void mark(StreamRef stream) { marks_.emplace_back(stream.device()).record(stream); }

  // Once the stream has passed the last mark.
  [[nodiscard]] ForestPhases times() const {
    ForestPhases phases;
    for (std::size_t i = 1; i < marks_.size(); ++i) {
      double& phase = i % 2 == 1 ? phases.discovery_microseconds : phases.merging_microseconds;
      phase += marks_[i].microseconds_since(marks_[i - 1]);
    }
    return phases;
  }

 private:
  std::vector<Event> marks_;
};

}  // namespace warpgraph::algorithms::forest
