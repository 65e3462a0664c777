// SPDX-License-Identifier: Apache-2.0
#include "fuzz/edge_list_target.hpp"

WARPGRAPH_FUZZ_TARGET(kEdgeList, true)
