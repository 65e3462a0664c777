// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <warpgraph/algorithms/method.hpp>

namespace warpgraph::papers {

// The methods of Yogaratnam (2010), for list ranking.
[[nodiscard]] std::vector<std::shared_ptr<const algorithms::ListMethod>> list_methods();

}  // namespace warpgraph::papers
