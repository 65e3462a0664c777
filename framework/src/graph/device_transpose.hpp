// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>

namespace warpgraph::building {

// transpose on a device. May wait for the stream.
template <class Value>
graphs::DeviceAdjacency<Value> transpose(StreamRef stream, const graphs::DeviceAdjacency<Value>& rows,
                                         const DeviceBuildOptions& options = {});

}  // namespace warpgraph::building
