// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/mpi/mpi_ranks.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/rank_devices.hpp>
#include <warpgraph/runtime/rank_memory.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/oracle/breadth_first.hpp"
#include "algorithms/oracle/components.hpp"
#include "algorithms/oracle/page_rank.hpp"
#include "algorithms/oracle/shortest_paths.hpp"
#include "algorithms/rank_parts.hpp"

// rank_algorithms_test DEVICES: vertex programs on ranks that mpirun has started, whose devices tell each other by the
// best hub that they have: NCCL where DEVICES is "cuda", and each rank has a GPU of its own.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

std::string devices = "host";  // the argument

constexpr std::uint64_t kSource = 1;

class RankAlgorithmsTest : public ::testing::Test {
 protected:
  using Weighted = Graph<std::int32_t>;

  RankAlgorithmsTest() : runtime_(made_runtime()) {}

  [[nodiscard]] static HubKind expected_hub() { return devices == "cuda" ? HubKind::kNccl : HubKind::kHost; }

  static const Weighted& graph() {
    static const Weighted made = make_graph("kron", {{"scale", "12"}, {"weights", "uniform"}}, false);
    return made;
  }
  // The values of all vertices that run(sharded) leaves, on the first rank.
  template <class Value, class Run>
  std::vector<Value> values_of(const Run& run) {
    const ShardedGraph<std::int32_t> sharded = shards::shard_part(ranks_, runtime_, part_of(graph(), ranks_));
    EXPECT_EQ(sharded.layout().hub, expected_hub());
    const auto result = run(sharded);
    return ranks::gather_on_first(ranks_, result.to_host(sharded.streams()));
  }
  [[nodiscard]] bool is_first() const { return ranks_.rank() == 0; }

  MpiRanks ranks_;
  Runtime runtime_;

 private:
  Runtime made_runtime() {
    ranks_.set_time_limit(std::chrono::seconds(30));
    return Runtime(ranks::choose_rank_devices(ranks_, devices).devices);
  }
};

TEST_F(RankAlgorithmsTest, LevelsAreThoseOfTheOracle) {
  const auto levels =
      values_of<std::uint32_t>([](const auto& sharded) { return bfs_levels(sharded, {.source = kSource}); });
  if (!is_first()) return;
  EXPECT_EQ(levels, oracle::breadth_first_levels(graph(), kSource));
}

TEST_F(RankAlgorithmsTest, DistancesAreThoseOfTheOracle) {
  using D = Distance<std::int32_t>;
  const auto distances = values_of<D>([](const auto& sharded) { return sssp(sharded, {.source = kSource}); });
  if (!is_first()) return;
  EXPECT_EQ(distances, oracle::shortest_paths<D>(graph(), kSource));
}

TEST_F(RankAlgorithmsTest, LabelsOfComponentsAreThoseOfTheOracle) {
  const auto labels = values_of<VertexId>([](const auto& sharded) { return component_labels(sharded); });
  if (!is_first()) return;
  EXPECT_EQ(labels, oracle::components(graph()));
}

TEST_F(RankAlgorithmsTest, RanksOfPagesAreNearThoseOfTheOracle) {
  const auto found = values_of<float>([](const auto& sharded) { return pagerank(sharded); });
  if (!is_first()) return;
  const std::vector<double> expected = oracle::page_rank(graph());
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) ASSERT_NEAR(found[v], expected[v], 1e-5) << "vertex " << v;
}

TEST_F(RankAlgorithmsTest, RunsOneAfterTheOtherUseOneHub) {
  const ShardedGraph<std::int32_t> sharded = shards::shard_part(ranks_, runtime_, part_of(graph(), ranks_));
  const auto levels = [&](VertexId source) {
    return ranks::gather_on_first(
        ranks_, bfs_levels(sharded, {.source = graph().ids().name_of(source)}).to_host(sharded.streams()));
  };
  for (const VertexId source : {1u, 7u, 300u, 1u}) {
    const auto found = levels(source);
    if (!is_first()) continue;
    EXPECT_EQ(found, oracle::breadth_first_levels(graph(), source)) << source;
  }
}

// The kernels of the ranks, which are on one host, tell each other how far they are.
TEST_F(RankAlgorithmsTest, LaunchesOfAllRanksGoOnFromSuperstepToSuperstep) {
  if (ranks_.size() == 1) GTEST_SKIP() << "that takes two ranks";
  const ShardedGraph<std::int32_t> sharded = shards::shard_part(ranks_, runtime_, part_of(graph(), ranks_));
  const auto result = bfs_levels(sharded, {.source = kSource});
  const auto in_launch = std::ranges::count(result.supersteps, Plan::kPushLoop, &SuperstepStatistics::plan);
  EXPECT_GT(in_launch, 0);
  std::vector<int> senders;  // each rank knows what all have sent
  for (const results::PeerSuperstep& step : result.per_device)
    for (const results::LinkTraffic& link : step.links) senders.push_back(link.from);
  for (int r = 0; r < ranks_.size(); ++r) EXPECT_GT(std::ranges::count(senders, r), 0) << "rank " << r;
  EXPECT_EQ(shards::copies_for_search(ranks_, runtime_, part_of(graph(), ranks_)), Copies::kAll);
}

TEST_F(RankAlgorithmsTest, EachRankWritesIntoTheMemoryOfAll) {
  const Stream stream(runtime_.device(), "memory");
  const std::array<StreamRef, 1> streams{stream};
  const auto size = static_cast<std::size_t>(ranks_.size());
  const auto me = static_cast<std::size_t>(ranks_.rank());
  std::vector<int> rank_of;
  for (int r = 0; r < ranks_.size(); ++r) rank_of.push_back(r);
  const auto memory = ranks::make_rank_memory({ranks_, rank_of, ranks_.rank()}, streams, size, "memory");
  ASSERT_NE(memory, nullptr);
  const std::vector<std::byte> mine{static_cast<std::byte>(me + 1)};
  for (std::size_t to = 0; to < size; ++to) copy(stream, memory->of(to).subview(me, 1), view_of(std::span(mine)));
  stream.synchronize();
  static_cast<void>(ranks::all_gather(ranks_, 0));  // all have written
  std::vector<std::byte> expected;
  for (std::size_t r = 0; r < size; ++r) expected.push_back(static_cast<std::byte>(r + 1));
  EXPECT_EQ(to_host(stream, View<const std::byte>(memory->of(me))), expected);
  static_cast<void>(ranks::all_gather(ranks_, 0));  // all have read
}

// Each rank sends to the next one, 20 rounds long; in each round another number of bytes.
TEST_F(RankAlgorithmsTest, RoundsOfTheHubBringWhatWasSent) {
  if (ranks_.size() == 1) GTEST_SKIP() << "that takes two ranks";
  constexpr std::size_t kBytes = 100'000;
  const int me = ranks_.rank();
  const int last = (me + ranks_.size() - 1) % ranks_.size();
  const Stream stream(runtime_.device(), "rounds");
  const std::array<StreamRef, 1> streams{stream};
  std::vector<int> rank_of;
  for (int r = 0; r < ranks_.size(); ++r) rank_of.push_back(r);
  const hubs::HubRanks of_ranks{ranks_, rank_of, me};
  const HubKind kind = hubs::best_rank_hub(ranks_, streams);
  EXPECT_EQ(kind, expected_hub());
  Buffer<std::uint8_t> outbox(stream, kBytes, "outbox");
  std::array<Buffer<std::uint8_t>, 2> inboxes{Buffer<std::uint8_t>(stream, kBytes, "inbox"),
                                              Buffer<std::uint8_t>(stream, kBytes, "inbox")};
  const auto hub = hubs::make_rank_hub(kind, of_ranks, streams, kBytes);
  for (int round = 0; round < 20; ++round) {
    const auto bytes_of_rank = [&](int rank) {
      return static_cast<std::size_t>(1 + (rank * 7919 + round * 4999) % static_cast<int>(kBytes));
    };
    const auto text_of = [&](int rank) {
      return std::vector<std::uint8_t>(bytes_of_rank(rank), static_cast<std::uint8_t>(100 * rank + round));
    };
    const std::vector<std::uint8_t> mine = text_of(me);
    copy(stream, outbox, view_of(std::span(mine)));
    stream.synchronize();
    std::vector<hubs::Parcel> parcels;
    Buffer<std::uint8_t>& inbox = inboxes[static_cast<std::size_t>(round % 2)];
    for (int from = 0; from < ranks_.size(); ++from) {
      const int to = (from + 1) % ranks_.size();
      const std::size_t bytes = bytes_of_rank(from);
      View<const std::byte> content(nullptr, bytes);
      View<std::byte> place(nullptr, bytes);
      if (from == me) content = hubs::bytes_of(View<const std::uint8_t>(outbox.view().subview(0, bytes)));
      if (to == me) place = hubs::bytes_of(inbox.view().subview(0, bytes));
      parcels.push_back({from, content, {{to, place}}});
    }
    hub->exchange(parcels);
    EXPECT_EQ(to_host(stream, inbox.view().subview(0, bytes_of_rank(last))), text_of(last)) << "round " << round;
  }
}

}  // namespace

// Decided by all, so that none is left alone.
bool have_devices(Ranks& ranks) {
  if (devices != "cuda") return true;
  const int gpus = static_cast<int>(cuda_devices().size());
  const int fewest = ranks::all_reduce(ranks, gpus, [](int a, int b) { return std::min(a, b); });
  if (fewest >= ranks.size()) return true;
  if (ranks.rank() == 0) std::printf("there are %d GPUs for %d ranks\n", fewest, ranks.size());
  return false;
}

}  // namespace warpgraph::test

int main(int argc, char** argv) {
  constexpr int kSkipped = 77;
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1) warpgraph::test::devices = argv[1];
  MPI_Init(&argc, &argv);
  const bool is_possible = [] {
    warpgraph::MpiRanks ranks;
    return warpgraph::test::have_devices(ranks);
  }();
  const int status = is_possible ? RUN_ALL_TESTS() : kSkipped;
#if defined(__SANITIZE_ADDRESS__)
  __lsan_do_leak_check();  // as long as the libraries of MPI are loaded, which the suppressions name
#endif
  MPI_Finalize();
  return status;
}
