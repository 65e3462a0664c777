// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// What works on a row: one lane where it is short, a warp where it is long. Work on rows is written once, for a team.
namespace warpgraph::partitioning {

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
  template <class Body>
  WARPGRAPH_DEVICE void once(Body&& body) const {
    body();
  }
};

struct WholeWarp {
  static constexpr bool kIsAlone = false;

  Warp& warp;

  template <class Body>
  WARPGRAPH_DEVICE void for_each(std::uint64_t first, std::uint64_t last, Body&& body) const {
    warp.phase([&](Lane lane) {
      for (std::uint64_t i = first + lane; i < last; i += Warp::kSize) body(i);
    });
  }
  template <class T, class Op, class Value>
  WARPGRAPH_DEVICE T reduce(std::uint64_t first, std::uint64_t last, T initial, Op op, Value&& value) const {
    PerLane<T> result;
    warp.phase([&](Lane lane) {
      result[lane] = initial;
      for (std::uint64_t i = first + lane; i < last; i += Warp::kSize) result[lane] = op(result[lane], value(i));
    });
    return warp.reduce(result, op);
  }
  template <class Body>
  WARPGRAPH_DEVICE void once(Body&& body) const {
    warp.elect(body);
  }
};

}  // namespace warpgraph::partitioning
