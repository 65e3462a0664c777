// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/device_lists.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "support/refusal.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

// Rank 0 has device 0, rank 1 has devices 1 and 2, rank 2 has devices 3, 4 and 5.
constexpr std::size_t kSix = 6;
ranks::RankLayout layout_of_six(Ranks& ranks) {
  ranks::RankLayout layout;
  layout.ranks = &ranks;
  layout.rank_of = {0, 1, 1, 2, 2, 2};
  layout.held.resize(kSix);
  layout.first_device = ranks.rank() * (ranks.rank() + 1) / 2;
  return layout;
}
// None between some of the devices.
std::size_t list_size(std::size_t from, std::size_t to) { return (from + 2 * to) % 4; }
int list_value(std::size_t from, std::size_t to, std::size_t k) { return static_cast<int>(100 * from + 10 * to + k); }

template <class Work>
void on_six_devices(const Work& work) {
  on_ranks(3, [&](Ranks& ranks) {
    const ranks::RankLayout layout = layout_of_six(ranks);
    const auto first = static_cast<std::size_t>(layout.first_device);
    const auto devices = static_cast<std::size_t>(ranks.rank()) + 1;
    ranks::DeviceLists<int> lists(
        layout, devices, [&](std::size_t i, std::size_t j) { return list_size(first + i, j); },
        [&](std::size_t i, std::size_t j) { return list_size(j, first + i); });
    lists.fill([&](std::size_t i, std::size_t j, std::span<int> list) {
      ASSERT_EQ(list.size(), list_size(first + i, j));
      for (std::size_t k = 0; k < list.size(); ++k) list[k] = list_value(first + i, j, k);
    });
    work(ranks, lists, first, devices);
  });
}

TEST(DeviceLists, EachDeviceHearsWhatEachOtherHasForIt) {
  on_six_devices([](Ranks&, ranks::DeviceLists<int>& lists, std::size_t first, std::size_t devices) {
    lists.exchange("numbers");
    std::vector<std::size_t> pairs;
    lists.read([&](std::size_t i, std::size_t j, std::span<const int> list) {
      pairs.push_back(i * kSix + j);
      ASSERT_EQ(list.size(), list_size(j, first + i));
      for (std::size_t k = 0; k < list.size(); ++k) EXPECT_EQ(list[k], list_value(j, first + i, k));
    });
    std::vector<std::size_t> with_values;
    for (std::size_t i = 0; i < devices; ++i)
      for (std::size_t j = 0; j < kSix; ++j)
        if (list_size(j, first + i) != 0) with_values.push_back(i * kSix + j);
    EXPECT_EQ(pairs, with_values);
  });
}

// Rank 2 is in another call, which sends nothing.
TEST(DeviceLists, ARankThatSendsOtherListsIsNamed) {
  on_six_devices([](Ranks& ranks, ranks::DeviceLists<int>& lists, std::size_t first, std::size_t devices) {
    if (ranks.rank() == 2) {
      (void)ranks::all_to_all(ranks, std::vector<std::vector<int>>(3));
      return;
    }
    std::size_t expected = 0;
    for (std::size_t i = 0; i < devices; ++i)
      for (std::size_t j = 3; j < kSix; ++j) expected += list_size(j, first + i);
    const std::string message = refusal<UsageError>([&] { lists.exchange("numbers"); });
    EXPECT_TRUE(message.starts_with("rank 2 has told of 0 numbers, where it has " + std::to_string(expected) + " "))
        << message;
  });
}

}  // namespace
}  // namespace warpgraph::test
