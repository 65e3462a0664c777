// SPDX-License-Identifier: Apache-2.0
#include "shard/rank_words.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

using Words = std::vector<std::uint32_t>;
using Heard = std::map<std::pair<std::size_t, std::size_t>, Words>;  // by the device here and the other one

// What the devices of this rank hear when each of them has found one of these.
Heard tell_found(const ranks::RankLayout& layout, VertexId vertices_of_word, const std::vector<Words>& found) {
  Runtime runtime("host:" + std::to_string(found.size()));
  std::vector<Stream> streams;
  std::vector<Buffer<std::uint32_t>> on_device;
  for (std::size_t i = 0; i < found.size(); ++i) {
    streams.emplace_back(runtime.device(static_cast<int>(i)), "words");
    on_device.push_back(to_device(streams[i], found[i], "words"));
  }
  Heard heard;
  detail::tell_words(layout, vertices_of_word, streams, on_device,
                     [&](std::size_t i, std::size_t j, View<const std::uint32_t> words) {
                       heard[{i, j}].assign(words.data(), words.data() + words.size());
                     });
  return heard;
}

// Devices that hold a section each, as many on each rank.
ranks::RankLayout layout_of_sections(Ranks& ranks, int devices_each) {
  ranks::RankLayout layout;
  layout.ranks = &ranks;
  layout.first_device = ranks.rank() * devices_each;
  for (int device = 0; device < ranks.size() * devices_each; ++device) {
    layout.rank_of.push_back(device / devices_each);
    layout.held.push_back({static_cast<VertexId>(device) * 128, static_cast<VertexId>(device + 1) * 128});
  }
  return layout;
}
// What a device finds: words that say which they are, and whose.
Words words_found_by(std::size_t device, std::size_t count) {
  Words words;
  for (std::size_t w = 0; w < count; ++w) words.push_back(static_cast<std::uint32_t>(device * 10'000 + w));
  return words;
}

TEST(RankWords, ADeviceHearsWhatDevicesOfOtherRanksHaveFoundAboutItsVertices) {
  for (const VertexId vertices_of_word : {1u, 32u}) {
    on_ranks(2, [&](Ranks& ranks) {
      const ranks::RankLayout layout = layout_of_sections(ranks, 2);
      const auto first = static_cast<std::size_t>(layout.first_device);
      const std::size_t of_section = 128 / vertices_of_word;
      Heard expected;
      for (const std::size_t i : {0u, 1u})
        for (const std::size_t j : {2 - first, 3 - first}) {
          const Words all = words_found_by(j, 4 * of_section);
          const auto begin = all.begin() + static_cast<std::ptrdiff_t>((first + i) * of_section);
          expected[{i, j}].assign(begin, begin + static_cast<std::ptrdiff_t>(of_section));
        }
      EXPECT_EQ(tell_found(layout, vertices_of_word,
                           {words_found_by(first, 4 * of_section), words_found_by(first + 1, 4 * of_section)}),
                expected);
    });
  }
}

TEST(RankWords, OnAGridOnlyRanksOfOneColumnTellEachOther) {
  on_ranks(4, [](Ranks& ranks) {
    ranks::RankLayout layout = layout_of_sections(ranks, 1);
    layout.grid = ranks::RankGrid{.rows = 2, .columns = 2};
    const auto me = static_cast<std::size_t>(ranks.rank());
    const Heard heard = tell_found(layout, 32, {words_found_by(me, 16)});
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard.begin()->first, std::pair(std::size_t{0}, (me + 2) % 4));
  });
}

// Two ranks of a device each, with ids from 0 and from 2^33 on. Each knows two vertices of the other.
ranks::RankLayout numbered_layout(Ranks& ranks) {
  constexpr GlobalId kFar = GlobalId{1} << 33;
  ranks::RankLayout layout = layout_of_sections(ranks, 1);
  ranks::RankNumbers numbers;
  numbers.held = {{0, 100}, {kFar, kFar + 100}};
  numbers.vertex_count = 200;
  if (ranks.rank() == 0) {
    for (GlobalId id = 0; id < 100; ++id) numbers.id.push_back(id);
    numbers.id.resize(128, kNoGlobalId);
    numbers.id.insert(numbers.id.end(), {kFar + 3, kFar + 70});
    numbers.known = {{0, 100}, {128, 130}};
    layout.held = {{0, 100}, {0, 100}};
  } else {
    numbers.id = {5, 6};
    numbers.id.resize(128, kNoGlobalId);
    for (GlobalId id = kFar; id < kFar + 100; ++id) numbers.id.push_back(id);
    numbers.known = {{0, 2}, {128, 228}};
    layout.held = {{0, 100}, {128, 228}};
  }
  layout.numbers = std::make_shared<const ranks::RankNumbers>(std::move(numbers));
  return layout;
}

TEST(RankWords, NumbersOfOneRankBecomePlacesOnAnother) {
  on_ranks(2, [](Ranks& ranks) {
    const ranks::RankLayout layout = numbered_layout(ranks);
    const std::size_t other = ranks.rank() == 0 ? 1 : 0;
    Words mask(8);
    Words counts(228);
    Words expected_mask(4);
    Words expected_counts(100);
    if (ranks.rank() == 0) {
      for (const VertexId v : {VertexId{7}, VertexId{128}, VertexId{129}}) mask[v / 32] |= detail::bit_of(v);
      counts[129] = 9;
      expected_mask[6 / 32] = detail::bit_of(6);
      expected_counts[5] = 2;
    } else {
      mask[0] = detail::bit_of(1);
      counts[0] = 2;
      for (const VertexId place : {3u, 70u}) expected_mask[place / 32] |= detail::bit_of(place);
      expected_counts[70] = 9;
    }
    EXPECT_EQ(tell_found(layout, 32, {mask}), (Heard{{{0, other}, expected_mask}}));
    EXPECT_EQ(tell_found(layout, 1, {counts}), (Heard{{{0, other}, expected_counts}}));
  });
}

TEST(RankWords, PlacesAreThoseOfTheVerticesThatTheRankKnows) {
  on_ranks(2, [](Ranks& ranks) {
    if (ranks.rank() != 0) return;
    const ranks::RankLayout layout = numbered_layout(ranks);
    const auto all = detail::mask_places(layout, 1, [](VertexId) { return true; });
    EXPECT_EQ(all, (Words{detail::bit_of(3), 0, detail::bit_of(70), 0}));
    EXPECT_EQ(detail::mask_places(layout, 1, [](VertexId v) { return v == 129; }),
              (Words{0, 0, detail::bit_of(70), 0}));
  });
}

}  // namespace
}  // namespace warpgraph::test
