// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// What works on a row: one lane where it is short, a warp where it is long, a block where it is very long; or on a
// small graph: a thread of the host, or a warp. Such work is written once, for a team.
namespace warpgraph::sweep {

struct OneLane {
  static constexpr bool kIsAlone = true;

  template <class Body>
  WARPGRAPH_DEVICE void for_each(std::uint64_t first, std::uint64_t last, Body&& body) const {
    for (std::uint64_t i = first; i < last; ++i) body(i);
  }
  template <class T, class Op, class Value>
  WARPGRAPH_DEVICE T reduce(std::uint64_t first, std::uint64_t last, T result, Op op, Value&& value) const {
    for (std::uint64_t i = first; i < last; ++i) result = op(result, value(i));
    return result;
  }
  // value(0) + value(1) + ..., added up in this order. `count` is at most the lanes of a warp; any lane may call
  // value(i).
  template <class Value>
  WARPGRAPH_DEVICE double sum_in_order(std::uint32_t count, Value&& value) const {
    double sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) sum += value(i);
    return sum;
  }
  template <class Body>
  WARPGRAPH_DEVICE void once(Body&& body) const {
    body();
  }
};

// Whether lanes share a row. Those of a virtual device take turns on one core, which does a row sooner in one go;
// builds with checks run there what GPUs run.
inline constexpr bool kLanesShareRows = WARPGRAPH_ON_GPU || WARPGRAPH_CHECKED;

// All lanes of a warp or of a block.
#if WARPGRAPH_ON_GPU || WARPGRAPH_CHECKED
template <class Scope>
struct AllLanes {
  static constexpr bool kIsAlone = false;

  Scope& scope;

  template <class Body>
  WARPGRAPH_DEVICE void for_each(std::uint64_t first, std::uint64_t last, Body&& body) const {
    scope.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = first + lane; i < last; i += Scope::kSize) body(i);
    });
  }
  template <class T, class Op, class Value>
  WARPGRAPH_DEVICE T reduce(std::uint64_t first, std::uint64_t last, T initial, Op op, Value&& value) const {
    kernel::PerLane<T, Scope::kSize> result;
    scope.phase([&](kernel::Lane lane) {
      result[lane] = initial;
      for (std::uint64_t i = first + lane; i < last; i += Scope::kSize) result[lane] = op(result[lane], value(i));
    });
    return scope.reduce(result, op);
  }
  template <class Value>
  WARPGRAPH_DEVICE double sum_in_order(std::uint32_t count, Value&& value) const {
    kernel::PerLane<double, Scope::kSize> each{};
    scope.phase([&](kernel::Lane lane) {
      if (lane < count) each[lane] = value(lane);
    });
    double sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) sum += scope.broadcast(each, i);
    return sum;
  }
  template <class Body>
  WARPGRAPH_DEVICE void once(Body&& body) const {
    scope.elect(body);
  }
};
#else
template <class Scope>
struct AllLanes : OneLane {
  explicit AllLanes(Scope&) {}
};
#endif

}  // namespace warpgraph::sweep
