// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "support/sanitizers.hpp"

// Conformance tests run on every machine: the host in several executions and lane orders, and CUDA where there is a
// GPU; elsewhere they report themselves as skipped.
namespace warpgraph::test {

struct MachineParam {
  std::string name;
  std::string devices;
  RuntimeOptions options;
};

inline std::ostream& operator<<(std::ostream& out, const MachineParam& param) {
  return out << param.name << " on " << param.devices;
}

// `threads`: more than the cores, so that blocks interleave; 1, so that kernels run on their stream's own thread and
// no lock of the pool stands between two streams, where ThreadSanitizer would take it for a wait.
inline MachineParam host_machine(std::string name, HostExecution execution, std::uint64_t lane_order_seed,
                                 std::string devices = "host", unsigned threads = 4) {
  MachineParam param{std::move(name), std::move(devices), {}};
  param.options.host.execution = execution;
  param.options.host.lane_order_seed = lane_order_seed;
  param.options.host.poison = true;
  param.options.host.faults.seed = lane_order_seed;
  param.options.host.threads = threads;
  return param;
}

// AddressSanitizer gets the execution that is most like a GPU's and the one that holds all work back as long as it can;
// kernels on their stream's own thread are for ThreadSanitizer.
inline std::vector<MachineParam> host_machines(const std::string& devices = "host") {
  const auto threads = host_machine("threads", HostExecution::kThreads, 0, devices);
  const auto one_thread = host_machine("one_thread", HostExecution::kThreads, 2, devices, 1);
  const auto in_line = host_machine("inline", HostExecution::kInline, 3, devices);
  const auto shuffled = host_machine("shuffled", HostExecution::kShuffled, 4, devices);
  if (kOnlyThreads) return {threads, one_thread};
  if (kSanitized) return {threads, shuffled};
  return {threads, host_machine("threads_seed1", HostExecution::kThreads, 1, devices), one_thread, in_line, shuffled};
}

inline std::vector<MachineParam> cuda_machines(const std::string& devices = "cuda:0") {
  return {{"cuda", devices, {}}};
}

inline std::size_t count_gpus() {
  static const std::size_t found = cuda_devices().size();
  return found;
}
inline bool has_cuda_devices(std::size_t count) { return count_gpus() >= count; }

// Tests of several devices run on fewer GPUs as well: then the GPUs that are there are shared. `devices` as "cuda:0,1";
// other text stays as it is. Empty if there is no GPU.
inline std::string on_gpus_here(const std::string& devices) {
  if (!devices.starts_with("cuda:")) return devices;
  if (!has_cuda_devices(1)) return {};
  std::string here;
  std::istringstream ordinals(devices.substr(5));
  for (std::string each; std::getline(ordinals, each, ',');)
    here += (here.empty() ? "cuda:" : ",") + std::to_string(std::stoul(each) % count_gpus());
  return here;
}

// A runtime with a stream on its first device. Tests that need more make streams and buffers of their own.
class MachineTest : public testing::TestWithParam<MachineParam> {
 protected:
  void SetUp() override {
    const MachineParam& param = GetParam();
    const std::string devices = on_gpus_here(param.devices);
    if (devices.empty()) GTEST_SKIP() << "no CUDA device";
    runtime_ = std::make_unique<Runtime>(devices, param.options);
    stream_ = std::make_unique<Stream>(device(), "test");
  }

  [[nodiscard]] Runtime& runtime() const { return *runtime_; }
  [[nodiscard]] Device& device(int index = 0) const { return runtime_->device(index); }
  [[nodiscard]] StreamRef stream() const { return *stream_; }
  [[nodiscard]] bool on_cuda() const { return device().kind() == DeviceKind::kGpu; }
  // Whether this machine takes a case of many: in a build with a sanitizer the two that there are take turns.
  [[nodiscard]] bool takes(std::size_t turn) const {
    return !kSanitized || (turn % 2 == 0) == (GetParam().name == host_machines().front().name);
  }
  // Whether queued work gets on while the test's own thread does something else.
  [[nodiscard]] bool is_concurrent() const {
    return on_cuda() || GetParam().options.host.execution == HostExecution::kThreads;
  }

 private:
  std::unique_ptr<Runtime> runtime_;
  std::unique_ptr<Stream> stream_;
};

inline std::string machine_name(const testing::TestParamInfo<MachineParam>& info) { return info.param.name; }

#define WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Suite)                                           \
  INSTANTIATE_TEST_SUITE_P(Host, Suite, testing::ValuesIn(::warpgraph::test::host_machines()), \
                           ::warpgraph::test::machine_name);                                   \
  INSTANTIATE_TEST_SUITE_P(Cuda, Suite, testing::ValuesIn(::warpgraph::test::cuda_machines()), \
                           ::warpgraph::test::machine_name)

// The same for tests of two devices.
#define WARPGRAPH_INSTANTIATE_ON_ALL_PAIRS(Suite)                                                            \
  INSTANTIATE_TEST_SUITE_P(Host, Suite, testing::ValuesIn(::warpgraph::test::host_machines("host:2")),       \
                           ::warpgraph::test::machine_name);                                                 \
  INSTANTIATE_TEST_SUITE_P(MultiGpu, Suite, testing::ValuesIn(::warpgraph::test::cuda_machines("cuda:0,1")), \
                           ::warpgraph::test::machine_name)

}  // namespace warpgraph::test
