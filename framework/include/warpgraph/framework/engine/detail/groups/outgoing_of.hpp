// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::detail {

// The edges of a graph from their sources, made of those into their targets. Takes the memory of these twice while it
// works. May wait for the stream. Throws OutOfMemory.
template <EdgeValueType EdgeValue>
[[nodiscard]] graphs::DeviceAdjacency<EdgeValue> outgoing_of(StreamRef stream,
                                                             const AdjacencyView<EdgeValue>& incoming);

}  // namespace warpgraph::detail
