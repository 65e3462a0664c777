// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <warpgraph/algorithms/method.hpp>

namespace warpgraph::papers {

// transactional and prim, for msf.
[[nodiscard]] std::vector<std::shared_ptr<const algorithms::AlgorithmMethod>> forest_methods();

}  // namespace warpgraph::papers
