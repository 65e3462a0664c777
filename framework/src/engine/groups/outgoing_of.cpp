// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/groups/outgoing_of.hpp>

#include <warpgraph/runtime/copy.hpp>

#include "../../graph/device_transpose.hpp"
#include "../../graph/value_types.hpp"

namespace warpgraph::detail {

namespace {

template <class T>
Buffer<T> copy_of(StreamRef stream, const View<const T>& values) {
  Buffer<T> copied(stream, values.size(), "engine outgoing edges");
  copy(stream, copied, values);
  return copied;
}

}  // namespace

template <EdgeValueType EdgeValue>
graphs::DeviceAdjacency<EdgeValue> outgoing_of(StreamRef stream, const AdjacencyView<EdgeValue>& incoming) {
  graphs::DeviceAdjacency<EdgeValue> rows{copy_of(stream, incoming.row), copy_of(stream, incoming.column), {}};
  if constexpr (graphs::kHasValue<EdgeValue>) rows.value = copy_of(stream, incoming.value);
  return building::transpose(stream, rows);
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template graphs::DeviceAdjacency<Value> outgoing_of(StreamRef, const AdjacencyView<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::detail
