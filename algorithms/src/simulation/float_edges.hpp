// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace warpgraph::algorithms {

template <class From>
struct ToFloat {
  View<const From> from;
  View<float> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto rounded = static_cast<float>(from[i]);
    // An edge with a value does not become one without.
    to[i] = rounded != 0 || from[i] == 0 ? rounded : std::numeric_limits<float>::denorm_min();
  }
};

// The edges of a device as programs over float coefficients see them, so that their kernels are compiled once and not
// for every type of edge values. Values of another type are converted into an array of their own; edges without a value
// count 1. The first row is that of vertex `first`. The edges must stay.
class FloatEdges {
 public:
  template <EdgeValueType EdgeValue>
  FloatEdges(StreamRef stream, const AdjacencyView<EdgeValue>& edges, VertexId first = 0)
      : stream_(stream), first_(first), view_{edges.row, edges.column, {}} {
    if constexpr (std::is_same_v<EdgeValue, float>) {
      view_.value = edges.value;
    } else {
      converted_ = Buffer<float>(stream, edges.column.size(), "edge values as floats");
      if constexpr (graphs::kHasValue<EdgeValue>)
        kernel::for_each(stream, edges.value.size(), ToFloat<EdgeValue>{edges.value, converted_});
      else
        fill(stream, converted_, 1);
      view_.value = converted_;
    }
  }

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const AdjacencyView<float>& view() const { return view_; }
  // The vertex that an edge leads to. Reads the rows back.
  [[nodiscard]] VertexId target_of(EdgeId edge) const {
    const std::vector<EdgeId> row = to_host(stream_, view_.row);
    return first_ + static_cast<VertexId>(std::ranges::upper_bound(row, edge) - row.begin() - 1);
  }

 private:
  StreamRef stream_;
  VertexId first_;
  Buffer<float> converted_;
  AdjacencyView<float> view_;
};

}  // namespace warpgraph::algorithms
