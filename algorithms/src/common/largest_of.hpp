// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <initializer_list>

#include <warpgraph/runtime/memory.hpp>

namespace warpgraph::algorithms {

// What steps one behind the other take together, if each gives back what it has.
inline MemoryPlan largest_of(std::initializer_list<MemoryPlan> plans) {
  return std::max(plans, [](const MemoryPlan& a, const MemoryPlan& b) { return a.total() < b.total(); });
}

}  // namespace warpgraph::algorithms
