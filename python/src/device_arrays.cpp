// SPDX-License-Identifier: Apache-2.0
#include "device_arrays.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "arrays.hpp"
#include "gpu_waits.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

namespace warpgraph::python {

namespace {

using SharedArray = std::shared_ptr<DeviceArray>;

template <class T>
constexpr dlpack::DataType data_type() {
  const dlpack::TypeCode code = std::is_floating_point_v<T> ? dlpack::kFloat
                                : std::is_signed_v<T>       ? dlpack::kInt
                                                            : dlpack::kUint;
  return {code, 8 * sizeof(T), 1};
}

// "int64", as NumPy calls it.
std::string name_of(dlpack::DataType type) {
  const char* const kind = type.code == dlpack::kInt ? "int" : type.code == dlpack::kUint ? "uint" : "float";
  return kind + std::to_string(type.bits);
}

dlpack::Device device_of(const Device& device) {
  if (device.kind() == DeviceKind::kGpu) return {dlpack::kCuda, device.info().ordinal};
  return {dlpack::kCpu, 0};
}

DeviceArray array_of_column(const SharedColumn& column) {
  return std::visit(
      [&]<class T>(const Buffer<T>& buffer) {
        return DeviceArray{column,         const_cast<T*>(buffer.data()),      buffer.size(), 1,
                           data_type<T>(), device_of(*column->values().device)};
      },
      column->values().values);
}

// --- given away

// A capsule's struct, and what it points to.
template <class Managed>
struct Given {
  DeviceArray array;
  std::int64_t shape = 0;
  Managed managed{};
};

template <class Managed>
void fill(Given<Managed>& given) {
  DeviceArray& array = given.array;
  given.shape = static_cast<std::int64_t>(array.size);
  given.managed.tensor = {array.data, array.device, 1, array.dtype, &given.shape, &array.stride, 0};
  given.managed.context = &given;
  given.managed.deleter = [](Managed* managed) { delete static_cast<Given<Managed>*>(managed->context); };
}

// The consumer renames a capsule that it has taken. Any other capsule ends its array itself.
template <class Managed>
nb::object capsule_of(std::unique_ptr<Given<Managed>> given, const char* name) {
  PyObject* const capsule = PyCapsule_New(&given->managed, name, [](PyObject* dropped) {
    const char* const its_name = PyCapsule_GetName(dropped);
    if (std::strcmp(its_name, dlpack::kName) != 0 && std::strcmp(its_name, dlpack::kVersionedName) != 0) return;
    auto* const managed = static_cast<Managed*>(PyCapsule_GetPointer(dropped, its_name));
    managed->deleter(managed);
  });
  if (capsule == nullptr) throw nb::python_error();
  static_cast<void>(given.release());
  return nb::steal(capsule);
}

nb::object give(const SharedColumn& column, bool is_versioned, bool is_copied) {
  column->show();
  if (!is_versioned) {
    auto given = std::make_unique<Given<dlpack::Managed>>(Given<dlpack::Managed>{array_of_column(column)});
    fill(*given);
    return capsule_of(std::move(given), dlpack::kName);
  }
  auto given =
      std::make_unique<Given<dlpack::ManagedVersioned>>(Given<dlpack::ManagedVersioned>{array_of_column(column)});
  fill(*given);
  given->managed.version = dlpack::kVersion;
  given->managed.flags = is_copied ? dlpack::kIsCopied : 0;
  return capsule_of(std::move(given), dlpack::kVersionedName);
}

// --- taken

template <class Managed>
std::shared_ptr<const void> owner_of_managed(Managed* managed) {
  return {managed, [](const Managed* kept) {
            auto* const ended = const_cast<Managed*>(kept);
            if (ended->deleter == nullptr || Py_IsInitialized() == 0) return;
            const nb::gil_scoped_acquire lock;
            ended->deleter(ended);
          }};
}

[[noreturn]] void refuse_buffer(const std::string& why) { throw nb::buffer_error(why.c_str()); }

template <class Managed>
SharedArray taken(const nb::object& capsule, const char* name, const char* used_name) {
  auto* const managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (managed == nullptr) throw nb::python_error();
  if constexpr (requires { managed->version; })
    if (managed->version.major != dlpack::kVersion.major)
      refuse_buffer("the array is of version " + std::to_string(managed->version.major) +
                    " of DLPack, and version 1 is known");
  const dlpack::Tensor& tensor = managed->tensor;
  if (tensor.ndim != 1) throw UsageError("arrays have one dimension, not " + std::to_string(tensor.ndim));
  if (tensor.dtype.lanes != 1) throw UsageError("elements of arrays are single numbers");
  if (PyCapsule_SetName(capsule.ptr(), used_name) != 0) throw nb::python_error();
  return std::make_shared<DeviceArray>(
      DeviceArray{owner_of_managed(managed), static_cast<char*>(tensor.data) + tensor.byte_offset,
                  static_cast<std::size_t>(tensor.shape[0]), tensor.strides == nullptr ? 1 : tensor.strides[0],
                  tensor.dtype, tensor.device});
}

// The array of a capsule that __dlpack__ returned. It is let go of with what is returned here.
SharedArray take(const nb::object& capsule) {
  if (PyCapsule_IsValid(capsule.ptr(), dlpack::kVersionedName) != 0)
    return taken<dlpack::ManagedVersioned>(capsule, dlpack::kVersionedName, dlpack::kUsedVersionedName);
  if (PyCapsule_IsValid(capsule.ptr(), dlpack::kName) != 0)
    return taken<dlpack::Managed>(capsule, dlpack::kName, dlpack::kUsedName);
  throw UsageError("__dlpack__ returned something else than a capsule that nobody has taken");
}

// The array that __cuda_array_interface__ tells of; `kept` owns the elements. `kind` and `bytes`: of a type of NumPy.
SharedArray take_address(std::uintptr_t address, std::size_t size, std::int64_t stride, char kind, int bytes,
                         int ordinal, const nb::object& kept) {
  const dlpack::TypeCode code = kind == 'i' ? dlpack::kInt : kind == 'u' ? dlpack::kUint : dlpack::kFloat;
  const std::shared_ptr<const void> owner(new nb::object(kept), [](const nb::object* each) {
    if (Py_IsInitialized() == 0) return;
    const nb::gil_scoped_acquire lock;
    delete each;
  });
  return std::make_shared<DeviceArray>(DeviceArray{owner,
                                                   reinterpret_cast<void*>(address),
                                                   size,
                                                   stride,
                                                   {code, static_cast<std::uint8_t>(8 * bytes), 1},
                                                   {dlpack::kCuda, ordinal}});
}

// --- made

// A copy of a host's array on the first device of the graph.
SharedColumn to_first_device(const SharedGraph& graph, const Array& array) {
  return visit_values(array, [&](const auto& values) {
    return interruptibly([graph, values, owner = owner_of(array)] {
      Device& device = graph->runtime().device();
      const Stream stream(device, "to_device");
      return std::make_shared<DeviceColumn>(std::make_shared<const algorithms::DeviceValues>(
          algorithms::DeviceValues{to_device(stream, values, "column"), &device}));
    });
  });
}

// Another column with the same values.
SharedColumn copy_of(const SharedColumn& column) {
  return interruptibly([column] {
    Device& device = *column->values().device;
    return std::visit(
        [&]<class T>(const Buffer<T>& values) {
          const Stream stream(device, "copy");
          Buffer<T> copied(stream, values.size(), "column");
          copy(stream, copied, values);
          stream.synchronize();
          return std::make_shared<DeviceColumn>(
              std::make_shared<const algorithms::DeviceValues>(algorithms::DeviceValues{std::move(copied), &device}));
        },
        column->values().values);
  });
}

}  // namespace

DeviceColumn::~DeviceColumn() {
  Device& device = *values_->device;
  if (!is_shown_ || is_in_host_memory() || !device.home().is_this()) return;
  wait_for_gpu(device.info().ordinal);
}

nb::object numpy_of(const SharedColumn& column) {
  return std::visit(
      [&]<class T>(const Buffer<T>& values) {
        Device& device = *column->values().device;
        if (column->is_in_host_memory()) return array_of(const_cast<T*>(values.data()), values.size(), column);
        const std::shared_ptr<T[]> copied(new T[values.size()]);  // a vector would write all of it first
        interruptibly([column, &values, &device, copied] {
          const Stream stream(device, "numpy_of");
          copy(stream, View<T>(copied.get(), values.size()), values.view());
          stream.synchronize();
        });
        return array_of(copied.get(), values.size(), copied);
      },
      column->values().values);
}

void add_device_arrays(nb::module_& module) {
  nb::class_<DeviceArray>(module, "TakenArray")
      .def_ro("size", &DeviceArray::size)
      .def_prop_ro("dtype", [](const DeviceArray& array) { return name_of(array.dtype); })
      .def_prop_ro("device",
                   [](const DeviceArray& array) { return nb::make_tuple(array.device.type, array.device.id); });
  module.def("take_capsule", &take, nb::arg("capsule"));
  module.def("take_address", &take_address, nb::arg("address"), nb::arg("size"), nb::arg("stride"), nb::arg("kind"),
             nb::arg("bytes"), nb::arg("ordinal"), nb::arg("kept"));
  nb::class_<DeviceColumn>(module, "DeviceColumn")
      .def_prop_ro("size", [](const SharedColumn& column) { return array_of_column(column).size; })
      .def_prop_ro("dtype", [](const SharedColumn& column) { return name_of(array_of_column(column).dtype); })
      .def_prop_ro("device",
                   [](const SharedColumn& column) {
                     const dlpack::Device device = array_of_column(column).device;
                     return nb::make_tuple(device.type, device.id);
                   })
      .def_prop_ro("address",
                   [](const SharedColumn& column) {
                     column->show();
                     return reinterpret_cast<std::uintptr_t>(array_of_column(column).data);
                   })
      .def("give", &give, nb::arg("is_versioned"), nb::arg("is_copied"))
      .def("copy", &copy_of)
      .def("to_numpy", &numpy_of);
  module.def("to_first_device", &to_first_device, nb::arg("graph"), nb::arg("array"));
}

}  // namespace warpgraph::python
