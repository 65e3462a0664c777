// SPDX-License-Identifier: Apache-2.0
#include "edges_on_device.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/select.hpp>

namespace warpgraph::python {

namespace {

// What is below 0 is a large number here.
template <class T>
struct ReadVertices {
  const T* from;
  std::int64_t stride;
  View<VertexId> to;
  std::uint64_t end;
  View<std::uint32_t> is_wrong;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto value = static_cast<std::uint64_t>(from[static_cast<std::int64_t>(i) * stride]);
    if (value >= end) atomic::store(is_wrong[0], std::uint32_t{1});
    to[i] = static_cast<VertexId>(value);
  }
};

template <class T>
struct ReadWeights {
  const T* from;
  std::int64_t stride;
  View<T> to;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { to[i] = from[static_cast<std::int64_t>(i) * stride]; }
};

struct MarkThere {
  View<const VertexId> vertex;
  View<std::uint32_t> there;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { atomic::store(there[vertex[i]], std::uint32_t{1}); }
};

struct CopyFlags {
  View<const std::uint32_t> there;
  View<std::uint8_t> is_there;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { is_there[v] = static_cast<std::uint8_t>(there[v]); }
};

struct TakePlace {
  View<const std::uint32_t> place;
  View<VertexId> vertex;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { vertex[i] = place[vertex[i]]; }
};

Buffer<VertexId> vertices_of(StreamRef stream, const StridedIntegers& array, std::uint64_t end,
                             View<std::uint32_t> is_wrong, const char* name) {
  return std::visit(
      [&]<class T>(const Strided<T>& from) {
        Buffer<VertexId> vertices(stream, from.size, name);
        kernel::for_each(stream, from.size, ReadVertices<T>{from.data, from.stride, vertices, end, is_wrong});
        return vertices;
      },
      array);
}

graphs::DeviceEdgeValues weights_of(StreamRef stream, const StridedWeights& array) {
  return std::visit(
      [&]<class From>(const From& from) -> graphs::DeviceEdgeValues {
        if constexpr (std::is_same_v<From, std::monostate>) {
          return {};
        } else {
          using T = std::remove_const_t<std::remove_pointer_t<decltype(from.data)>>;
          Buffer<T> weights(stream, from.size, "edge values");
          kernel::for_each(stream, from.size, ReadWeights<T>{from.data, from.stride, weights});
          return weights;
        }
      },
      array);
}

VertexId largest_of(StreamRef stream, const Buffer<VertexId>& vertices) {
  Buffer<VertexId> largest(stream, 1, "largest vertex");
  primitives::reduce<VertexId, Max>(stream, vertices, largest.view());
  return to_host(stream, largest).front();
}

// Numbers that do not occur are no vertices: the others move together, and are called by what they were.
void name_vertices(StreamRef stream, DeviceEdgeList& list, std::size_t numbers) {
  Buffer<std::uint32_t> there(stream, numbers, "vertices that occur");
  Buffer<std::uint8_t> is_there(stream, numbers, "vertices that occur");
  fill(stream, there, 0u);
  kernel::for_each(stream, list.size(), MarkThere{list.source, there});
  kernel::for_each(stream, list.size(), MarkThere{list.target, there});
  kernel::for_each(stream, numbers, CopyFlags{there, is_there});
  Buffer<VertexId> number(stream, numbers, "numbers");
  Buffer<VertexId> names(stream, numbers, "names");
  Buffer<std::uint64_t> count(stream, 1, "count");
  kernel::for_each(stream, numbers, sweep::CountUp{number});
  primitives::select<VertexId>(stream, number, is_there, names.view(), count.view());
  list.vertex_count = static_cast<VertexId>(to_host(stream, count).front());
  if (list.vertex_count == numbers) return;
  const std::vector<VertexId> original = to_host(stream, names.view().subview(0, list.vertex_count));
  list.ids.original.assign(original.begin(), original.end());
  primitives::exclusive_scan<std::uint32_t>(stream, there, there.view());
  kernel::for_each(stream, list.size(), TakePlace{there, list.source});
  kernel::for_each(stream, list.size(), TakePlace{there, list.target});
}

}  // namespace

std::optional<DeviceEdgeList> edges_on_device(StreamRef stream, const StridedIntegers& source,
                                              const StridedIntegers& target, const StridedWeights& weight,
                                              std::optional<VertexId> vertex_count, VertexId highest) {
  Buffer<std::uint32_t> is_wrong(stream, 1, "wrong vertices");
  fill(stream, is_wrong, 0u);
  const std::uint64_t end = vertex_count ? *vertex_count : std::uint64_t{highest} + 1;
  DeviceEdgeList list;
  list.source = vertices_of(stream, source, end, is_wrong, "edge source");
  list.target = vertices_of(stream, target, end, is_wrong, "edge target");
  list.values = weights_of(stream, weight);
  if (to_host(stream, is_wrong).front() != 0) return std::nullopt;
  if (vertex_count)
    list.vertex_count = *vertex_count;
  else if (list.size() != 0)
    name_vertices(stream, list,
                  std::size_t{std::max(largest_of(stream, list.source), largest_of(stream, list.target))} + 1);
  return list;
}

}  // namespace warpgraph::python
