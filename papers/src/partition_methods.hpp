// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <warpgraph/partitioning/method.hpp>

namespace warpgraph::papers {

// gp-metis and transactional, for the partitioner.
[[nodiscard]] std::vector<std::shared_ptr<const partitioning::Method>> partition_methods();

}  // namespace warpgraph::papers
