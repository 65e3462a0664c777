// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"

// Lists that are spread over the devices of a machine.
namespace warpgraph::test {

class SpreadLists : public MachineTest {
 protected:
  void SetUp() override {
    MachineTest::SetUp();
    if (IsSkipped()) return;
    for (int i = 0; i < runtime().device_count(); ++i)
      streams_.push_back(owned_.emplace_back(runtime().device(i), "lists"));
    devices_ = std::make_unique<algorithms::ListDevices>(streams_);
  }
  template <class Index = std::uint32_t>
  [[nodiscard]] algorithms::SpreadListRanks<Index> rank(const std::vector<Index>& next,
                                                        const algorithms::ListRankOptions& options = {}) const {
    const auto parts = algorithms::spread_over(streams_, std::span<const Index>(next), "test lists");
    return algorithms::rank_spread_lists<Index>(*devices_, algorithms::views_of(parts), options);
  }
  [[nodiscard]] std::string refusal(const std::vector<std::uint32_t>& next,
                                    const algorithms::ListRankOptions& options = {}) const {
    try {
      (void)rank(next, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  std::vector<Stream> owned_;
  std::vector<StreamRef> streams_;
  std::unique_ptr<algorithms::ListDevices> devices_;  // the same in all calls of a test
};

// On machines of other numbers of devices than two.
inline std::vector<MachineParam> host_devices(const std::string& devices) {
  return {host_machine("threads", HostExecution::kThreads, 1, devices)};
}

// Two devices have all executions under a sanitizer.
inline std::vector<MachineParam> three_hosts() { return kSanitized ? host_devices("host:3") : host_machines("host:3"); }

#define WARPGRAPH_INSTANTIATE_ON_SEVERAL(Suite)                                                         \
  INSTANTIATE_TEST_SUITE_P(OneHost, Suite, testing::ValuesIn(host_devices("host:1")), machine_name);    \
  INSTANTIATE_TEST_SUITE_P(TwoHosts, Suite, testing::ValuesIn(host_machines("host:2")), machine_name);  \
  INSTANTIATE_TEST_SUITE_P(ThreeHosts, Suite, testing::ValuesIn(three_hosts()), machine_name);          \
  INSTANTIATE_TEST_SUITE_P(FourHosts, Suite, testing::ValuesIn(host_devices("host:4")), machine_name);  \
  INSTANTIATE_TEST_SUITE_P(SevenHosts, Suite, testing::ValuesIn(host_devices("host:7")), machine_name); \
  INSTANTIATE_TEST_SUITE_P(MultiGpu, Suite, testing::ValuesIn(cuda_machines("cuda:0,1")), machine_name)

}  // namespace warpgraph::test
