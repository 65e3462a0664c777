// SPDX-License-Identifier: Apache-2.0
#pragma once

// The methods of the papers that Warpgraph follows, for comparison with the library's own. The program `warpgraph`
// loads them as a plugin; a program in C++ links warpgraph::papers.
namespace warpgraph::papers {

// Adds all of them to the lists of the partitioner and the algorithms (warpgraph/partitioning/method.hpp and
// warpgraph/algorithms/method.hpp), once: later calls do nothing. Throws UsageError, and adds none, if a name is taken.
// A program calls it before its threads use these lists.
void add_methods();

}  // namespace warpgraph::papers
