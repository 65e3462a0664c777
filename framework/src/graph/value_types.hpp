// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/value.hpp>

// Explicit instantiations for all value types of edges.
#define WARPGRAPH_FOR_EACH_VALUE_TYPE(instantiate) \
  instantiate(NoValue) instantiate(std::int32_t) instantiate(std::int64_t) instantiate(float) instantiate(double)
