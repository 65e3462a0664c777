// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../level/level_graph.hpp"

namespace warpgraph::partitioning {

// Each peer has what its own rows of the finer level add to all rows of a coarser one. Afterwards each has the whole
// rows of a range, with about as many entries as the others. Waits for the stream.
void exchange_rows(StreamRef stream, LevelGraph& coarse);

// The rows of a level, all on the first peer, which has no peers on this level from then on. The others keep nothing of
// it. Waits for the stream.
void gather_rows(StreamRef stream, LevelGraph& level);

}  // namespace warpgraph::partitioning
