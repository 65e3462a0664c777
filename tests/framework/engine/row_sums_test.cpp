// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/exchange/row_sums.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/ranks/grid_part.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/sub_ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

// The sums of ranks of a grid of two columns: each tells the other of its row about the vertices that this one owns.
namespace warpgraph::detail {
namespace {

constexpr ranks::RankGrid kGrid{.rows = 2, .columns = 2};

// What a rank sums up for a vertex.
std::uint32_t sum_of(int rank, VertexId vertex) { return static_cast<std::uint32_t>(rank) * 100'000 + vertex; }

// A rank with what it holds of the graph.
class Rank {
 public:
  Rank(Ranks& ranks, const ShardedGraph<std::int32_t>& graph)
      : number_(ranks.rank()),
        graph_(graph),
        stream_(graph.stream(0)),
        row_(ranks, {ranks.rank() / 2 * 2, ranks.rank() / 2 * 2 + 1}),
        links_(graph.links().use()),
        sums_(stream_, grid(), number_, row_, links_->hub(HubKind::kHost, 1 << 16), sizeof(std::uint32_t)) {
    const VertexRange held = graph.shard(0).held;
    std::vector<std::uint32_t> all;
    for (VertexId v = held.first; v < held.last; ++v) all.push_back(sum_of(number_, v));
    mine_ = to_device(stream_, all, "sums");
  }
  [[nodiscard]] const shards::ShardOfGrid& grid() const { return *graph_.shard(0).grid; }
  [[nodiscard]] int mate() const { return grid().mates.front().rank; }
  [[nodiscard]] VertexRange held() const { return graph_.shard(0).held; }
  [[nodiscard]] VertexRange own() const { return graph_.shard(0).own; }
  [[nodiscard]] RowSums& sums() { return sums_; }
  [[nodiscard]] View<const std::byte> mine() const { return hubs::bytes_of(mine_.view()); }
  [[nodiscard]] StreamRef stream() const { return stream_; }

 private:
  int number_;
  const ShardedGraph<std::int32_t>& graph_;
  StreamRef stream_;
  ranks::SubRanks row_;
  peers::PeerLinks::Use links_;
  RowSums sums_;
  Buffer<std::uint32_t> mine_;
};

template <class Work>
void on_grid_ranks(const Work& work) {
  const Graph<std::int32_t> graph = test::make_graph("rmat", {{"scale", "9"}, {"weights", "uniform"}}, false);
  test::on_ranks(static_cast<int>(kGrid.ranks()), [&](Ranks& ranks) {
    Runtime runtime("host:1");
    ThreadPool threads(1);
    const auto sharded =
        shards::shard_part(ranks, runtime, ranks::on_grid(ranks, threads, test::part_of(graph, ranks), kGrid));
    Rank rank(ranks, sharded);
    work(rank);
  });
}

std::vector<std::uint32_t> words_of(StreamRef stream, View<const std::byte> bytes) {
  const std::vector<std::byte> host = to_host(stream, bytes);
  std::vector<std::uint32_t> words(host.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), host.data(), host.size());
  return words;
}

TEST(RowSums, EachOwnerGetsTheSumsOfItsMateForTheVerticesThatHaveEdgesThere) {
  on_grid_ranks([](Rank& rank) {
    std::vector<results::LinkTraffic> traffic;
    rank.sums().tell_all(rank.mine(), traffic);
    const shards::PeerNumbers on_device = to_host(rank.stream(), rank.sums().places()).front();
    const std::vector<std::uint32_t> known = to_host(rank.stream(), on_device.known);
    const std::vector<VertexId> before = to_host(rank.stream(), on_device.before);
    const shards::PeerNumbers place{on_device.first, view_of(std::span(known)), view_of(std::span(before))};
    const std::vector<std::uint32_t> inbox = words_of(rank.stream(), rank.sums().inbox());
    std::size_t found = 0;
    for (VertexId i = 0; i < rank.own().size(); ++i) {
      if (!place.has(i)) continue;
      ++found;
      EXPECT_EQ(inbox[place.of(i)], sum_of(rank.mate(), rank.own().first + i));
    }
    EXPECT_EQ(found, rank.grid().mates.front().sums);
    EXPECT_GT(found, 0u);
    ASSERT_EQ(traffic.size(), 1u);
    EXPECT_EQ(traffic.front().bytes, rank.grid().mates.front().proxies * sizeof(std::uint32_t));
  });
}

TEST(RowSums, FewUpdatedSumsTravelAsAListWithTheirPlaces) {
  on_grid_ranks([](Rank& rank) {
    std::vector<std::uint32_t> updated(mask_words(rank.held().size()));
    for (VertexId v = 0; v < rank.held().size(); v += 37) updated[v / 32] |= bit_of(v);
    const Buffer<std::uint32_t> mask = to_device(rank.stream(), updated, "updated");
    std::vector<results::LinkTraffic> traffic;
    rank.sums().count(mask);
    rank.stream().synchronize();
    const std::vector<RowMessage> messages = rank.sums().tell_updated(rank.mine(), mask, traffic);
    ASSERT_EQ(messages.size(), 1u);
    ASSERT_GT(messages.front().listed, 0u) << "fewer bytes than all sums";
    const std::vector<std::uint32_t> entries = words_of(rank.stream(), messages.front().bytes);
    for (std::uint64_t i = 0; i < messages.front().listed; ++i) {
      const VertexId vertex = rank.own().first + entries[2 * i];
      EXPECT_EQ((vertex - rank.held().first) % 37, 0u);
      EXPECT_EQ(entries[2 * i + 1], sum_of(rank.mate(), vertex));
    }
  });
}

TEST(RowSums, NothingTravelsWhereNothingWasUpdated) {
  on_grid_ranks([](Rank& rank) {
    const Buffer<std::uint32_t> mask =
        to_device(rank.stream(), std::vector<std::uint32_t>(mask_words(rank.held().size())), "updated");
    std::vector<results::LinkTraffic> traffic;
    rank.sums().count(mask);
    rank.stream().synchronize();
    EXPECT_TRUE(rank.sums().tell_updated(rank.mine(), mask, traffic).empty());
    EXPECT_TRUE(traffic.empty());
  });
}

}  // namespace
}  // namespace warpgraph::detail
