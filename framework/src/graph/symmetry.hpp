// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "unmatched.hpp"

// Whether lists and rows that are to have both directions of every edge have them.
namespace warpgraph::building {

// Begins what errors say of an edge that lacks its reverse.
inline constexpr const char* kBothDirections = "expected every edge in both directions, with one weight: ";

// "not at all", "once", "3 times".
[[nodiscard]] std::string times(std::uint64_t count);

// An edge that stands in the list more often, or with another value, than its reverse.
struct OneWayEdge {
  VertexId source;
  VertexId target;
  std::uint64_t count;
  std::uint64_t reverse_count;
  std::size_t place = 0;  // of the first edge that is concerned, in the list
  // Where the counts are the same: the smallest values that differ.
  std::string value = {};
  std::string reverse_value = {};

  // "5 -> 7 is there once, and 7 -> 5 not at all", of vertices that are called so.
  [[nodiscard]] std::string described(VertexName source_name, VertexName target_name) const;
};

// Whether every edge of a list has its reverse, with the same value, as files that list both
// directions must have it; if not, one that has not, always the same (unmatched.hpp). Needs no memory.
std::optional<OneWayEdge> find_one_way_edge(const EdgeList& list, ThreadPool& pool);

// The two halves of it, for lists that are pieces of one.
using EdgeEnds = IdPair<VertexId>;  // the lower one is the first
// Adds up what all pieces have.
using SumOfAll = std::function<std::uint64_t(std::uint64_t)>;
std::optional<EdgeEnds> find_one_way_ends(const EdgeList& list, ThreadPool& pool, const SumOfAll& sum_of_all);
// How the edges between two vertices differ; the first direction is the one with more of them.
OneWayEdge compare_directions(const EdgeList& list, EdgeEnds ends);

// Throws InputError for such an edge, of what is called so, between vertices that are called so.
[[noreturn]] void throw_one_way(const std::string& what, const OneWayEdge& edge, VertexName source_name,
                                VertexName target_name);

// Throws InputError if an edge of the list lacks its reverse, or an id is out of range where one does.
void expect_symmetric(ThreadPool& pool, const EdgeList& list);

}  // namespace warpgraph::building
