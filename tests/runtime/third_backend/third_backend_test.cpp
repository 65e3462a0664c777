// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>
#include <warpgraph/runtime/rank_devices.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "machines.hpp"
#include "shared_block.hpp"
#include "support/thread_ranks.hpp"

// empty_machine.cpp is linked into this program, and nothing here or in the library names it.
namespace warpgraph::test {
namespace {

using Numbers = detail::MachineKind::Numbers;

std::vector<std::string> names(const Runtime& runtime) {
  std::vector<std::string> names;
  for (int i = 0; i < runtime.device_count(); ++i) names.push_back(runtime.device(i).name());
  return names;
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}
std::string refusal_of(const std::string& devices) {
  return refusal([&] { const Runtime runtime(devices); });
}

TEST(ThirdBackend, ItsDevicesAreFoundByItsName) {
  EXPECT_EQ(names(Runtime("empty")), (std::vector<std::string>{"empty:0", "empty:1"}));
  EXPECT_EQ(names(Runtime("empty:1")), std::vector<std::string>{"empty:1"});
}

TEST(ThirdBackend, ADeviceThatItDoesNotHaveIsRefused) {
  EXPECT_EQ(refusal_of("empty:2"), "no device empty:2: there are 2");
}

TEST(ThirdBackend, ItIsAmongTheFormsThatAreGood) {
  EXPECT_NE(refusal_of("full").find("expected auto, cuda, cuda:0,1,..., empty, empty:0,1,..., host or host:N"),
            std::string::npos)
      << refusal_of("full");
}

TEST(ThirdBackend, AutoDoesNotTakeAMachineThatIsNotForIt) {
  EXPECT_EQ(Runtime("auto").device().name().find("empty"), std::string::npos);
}

struct Nothing {
  WARPGRAPH_DEVICE void operator()(std::uint64_t) const {}
};

class EmptyMachineTest : public testing::Test {
 protected:
  Runtime runtime_{"empty"};
  Stream stream_{runtime_.device()};
};

TEST_F(EmptyMachineTest, StreamsGiveItsErrors) {
  const detail::GpuLaunch launch{"a kernel", nullptr, nullptr, 1, 32};
  Event event(runtime_.device());
  EXPECT_EQ(refusal([&] { const Buffer<int> buffer(stream_, 1, "buffer"); }), "the empty machine has no memory");
  EXPECT_EQ(refusal([&] { stream_.ref().backend().gpu()->launch(launch); }), "the empty machine launches no a kernel");
  EXPECT_EQ(refusal([&] { event.record(stream_); }), "the empty machine records nothing");
}

TEST_F(EmptyMachineTest, KernelsOfAFileForTheHostDoNotReachIt) {
  const std::string message = refusal([&] { kernel::for_each(stream_, 1, Nothing{}); });
  EXPECT_NE(message.find("Nothing was launched on a GPU, but its file was not compiled by nvcc"), std::string::npos)
      << message;
}

TEST_F(EmptyMachineTest, DevicesGiveItsErrors) {
  Device& device = runtime_.device();
  EXPECT_EQ(refusal([&] { static_cast<void>(device.memory()); }), "the empty machine has no memory");
  EXPECT_EQ(refusal([&] { static_cast<void>(device.backend().share_memory(device, 8, "shared")); }),
            "the empty machine shares no memory");
  EXPECT_EQ(refusal([&] { static_cast<void>(device.backend().map_memory({}, 8)); }),
            "the empty machine maps no memory");
  EXPECT_EQ(refusal([&] { static_cast<void>(runtime_.link(device.id(), runtime_.device(1).id())); }),
            "the empty machine links no devices");
}

TEST_F(EmptyMachineTest, PrimitivesAreItsOwn) {
  EXPECT_EQ(refusal([&] { static_cast<void>(primitives::sort_keys_memory<std::uint32_t>(runtime_.device(), 100)); }),
            "the empty machine does not sort");
}

TEST_F(EmptyMachineTest, HubsOfALibraryAreItsOwn) {
  RankPost post(1);
  ThreadRanks ranks(post, 0);
  constexpr int kRankOf[] = {0};
  const StreamRef streams[] = {stream_};
  EXPECT_EQ(refusal([&] {
              (void)hubs::make_rank_hub(HubKind::kNccl, {ranks, kRankOf, 0}, streams, 8);
            }),
            "the empty machine has no hubs");
}

TEST_F(EmptyMachineTest, AddressesAreItsOwn) {
  RankPost post(1);
  ThreadRanks ranks(post, 0);
  EXPECT_EQ(refusal([&] { (void)ranks::gather_rank_places(ranks, runtime_, "given"); }),
            "the empty machine is on no bus");
}

// --- other rows of the table

std::unique_ptr<detail::Machine> none(Runtime&, int) { return nullptr; }
std::string_view why_none() { return "it is switched off"; }
constexpr detail::MachineKind kNone{"none", "device of nothing", Numbers::kOrdinals, true, none, why_none};

TEST(MachineTable, HasARowAsLongAsItsRegistration) {
  {
    const detail::MachineRegistration registration(kNone);
    EXPECT_EQ(refusal_of("none"), "no device of nothing: it is switched off");
  }
  EXPECT_NE(refusal_of("none").find("unknown kind of device"), std::string::npos) << refusal_of("none");
}

TEST(MachineTable, AutoPassesMachinesWithoutDevices) {
  const detail::MachineRegistration registration(kNone);
  EXPECT_GE(Runtime("auto").device_count(), 1);
}

TEST(MachineTable, AutoTakesAllDevicesOfAMachineBeforeTheHost) {
  if (!cuda_devices().empty()) GTEST_SKIP() << "CUDA comes first";
  const auto kinds = detail::machine_kinds();
  detail::MachineKind kind = **std::ranges::find(kinds, std::string_view("empty"), &detail::MachineKind::name);
  kind.is_for_auto = true;
  const detail::MachineRegistration registration(kind);
  EXPECT_EQ(names(Runtime("auto")), (std::vector<std::string>{"empty:0", "empty:1"}));
}

}  // namespace
}  // namespace warpgraph::test
