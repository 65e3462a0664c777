// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <warpgraph/algorithms/method.hpp>

namespace warpgraph::papers {

// shiloach-vishkin, for cc.
[[nodiscard]] std::vector<std::shared_ptr<const algorithms::AlgorithmMethod>> component_methods();

}  // namespace warpgraph::papers
