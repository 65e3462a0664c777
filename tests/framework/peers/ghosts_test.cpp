// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/ghosts.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/refusal.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

constexpr VertexId kRing = 2400;  // each device has several sections of 128

// Every vertex has edges from the vertex before it and from the one after it.
const Graph<NoValue>& ring() {
  static const Graph<NoValue> graph = [] {
    ThreadPool threads(1);
    return build_graph<NoValue>(
        threads,
        generators::generate(generators::parse_generator("cycle", {{"vertices", std::to_string(kRing)}}), threads),
        {.symmetrise = true});
  }();
  return graph;
}

// work(graph, ghosts) on three ranks with two devices each.
template <class Work>
void on_ring(Copies copies, const Work& work) {
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:2");
    const auto graph = shards::shard_part(ranks, runtime, part_of(ring(), ranks), {.copies = copies});
    work(graph, peers::Ghosts(graph));
  });
}

std::uint64_t name_of(VertexId v) { return 1000 + std::uint64_t{v}; }

TEST(Ghosts, AreTheNeighboursThatOthersOwn) {
  for (const Copies copies : {Copies::kAll, Copies::kRead}) {
    on_ring(copies, [](const ShardedGraph<NoValue>& graph, const peers::Ghosts& ghosts) {
      ASSERT_EQ(ghosts.devices(), 2u);
      for (int i = 0; i < 2; ++i) {
        const auto device = static_cast<std::size_t>(i);
        const VertexRange own = graph.shard(i).own;
        const std::set<VertexId> expected{(own.first + kRing - 1) % kRing, own.last % kRing};
        const auto of = ghosts.of(device);
        EXPECT_EQ(std::vector<VertexId>(of.begin(), of.end()), std::vector<VertexId>(expected.begin(), expected.end()));
        // Where all have copies of all, a vertex's local id is its number; else ghosts follow the own vertices.
        const std::vector<VertexId> id = graph.copies() == Copies::kAll
                                             ? std::vector<VertexId>(of.begin(), of.end())
                                             : to_host(graph.stream(i), graph.shard(i).local_ids.id);
        for (std::size_t k = 0; k < of.size(); ++k)
          EXPECT_EQ(graph.copies() == Copies::kAll ? ghosts.local_ids(device)[k] : id[ghosts.local_ids(device)[k]],
                    of[k]);
      }
    });
  }
}

TEST(Ghosts, OwnersAnswerWithTheValuesOfTheirVertices) {
  on_ring(Copies::kRead, [](const ShardedGraph<NoValue>& graph, const peers::Ghosts& ghosts) {
    const auto answers = ghosts.ask_owners<std::uint64_t>([&](std::size_t device, VertexId v) {
      EXPECT_TRUE(graph.shard(static_cast<int>(device)).own.contains({v, v + 1}));
      return name_of(v);
    });
    ASSERT_EQ(answers.size(), 2u);
    for (std::size_t device = 0; device < 2; ++device) {
      std::vector<std::uint64_t> expected;
      for (const VertexId v : ghosts.of(device)) expected.push_back(name_of(v));
      EXPECT_EQ(answers[device], expected);
    }
  });
}

TEST(Ghosts, OwnersHearOfEachGhostFromItsReader) {
  on_ring(Copies::kRead, [](const ShardedGraph<NoValue>& graph, const peers::Ghosts& ghosts) {
    // The reader's number and the ghost's name, so that each value says where it is from.
    std::vector<std::vector<std::uint64_t>> told(2);
    for (std::size_t i = 0; i < 2; ++i)
      for (const VertexId v : ghosts.of(i))
        told[i].push_back((static_cast<std::uint64_t>(graph.layout().first_device) + i) * 10'000 + name_of(v));
    std::size_t heard = 0;
    ghosts.tell_owners(told, [&](std::size_t own, std::size_t reader, std::span<const std::uint64_t> values) {
      const auto wanted = ghosts.wanted(own, reader);
      ASSERT_EQ(values.size(), wanted.size());
      for (std::size_t k = 0; k < values.size(); ++k) EXPECT_EQ(values[k], reader * 10'000 + name_of(wanted[k]));
      heard += values.size();
    });
    EXPECT_EQ(heard, 4u) << "two neighbours of each of two devices read one vertex each";
  });
}

// The last rank is in another call, which sends nothing.
TEST(Ghosts, ARankThatTellsOfOtherGhostsIsRefused) {
  on_ring(Copies::kRead, [](const ShardedGraph<NoValue>& graph, const peers::Ghosts& ghosts) {
    Ranks& ranks = *graph.layout().ranks;
    if (ranks.rank() == 2) {
      (void)ranks::all_to_all(ranks, std::vector<std::vector<std::uint64_t>>(3));
      return;
    }
    const std::string message = refusal<UsageError>(
        [&] { (void)ghosts.ask_owners<std::uint64_t>([](std::size_t, VertexId v) { return name_of(v); }); });
    EXPECT_TRUE(message.starts_with("rank 2 has told of 0 ghosts, where it has 1")) << message;
  });
}

}  // namespace
}  // namespace warpgraph::test
