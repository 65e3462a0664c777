// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <nanobind/nanobind.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/runtime/device.hpp>

#include "dlpack.hpp"

// Arrays in the memory of devices, of Warpgraph and of other libraries.
namespace warpgraph::python {

// One dimension, on one device. `owner` keeps the elements.
struct DeviceArray {
  std::shared_ptr<const void> owner;
  void* data = nullptr;
  std::size_t size = 0;
  std::int64_t stride = 1;  // in elements
  dlpack::DataType dtype{};
  dlpack::Device device{};
};

// A column of a result. Once another library has seen where it is, the device is waited for before the memory is used
// again: a stream of that library may still read it.
class DeviceColumn {
 public:
  explicit DeviceColumn(std::shared_ptr<const algorithms::DeviceValues> values) : values_(std::move(values)) {}
  ~DeviceColumn();
  DeviceColumn(const DeviceColumn&) = delete;
  DeviceColumn& operator=(const DeviceColumn&) = delete;

  [[nodiscard]] const algorithms::DeviceValues& values() const { return *values_; }
  [[nodiscard]] bool is_in_host_memory() const { return values_->device->kind() == DeviceKind::kHost; }
  void show() { is_shown_ = true; }

 private:
  std::shared_ptr<const algorithms::DeviceValues> values_;
  std::atomic<bool> is_shown_ = false;
};
using SharedColumn = std::shared_ptr<DeviceColumn>;

// In host memory: NumPy's. Borrows what lies there.
[[nodiscard]] nanobind::object numpy_of(const SharedColumn& column);

}  // namespace warpgraph::python
