// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph {

class ThreadPool;

// What becomes of edges that have the same source and the same target.
enum class Duplicates {
  kKeep,   // all stay, in the order of the list
  kFirst,  // the first of the list stays
  kMin,    // one stays, with the least value
  kSum,    // one stays, with the sum of the values
};

// Which numbers vertices get in place of their own. The graph's IdMap goes with them: results are in the order of the
// new numbers, and by_name(), files, the command line and C have what the user calls the vertices.
enum class Relabel {
  kNone,
  kDegree,        // most incoming edges first, then by the old number
  kBreadthFirst,  // in the order of a queue that starts at the lowest vertex not yet seen and
                  // follows incoming edges: neighbours come to lie close together
  kRandom,        // a permutation drawn from the seed, the same on every machine
  kGiven,
};

struct BuildOptions {
  // Adds the reverse of every edge of a directed list; the graph is then undirected.
  bool symmetrise = false;
  bool drop_self_loops = false;
  Duplicates duplicates = Duplicates::kKeep;
  // Outgoing edges as well. Undirected graphs have them in any case.
  bool outgoing = false;
  Relabel relabel = Relabel::kNone;
  std::uint64_t seed = 1;                  // of Relabel::kRandom
  std::vector<VertexId> permutation = {};  // of Relabel::kGiven: vertex v becomes permutation[v]
  // Lists with Direction::kUndirectedBoth are looked through for edges without their reverse. To be left out where that
  // is known: files::read_edge_list and ranks::read_part have looked, unless files::ReadOptions::check_symmetry forbids
  // it.
  bool check_symmetry = true;

  // Whether edges or the numbers of vertices become others than those of the list or file. Outgoing edges change none.
  [[nodiscard]] bool changes_edges() const;
};

// Builds a graph from a list of edges, in parallel on the host.
//
// Edges are packed into 64-bit keys (target, source), scattered by their highest bits into buckets
// that fit a cache, and radix-sorted there: a few passes over the data, whatever the distribution
// of degrees. An entry of a list with Direction::kUndirectedOnce makes two edges, a self-loop one;
// with kUndirectedBoth it makes one, and the list must have the reverse of every edge, as often and with the same
// values (BuildOptions::check_symmetry). Duplicates are merged in the order of the list, so both directions of an
// undirected edge that is listed once get the same value to the last bit, and the result does not depend on the number
// of threads, or on whether a GPU did the work (build_device_graph).
//
// Memory: at its peak less than the list and twice the graph together. The list's arrays are given
// back while they are read.
// Throws UsageError if the list's arrays do not fit together, InputError if an id is not below
// vertex_count, if two vertices are called alike, if an edge lacks its reverse, if the given permutation is none, or if
// values do not hold the sum of duplicates, and OutOfMemory if the host has less free than is needed beside the list.
// O(vertices + edges) on the host; where the vertices' names do not ascend, a copy of them is sorted, too, to find two
// that are alike.
AnyGraph build_graph(ThreadPool& threads, EdgeList list, const BuildOptions& options = {});

// The same with a value type of the caller's choice: see graphs::convert_values in convert.hpp. Costs what that costs
// besides.
template <EdgeValueType EdgeValue>
Graph<EdgeValue> build_graph(ThreadPool& threads, EdgeList list, const BuildOptions& options = {});

// The same graph with its outgoing edges, for one that was built or read without. O(vertices + edges) on the host;
// nothing where they are there. Allocates them, and about 4 bytes an edge beside them while it works.
template <EdgeValueType EdgeValue>
Graph<EdgeValue> with_outgoing(ThreadPool& threads, Graph<EdgeValue> graph);

}  // namespace warpgraph
