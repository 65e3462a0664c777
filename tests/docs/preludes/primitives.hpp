// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

// An array on a device.
namespace prelude_primitives {
extern warpgraph::StreamRef stream;
extern warpgraph::View<const std::uint32_t> numbers;
}  // namespace prelude_primitives
