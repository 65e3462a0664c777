// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/runtime.hpp>

#include "machines.hpp"

// Stands in for src/cuda in builds without CUDA.
namespace warpgraph {

std::vector<DeviceInfo> cuda_devices() { return {}; }

namespace detail {

constinit const MachineKind kCudaMachine{"cuda",
                                         "CUDA device",
                                         MachineKind::Numbers::kOrdinals,
                                         true,
                                         [](Runtime&, int) -> std::unique_ptr<Machine> { return nullptr; },
                                         []() -> std::string_view { return "this build has no CUDA"; }};

}  // namespace detail

}  // namespace warpgraph
