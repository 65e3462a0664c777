// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>

#include "devices.hpp"

namespace warpgraph::detail {

// Runs a program from the host's side: superstep after superstep, on whatever devices there are.
[[nodiscard]] RunReport run_supersteps(Devices& devices, const EngineOptions& options,
                                       const std::atomic<bool>* cancelled);

}  // namespace warpgraph::detail
