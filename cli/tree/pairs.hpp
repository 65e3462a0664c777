// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>

namespace warpgraph {
class ThreadPool;
}

// Pairs of vertices in a file, and where they meet.
namespace warpgraph::cli {

struct VertexPairs {
  std::vector<VertexId> a;
  std::vector<VertexId> b;
};

// Text with two ids a line, compressed or not; "-" is standard input.
VertexPairs read_pairs(const std::string& file, const IdMap& ids, VertexId vertices, ThreadPool& threads);

struct Meetings {
  std::vector<VertexId> vertex;          // kNoVertex: the two are in different trees
  std::vector<VertexId> edges;           // between the two
  std::vector<std::string> weight = {};  // of these edges; empty if they have none
};

// A line for each pair, in the order of the file: the two, where they meet, the edges between them and their weight.
// Pairs in different trees have a - for each of the latter.
void write_meetings(const std::string& file, const VertexPairs& pairs, const Meetings& meetings, const IdMap& ids);

}  // namespace warpgraph::cli
