// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/device_graph.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {

// Tests of algorithms on graphs that the host has built.
class CopyingTest : public MachineTest {
 protected:
  // Complete when it returns, so that the host's graph may go.
  template <EdgeValueType EdgeValue>
  DeviceGraph<EdgeValue> copied(const Graph<EdgeValue>& graph) {
    DeviceGraph<EdgeValue> copy = upload(stream(), graph);
    stream().synchronize();
    return copy;
  }
};

}  // namespace warpgraph::test
