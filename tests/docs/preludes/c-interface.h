/* SPDX-License-Identifier: Apache-2.0 */
#include <warpgraph/algorithms/c_interface.h>

extern int32_t source[4];
extern int32_t target[4];
extern warpgraph_graph* graph;
extern warpgraph_result* result;
extern int64_t cut;
