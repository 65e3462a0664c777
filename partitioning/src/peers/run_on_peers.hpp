// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "peer.hpp"

namespace warpgraph::partitioning {

// Runs the work for a peer on each of the streams' devices, each in a thread, for a graph of that size. The failure of
// one of them fails all, and is thrown here.
void run_on_peers(std::span<const StreamRef> streams, VertexId vertices, EdgeId entries,
                  const std::function<void(Peer&)>& work);

}  // namespace warpgraph::partitioning
