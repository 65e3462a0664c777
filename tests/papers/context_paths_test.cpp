// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/papers/context_paths.hpp>

#include "collected_items.hpp"

namespace warpgraph::test::collected {
namespace {

class ContextPathsTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ContextPathsTest);

// `runs` counts how often a warp ran a path with all lanes.
template <int kPaths>
struct Choice {
  using Collected = papers::ContextPaths<Context, kPaths>;
  struct Shared {
    typename Collected::Memory paths;
  };
  View<const std::uint8_t> path;  // kPaths: none
  View<std::uint32_t> done;
  View<std::uint32_t> runs;

  WARPGRAPH_DEVICE void run(int which, const Context& context) const {
    atomic::fetch_add(done[context.item], context.left == static_cast<std::uint32_t>(which) ? 1u : 1000u);
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    Collected paths(warp, shared.paths);
    kernel::PerLane<int> chosen;
    kernel::PerLane<Context> context{};
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint32_t item = item_of(warp, round, lane);
        chosen[lane] = path[item];
        context[lane] = {item, 0, path[item]};
      });
      paths.add(warp, chosen, context);
      for (int which = paths.take(warp, context); which != Collected::kNone; which = paths.take(warp, context)) {
        warp.phase([&](kernel::Lane lane) { run(which, context[lane]); });
        warp.elect([&] { ++runs[warp.global_index()]; });
      }
    }
    for (int which = 0; which < kPaths; ++which) {
      const auto holds = paths.drain(warp, which, context);
      warp.phase([&](kernel::Lane lane) {
        if (holds[lane]) run(which, context[lane]);
      });
    }
  }
};

template <int kPaths>
void every_item_takes_its_path_once(StreamRef stream) {
  const auto path = random_values<std::uint8_t>(kItems, 0, kPaths, 8);
  std::vector<std::uint32_t> chosen(kWarps * kPaths);
  std::vector<std::uint32_t> full(kWarps);
  for (std::size_t i = 0; i < kItems; ++i)
    if (path[i] != kPaths && ++chosen[warp_of(i) * kPaths + path[i]] % kernel::Warp::kSize == 0) ++full[warp_of(i)];
  const auto input = to_device(stream, path, "path");
  const auto runs = update(stream, std::vector<std::uint32_t>(kWarps), [&](View<std::uint32_t> view) {
    const auto done = update(stream, std::vector<std::uint32_t>(kItems), [&](View<std::uint32_t> made) {
      kernel::launch(stream, kernel::Warps{kWarps}, Choice<kPaths>{input, made, view});
    });
    for (std::size_t i = 0; i < kItems; ++i) ASSERT_EQ(done[i], path[i] != kPaths) << "item " << i;
  });
  EXPECT_EQ(runs, full) << kPaths << " paths";
}

TEST_P(ContextPathsTest, PathsCollectedTogetherRunOnceForEach32OfTheirOwn) {
  every_item_takes_its_path_once<1>(stream());
  every_item_takes_its_path_once<4>(stream());
  every_item_takes_its_path_once<13>(stream());
  every_item_takes_its_path_once<31>(stream());
}

#if WARPGRAPH_CHECKED
struct AddWithoutTaking {
  using Collected = papers::ContextPaths<std::uint32_t, 2>;
  struct Shared {
    Collected::Memory paths;
  };
  View<std::uint32_t> done;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    Collected paths(warp, shared.paths);
    for (int round = 0; round < 2; ++round)
      paths.add(warp, kernel::PerLane<int>::all(1), kernel::PerLane<std::uint32_t>::all(7));
    warp.elect([&] { done[0] = 1; });
  }
};

TEST_P(ContextPathsTest, AStackThatRunsOverFailsTheStream) {
  if (on_cuda()) GTEST_SKIP() << "indices are checked on the host";
  Stream failing(device(), "failing");
  Buffer<std::uint32_t> done(failing, 1, "done");
  kernel::launch(failing.ref(), kernel::Warps{1}, AddWithoutTaking{done});
  try {
    failing.synchronize();
    FAIL() << "no error";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("63"), std::string::npos) << error.what();
  }
}
#endif

}  // namespace
}  // namespace warpgraph::test::collected
