// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include <warpgraph/framework/graph/device_edge_list.hpp>
#include <warpgraph/runtime/stream.hpp>

// Lists of edges whose arrays are on a device already.
namespace warpgraph::python {

// An array that the stream's device reads, one element every `stride`.
template <class T>
struct Strided {
  const T* data = nullptr;
  std::size_t size = 0;
  std::int64_t stride = 1;
};
using StridedIntegers =
    std::variant<Strided<std::int32_t>, Strided<std::uint32_t>, Strided<std::int64_t>, Strided<std::uint64_t>>;
using StridedWeights =
    std::variant<std::monostate, Strided<std::int32_t>, Strided<std::int64_t>, Strided<float>, Strided<double>>;

// Copies of the arrays as a list, on the device. Vertices are numbers below `vertex_count`; without it those that
// occur, called by their numbers. Nothing if a number is out of range, or if `vertex_count` is not given and there is a
// number beyond `highest`. Waits for the stream.
[[nodiscard]] std::optional<DeviceEdgeList> edges_on_device(StreamRef stream, const StridedIntegers& source,
                                                            const StridedIntegers& target, const StridedWeights& weight,
                                                            std::optional<VertexId> vertex_count, VertexId highest);

}  // namespace warpgraph::python
