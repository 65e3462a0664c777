// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/hub.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "runtime/hub/office.hpp"
#include "support/machines.hpp"

// What rounds of a hub promise, on every kind of hub.
namespace warpgraph::test {
namespace {

struct HubParam {
  MachineParam machine;
  HubKind kind;
};

std::string hub_name(const testing::TestParamInfo<HubParam>& info) {
  std::string devices = info.param.machine.devices;
  for (char& each : devices)
    if (each == ':' || each == ',') each = '_';
  return info.param.machine.name + "_" + devices + "_" + std::string(to_string(info.param.kind));
}

// Without peer access where the hub does not ask for it.
std::vector<HubParam> host_hubs(const std::vector<std::string>& counts) {
  std::vector<HubParam> params;
  for (const std::string& devices : counts) {
    for (MachineParam machine : host_machines(devices)) {
      for (const HubKind kind : {HubKind::kHost, HubKind::kPeer}) {
        machine.options.host.peer_access = kind == HubKind::kPeer;
        params.push_back({machine, kind});
      }
    }
  }
  return params;
}

std::vector<HubParam> multi_gpu_hubs() {
  std::vector<HubParam> params;
  for (const MachineParam& machine : cuda_machines("cuda:0,1"))
    for (const HubKind kind : hubs::kHubKinds) params.push_back({machine, kind});
  return params;
}

class HubTest : public testing::TestWithParam<HubParam> {
 protected:
  void SetUp() override {
    if (!on_cuda()) return;
    if (devices().empty()) GTEST_SKIP() << "no CUDA device";
    try {
      Runtime runtime(devices(), options());
      const Office office(runtime, kind());
    } catch (const UsageError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  [[nodiscard]] static HubKind kind() { return GetParam().kind; }
  [[nodiscard]] static std::string devices() { return on_gpus_here(GetParam().machine.devices); }
  [[nodiscard]] static RuntimeOptions options() { return GetParam().machine.options; }
  [[nodiscard]] static bool on_cuda() { return GetParam().machine.devices.starts_with("cuda"); }
  [[nodiscard]] static bool is_concurrent() { return on_cuda() || options().host.execution == HostExecution::kThreads; }
};
INSTANTIATE_TEST_SUITE_P(Host, HubTest, testing::ValuesIn(host_hubs({"host:2", "host:3", "host:4", "host:7"})),
                         hub_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, HubTest, testing::ValuesIn(multi_gpu_hubs()), hub_name);

TEST_P(HubTest, EveryWordOfManyRoundsIsRight) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Runtime runtime(devices(), options());
    Office office(runtime, kind());
    office.exchange_at_random(30, seed);
    EXPECT_EQ(office.right(), office.expected()) << "seed " << seed;
  }
}

TEST_P(HubTest, EveryWordIsRightWhereStreamsAreLate) {
  if (on_cuda()) GTEST_SKIP() << "needs streams that can be late";
  RuntimeOptions late = options();
  late.host.faults.longest_delay = std::chrono::microseconds(50);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    late.host.faults.seed = seed;
    Runtime runtime(devices(), late);
    Office office(runtime, kind());
    office.exchange_at_random(10, seed);
    EXPECT_EQ(office.right(), office.expected()) << "seed " << seed;
  }
}

// Rounds with a device that is lost early, late or while the hub is made; what was told of it.
std::string exchange_with_a_loss(Runtime& runtime, HubKind kind) {
  try {
    Office office(runtime, kind);
    office.exchange_at_random(20, 1);
    for (int i = 0; i < office.size(); ++i)
      if (i != 1) office.post(i).stream.synchronize();
    office.post(1).stream.synchronize();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return {};
}

TEST_P(HubTest, ALostDeviceIsToldOfAndHoldsNobodyUp) {
  if (on_cuda()) GTEST_SKIP() << "needs a device that can be lost";
  RuntimeOptions lossy = options();
  lossy.host.faults.lost_device = 1;
  lossy.host.faults.longest_delay = std::chrono::microseconds(20);
  for (const std::int64_t after : {0, 3, 10, 20}) {
    lossy.host.faults.lost_after = after;
    Runtime runtime(devices(), lossy);
    EXPECT_EQ(exchange_with_a_loss(runtime, kind()), "host:1 is lost") << "after " << after;
    for (int i = 0; i < runtime.device_count(); ++i)
      EXPECT_EQ(runtime.device(i).memory().in_use, 0u) << "after " << after;
  }
}

// What two devices show as well as many.
class HubContractTest : public HubTest {};
INSTANTIATE_TEST_SUITE_P(Host, HubContractTest, testing::ValuesIn(host_hubs({"host:2"})), hub_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, HubContractTest, testing::ValuesIn(multi_gpu_hubs()), hub_name);

TEST_P(HubContractTest, KnowsItsKind) {
  Runtime runtime(devices(), options());
  EXPECT_EQ(Office(runtime, kind()).hub().kind(), kind());
}

TEST_P(HubContractTest, LetsKernelsWriteOrRefuses) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  EXPECT_EQ(office.hub().takes_writes(), kind() == HubKind::kPeer);
  if (office.hub().takes_writes()) return;  // as the rounds of the tests above do
  EXPECT_THROW(office.hub().open_round({}), UsageError);
  EXPECT_THROW(office.hub().close_round({}), UsageError);
}

// The hub ends before the work that it queued, all of which is done.
TEST_P(HubContractTest, MayGoWhileARoundIsUnderWay) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  office.exchange_at_random(3, 1);
  office.close();
  EXPECT_GT(office.expected(), 0u);
  EXPECT_EQ(office.right(), office.expected());
}

TEST_P(HubContractTest, RoundsWithoutContentMoveNothing) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  for (int i = 0; i < 3; ++i) {
    office.exchange({});
    office.exchange({{0, {}, 0, 5}, {1, {0}, 0, 0}});
  }
  office.exchange({{0, {1}, 0, 5}});
  EXPECT_EQ(office.right(), 5u);
}

TEST_P(HubContractTest, ADeviceMaySendToItself) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  for (int i = 0; i < 4; ++i) office.exchange({{1, {0, 1}, 0, kWords}});
  EXPECT_EQ(office.right(), 8 * kWords);
}

TEST_P(HubContractTest, ExchangeReturnsBeforeTheContentsAreThere) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  office.exchange({{0, {1}, 0, kWords}});  // what is done once, NCCL's connections say, may take long
  runtime.synchronize();
  std::promise<void> gate;
  office.post(0).stream.call("held", [held = gate.get_future().share()] { held.wait(); });
  for (int i = 0; i < 3; ++i) office.exchange({{0, {1}, 0, kWords}});
  EXPECT_FALSE(office.post(0).stream.is_idle());
  gate.set_value();
  EXPECT_EQ(office.right(), 4 * kWords);
}

TEST_P(HubContractTest, ASenderIsARoundAheadOfABusyReceiver) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  if (kind() == HubKind::kNccl) GTEST_SKIP() << "NCCL's senders meet their receivers";
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  office.exchange({{0, {1}, 0, kWords}});
  runtime.synchronize();
  std::promise<void> gate;
  office.post(1).stream.call("held", [held = gate.get_future().share()] { held.wait(); });
  office.exchange({{0, {1}, 0, kWords}});
  office.post(0).stream.synchronize();
  EXPECT_FALSE(office.post(1).stream.is_idle());
  gate.set_value();
  EXPECT_EQ(office.right(), 2 * kWords);
}

TEST_P(HubContractTest, AParcelThatBreaksItsPromiseIsRefusedWithNothingQueued) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  Post& here = office.post(0);
  Post& there = office.post(1);
  const View<const std::byte> content = hubs::bytes_of(View<const Word>(here.content));
  const View<std::byte> inbox = hubs::bytes_of(there.inbox(0, 0));
  const auto exchange = [&](hubs::Parcel parcel) { office.hub().exchange(std::array{std::move(parcel)}); };
  EXPECT_THROW(exchange({-1, content, {{1, inbox}}}), UsageError);
  EXPECT_THROW(exchange({office.size(), content, {{1, inbox}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{-1, inbox}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{office.size(), inbox}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{1, inbox.subview(0, inbox.size() - 1)}}}), UsageError);
  EXPECT_THROW(exchange({0, hubs::bytes_of(View<const Word>(here.inboxes[0])), {}}), UsageError);
  const std::array two = {hubs::Parcel{0, content, {{1, inbox}}}, hubs::Parcel{0, content.subview(0, 1), {{1, inbox}}}};
  EXPECT_THROW(office.hub().exchange(two), UsageError);
  office.exchange({{0, {1}, 0, kWords}});
  EXPECT_EQ(office.right(), kWords);
}

#if WARPGRAPH_CHECKED
TEST_P(HubContractTest, MemoryOfTheWrongDeviceIsRefused) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  const auto exchange = [&](hubs::Parcel parcel) { office.hub().exchange(std::array{std::move(parcel)}); };
  const View<const std::byte> content = hubs::bytes_of(View<const Word>(office.post(0).content));
  EXPECT_THROW(exchange({1, content, {{1, hubs::bytes_of(office.post(1).inbox(0, 0))}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{1, hubs::bytes_of(office.post(0).inbox(0, 0))}}}), UsageError);
}
#endif

}  // namespace
}  // namespace warpgraph::test
