// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/no_threads.hpp"

namespace warpgraph::test {
namespace {

class ThreadPoolTest : public testing::TestWithParam<unsigned> {
 protected:
  ThreadPool pool{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolTest, testing::Values(1, 2, 5));

TEST_P(ThreadPoolTest, HasTheThreadsItWasGiven) { EXPECT_EQ(pool.size(), GetParam()); }

TEST(ThreadPool, WithoutThreadsToBeHadIsOutOfMemory) {
  const NoThreads none;
  EXPECT_THROW(ThreadPool(3), OutOfMemory);
}

TEST_P(ThreadPoolTest, VisitsEveryIndexOnce) {
  for (const std::size_t count : {0u, 1u, 10u, 1001u}) {
    for (const std::size_t grain : {0u, 1u, 7u, 5000u}) {
      std::vector<int> visits(count, 0);
      pool.for_each(count, grain, [&](std::size_t i) { ++visits[i]; });
      EXPECT_EQ(visits, std::vector<int>(count, 1)) << count << " by " << grain;
    }
  }
}

TEST_P(ThreadPoolTest, ChunksAreNoLargerThanTheGrain) {
  std::atomic<std::size_t> largest = 0;
  std::atomic<std::size_t> covered = 0;
  pool.for_chunks(1000, 64, [&](std::size_t first, std::size_t last) {
    const std::size_t size = last - first;
    covered += size;
    std::size_t before = largest;
    while (before < size && !largest.compare_exchange_weak(before, size)) {
    }
  });
  EXPECT_EQ(largest, 64u);
  EXPECT_EQ(covered, 1000u);
}

TEST_P(ThreadPoolTest, LoopsMayNest) {
  std::vector<std::atomic<int>> visits(20 * 30);
  pool.for_each(20, 1, [&](std::size_t i) { pool.for_each(30, 4, [&](std::size_t j) { ++visits[i * 30 + j]; }); });
  for (const auto& each : visits) EXPECT_EQ(each, 1);
}

TEST_P(ThreadPoolTest, RethrowsAnException) {
  try {
    pool.for_each(1000, 1, [](std::size_t i) {
      if (i == 500) throw std::runtime_error("at 500");
    });
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "at 500");
  }
}

TEST_P(ThreadPoolTest, WorksOnAfterAnException) {
  EXPECT_THROW(pool.for_each(100, 1, [](std::size_t) { throw 1; }), int);
  std::atomic<int> visits = 0;
  pool.for_each(100, 1, [&](std::size_t) { ++visits; });
  EXPECT_EQ(visits, 100);
}

TEST_P(ThreadPoolTest, RethrowsFromANestedLoop) {
  const auto fail_inside = [&] {
    pool.for_each(10, 1, [&](std::size_t i) {
      pool.for_each(10, 1, [&](std::size_t j) {
        if (i == 3 && j == 4) throw std::logic_error("inside");
      });
    });
  };
  EXPECT_THROW(fail_inside(), std::logic_error);
}

TEST_P(ThreadPoolTest, ServesSeveralThreadsAtOnce) {
  std::vector<std::vector<int>> visits(4, std::vector<int>(2000, 0));
  std::vector<std::thread> threads;
  for (auto& mine : visits) {
    threads.emplace_back([this, &mine] {
      for (int round = 0; round < 10; ++round) pool.for_each(mine.size(), 16, [&mine](std::size_t i) { ++mine[i]; });
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& mine : visits) EXPECT_EQ(mine, std::vector<int>(2000, 10));
}

TEST_P(ThreadPoolTest, TheCallerSeesWhatTheLoopWrote) {
  for (int round = 0; round < 200; ++round) {
    std::vector<int> values(64, 0);
    pool.for_each(values.size(), 1, [&](std::size_t i) { values[i] = round; });
    ASSERT_EQ(values, std::vector<int>(64, round));
  }
}

TEST(ThreadPool, TakesACoreForEachThreadByDefault) {
  EXPECT_EQ(ThreadPool().size(), std::max(1u, std::thread::hardware_concurrency()));
}

TEST(ThreadPool, OfOneThreadIsTheCallerAlone) {
  ThreadPool pool(1);
  std::set<std::thread::id> threads;
  pool.for_each(100, 1, [&](std::size_t) { threads.insert(std::this_thread::get_id()); });
  EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST(ThreadPool, SpreadsALoopOverItsThreads) {
  ThreadPool pool(3);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<int> arrived = 0;
  pool.for_each(3, 1, [&](std::size_t) {
    ++arrived;
    while (arrived < 3) std::this_thread::yield();  // each index holds its thread until all three are held
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), 3u);
}

}  // namespace
}  // namespace warpgraph::test
