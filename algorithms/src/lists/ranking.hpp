// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::algorithms::lists {

// The methods that are built in.
inline constexpr std::string_view kWalkers = "walkers";
inline constexpr std::string_view kSequential = "sequential";

// The time of each step, where it is asked for. Waits for the stream then.
class StepClock {
 public:
  StepClock(StreamRef stream, bool is_on)
      : stream_(stream), is_on_(is_on), begin_(stream.device()), end_(stream.device()) {
    if (is_on_) begin_.record(stream_);
  }
  // Ends the step that runs.
  void end(std::string_view name, bool is_of_ranking = true) {
    if (!is_on_) return;
    end_.record(stream_);
    end_.synchronize();
    steps_.push_back({name, end_.microseconds_since(begin_) * 1e-6, is_of_ranking});
    begin_.record(stream_);
  }
  [[nodiscard]] std::vector<ListStep> take() { return std::move(steps_); }

 private:
  StreamRef stream_;
  bool is_on_;
  Event begin_;
  Event end_;
  std::vector<ListStep> steps_;
};

// What a ranking of this number of lists by walkers takes beside the successors; 0: any number of lists.
template <class Index>
MemoryPlan ranks_memory(std::uint64_t elements, const ListRankOptions& options, std::uint64_t lists);
// The same on each of several devices.
template <class Index>
MemoryPlan spread_ranks_memory(std::uint64_t elements, std::uint64_t devices, const ListRankOptions& options,
                               std::uint64_t lists);

// By walkers, on one device or several: at least one element, and an array for every device.
template <class Index>
SpreadListRanks<Index> rank_by_walkers(const ListDevices& devices, std::span<const View<const Index>> next,
                                       const ListRankOptions& options);

// By one thread of the host.
template <class Index>
ListRanks<Index> rank_on_host(StreamRef stream, View<const Index> next, const ListRankOptions& options);

}  // namespace warpgraph::algorithms::lists
