// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "support/affine.hpp"
#include "support/collect.hpp"
#include "support/lanes.hpp"
#include "support/random.hpp"

// What Warp and every Block<N> promise alike, as test cases for any of them.
namespace warpgraph::test {

inline constexpr std::size_t kUnits = 5;  // no multiple of the warps in a block

// Phases.

template <class Scope>
struct CountVisits {
  View<std::uint32_t> visits;
  WARPGRAPH_DEVICE void operator()(Scope& scope) const {
    scope.phase([&](kernel::Lane lane) { visits[unit_of(scope) * Scope::kSize + lane] += 1; });
    scope.relaxed_phase([&](kernel::Lane lane) { visits[unit_of(scope) * Scope::kSize + lane] += 1; });
  }
};

template <class Scope>
void phases_visit_every_lane_once(StreamRef stream) {
  const std::vector<std::uint32_t> none(kUnits * Scope::kSize, 0);
  const auto visits = update(
      stream, none, [&](View<std::uint32_t> view) { launch_units<Scope>(stream, kUnits, CountVisits<Scope>{view}); });
  EXPECT_EQ(visits, std::vector<std::uint32_t>(none.size(), 2));
}

template <class Scope>
struct Reverse {
  struct Shared {
    std::uint32_t values[Scope::kSize];
  };
  View<const std::uint32_t> in;
  View<std::uint32_t> out;
  WARPGRAPH_DEVICE void operator()(Scope& scope, Shared& shared) const {
    const auto value = load(scope, in);
    scope.phase([&](kernel::Lane lane) { shared.values[lane] = value[lane]; });
    kernel::PerLane<std::uint32_t, Scope::kSize> reversed;
    scope.phase([&](kernel::Lane lane) { reversed[lane] = shared.values[Scope::kSize - 1 - lane]; });
    store(scope, out, reversed);
  }
};

template <class Scope>
void phase_sees_what_all_lanes_wrote_before(StreamRef stream) {
  std::vector<std::uint32_t> in(kUnits * Scope::kSize);
  std::iota(in.begin(), in.end(), 0u);
  const auto input = to_device(stream, in, "in");
  const auto out = collect<std::uint32_t>(stream, in.size(), [&](View<std::uint32_t> view) {
    launch_units<Scope>(stream, kUnits, Reverse<Scope>{input, view});
  });
  for (std::uint32_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], i / Scope::kSize * Scope::kSize + Scope::kSize - 1 - i % Scope::kSize);
}

template <class Scope>
struct ElectOnce {
  struct Shared {
    std::uint32_t value;
  };
  View<std::uint32_t> elected;  // of each unit
  View<std::uint32_t> seen;     // by each lane
  WARPGRAPH_DEVICE void operator()(Scope& scope, Shared& shared) const {
    scope.elect([&] {
      elected[unit_of(scope)] += 1;
      shared.value = static_cast<std::uint32_t>(unit_of(scope)) + 7;
    });
    scope.phase([&](kernel::Lane lane) { seen[unit_of(scope) * Scope::kSize + lane] = shared.value; });
  }
};

template <class Scope>
void elect_runs_once_and_all_lanes_see_it(StreamRef stream) {
  auto elected = to_device(stream, std::vector<std::uint32_t>(kUnits, 0), "elected");
  const auto seen = collect<std::uint32_t>(stream, kUnits * Scope::kSize, [&](View<std::uint32_t> view) {
    launch_units<Scope>(stream, kUnits, ElectOnce<Scope>{elected, view});
  });
  EXPECT_EQ(to_host(stream, elected), std::vector<std::uint32_t>(kUnits, 1));
  for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i / Scope::kSize + 7);
}

// Reductions.

template <class Scope, class T, class Op>
struct ReduceUnits {
  View<const T> in;
  View<T> out;
  WARPGRAPH_DEVICE void operator()(Scope& scope) const {
    const T sum = scope.reduce(load(scope, in), Op{});
    scope.elect([&] { out[unit_of(scope)] = sum; });
  }
};

template <class Scope, class Op, class T>
std::vector<T> reduce_units(StreamRef stream, const std::vector<T>& in) {
  const auto input = to_device(stream, in, "in");
  const std::size_t units = in.size() / Scope::kSize;
  return collect<T>(stream, units, [&](View<T> out) {
    launch_units<Scope>(stream, units, ReduceUnits<Scope, T, Op>{input, out});
  });
}

// The upper half is folded onto the lower half until one value is left: the tree that reduce promises, for a warp's
// lanes and then for a block's warps.
template <class T, class Op>
T fold(std::vector<T> x, Op op) {
  while (x.size() > 1) {
    const std::size_t half = x.size() / 2;
    for (std::size_t i = 0; i < half; ++i) x[i] = op(x[i], x[i + half]);
    x.resize(half);
  }
  return x.front();
}

template <class T, class Op>
T reduction_tree(const T* lanes, std::size_t size, Op op) {
  std::vector<T> warps;
  for (std::size_t first = 0; first < size; first += kernel::Warp::kSize)
    warps.push_back(fold(std::vector<T>(lanes + first, lanes + first + kernel::Warp::kSize), op));
  return fold(warps, op);
}

template <class Scope, class T, class Op>
void expect_reduction(StreamRef stream, const std::vector<T>& in) {
  const auto out = reduce_units<Scope, Op>(stream, in);
  for (std::size_t unit = 0; unit < out.size(); ++unit)
    EXPECT_EQ(out[unit], reduction_tree(&in[unit * Scope::kSize], Scope::kSize, Op{}));
}

template <class Scope, class T>
void reduce_combines_integers(StreamRef stream) {
  const auto in = random_values<T>(kUnits * Scope::kSize, 0, 1000000, 1);
  expect_reduction<Scope, T, Plus>(stream, in);
  expect_reduction<Scope, T, Min>(stream, in);
  expect_reduction<Scope, T, Max>(stream, in);
  expect_reduction<Scope, T, Or>(stream, in);
}

// Values of very different size, so that another tree would round to other bits.
template <class Scope, class T>
void reduce_sums_floats_by_one_tree(StreamRef stream) {
  auto in = random_values<T>(kUnits * Scope::kSize, T(-1), T(1), 2);
  for (std::size_t i = 0; i < in.size(); i += 3) in[i] *= T(1000);
  for (std::size_t i = 0; i < in.size(); i += 7) in[i] *= T(1e-4);
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const auto out = reduce_units<Scope, Plus>(stream, in);
  for (std::size_t unit = 0; unit < out.size(); ++unit)
    EXPECT_EQ(std::bit_cast<Bits>(out[unit]),
              std::bit_cast<Bits>(reduction_tree(&in[unit * Scope::kSize], Scope::kSize, Plus{})));
}

struct Extent {
  double lowest;
  std::uint16_t highest;
  std::uint64_t total;
  bool operator==(const Extent&) const = default;
};
struct Widen {
  WARPGRAPH_DEVICE Extent operator()(const Extent& a, const Extent& b) const {
    return {Min{}(a.lowest, b.lowest), Max{}(a.highest, b.highest), a.total + b.total};
  }
};

template <class Scope>
void reduce_combines_structs(StreamRef stream) {
  const auto values = random_values<std::uint16_t>(kUnits * Scope::kSize, 0, 60000, 3);
  std::vector<Extent> in;
  for (const std::uint16_t value : values) in.push_back({-0.5 * value, value, std::uint64_t{value} << 33});
  expect_reduction<Scope, Extent, Widen>(stream, in);
}

}  // namespace warpgraph::test
