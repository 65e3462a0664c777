// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/mpi/mpi_ranks.hpp>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/one_rank.hpp>
#include <warpgraph/runtime/rank_devices.hpp>

namespace warpgraph::test {
namespace {

using namespace std::chrono_literals;

TEST(NoLauncher, IsOneRankAndMpiIsNotCalled) {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) GTEST_SKIP() << "there is one";
  const std::unique_ptr<Ranks> ranks = make_ranks();
  EXPECT_NE(dynamic_cast<const ranks::OneRank*>(ranks.get()), nullptr);
  EXPECT_EQ(ranks::all_gather(*ranks, 5), std::vector<int>{5});
  int is_initialised = 0;
  MPI_Initialized(&is_initialised);
  EXPECT_EQ(is_initialised, 0);
}

class MpiRanksTest : public ::testing::Test {
 protected:
  MpiRanksTest() { ranks_.set_time_limit(20s); }
  MpiRanks ranks_;
};

TEST_F(MpiRanksTest, RankAndSizeAreThoseOfTheWorld) {
  int rank = -1;
  int size = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  EXPECT_EQ(ranks_.rank(), rank);
  EXPECT_EQ(ranks_.size(), size);
  EXPECT_EQ(size, std::atoi(std::getenv("OMPI_COMM_WORLD_SIZE")));
}

TEST_F(MpiRanksTest, GathersInTheOrderOfRanks) {
  const std::vector<int> all = ranks::all_gather(ranks_, 10 * ranks_.rank());
  ASSERT_EQ(all.size(), static_cast<std::size_t>(ranks_.size()));
  for (int r = 0; r < ranks_.size(); ++r) EXPECT_EQ(all[static_cast<std::size_t>(r)], 10 * r);
  EXPECT_EQ(ranks::all_reduce(ranks_, ranks_.rank() + 1, std::plus<>()), ranks_.size() * (ranks_.size() + 1) / 2);
}

TEST_F(MpiRanksTest, ListsOfAnyLengthReachTheirRank) {
  std::vector<std::vector<int>> to(static_cast<std::size_t>(ranks_.size()));
  for (int r = 0; r < ranks_.size(); ++r)
    to[static_cast<std::size_t>(r)].assign(static_cast<std::size_t>(100'000 * r * ranks_.rank()),
                                           100 * ranks_.rank() + r);
  const std::vector<std::vector<int>> from = ranks::all_to_all(ranks_, to);
  for (int r = 0; r < ranks_.size(); ++r) {
    const std::vector<int> expected(static_cast<std::size_t>(100'000 * r * ranks_.rank()), 100 * r + ranks_.rank());
    EXPECT_EQ(from[static_cast<std::size_t>(r)], expected);
  }
}

TEST_F(MpiRanksTest, MessagesToOneRankStayInTheirOrder) {
  const int next = (ranks_.rank() + 1) % ranks_.size();
  const int last = (ranks_.rank() + ranks_.size() - 1) % ranks_.size();
  if (ranks_.size() == 1) GTEST_SKIP() << "a rank sends nothing to itself";
  std::vector<std::vector<int>> sent(20);
  std::vector<std::vector<int>> received(20);
  std::vector<Ranks::Sent> sends;
  std::vector<Ranks::Received> receives;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    sent[i].assign((i * 7919) % 30'000, static_cast<int>(i) + 100 * ranks_.rank());
    received[i].resize(sent[i].size());
    sends.push_back({next, std::as_bytes(std::span(sent[i]))});
    receives.push_back({last, std::as_writable_bytes(std::span(received[i]))});
  }
  ranks_.exchange(sends, receives);
  for (std::size_t i = 0; i < sent.size(); ++i)
    EXPECT_EQ(received[i], std::vector<int>(sent[i].size(), static_cast<int>(i) + 100 * last));
}

TEST_F(MpiRanksTest, ARankThatIsNotNeededIsNotWaitedFor) {
  if (ranks_.size() < 3) GTEST_SKIP() << "that takes three ranks";
  const auto begin = std::chrono::steady_clock::now();
  if (ranks_.rank() == 2) {
    std::this_thread::sleep_for(300ms);
  } else {
    int value = ranks_.rank();
    int other = -1;
    const Ranks::Sent sent{1 - value, std::as_bytes(std::span(&value, 1))};
    const Ranks::Received received{1 - value, std::as_writable_bytes(std::span(&other, 1))};
    ranks_.exchange({&sent, 1}, {&received, 1});
    EXPECT_EQ(other, 1 - value);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 300ms);
  }
  static_cast<void>(ranks::all_gather(ranks_, 0));
}

TEST_F(MpiRanksTest, AMessageOfAnotherSizeIsAnError) {
  if (ranks_.size() == 1) GTEST_SKIP() << "that takes two ranks";
  for (const std::size_t expected : {4, 12}) {
    MpiRanks ranks;
    ranks.set_time_limit(20s);
    std::vector<std::byte> bytes(ranks.rank() == 1 ? 8 : expected);
    if (ranks.rank() == 1) {
      const Ranks::Sent sent{0, bytes};
      ranks.exchange({&sent, 1}, {});
    } else if (ranks.rank() == 0) {
      const Ranks::Received received{1, bytes};
      EXPECT_THROW(ranks.exchange({}, {&received, 1}), UsageError);
    }
  }
}

TEST_F(MpiRanksTest, ARankSendsNothingToItself) {
  const Ranks::Sent sent{ranks_.rank(), {}};
  EXPECT_THROW(ranks_.exchange({&sent, 1}, {}), UsageError);
}

TEST(MpiRanks, MessagesGoInPieces) {
  MpiRanks ranks(MPI_COMM_WORLD, 1000);
  ranks.set_time_limit(20s);
  for (const std::size_t bytes : {1, 999, 1000, 1001, 123'457}) {
    std::vector<std::uint8_t> mine(bytes);
    for (std::size_t i = 0; i < bytes; ++i) mine[i] = static_cast<std::uint8_t>(i * 31 + i / 256 + ranks.rank());
    std::vector<std::uint8_t> all(bytes * static_cast<std::size_t>(ranks.size()));
    ranks.all_gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
    for (std::size_t r = 0; r < static_cast<std::size_t>(ranks.size()); ++r)
      for (std::size_t i = 0; i < bytes; ++i)
        ASSERT_EQ(all[r * bytes + i], static_cast<std::uint8_t>(i * 31 + i / 256 + r));
  }
}

TEST(MpiRanks, SeveralSubCommunicatorsWorkAtOnce) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  {
    MpiRanks world;
    MpiRanks few(half);
    MPI_Comm_free(&half);  // the object has its own
    const std::vector<int> mates = ranks::all_gather<int>(few, rank);
    const std::vector<int> all = ranks::all_gather<int>(world, few.rank());
    EXPECT_EQ(static_cast<int>(mates.size()), (world.size() + 1 - rank % 2) / 2);
    EXPECT_EQ(mates[static_cast<std::size_t>(few.rank())], rank);
    EXPECT_EQ(static_cast<int>(all.size()), world.size());
  }
}

// The launcher counts the processes of a host, of which these ranks are some.
TEST(MpiRanks, NumbersOfTheLauncherHoldOnlyAmongAllProcesses) {
  const ranks::Environment environment = [](const char* name) {
    return std::string_view(name) == "OMPI_COMM_WORLD_LOCAL_RANK" ? "7" : nullptr;
  };
  MpiRanks world;
  const std::optional<ranks::LocalRank> launched = ranks::find_rank_devices_facts(world, "auto", environment).launched;
  ASSERT_TRUE(launched);
  EXPECT_EQ(launched->value, 7);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, world.rank() % 2, 0, &half);
  {
    MpiRanks few(half);
    const ranks::RankDevicesFacts facts = ranks::find_rank_devices_facts(few, "auto", environment);
    EXPECT_EQ(facts.launched.has_value(), few.size() == world.size());
    EXPECT_EQ(facts.rank_of_host, few.rank());
  }
  MPI_Comm_free(&half);
}

TEST(MpiRanks, AFailureIsThrownOnAllRanksOfItsCommunicatorAndOnNoOther) {
  MpiRanks others;
  others.set_time_limit(20s);
  {
    MpiRanks ranks;
    ranks.set_time_limit(20s);
    const int failing = ranks.size() - 1;
    if (ranks.rank() == failing) ranks.fail("the graph does not fit");
    if (ranks.size() > 1 || ranks.rank() == failing) {
      try {
        while (true) static_cast<void>(ranks::all_gather(ranks, std::vector<int>(1).front()));
      } catch (const RankError& error) {
        EXPECT_EQ(error.rank(), failing);
        EXPECT_EQ(error.what(), "rank " + std::to_string(failing) + ": the graph does not fit");
      }
    }
  }
  EXPECT_EQ(static_cast<int>(ranks::all_gather(others, 1).size()), others.size());
}

TEST(MpiRanks, ARankIsNamedByAllWhereOnlyOneWaitsForIt) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 3) GTEST_SKIP() << "that takes three ranks";
  MpiRanks ranks;
  ranks.set_time_limit(500ms);
  if (ranks.rank() == 1) std::this_thread::sleep_for(2s);
  // Rank 0 waits for rank 2, which waits for rank 1.
  int value = 0;
  const Ranks::Received received{ranks.rank() == 0 ? 2 : 1, std::as_writable_bytes(std::span(&value, 1))};
  try {
    if (ranks.rank() == 1)
      static_cast<void>(ranks::all_gather(ranks, 0));
    else
      ranks.exchange({}, {&received, 1});
    ADD_FAILURE() << "rank 1 was late";
  } catch (const RankError& error) {
    EXPECT_EQ(error.rank(), 1) << error.what();
  }
}

TEST(MpiRanks, RanksThatWaitForEachOtherEnd) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) GTEST_SKIP() << "that takes two ranks";
  MpiRanks ranks;
  ranks.set_time_limit(200ms);
  std::byte byte{};
  const Ranks::Received received{(ranks.rank() + 1) % size, {&byte, 1}};
  EXPECT_THROW(ranks.exchange({}, {&received, 1}), RankError);
}

TEST(MpiRanks, GoSilentlyWhereAnotherRankHasFailed) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) GTEST_SKIP() << "that takes two ranks";
  testing::internal::CaptureStderr();
  for (const bool tells : {false, true}) {  // or the others find a message that is not for them
    MpiRanks ranks;
    ranks.set_time_limit(20s);
    if (ranks.rank() != 0) continue;
    if (!tells) {
      EXPECT_THROW((void)ranks::all_gather(ranks, std::uint64_t{1}), Error);
    }
    ranks.fail("the graph does not fit");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace warpgraph::test

// The tests own MPI, as a caller would.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr) return RUN_ALL_TESTS();
  MPI_Init(&argc, &argv);
  const int status = RUN_ALL_TESTS();
#if defined(__SANITIZE_ADDRESS__)
  __lsan_do_leak_check();  // as long as the libraries of MPI are loaded, which the suppressions name
#endif
  MPI_Finalize();
  return status;
}
