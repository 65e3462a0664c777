// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::rows {

// How long the rows of one direction are.
struct RowLengths {
  EdgeId longest = 0;
  VertexId empty = 0;
  double mean = 0;  // of the rows that are not empty
};

// Reads the offsets once; waits for the stream.
[[nodiscard]] RowLengths measure_rows(StreamRef stream, View<const EdgeId> row);

}  // namespace warpgraph::rows
