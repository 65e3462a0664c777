// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::algorithms {

// A value for one vertex.
struct NamedValue {
  VertexName vertex;
  float value;
};

}  // namespace warpgraph::algorithms
