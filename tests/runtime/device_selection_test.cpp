// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "support/machines.hpp"

// The text that selects the devices of a runtime.
namespace warpgraph::test {
namespace {

std::vector<std::string> names(const Runtime& runtime) {
  std::vector<std::string> names;
  for (int i = 0; i < runtime.device_count(); ++i) names.push_back(runtime.device(i).name());
  return names;
}

std::string refusal(const std::string& devices) {
  try {
    const Runtime runtime(devices);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(DeviceSelection, HostIsOneVirtualDevice) { EXPECT_EQ(names(Runtime("host")), std::vector<std::string>{"host:0"}); }
TEST(DeviceSelection, TheOnlyVirtualDeviceGoesByItsName) {
  EXPECT_EQ(names(Runtime("host:0")), std::vector<std::string>{"host:0"});
}
TEST(DeviceSelection, HostWithANumberIsAsManyVirtualDevices) {
  EXPECT_EQ(names(Runtime("host:3")), (std::vector<std::string>{"host:0", "host:1", "host:2"}));
  EXPECT_EQ(Runtime("host:1").device_count(), 1);
  EXPECT_EQ(Runtime("host:64").device_count(), 64);
}

TEST(DeviceSelection, AutoTakesAllCudaDevicesOrTheHost) {
  const Runtime runtime("auto");
  const int expected = static_cast<int>(cuda_devices().size());
  EXPECT_EQ(runtime.device_count(), expected == 0 ? 1 : expected);
  EXPECT_EQ(runtime.device().kind(), expected == 0 ? DeviceKind::kHost : DeviceKind::kGpu);
}
TEST(DeviceSelection, AutoIsTheDefault) { EXPECT_EQ(names(Runtime()), names(Runtime("auto"))); }

TEST(DeviceSelection, BadTextIsRefusedWithTheFormsThatAreGood) {
  for (const char* text : {"",          " ",
                           "gpu",       "HOST",
                           "Cuda",      "host ",
                           " host",     "auto:1",
                           "auto:",     "host:",
                           "host:00",   "host:-1",
                           "host:65",   "host:2x",
                           "host:1,2",  "host:+2",
                           "host:0,1",  "host:99999999999",
                           "cuda:",     "cuda:-1",
                           "cuda:a",    "cuda:0,",
                           "cuda:,0",   "cuda:0,,1",
                           "cuda:0 1",  "cuda:99999999999",
                           "cuda,host", "host:2:3"}) {
    const std::string message = refusal(text);
    EXPECT_NE(message.find("\"" + std::string(text) + "\""), std::string::npos) << text << " gives " << message;
    EXPECT_NE(message.find("expected auto, cuda, cuda:0,1,..., host or host:N"), std::string::npos) << message;
  }
}

TEST(DeviceSelection, MoreThan64DevicesAreRefused) {
  std::string text = "cuda:0";
  for (int i = 0; i < 64; ++i) text += ",0";
  EXPECT_NE(refusal(text).find("more than 64 devices"), std::string::npos) << refusal(text);
}

TEST(DeviceSelection, ADeviceThatIsNotThereIsRefused) {
  const std::size_t count = cuda_devices().size();
  const std::string message = refusal("cuda:" + std::to_string(count));
  EXPECT_NE(message.find(count == 0 ? "no CUDA device" : "no device cuda:" + std::to_string(count)), std::string::npos)
      << message;
}
TEST(DeviceSelection, CudaWithoutADeviceIsRefused) {
  if (has_cuda_devices(1)) GTEST_SKIP() << "there is one";
  EXPECT_NE(refusal("cuda").find("no CUDA device"), std::string::npos);
}

class CudaSelectionTest : public MachineTest {};
INSTANTIATE_TEST_SUITE_P(Cuda, CudaSelectionTest, testing::ValuesIn(cuda_machines()), machine_name);

TEST_P(CudaSelectionTest, CudaTakesAllDevices) {
  const Runtime all("cuda");
  ASSERT_EQ(all.device_count(), static_cast<int>(cuda_devices().size()));
  EXPECT_EQ(all.device().name(), "cuda:0");
}
TEST_P(CudaSelectionTest, OneDeviceByItsNumber) { EXPECT_EQ(names(runtime()), std::vector<std::string>{"cuda:0"}); }

// Each has a part of the GPU, and all of them together no more than it has.
TEST_P(CudaSelectionTest, DevicesMayShareAGpu) {
  Runtime shared("cuda:0,0,0");
  const DeviceInfo& whole = device().info();
  EXPECT_EQ(names(shared), (std::vector<std::string>{"cuda:0.0", "cuda:0.1", "cuda:0.2"}));
  EXPECT_EQ(shared.link(DeviceId{0}, DeviceId{2}), Link::kPeerAtomics);
  for (int i = 0; i < 3; ++i) {
    const DeviceInfo& part = shared.device(i).info();
    EXPECT_EQ(part.ordinal, 0);
    EXPECT_EQ(part.multiprocessors, whole.multiprocessors / 3);
    EXPECT_EQ(part.l2_bytes, whole.l2_bytes / 3);
    EXPECT_LE(shared.device(i).memory().free, whole.memory_bytes / 3);
  }
}

class MultiGpuSelectionTest : public MachineTest {};
INSTANTIATE_TEST_SUITE_P(MultiGpu, MultiGpuSelectionTest, testing::ValuesIn(cuda_machines("cuda:1,0")), machine_name);

TEST_P(MultiGpuSelectionTest, DevicesComeInTheOrderOfTheText) {
  if (!has_cuda_devices(2)) GTEST_SKIP() << "fewer than 2 CUDA devices";
  EXPECT_EQ(names(runtime()), (std::vector<std::string>{"cuda:1", "cuda:0"}));
  EXPECT_EQ(device(0).id(), DeviceId{0});
  EXPECT_EQ(device(0).info().ordinal, 1);
}

// Whether this process has a context on a GPU; the driver is asked itself. The types are those of cuda.h.
bool has_context(int ordinal) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  const auto get = reinterpret_cast<int (*)(int*, int)>(dlsym(driver, "cuDeviceGet"));
  const auto state = reinterpret_cast<int (*)(int, unsigned*, int*)>(dlsym(driver, "cuDevicePrimaryCtxGetState"));
  int device = 0;
  unsigned flags = 0;
  int active = 0;
  const bool asked =
      get != nullptr && state != nullptr && get(&device, ordinal) == 0 && state(device, &flags, &active) == 0;
  if (!asked) std::abort();
  return active != 0;
}

class LateDevicesTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(MultiGpu, LateDevicesTest, testing::Values(0, 1));

// In a process of its own, as other tests have opened all devices.
TEST_P(LateDevicesTest, ADeviceOpensWhenItIsUsed) {
  if (!has_cuda_devices(2)) GTEST_SKIP() << "fewer than 2 CUDA devices";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const int used = GetParam();
  const auto use_one = [&] {
    Runtime runtime;
    const Stream stream(runtime.device(used), "used");
    const Buffer<int> buffer(stream, 100, "used");
    stream.synchronize();
    std::_Exit(has_context(used) && !has_context(1 - used) ? 0 : 1);
  };
  EXPECT_EXIT(use_one(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace warpgraph::test
