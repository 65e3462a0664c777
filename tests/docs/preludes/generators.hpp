// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace prelude_generators {
using namespace warpgraph;

extern Runtime& runtime;
extern StreamRef stream;
}  // namespace prelude_generators
