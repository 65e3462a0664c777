// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace warpgraph {

template <class From>
struct ToFloat {
  View<const From> from;
  View<float> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { to[i] = static_cast<float>(from[i]); }
};

// A graph as programs over float coefficients see it, so that their kernels are compiled once and not for every type
// of edge values. Values of another type are converted into an array of their own; edges without a value count 1. Only
// the incoming edges have values. The graph must stay.
class FloatEdges {
 public:
  template <EdgeValueType EdgeValue>
  FloatEdges(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
    const GraphView<EdgeValue> from = graph.view();
    view_ = {from.vertex_count,
             from.edge_count,
             {from.incoming.row, from.incoming.column, {}},
             {from.outgoing.row, from.outgoing.column, {}}};
    if constexpr (std::is_same_v<EdgeValue, float>) {
      view_.incoming.value = from.incoming.value;
    } else {
      converted_ = Buffer<float>(stream, from.edge_count, "edge values as floats");
      if constexpr (kHasValue<EdgeValue>)
        for_each(stream, from.edge_count, ToFloat<EdgeValue>{from.incoming.value, converted_});
      else
        fill(stream, converted_, 1);
      view_.incoming.value = converted_;
    }
  }

  [[nodiscard]] const GraphView<float>& view() const { return view_; }

 private:
  Buffer<float> converted_;
  GraphView<float> view_;
};

}  // namespace warpgraph
