// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "cleaning.hpp"
#include "device_arrays.hpp"
#include "edges_on_device.hpp"
#include "gpu_waits.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

// Graphs of arrays that are on a device.
namespace warpgraph::python {

namespace nb = nanobind;

namespace {

using SharedArray = std::shared_ptr<DeviceArray>;

template <class T>
Strided<T> strided(const DeviceArray& array) {
  return {static_cast<const T*>(array.data), array.size, array.stride};
}

StridedIntegers integers_of(const DeviceArray& array) {
  const auto [code, bits, lanes] = array.dtype;
  if (code == dlpack::kInt && bits == 32) return strided<std::int32_t>(array);
  if (code == dlpack::kInt && bits == 64) return strided<std::int64_t>(array);
  if (code == dlpack::kUint && bits == 32) return strided<std::uint32_t>(array);
  if (code == dlpack::kUint && bits == 64) return strided<std::uint64_t>(array);
  throw UsageError("ends of edges are integers of 32 or 64 bits");
}

StridedWeights weights_of(const DeviceArray& array) {
  const auto [code, bits, lanes] = array.dtype;
  if (code == dlpack::kInt && bits == 32) return strided<std::int32_t>(array);
  if (code == dlpack::kInt && bits == 64) return strided<std::int64_t>(array);
  if (code == dlpack::kFloat && bits == 32) return strided<float>(array);
  if (code == dlpack::kFloat && bits == 64) return strided<double>(array);
  throw UsageError("weights are of int32, int64, float32 or float64");
}

// Arrays on the first of the devices are taken in a stream of its own, which their producers let wait for theirs.
class DeviceEdges {
 public:
  explicit DeviceEdges(std::shared_ptr<Devices> devices)
      : devices_(std::move(devices)), stream_(std::make_shared<Stream>(devices_->runtime->device(), "edges")) {}

  [[nodiscard]] nb::tuple device() const {
    const Device& device = stream_->device();
    return device.kind() == DeviceKind::kGpu ? nb::make_tuple(int{dlpack::kCuda}, device.info().ordinal)
                                             : nb::make_tuple(int{dlpack::kCpu}, 0);
  }
  // A cudaStream_t; None on the host.
  [[nodiscard]] nb::object stream() const {
    void* const native = stream_->ref().backend().native();
    if (native == nullptr) return nb::none();
    return nb::int_(reinterpret_cast<std::uintptr_t>(native));
  }
  void wait_for(std::uintptr_t stream) const {
    interruptibly([ordinal = stream_->device().info().ordinal, stream] { wait_for_stream(ordinal, stream); });
  }
  // None if the host must look at the numbers.
  [[nodiscard]] SharedGraph graph(const SharedArray& source, const SharedArray& target, const SharedArray& weight,
                                  std::optional<VertexId> vertices, VertexId highest, const std::string& direction,
                                  const std::string& duplicates, bool drop_self_loops) const {
    const Direction its_direction = chosen<Direction>(
        direction, {{"directed", Direction::kDirected}, {"once", Direction::kUndirectedOnce}}, "direction");
    DeviceBuildOptions build;
    static_cast<BuildOptions&>(build) = Cleaning{duplicates, drop_self_loops, false}.options();
    return interruptibly([=, devices = devices_, stream = stream_]() -> SharedGraph {
      auto list = edges_on_device(*stream, integers_of(*source), integers_of(*target),
                                  weight ? weights_of(*weight) : StridedWeights(), vertices, highest);
      if (!list) return nullptr;
      list->direction = its_direction;
      AnyGraph graph = std::visit([&](const auto& each) -> AnyGraph { return download(*stream, each); },
                                  build_device_graph(*stream, *std::move(list), build));
      return std::make_shared<PlacedGraph>(*devices, on(*devices->runtime, std::move(graph)));
    });
  }

 private:
  std::shared_ptr<Devices> devices_;
  std::shared_ptr<Stream> stream_;
};

}  // namespace

void add_device_edges(nb::module_& module) {
  nb::class_<DeviceEdges>(module, "DeviceEdges")
      .def(nb::init<std::shared_ptr<Devices>>(), nb::arg("devices"))
      .def_prop_ro("device", &DeviceEdges::device)
      .def_prop_ro("stream", &DeviceEdges::stream)
      .def("wait_for", &DeviceEdges::wait_for, nb::arg("stream"))
      .def("graph", &DeviceEdges::graph, nb::arg("source"), nb::arg("target"), nb::arg("weight").none(),
           nb::arg("vertices").none(), nb::arg("highest"), nb::arg("direction"), nb::arg("duplicates"),
           nb::arg("drop_self_loops"));
}

}  // namespace warpgraph::python
