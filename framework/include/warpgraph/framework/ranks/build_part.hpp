// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/global_ids.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Graphs that no rank holds whole, from edges that lie on any rank.
namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::ranks {

// The part that this rank has of the graph whose edges are the ranks' lists, one behind the other in the order of the
// ranks. The rows are those that build_graph makes of all these edges on one rank, whatever the number of ranks; so are
// the checks (BuildOptions::check_symmetry).
//
// Each rank gets a range of targets with about as many edges as any other's, before duplicates are merged. Edges are
// counted by sections of vertices (kSection), each rank adds up a part of the sections, and an all-to-all brings each
// edge to the rank of its target.
//
// Collective, with the same vertex_count, direction, ids, type of values and options; lists may be empty. The
// options `outgoing` and `relabel` are not for parts. Weights of vertices are left out.
// Memory: at its peak about twice the rank's share of the list and of the graph, and an offset for each section.
// Throws on all ranks alike: UsageError if lists or options do not fit together, InputError as build_graph does, and
// RankError, with the rank, if memory or something else fails on one. O(edges of a rank) on each host,
// whose threads share the work.
AnyGraphPart build_part(Ranks& ranks, ThreadPool& threads, EdgeList list, const BuildOptions& options = {});

// Edges between vertices that have any numbers below 2^64 as names.
struct SparseEdgeList {
  std::vector<std::uint64_t> source = {};
  std::vector<std::uint64_t> target = {};
  EdgeValues values = {};
  Direction direction = Direction::kDirected;

  [[nodiscard]] std::size_t size() const { return source.size(); }
};

// The same for such edges. kCompact: the ids that occur on any rank are the vertices, in increasing order. An
// all-to-all sorts them, so that no rank holds the ids of all vertices; GraphPart::ids has those of the own ones.
// kKeep: the vertices are 0 ... largest id. Throws InputError, too, if there are more than 2^32 - 1 vertices; the
// overload below takes more. Collective. Memory and time: as above, and a sort of the ids that occur on the rank.
AnyGraphPart build_part(Ranks& ranks, ThreadPool& threads, SparseEdgeList list, files::IdMapping mapping,
                        const BuildOptions& options = {});

// The same where each rank says which ids it has, of 64 bits: [own.first, own.last), whether they occur or not. The
// ranges of the ranks ascend; between them there may be ids that no rank has. The vertices are the ids of all ranges,
// so the graph may have more than 2^32 of them: a rank numbers those that it has or reads (GraphPart::known), and these
// must be fewer. Memory: at its peak about three times the rank's share of the list, in 64 bits, and of the graph.
// Throws UsageError, too, if the ranges do not ascend, and InputError if no rank has an id. Collective. One thread
// finds the owners of the edges, and sorts the ids that are read.
AnyGraphPart build_part(Ranks& ranks, ThreadPool& threads, SparseEdgeList list, GlobalRange own,
                        const BuildOptions& options = {});

}  // namespace warpgraph::ranks
