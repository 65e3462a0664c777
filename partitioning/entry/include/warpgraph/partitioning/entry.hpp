// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/catalogue.hpp>

namespace warpgraph::partitioning {

// partition() as an algorithm of the catalogue: options as describe_options() has them, and `fixed` and `start`, which
// have a part for each vertex. Graphs are undirected, and their weights are whole numbers. A graph in host memory is
// partitioned on all devices of its runtime, one on a device there; one that is spread over several is refused.
[[nodiscard]] algorithms::Algorithm partition_entry();

}  // namespace warpgraph::partitioning
