// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/view.hpp>

// Kernels that choose a root for every tree, for for_each. A tree is known by its label, which is one of its vertices.
namespace warpgraph::algorithms::trees {

// The roots that the user has given. Of several in one tree the lowest stays.
struct TakeGiven {
  View<const VertexId> given;
  View<const VertexId> label;
  View<VertexId> root_of;  // by label
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { atomic::fetch_min(root_of[label[given[i]]], given[i]); }
};
struct FindRival {
  View<const VertexId> given;
  View<const VertexId> label;
  View<const VertexId> root_of;
  View<VertexId> rival;  // the lowest that has not stayed
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (root_of[label[given[i]]] != given[i]) atomic::fetch_min(rival[0], given[i]);
  }
};

// Where ids ascend with vertices, the label of a tree is its vertex of the lowest id.
struct TakeLowest {
  View<const VertexId> label;
  View<VertexId> root_of;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (label[v] == v && root_of[v] == kNoVertex) root_of[v] = static_cast<VertexId>(v);
  }
};
struct FindLowestName {
  View<const VertexId> label;
  View<const std::uint64_t> name;
  View<std::uint64_t> lowest;  // by label
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { atomic::fetch_min(lowest[label[v]], name[v]); }
};
struct TakeLowestName {
  View<const VertexId> label;
  View<const std::uint64_t> name;
  View<const std::uint64_t> lowest;
  View<VertexId> root_of;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (name[v] == lowest[label[v]]) atomic::compare_exchange(root_of[label[v]], kNoVertex, static_cast<VertexId>(v));
  }
};

struct SetRoot {
  View<const VertexId> label;
  View<const VertexId> root_of;
  View<VertexId> root;
  View<std::uint8_t> is_root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    root[v] = root_of[label[v]];
    is_root[v] = root[v] == v ? 1 : 0;
  }
};

}  // namespace warpgraph::algorithms::trees
