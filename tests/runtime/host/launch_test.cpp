// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"

// Launches from a file that the C++ compiler compiled, as this one, and not nvcc.
namespace warpgraph::test {
namespace {

struct Increment {
  View<std::uint32_t> values;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    warp.elect([&] { values[warp.global_index()] += 1; });
  }
};

TEST(HostLaunch, RunsOnVirtualDevices) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  PinnedBuffer<std::uint32_t> values(runtime, 3);
  values[0] = values[1] = values[2] = 4;
  kernel::launch(stream, kernel::Warps{3}, Increment{values});
  stream.synchronize();
  EXPECT_EQ(values[2], 5u);
}

class HostLaunchTest : public MachineTest {};
INSTANTIATE_TEST_SUITE_P(Cuda, HostLaunchTest, testing::ValuesIn(cuda_machines()), machine_name);

TEST_P(HostLaunchTest, OnACudaDeviceIsAMistakeThatNamesTheKernel) {
  try {
    kernel::launch(stream(), kernel::Warps{3}, Increment{});
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("Increment"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace warpgraph::test
