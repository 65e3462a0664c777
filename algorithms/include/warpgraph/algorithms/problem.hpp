// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <warpgraph/algorithms/topology.hpp>

// What verifiers take and leave.
namespace warpgraph {
class ThreadPool;
}  // namespace warpgraph

namespace warpgraph::algorithms {

// Nothing if all is well, or one line that says what is wrong at which vertex, as the user calls it.
using Problem = std::optional<std::string>;

}  // namespace warpgraph::algorithms
