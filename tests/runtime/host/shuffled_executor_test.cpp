// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/stream.hpp>

#include "support/machines.hpp"

// HostExecution::kShuffled: independent work runs in an order drawn from the seed.
namespace warpgraph::test {
namespace {

RuntimeOptions shuffled(std::uint64_t seed) { return host_machine("shuffled", HostExecution::kShuffled, seed).options; }

// The order in which the work of three streams runs: a letter for each piece.
std::string order_of_work(std::uint64_t seed) {
  Runtime runtime("host:3", shuffled(seed));
  std::string order;
  std::vector<Stream> streams;
  for (int i = 0; i < 3; ++i) streams.emplace_back(runtime.device(i), "stream");
  for (int round = 0; round < 5; ++round)
    for (std::size_t i = 0; i < streams.size(); ++i)
      streams[i].call("note", [&order, i] { order += static_cast<char>('a' + i); });
  runtime.synchronize();
  return order;
}

TEST(ShuffledExecutor, TheSameSeedGivesTheSameOrder) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) EXPECT_EQ(order_of_work(seed), order_of_work(seed));
}

TEST(ShuffledExecutor, SeedsGiveDifferentOrders) {
  std::set<std::string> orders;
  for (std::uint64_t seed = 0; seed < 10; ++seed) orders.insert(order_of_work(seed));
  EXPECT_GT(orders.size(), 5u);
}

TEST(ShuffledExecutor, HoldsWorkBackUntilSomebodyWaits) {
  Runtime runtime("host", shuffled(1));
  const Stream stream(runtime.device(), "test");
  bool ran = false;
  stream.call("work", [&] { ran = true; });
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_FALSE(ran);
  EXPECT_FALSE(stream.is_idle());
  stream.synchronize();
  EXPECT_TRUE(ran);
}

TEST(ShuffledExecutor, RunsAllWorkInTheThreadThatWaits) {
  Runtime runtime("host:2", shuffled(1));
  const Stream first(runtime.device(0), "first");
  const Stream second(runtime.device(1), "second");
  std::set<std::thread::id> threads;
  for (const Stream* stream : {&first, &second})
    stream->call("note", [&] { threads.insert(std::this_thread::get_id()); });
  runtime.synchronize();
  EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST(ShuffledExecutor, KeepsTheOrderOfEventsWhateverTheSeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Runtime runtime("host:2", shuffled(seed));
    const Stream first(runtime.device(0), "first");
    const Stream second(runtime.device(1), "second");
    std::string order;
    Event there(runtime.device(0));
    Event back(runtime.device(1));
    first.call("a", [&] { order += 'a'; });
    there.record(first);
    second.wait(there);
    second.call("b", [&] { order += 'b'; });
    back.record(second);
    first.wait(back);
    first.call("c", [&] { order += 'c'; });
    first.synchronize();
    EXPECT_EQ(order, "abc") << "seed " << seed;
  }
}

TEST(ShuffledExecutor, SeveralThreadsMayWait) {
  Runtime runtime("host:4", shuffled(3));
  std::vector<int> sums(4, 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&runtime, &sum = sums[static_cast<std::size_t>(i)], i] {
      const Stream stream(runtime.device(i), "own");
      for (int round = 0; round < 50; ++round) {
        stream.call("add", [&sum] { ++sum; });
        stream.synchronize();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(sums, std::vector<int>(4, 50));
}

TEST(ShuffledExecutor, WorkLeftOverRunsAtTheEnd) {
  bool ran = false;
  {
    Runtime runtime("host", shuffled(1));
    const Stream stream(runtime.device(), "test");
    stream.call("work", [&] { ran = true; });
  }
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace warpgraph::test
