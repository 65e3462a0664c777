// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzz_target.hpp"

WARPGRAPH_FUZZ_TARGET(kEdgeList, true)
