// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/rank_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "support/is_mapped.hpp"
#include "support/thread_ranks.hpp"

// Between processes: tests/mpi/rank_algorithms_test.cpp.
namespace warpgraph::test {
namespace {

constexpr std::size_t kBytes = 4099;  // no whole number of words

// What a rank has.
class Devices {
 public:
  Devices(Ranks& ranks, const std::string& machine) : ranks_(ranks), runtime_(machine) {
    for (int i = 0; i < runtime_.device_count(); ++i) made_.emplace_back(runtime_.device(i), "rank memory");
    streams_.assign(made_.begin(), made_.end());
    for (int r = 0; r < ranks.size(); ++r) rank_of_.insert(rank_of_.end(), streams_.size(), r);
  }
  [[nodiscard]] std::unique_ptr<ranks::RankMemory> share(std::size_t bytes = kBytes) {
    return ranks::make_rank_memory({ranks_, rank_of_, first()}, streams_, bytes, "shared by ranks");
  }
  [[nodiscard]] int first() const { return ranks_.rank() * runtime_.device_count(); }
  [[nodiscard]] std::size_t all() const { return rank_of_.size(); }
  [[nodiscard]] const std::vector<StreamRef>& streams() const { return streams_; }
  [[nodiscard]] Runtime& runtime() { return runtime_; }

 private:
  Ranks& ranks_;
  Runtime runtime_;
  std::vector<Stream> made_;
  std::vector<StreamRef> streams_;
  std::vector<int> rank_of_;  // all devices
};

struct WriteByte {
  View<std::byte> to;
  std::size_t at;
  std::byte what;
  WARPGRAPH_DEVICE void operator()(std::uint64_t) const { to[at] = what; }
};

TEST(RankMemory, KernelsOfAllRanksWriteIntoTheMemoryOfEachDevice) {
  for (const int devices_of_rank : {1, 2}) {
    on_ranks(3, [&](Ranks& ranks) {
      Devices devices(ranks, "host:" + std::to_string(devices_of_rank));
      const auto memory = devices.share();
      ASSERT_NE(memory, nullptr);
      for (std::size_t i = 0; i < devices.streams().size(); ++i) {
        const std::size_t me = static_cast<std::size_t>(devices.first()) + i;
        for (std::size_t to = 0; to < devices.all(); ++to) {
          ASSERT_EQ(memory->of(to).size(), kBytes);
          kernel::for_each(devices.streams()[i], 1, WriteByte{memory->of(to), kBytes - 1 - me, std::byte(10 + me)});
        }
        devices.streams()[i].synchronize();
      }
      static_cast<void>(ranks::all_gather(ranks, 0));  // all have written
      for (std::size_t i = 0; i < devices.streams().size(); ++i) {
        std::vector<std::byte> expected(kBytes);
        for (std::size_t from = 0; from < devices.all(); ++from) expected[kBytes - 1 - from] = std::byte(10 + from);
        const View<const std::byte> mine = memory->of(static_cast<std::size_t>(devices.first()) + i);
        EXPECT_EQ(to_host(devices.streams()[i], mine), expected);
      }
      static_cast<void>(ranks::all_gather(ranks, 0));  // all have read
    });
  }
}

TEST(RankMemory, IsCountedAsTheDevices) {
  on_ranks(2, [](Ranks& ranks) {
    Devices devices(ranks, "host");
    const std::size_t before = devices.runtime().device().memory().in_use;
    {
      const auto memory = devices.share();
      EXPECT_EQ(devices.runtime().device().memory().in_use, before + kBytes);
    }
    EXPECT_EQ(devices.runtime().device().memory().in_use, before);
  });
}

TEST(RankMemory, StaysForOtherRanksAfterAFailure) {
  on_ranks(2, [](Ranks& ranks) {
    Devices devices(ranks, "host");
    auto memory = devices.share();
    std::byte* const mine = memory->of(static_cast<std::size_t>(devices.first())).data();
    memory->keep();
    memory.reset();
    ASSERT_TRUE(is_mapped(mine));
    mine[kBytes - 1] = std::byte{1};
  });
}

TEST(RankMemory, RanksReachEachOtherUnlessALaunchBlocks) {
  for (const bool blocks : {false, true}) {
    on_ranks(3, [&](Ranks& ranks) {
      RuntimeOptions options;
      options.host.launches_block = blocks && ranks.rank() == 1;  // on one rank of the three
      Runtime runtime("host", options);
      EXPECT_EQ(ranks::reach_each_other(ranks, runtime), !blocks);
    });
  }
}

TEST(RankMemory, IsNotThereWhereKernelsDoNotRunSideBySide) {
  on_ranks(2, [](Ranks& ranks) {
    RuntimeOptions options;
    options.concurrent_kernels = ranks.rank() == 0;  // on one rank of the two
    Runtime runtime("host", options);
    const Stream stream(runtime.device(), "rank memory");
    const std::vector<StreamRef> streams{stream};
    const std::vector<int> rank_of{0, 1};
    EXPECT_EQ(ranks::make_rank_memory({ranks, rank_of, ranks.rank()}, streams, kBytes, "shared by ranks"), nullptr);
  });
}

}  // namespace
}  // namespace warpgraph::test
