// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/value.hpp>

// Instantiates a function template for graphs of every value type.
#define WARPGRAPH_FOR_EACH_EDGE_VALUE(instantiate) \
  instantiate(NoValue);                            \
  instantiate(std::int32_t);                       \
  instantiate(std::int64_t);                       \
  instantiate(float);                              \
  instantiate(double)
