// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph {

class Ranks;

namespace detail {

// Waits for all streams, as long as the options allow. Throws DeviceError that names the devices that are late, after
// ExchangeOptions::on_late was called. `ranks`: those among which this process is one, or null.
void wait_for_devices(std::span<const StreamRef> streams, const ExchangeOptions& options, std::uint32_t superstep,
                      const Ranks* ranks = nullptr);
// Throws that error now.
[[noreturn]] void give_up(std::span<const StreamRef> streams, const ExchangeOptions& options, std::uint32_t superstep,
                          const Ranks* ranks);

}  // namespace detail
}  // namespace warpgraph
