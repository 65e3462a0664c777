// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/view.hpp>

#include "rounds.hpp"

// The synthetic kernels of the paper's sensitivity analysis (figures 4.14 and 4.15): in each round `takers` lanes of
// each warp take a path of `length` multiply-adds, and nothing else is done. The sum of the results' bits is the same
// in any order.
namespace warpgraph::benchmarks {

struct Path {
  std::uint32_t items;  // a multiple of 32
  std::uint32_t takers;
  std::uint32_t length;
  View<std::uint64_t> sum;

  WARPGRAPH_DEVICE bool takes(std::uint32_t item) const {
    return (item + 5 * (item / kernel::Warp::kSize)) % 32 < takers;
  }
  WARPGRAPH_DEVICE std::uint32_t follow(float x) const {
    for (std::uint32_t i = 0; i < length; ++i) x = x * 0.999f + 0.25f;
    return std::bit_cast<std::uint32_t>(x);
  }
  WARPGRAPH_DEVICE void finish(kernel::Warp& warp, const kernel::PerLane<std::uint64_t>& result) const {
    const std::uint64_t total = warp.reduce(result, Plus{});
    warp.elect([&] { atomic::fetch_add(sum[0], total); });
  }
};

struct PlainPath {
  Path path;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> result{};
    for_rounds(warp, path.items, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint32_t item = static_cast<std::uint32_t>(base) + lane;
        if (path.takes(item)) result[lane] += path.follow(static_cast<float>(item));
      });
    });
    path.finish(warp, result);
  }
};

struct CollectedPath {
  struct Shared {
    papers::ContextStack<float>::Memory waiting;
  };
  Path path;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<float> waiting(shared.waiting);
    kernel::PerLane<std::uint64_t> result{};
    kernel::PerLane<bool> holds{};
    kernel::PerLane<float> x{};
    for_rounds(warp, path.items, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint32_t item = static_cast<std::uint32_t>(base) + lane;
        holds[lane] = path.takes(item);
        x[lane] = static_cast<float>(item);
      });
      if (waiting.fill(warp, holds, x)) warp.phase([&](kernel::Lane lane) { result[lane] += path.follow(x[lane]); });
    });
    holds = waiting.drain(warp, x);
    warp.phase([&](kernel::Lane lane) {
      if (holds[lane]) result[lane] += path.follow(x[lane]);
    });
    path.finish(warp, result);
  }
};

}  // namespace warpgraph::benchmarks
