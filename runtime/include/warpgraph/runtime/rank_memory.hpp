// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph {

class Runtime;

}  // namespace warpgraph

namespace warpgraph::ranks {

// Memory on the devices of several ranks in which kernels of all of them read and write, so that launches in several
// processes tell each other what they do, as launches of one process do.
class RankMemory {
 public:
  virtual ~RankMemory() = default;
  // On a device, by its number among those of all ranks.
  [[nodiscard]] virtual View<std::byte> of(std::size_t device) const = 0;
  // After a failure: kernels of another rank may still use the memory of this one, which then stays until the process
  // ends.
  virtual void keep() = 0;
};

// Whether kernels of each rank can reach the devices of all others, and may wait for them: all ranks are on one host,
// each with one GPU of its own or with virtual devices. Collective, with the same answer on all ranks. Tries it with
// small kernels and waits for them, which may take seconds where the answer is no.
[[nodiscard]] bool reach_each_other(Ranks& ranks, Runtime& runtime);

// So many bytes on each device, all zero. `streams`: of all devices of the rank. Collective, with the same answer on
// all ranks: null where they do not reach each other, or the system does not share memory. No kernel may use the memory
// of a rank that has given it back. Waits for the streams.
[[nodiscard]] std::unique_ptr<RankMemory> make_rank_memory(const hubs::HubRanks& devices,
                                                           std::span<const StreamRef> streams, std::size_t bytes,
                                                           std::string_view name);

}  // namespace warpgraph::ranks
