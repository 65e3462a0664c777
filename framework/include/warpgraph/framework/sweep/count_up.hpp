// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::sweep {

// A kernel for kernel::for_each: the items' own numbers, from 0 on.
struct CountUp {
  View<std::uint32_t> number;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { number[i] = static_cast<std::uint32_t>(i); }
};

}  // namespace warpgraph::sweep
