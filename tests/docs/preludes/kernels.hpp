// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace prelude_kernels {
using namespace warpgraph;

extern StreamRef stream;
extern std::uint32_t rows;
extern View<const EdgeId> row;
extern View<const VertexId> column;
extern View<const float> value;
extern View<const float> x;
extern View<float> sum;

// Inside of a kernel.
extern kernel::Warp& warp;
extern const kernel::PerLane<EdgeId>& first;
extern const kernel::PerLane<EdgeId>& last;
struct Relaxation {
  std::uint64_t n;
  WARPGRAPH_DEVICE void relax(std::uint64_t v) const;
  WARPGRAPH_DEVICE bool changed(std::uint64_t v) const;
};
}  // namespace prelude_kernels
