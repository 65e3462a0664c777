// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/run/detail/superstep_timeout.hpp>

#include <chrono>
#include <string>

#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/backoff.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::detail {
// The message goes out before the error does: on its way to the caller the run waits for these devices, without limit.
void give_up(std::span<const StreamRef> streams, const ExchangeOptions& options, std::uint32_t superstep,
             const Ranks* ranks) {
  std::string late;
  int devices = 0;
  for (const StreamRef stream : streams)
    if (!stream.is_idle()) late += (devices++ == 0 ? "" : ", ") + stream.device().name();
  const std::string message = "superstep " + std::to_string(superstep) + " takes longer than " +
                              std::to_string(options.superstep_timeout.count()) + " ms: " + late +
                              (devices == 1 ? " is" : " are") + " not done";
  // The error gets the rank's name where all ranks hear of it.
  const std::string here = ranks == nullptr ? message : "rank " + std::to_string(ranks->rank()) + ": " + message;
  if (options.on_late)
    options.on_late(here);
  else
    log(here);
  throw DeviceError(message);
}

void wait_for_devices(std::span<const StreamRef> streams, const ExchangeOptions& options, std::uint32_t superstep,
                      const Ranks* ranks) {
  const auto deadline = std::chrono::steady_clock::now() + options.superstep_timeout;
  kernel::Backoff back_off;
  for (const StreamRef stream : streams) {
    while (options.superstep_timeout.count() != 0 && !stream.is_idle()) {
      if (std::chrono::steady_clock::now() > deadline) give_up(streams, options, superstep, ranks);
      back_off(kernel::Backoff::kForGpus);
    }
    stream.synchronize();
  }
}

}  // namespace warpgraph::detail
