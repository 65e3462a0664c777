// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/affine.hpp"
#include "support/collect.hpp"
#include "support/lanes.hpp"
#include "support/random.hpp"

// What Warp and every Block<N> promise alike: scans, votes, broadcast and append.
namespace warpgraph::test {

template <class Scope, class T, class Op>
struct ScanUnits {
  View<const T> in;
  T initial;
  View<T> upto;
  View<T> before;
  View<T> total;
  WARPGRAPH_DEVICE void operator()(Scope& scope) const {
    const auto value = load(scope, in);
    store(scope, upto, scope.inclusive_scan(value, Op{}));
    const auto scan = scope.exclusive_scan(value, Op{}, initial);
    store(scope, before, scan.before);
    scope.phase([&](kernel::Lane lane) { total[unit_of(scope) * Scope::kSize + lane] = scan.total; });
  }
};

template <class Scope, class Op, class T>
void scans_fold_in_lane_order(StreamRef stream, const std::vector<T>& in, T initial) {
  const auto input = to_device(stream, in, "in");
  Buffer<T> upto(stream, in.size(), "upto");
  Buffer<T> before(stream, in.size(), "before");
  Buffer<T> total(stream, in.size(), "total");
  launch_units<Scope>(stream, in.size() / Scope::kSize, ScanUnits<Scope, T, Op>{input, initial, upto, before, total});
  const auto got_upto = to_host(stream, upto);
  const auto got_before = to_host(stream, before);
  const auto got_total = to_host(stream, total);
  for (std::size_t unit = 0; unit < in.size(); unit += Scope::kSize) {
    T inclusive{};
    T exclusive = initial;
    for (std::size_t i = unit; i < unit + Scope::kSize; ++i) {
      inclusive = i == unit ? in[i] : Op{}(inclusive, in[i]);
      ASSERT_EQ(got_upto[i], inclusive) << i;
      ASSERT_EQ(got_before[i], exclusive) << i;
      exclusive = Op{}(exclusive, in[i]);
    }
    for (std::size_t i = unit; i < unit + Scope::kSize; ++i) ASSERT_EQ(got_total[i], exclusive) << i;
  }
}

template <class Scope>
struct VoteUnits {
  View<const std::uint8_t> flags;
  View<std::uint32_t> votes;  // bit 0: any, bit 1: all; as each lane learns it
  WARPGRAPH_DEVICE void operator()(Scope& scope) const {
    const auto flag = load_flags(scope, flags);
    const std::uint32_t any = scope.any(flag) ? 1 : 0;
    const std::uint32_t all = scope.all(flag) ? 2 : 0;
    scope.phase([&](kernel::Lane lane) { votes[unit_of(scope) * Scope::kSize + lane] = any | all; });
  }
};

// Nobody; the first alone; the last alone; all but one; all.
template <class Scope>
void votes_count_every_lane(StreamRef stream) {
  constexpr std::size_t kSize = Scope::kSize;
  std::vector<std::uint8_t> flags(5 * kSize, 0);
  flags[kSize] = 1;
  flags[3 * kSize - 1] = 1;
  std::fill(flags.begin() + 3 * kSize, flags.end(), std::uint8_t{1});
  flags[3 * kSize + kSize / 2] = 0;
  const auto input = to_device(stream, flags, "flags");
  const auto votes = collect<std::uint32_t>(stream, flags.size(), [&](View<std::uint32_t> view) {
    launch_units<Scope>(stream, 5, VoteUnits<Scope>{input, view});
  });
  const std::uint32_t expected[] = {0, 1, 1, 1, 3};
  for (std::size_t i = 0; i < votes.size(); ++i) ASSERT_EQ(votes[i], expected[i / kSize]) << i;
}

struct Wide {
  std::uint32_t words[3];
  std::uint16_t tail;
};

// Unit u hands out the value of lane 11 u mod kSize.
template <class Scope>
struct BroadcastUnits {
  View<std::uint32_t> number;
  View<std::uint8_t> byte;
  View<std::uint32_t> wide;
  WARPGRAPH_DEVICE void operator()(Scope& scope) const {
    const std::uint32_t from = static_cast<std::uint32_t>(unit_of(scope)) * 11 % Scope::kSize;
    kernel::PerLane<std::uint32_t, Scope::kSize> numbers;
    kernel::PerLane<std::uint8_t, Scope::kSize> bytes;
    kernel::PerLane<Wide, Scope::kSize> wides;
    scope.phase([&](kernel::Lane lane) {
      numbers[lane] = lane * 3;
      bytes[lane] = static_cast<std::uint8_t>(lane);
      wides[lane] = {{lane, lane + 1, lane + 2}, static_cast<std::uint16_t>(lane + 3)};
    });
    const std::uint32_t one = scope.broadcast(numbers, from);
    const std::uint8_t two = scope.broadcast(bytes, from);
    const Wide three = scope.broadcast(wides, from);
    scope.phase([&](kernel::Lane lane) {
      const std::size_t place = unit_of(scope) * Scope::kSize + lane;
      number[place] = one;
      byte[place] = two;
      wide[place] = three.words[0] + three.words[1] + three.words[2] + three.tail;
    });
  }
};

template <class Scope>
void broadcast_hands_one_lanes_value_to_all(StreamRef stream) {
  const std::size_t units = 2 * Scope::kSize / 11 + 1;
  Buffer<std::uint32_t> number(stream, units * Scope::kSize, "number");
  Buffer<std::uint8_t> byte(stream, number.size(), "byte");
  Buffer<std::uint32_t> wide(stream, number.size(), "wide");
  launch_units<Scope>(stream, units, BroadcastUnits<Scope>{number, byte, wide});
  const auto got_number = to_host(stream, number);
  const auto got_byte = to_host(stream, byte);
  const auto got_wide = to_host(stream, wide);
  for (std::size_t i = 0; i < got_number.size(); ++i) {
    const auto from = static_cast<std::uint32_t>(i / Scope::kSize * 11 % Scope::kSize);
    ASSERT_EQ(got_number[i], from * 3);
    ASSERT_EQ(got_byte[i], static_cast<std::uint8_t>(from));
    ASSERT_EQ(got_wide[i], 4 * from + 6);
  }
}

template <class Scope, class Counter>
struct AppendKept {
  View<const std::uint8_t> keep;
  View<Counter> counter;
  View<std::uint32_t> list;
  WARPGRAPH_DEVICE void operator()(Scope& scope) const {
    const auto kept = load_flags(scope, keep);
    const auto place = scope.append(counter[0], kept);
    scope.phase([&](kernel::Lane lane) {
      if (kept[lane]) list[place[lane]] = static_cast<std::uint32_t>(unit_of(scope) * Scope::kSize + lane);
    });
  }
};

// The runs of lanes of one unit in the list, in the order of the units.
template <class Scope>
std::vector<std::vector<std::uint32_t>> runs_by_unit(const std::vector<std::uint32_t>& lanes) {
  std::vector<std::vector<std::uint32_t>> runs;
  for (const std::uint32_t lane : lanes) {
    if (runs.empty() || runs.back().back() / Scope::kSize != lane / Scope::kSize) runs.emplace_back();
    runs.back().push_back(lane);
  }
  std::ranges::sort(runs, {}, [](const auto& run) { return run.front() / Scope::kSize; });
  return runs;
}

// Every kept lane stands in the list once, behind what was there; a unit's lanes stand side by side and in lane order.
template <class Scope, class Counter>
void append_lists_kept_lanes_densely(StreamRef stream, const std::vector<std::uint8_t>& keep) {
  constexpr Counter kThereBefore = 3;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < keep.size(); ++i)
    if (keep[i] != 0) expected.push_back(i);

  const auto input = to_device(stream, keep, "keep");
  auto counter = to_device(stream, std::vector<Counter>{kThereBefore}, "counter");
  auto list = collect<std::uint32_t>(stream, keep.size() + kThereBefore, [&](View<std::uint32_t> view) {
    launch_units<Scope>(stream, keep.size() / Scope::kSize, AppendKept<Scope, Counter>{input, counter, view});
  });

  ASSERT_EQ(static_cast<std::size_t>(to_host(stream, counter)[0]), expected.size() + kThereBefore);
  list.resize(expected.size() + kThereBefore);
  list.erase(list.begin(), list.begin() + kThereBefore);
  EXPECT_EQ(runs_by_unit<Scope>(list), runs_by_unit<Scope>(expected));
}

}  // namespace warpgraph::test
