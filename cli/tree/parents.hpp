// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <warpgraph/algorithms/trees.hpp>

namespace warpgraph {
class ThreadPool;
}

// Trees in a file that has the parent of every vertex.
namespace warpgraph::cli {

// Text has a line for each vertex, its id and its parent's, in any order; a root is its own parent, or has no line. An
// array (.npy, or .bin of 64-bit numbers) has the parent of vertex i at index i, counted from 0; a root is its own
// parent or has a -1. "-" is standard input, as text. Throws InputError for a vertex with two parents and for a parent
// that is no vertex. What is no error, but may well be a mistake, goes to `remarks`.
algorithms::ParentForest read_parents(const std::string& file, ThreadPool& threads, std::vector<std::string>& remarks);

}  // namespace warpgraph::cli
