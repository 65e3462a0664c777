// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/launch.hpp>

#include "support/collect.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class AtomicTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(AtomicTest);

constexpr std::uint32_t kThreads = 128;
constexpr std::uint32_t kFewBlocks = 6;
constexpr std::uint32_t kManyBlocks = 400;  // enough for the host to spread them over its threads

// Small integers, also negative ones where the type has them, that every type adds without rounding.
template <class T>
WARPGRAPH_DEVICE T nth_value(std::uint32_t i) {
  const int value = static_cast<int>(i * 37 % 101);
  return std::is_signed_v<T> ? static_cast<T>(value - 50) : static_cast<T>(value);
}

template <class T>
struct Targets {
  T sum;
  T least;
  T max;
  T last;
  T total;  // summed in a loop of compare_exchange
};

// All threads at once on one set of targets; a set for each block if the scope is no wider.
template <class T, kernel::Order O, kernel::AtomicScope S>
struct Contend {
  View<Targets<T>> targets;
  View<T> replaced;  // what each thread's exchange found
  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block) const {
    auto& target = targets[S == kernel::AtomicScope::kBlock ? block.index() : 0];
    block.phase([&](kernel::Lane lane) {
      const std::uint32_t i = block.index() * kThreads + lane;
      const T value = nth_value<T>(i);
      atomic::fetch_add<O, S>(target.sum, value);
      atomic::fetch_min<O, S>(target.least, value);
      atomic::fetch_max<O, S>(target.max, value);
      replaced[i] = atomic::exchange<O, S>(target.last, value);
      T before = atomic::load<kernel::Order::kRelaxed, S>(target.total);
      for (;;) {
        const T found = atomic::compare_exchange<O, S>(target.total, before, static_cast<T>(before + value));
        if (found == before) break;
        before = found;
      }
    });
  }
};

template <class T, kernel::Order O, kernel::AtomicScope S>
void contention_loses_nothing(StreamRef stream, std::uint32_t blocks) {
  const std::uint32_t sets = S == kernel::AtomicScope::kBlock ? blocks : 1;
  const std::uint32_t each = kThreads * blocks / sets;
  const Targets<T> start{5, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest(), 0, 7};
  auto targets = to_device(stream, std::vector<Targets<T>>(sets, start), "targets");
  const auto replaced = collect<T>(stream, kThreads * blocks, [&](View<T> view) {
    kernel::launch(stream, kernel::Blocks{blocks}, Contend<T, O, S>{targets, view});
  });
  const auto got = to_host(stream, targets);
  for (std::uint32_t set = 0; set < sets; ++set) {
    std::vector<T> values;
    for (std::uint32_t i = 0; i < each; ++i) values.push_back(nth_value<T>(set * each + i));
    T sum = 0;
    for (const T value : values) sum += value;
    EXPECT_EQ(got[set].sum, static_cast<T>(5 + sum));
    EXPECT_EQ(got[set].total, static_cast<T>(7 + sum));
    EXPECT_EQ(got[set].least, *std::ranges::min_element(values));
    EXPECT_EQ(got[set].max, *std::ranges::max_element(values));
    // Each exchange found the value of the one before it, so none but the last value is missing.
    std::vector<T> chain(replaced.begin() + set * each, replaced.begin() + (set + 1) * each);
    chain.push_back(got[set].last);
    values.push_back(start.last);
    std::ranges::sort(chain);
    std::ranges::sort(values);
    EXPECT_EQ(chain, values);
  }
}

template <class T>
void contention_loses_nothing_in_any_order(StreamRef stream) {
  contention_loses_nothing<T, kernel::Order::kRelaxed, kernel::AtomicScope::kBlock>(stream, kFewBlocks);
  contention_loses_nothing<T, kernel::Order::kAcquireRelease, kernel::AtomicScope::kBlock>(stream, kFewBlocks);
  contention_loses_nothing<T, kernel::Order::kRelaxed, kernel::AtomicScope::kDevice>(stream, kManyBlocks);
  contention_loses_nothing<T, kernel::Order::kAcquire, kernel::AtomicScope::kDevice>(stream, kFewBlocks);
  contention_loses_nothing<T, kernel::Order::kRelease, kernel::AtomicScope::kDevice>(stream, kFewBlocks);
  contention_loses_nothing<T, kernel::Order::kRelaxed, kernel::AtomicScope::kSystem>(stream, kFewBlocks);
  contention_loses_nothing<T, kernel::Order::kAcquireRelease, kernel::AtomicScope::kSystem>(stream, kManyBlocks);
}

TEST_P(AtomicTest, ContentionLosesNothingOfInt32) { contention_loses_nothing_in_any_order<std::int32_t>(stream()); }
TEST_P(AtomicTest, ContentionLosesNothingOfUint32) { contention_loses_nothing_in_any_order<std::uint32_t>(stream()); }
TEST_P(AtomicTest, ContentionLosesNothingOfInt64) { contention_loses_nothing_in_any_order<std::int64_t>(stream()); }
TEST_P(AtomicTest, ContentionLosesNothingOfUint64) { contention_loses_nothing_in_any_order<std::uint64_t>(stream()); }
TEST_P(AtomicTest, ContentionLosesNothingOfFloat) { contention_loses_nothing_in_any_order<float>(stream()); }
TEST_P(AtomicTest, ContentionLosesNothingOfDouble) { contention_loses_nothing_in_any_order<double>(stream()); }

// Every thread sets one bit and learns which were there.
template <class T, kernel::AtomicScope S>
struct SetBits {
  View<T> words;
  View<T> before;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    constexpr std::uint64_t kBits = 8 * sizeof(T);
    before[i] = atomic::fetch_or<kernel::Order::kRelaxed, S>(words[i / kBits], static_cast<T>(T{1} << (i % kBits)));
  }
};

template <class T, kernel::AtomicScope S>
void every_bit_is_set_once(StreamRef stream) {
  constexpr std::size_t kBits = 8 * sizeof(T);
  const std::size_t bits = 100 * kBits;
  auto words = to_device(stream, std::vector<T>(100, 0), "words");
  const auto before = collect<T>(stream, bits, [&](View<T> view) {
    kernel::for_each(stream, bits, SetBits<T, S>{words, view});
  });
  EXPECT_EQ(to_host(stream, words), std::vector<T>(100, static_cast<T>(~T{0})));
  for (std::size_t i = 0; i < bits; ++i) ASSERT_EQ(before[i] >> (i % kBits) & 1, T{0});
}

TEST_P(AtomicTest, FetchOrSetsEveryBitOnce) {
  every_bit_is_set_once<std::uint32_t, kernel::AtomicScope::kDevice>(stream());
  every_bit_is_set_once<std::uint64_t, kernel::AtomicScope::kDevice>(stream());
  every_bit_is_set_once<std::int32_t, kernel::AtomicScope::kSystem>(stream());
  every_bit_is_set_once<std::int64_t, kernel::AtomicScope::kSystem>(stream());
}

// All pairs of `values`: one is there, the other comes.
template <class T>
struct Extremes {
  View<const T> values;
  View<T> least;
  View<T> max;
  View<T> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const T there = values[i / values.size()];
    const T comes = values[i % values.size()];
    least[i] = there;
    max[i] = there;
    found[i] = atomic::fetch_min(least[i], comes);
    atomic::fetch_max(max[i], comes);
  }
};

template <class T>
void extremes_are_those_of_the_numbers(StreamRef stream, const std::vector<T>& values) {
  const std::size_t pairs = values.size() * values.size();
  const auto input = to_device(stream, values, "values");
  Buffer<T> least(stream, pairs, "least");
  Buffer<T> max(stream, pairs, "most");
  Buffer<T> found(stream, pairs, "found");
  kernel::for_each(stream, pairs, Extremes<T>{input, least, max, found});
  const auto got_least = to_host(stream, least);
  const auto got_most = to_host(stream, max);
  const auto got_found = to_host(stream, found);
  for (std::size_t i = 0; i < pairs; ++i) {
    const T there = values[i / values.size()];
    const T comes = values[i % values.size()];
    EXPECT_EQ(got_least[i], std::fmin(there, comes)) << there << " and " << comes;
    EXPECT_EQ(got_most[i], std::fmax(there, comes)) << there << " and " << comes;
    EXPECT_EQ(got_found[i], there);
  }
}

// Zeros of both signs are one number.
template <class T>
void extremes_of_floats(StreamRef stream) {
  using Limits = std::numeric_limits<T>;
  extremes_are_those_of_the_numbers<T>(
      stream, {-Limits::infinity(), Limits::lowest(), T(-2.5), T(-2), -Limits::denorm_min(), T(-0.0), T(0.0),
               Limits::denorm_min(), Limits::min(), T(2), T(2.5), Limits::max(), Limits::infinity()});
}

TEST_P(AtomicTest, ExtremesOfFloatsOfAllSigns) { extremes_of_floats<float>(stream()); }
TEST_P(AtomicTest, ExtremesOfDoublesOfAllSigns) { extremes_of_floats<double>(stream()); }

template <class T>
struct OfferNan {
  T nan;
  View<T> least;
  View<T> max;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    atomic::fetch_min(least[i], nan);
    atomic::fetch_max(max[i], nan);
  }
};

template <class T>
void nan_never_wins(StreamRef stream, T nan) {
  const std::vector<T> values{T(-1), T(0), T(3)};
  auto least = to_device(stream, values, "least");
  auto max = to_device(stream, values, "most");
  kernel::for_each(stream, values.size(), OfferNan<T>{nan, least, max});
  EXPECT_EQ(to_host(stream, least), values);
  EXPECT_EQ(to_host(stream, max), values);
}

TEST_P(AtomicTest, NanNeverWins) {
  for (const float sign : {-1.0f, 1.0f}) {
    nan_never_wins<float>(stream(), std::copysign(std::numeric_limits<float>::quiet_NaN(), sign));
    nan_never_wins<double>(stream(), std::copysign(std::numeric_limits<double>::quiet_NaN(), sign));
  }
}

// Each block publishes its data behind a flag and reads the data of others whose flag is up.
template <bool kByExchange>
struct PassMessages {
  View<std::uint32_t> data;
  View<std::uint32_t> flag;
  View<std::uint32_t> wrong;
  WARPGRAPH_DEVICE void operator()(kernel::Block<32>& block) const {
    const std::uint32_t mine = block.index();
    block.elect([&] {
      data[mine] = mine + 1;
      if constexpr (kByExchange)
        atomic::fetch_or<kernel::Order::kRelease>(flag[mine], 1u);
      else
        atomic::store<kernel::Order::kRelease>(flag[mine], 1u);
    });
    block.phase([&](kernel::Lane lane) {
      const std::uint32_t other = (mine + block.count() - 101 * lane) % block.count();
      std::uint32_t up;
      if constexpr (kByExchange)
        up = atomic::fetch_max<kernel::Order::kAcquire>(flag[other], 0u);
      else
        up = atomic::load<kernel::Order::kAcquire>(flag[other]);
      if (up != 0 && data[other] != other + 1) atomic::fetch_add(wrong[0], 1u);
    });
  }
};

template <bool kByExchange>
std::uint32_t count_wrong_messages(StreamRef stream) {
  constexpr std::size_t kMessages = 4000;
  auto data = to_device(stream, std::vector<std::uint32_t>(kMessages, 0), "data");
  auto flag = to_device(stream, std::vector<std::uint32_t>(kMessages, 0), "flag");
  auto wrong = to_device(stream, std::vector<std::uint32_t>{0}, "wrong");
  kernel::launch(stream, kernel::Blocks{kMessages}, PassMessages<kByExchange>{data, flag, wrong});
  return to_host(stream, wrong)[0];
}

TEST_P(AtomicTest, AcquireSeesWhatStoodBeforeTheRelease) { EXPECT_EQ(count_wrong_messages<false>(stream()), 0u); }
// A fetch_max that changes nothing is a load all the same.
TEST_P(AtomicTest, FetchMaxThatChangesNothingStillAcquires) { EXPECT_EQ(count_wrong_messages<true>(stream()), 0u); }

}  // namespace
}  // namespace warpgraph::test
