// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>

namespace warpgraph::kernel {

// One lane of a warp, or one thread of a block, inside a phase. Converts to its number in the scope.
class Lane {
 public:
  WARPGRAPH_DEVICE explicit constexpr Lane(std::uint32_t index) : index_(index) {}
  WARPGRAPH_DEVICE constexpr operator std::uint32_t() const { return index_; }

 private:
  std::uint32_t index_;
};

// A value for each lane of a scope of kLanes lanes, which outlives a phase: what a phase leaves for a collective or for
// the next phase. A register on the GPU, an array on the host. A lane may touch its own element only.
template <class T, int kLanes = detail::kWarpSize>
class PerLane {
 public:
  WARPGRAPH_DEVICE T& operator[](Lane lane) { return values_[slot(lane)]; }
  WARPGRAPH_DEVICE const T& operator[](Lane lane) const { return values_[slot(lane)]; }

  // The same value in every lane.
  WARPGRAPH_DEVICE static PerLane all(const T& value) {
    PerLane result;
    for (auto& each : result.values_) each = value;
    return result;
  }

  // For collectives: the values as this machine holds them, one on the GPU, all of them on the host.
  static constexpr int kHeld = WARPGRAPH_ON_GPU ? 1 : kLanes;
  T values_[kHeld];

 private:
  WARPGRAPH_DEVICE static constexpr std::uint32_t slot([[maybe_unused]] Lane lane) {
#if WARPGRAPH_ON_GPU
    return 0;
#else
    return lane;
#endif
  }
};

// The two results of an exclusive scan: what came before each lane, and the total, which is the same for all.
template <class T, int kLanes = detail::kWarpSize>
struct Scan {
  PerLane<T, kLanes> before;
  T total;
};

// Forms of collaborative task engagement. In the scanned form the tasks of consecutive lanes adjoin (each lane's last
// is the next lane's first), as the rows of a CSR matrix do; the disjoint form places no condition.
struct Scanned {};
struct Disjoint {};

}  // namespace warpgraph::kernel
