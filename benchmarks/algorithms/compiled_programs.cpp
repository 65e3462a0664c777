// SPDX-License-Identifier: Apache-2.0
#include "algorithms/compiled_programs.hpp"

namespace warpgraph {

WARPGRAPH_BENCHMARKED_RUN(Distances);
WARPGRAPH_BENCHMARKED_RUN(Labels);
WARPGRAPH_BENCHMARKED_RUN(Outputs);
WARPGRAPH_BENCHMARKED_RUN(Potentials);
WARPGRAPH_BENCHMARKED_RUN(PageRanks);
WARPGRAPH_BENCHMARKED_RUN(Temperatures);
WARPGRAPH_BENCHMARKED_RUN(Widths);

}  // namespace warpgraph
