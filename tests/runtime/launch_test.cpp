// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/launch_on_gpu.hpp>

#include "support/collect.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class LaunchTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(LaunchTest);

using Numbers = std::vector<std::uint32_t>;

struct CountWarp {
  View<std::uint32_t> visits;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    warp.elect([&] { visits[warp.global_index()] += 1; });
  }
};
struct CountBlock {
  View<std::uint32_t> visits;
  WARPGRAPH_DEVICE void operator()(kernel::Block<32>& block) const {
    block.elect([&] { visits[block.index()] += 1; });
  }
};
struct CountIndex {
  View<std::uint32_t> visits;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { visits[i] += 1; }
};

TEST_P(LaunchTest, EveryWarpRunsOnce) {
  for (const std::size_t warps : {1u, 7u, 8u, 9u, 3000u}) {
    const auto visits = update(stream(), Numbers(warps, 0), [&](View<std::uint32_t> view) {
      kernel::launch(stream(), kernel::Warps{warps}, CountWarp{view});
    });
    EXPECT_EQ(visits, Numbers(warps, 1));
  }
}
TEST_P(LaunchTest, KernelsForGpusRunOnNoVirtualDevice) {
  Numbers visits(100, 0);
  const auto launch_all = [&] {
    visits = update(stream(), visits, [&](View<std::uint32_t> view) {
      kernel::launch_on_gpu(stream(), kernel::Warps{100}, CountWarp{view});
    });
  };
  if (!on_cuda()) {
    EXPECT_THROW(launch_all(), UsageError);
    return;
  }
  launch_all();
  EXPECT_EQ(visits, Numbers(100, 1));
}
TEST_P(LaunchTest, EveryBlockRunsOnce) {
  for (const std::size_t blocks : {1u, 2u, 10000u}) {
    const auto visits = update(stream(), Numbers(blocks, 0), [&](View<std::uint32_t> view) {
      kernel::launch(stream(), kernel::Blocks{blocks}, CountBlock{view});
    });
    EXPECT_EQ(visits, Numbers(blocks, 1));
  }
}
TEST_P(LaunchTest, ForEachVisitsEveryIndexOnce) {
  for (const std::size_t n : {1u, 31u, 257u, 4097u, 100000u}) {
    const auto visits = update(stream(), Numbers(n, 0),
                               [&](View<std::uint32_t> view) { kernel::for_each(stream(), n, CountIndex{view}); });
    EXPECT_EQ(visits, Numbers(n, 1));
  }
}

TEST_P(LaunchTest, EmptyLaunchesDoNothing) {
  const auto visits = update(stream(), Numbers{0}, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::Warps{0}, CountWarp{view});
    kernel::launch(stream(), kernel::Blocks{0}, CountBlock{view});
    kernel::for_each(stream(), 0, CountIndex{view});
  });
  EXPECT_EQ(visits, Numbers{0});
}

TEST_P(LaunchTest, MoreUnitsThanAnIndexHoldsAreAMistake) {
  Buffer<std::uint32_t> visits(stream(), 1, "visits");
  EXPECT_THROW(kernel::launch(stream(), kernel::Warps{std::uint64_t{1} << 32}, CountWarp{visits}), UsageError);
  EXPECT_THROW(kernel::launch(stream(), kernel::Blocks{std::uint64_t{1} << 32}, CountBlock{visits}), UsageError);
}

struct Scale {
  double by;
  std::uint8_t shift;
};
struct UseArguments {
  float bias;
  WARPGRAPH_DEVICE void operator()(kernel::Block<32>& block, View<double> out, float factor, Scale scale,
                                   std::uint64_t big) const {
    block.phase([&](kernel::Lane lane) {
      out[lane] = static_cast<double>(bias + factor * static_cast<float>(lane)) * scale.by +
                  static_cast<double>(big >> scale.shift);
    });
  }
};

TEST_P(LaunchTest, KernelArgumentsArrive) {
  const auto out = collect<double>(stream(), 32, [&](View<double> view) {
    kernel::launch(stream(), kernel::Blocks{1}, UseArguments{1.5f}, view, 0.25f, Scale{2.0, 40},
                   std::uint64_t{5} << 40);
  });
  for (std::size_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(out[lane], (1.5 + 0.25 * static_cast<double>(lane)) * 2.0 + 5.0);
}

TEST_P(LaunchTest, ArgumentsConvertToTheKernelsTypes) {
  const auto out = collect<double>(stream(), 32, [&](View<double> view) {
    kernel::launch(stream(), kernel::Blocks{1}, UseArguments{0.0f}, view, 1.0f, Scale{1.0, 0}, std::uint32_t{3});
  });
  EXPECT_EQ(out[31], 34.0);
}

// More shared memory than a block gets without asking.
struct ReverseLarge {
  static constexpr std::uint32_t kWords = 16384;
  struct Shared {
    std::uint32_t words[kWords];
  };
  View<std::uint32_t> out;
  WARPGRAPH_DEVICE void operator()(kernel::Block<256>& block, Shared& shared) const {
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < kWords; i += 256) shared.words[i] = i * (block.index() + 1);
    });
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < kWords; i += 256) out[block.index() * kWords + i] = shared.words[kWords - 1 - i];
    });
  }
};

TEST_P(LaunchTest, ABlockMayShare64KiB) {
  constexpr std::uint32_t kWords = ReverseLarge::kWords;
  const auto out = collect<std::uint32_t>(stream(), 3 * kWords, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::Blocks{3}, ReverseLarge{view});
  });
  for (std::uint32_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], (kWords - 1 - i % kWords) * (i / kWords + 1));
}

// 8 KiB for each of the eight warps of a block.
struct ReverseInWarp {
  static constexpr std::uint32_t kWords = 2048;
  struct Shared {
    std::uint32_t words[kWords];
  };
  View<std::uint32_t> wrong;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    warp.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < kWords; i += 32) shared.words[i] = i + warp.global_index();
    });
    warp.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < kWords; i += 32)
        if (shared.words[kWords - 1 - i] != kWords - 1 - i + warp.global_index()) atomic::fetch_add(wrong[0], 1u);
    });
  }
};

TEST_P(LaunchTest, WarpsDoNotTouchEachOthersShared) {
  const auto wrong = update(stream(), Numbers{0}, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::Warps{19}, ReverseInWarp{view});
  });
  EXPECT_EQ(wrong, Numbers{0});
}

// The collective's own shared memory, 4 bytes of it, lies before the kernel's.
struct AlignShared {
  struct Shared {
    alignas(64) float values[16];
  };
  View<std::uint64_t> misplaced;
  WARPGRAPH_DEVICE void operator()(kernel::Block<32>& block, Shared& shared) const {
    const auto sum = block.reduce(kernel::PerLane<std::uint32_t, 32>::all(1), Plus{});
    block.elect([&] { misplaced[block.index()] = reinterpret_cast<std::uintptr_t>(&shared) % alignof(Shared) + sum; });
  }
};

TEST_P(LaunchTest, SharedIsAlignedAsItsTypeAsks) {
  const auto misplaced = collect<std::uint64_t>(
      stream(), 4, [&](View<std::uint64_t> view) { kernel::launch(stream(), kernel::Blocks{4}, AlignShared{view}); });
  EXPECT_EQ(misplaced, std::vector<std::uint64_t>(4, 32));
}

struct AddOne {
  View<std::uint32_t> values;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { values[i] += 1; }
};
struct Double {
  View<std::uint32_t> values;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { values[i] *= 2; }
};

TEST_P(LaunchTest, LaunchesOfAStreamRunInOrder) {
  const auto values = update(stream(), Numbers(5000, 1), [&](View<std::uint32_t> view) {
    for (int round = 0; round < 5; ++round) {
      kernel::for_each(stream(), view.size(), AddOne{view});
      kernel::for_each(stream(), view.size(), Double{view});
    }
  });
  EXPECT_EQ(values, Numbers(5000, 94));
}

// row_of(edge), as a lane looks it up.
struct FindRow {
  View<const std::uint64_t> offsets;
  View<std::uint64_t> row;
  WARPGRAPH_DEVICE void operator()(std::uint64_t edge) const { row[edge] = kernel::upper_bound(offsets, edge) - 1; }
};

TEST_P(LaunchTest, UpperBoundFindsTheRowOfAnEdge) {
  const std::vector<std::uint64_t> offsets{0, 0, 3, 3, 4, 10, 10};
  const auto input = to_device(stream(), offsets, "offsets");
  const auto row = collect<std::uint64_t>(stream(), 10, [&](View<std::uint64_t> view) {
    kernel::for_each(stream(), view.size(), FindRow{input, view});
  });
  EXPECT_EQ(row, (std::vector<std::uint64_t>{1, 1, 1, 3, 4, 4, 4, 4, 4, 4}));
}

TEST_P(LaunchTest, TheTimelineNamesTheKernel) {
  RuntimeOptions options = GetParam().options;
  options.timeline = true;
  Runtime traced(GetParam().devices, options);
  const Stream stream(traced.device(), "traced");
  auto visits = to_device<std::uint32_t>(stream, Numbers(100, 0), "visits");
  kernel::launch(stream.ref(), kernel::Warps{3}, CountWarp{visits});
  kernel::for_each(stream, 10, CountIndex{visits});
  stream.synchronize();
  std::vector<std::string> kernels;
  for (const auto& span : traced.timeline()->spans())
    if (span.kind == Timeline::Kind::kKernel) kernels.push_back(span.name);
  EXPECT_EQ(kernels, (std::vector<std::string>{"CountWarp", "CountIndex"}));
}

#if WARPGRAPH_CHECKED
TEST_P(LaunchTest, AKernelOutsideOfItsViewFailsTheStreamByName) {
  if (on_cuda()) GTEST_SKIP() << "accesses are checked on the host";
  Stream failing(device(), "failing");
  Buffer<std::uint32_t> visits(stream(), 4, "visits");
  stream().synchronize();
  kernel::launch(failing.ref(), kernel::Warps{5}, CountWarp{visits});
  try {
    failing.synchronize();
    FAIL() << "no error";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("CountWarp"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("index 4"), std::string::npos) << error.what();
  }
}
#endif

}  // namespace
}  // namespace warpgraph::test
