// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgraph::papers {

// gp-metis and transactional, to the methods of the partitioner.
void add_partition_methods();

}  // namespace warpgraph::papers
