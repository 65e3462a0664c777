// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

namespace warpgraph::python {

namespace nb = nanobind;

namespace {

std::shared_ptr<Devices> open(const std::string& text, std::size_t memory_limit) {
  return interruptibly([=] {
    RuntimeOptions options;
    options.memory_limit = memory_limit;
    options.works_alone = true;
    return std::make_shared<Devices>(Devices{text, std::make_shared<Runtime>(text, options)});
  });
}

nb::list describe(const Devices& devices) {
  nb::list all;
  for (int i = 0; i < devices.runtime->device_count(); ++i) {
    const DeviceInfo& info = devices.runtime->device(i).info();
    nb::dict one;
    one["name"] = info.name;
    one["model"] = info.model;
    one["kind"] = info.kind == DeviceKind::kGpu ? "gpu" : "host";
    one["memory_bytes"] = info.memory_bytes;
    one["multiprocessors"] = info.multiprocessors;
    one["architecture"] = info.architecture;
    all.append(one);
  }
  return all;
}

}  // namespace

void add_runtimes(nb::module_& module) {
  nb::class_<Devices>(module, "Devices")
      .def_ro("text", &Devices::text)
      .def("describe", &describe)
      .def_prop_ro("address",
                   [](const Devices& devices) { return reinterpret_cast<std::uintptr_t>(devices.runtime.get()); });
  module.def("open_devices", &open, nb::arg("text"), nb::arg("memory_limit") = 0);
}

}  // namespace warpgraph::python
