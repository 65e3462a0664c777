// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <warpgraph/framework/graph/csr.hpp>
#include <warpgraph/framework/graph/host_array.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/runtime/error.hpp>

// NumPy's arrays and Warpgraph's.
namespace warpgraph::python {

namespace nb = nanobind;

// What the package hands in: one dimension, in one piece, in host memory.
using Array = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Keeps an array alive as long as a copy of the pointer is there. Any thread may let go of it.
[[nodiscard]] inline std::shared_ptr<const void> owner_of(const Array& array) {
  return {new Array(array), [](const Array* kept) {
            if (Py_IsInitialized() == 0) return;  // the interpreter has ended: its memory goes with the process
            const nb::gil_scoped_acquire lock;
            delete kept;
          }};
}

template <class T>
[[nodiscard]] std::span<const T> span_of(const Array& array) {
  expects(array.dtype() == nb::dtype<T>(), "an array has elements of another type than expected");
  return {static_cast<const T*>(array.data()), array.size()};
}

// act(span) with the elements' type. Throws UsageError for other types than edges' values have.
template <class Act>
auto visit_values(const Array& array, const Act& act) {
  if (array.dtype() == nb::dtype<std::int32_t>()) return act(span_of<std::int32_t>(array));
  if (array.dtype() == nb::dtype<std::int64_t>()) return act(span_of<std::int64_t>(array));
  if (array.dtype() == nb::dtype<float>()) return act(span_of<float>(array));
  if (array.dtype() == nb::dtype<double>()) return act(span_of<double>(array));
  throw UsageError("weights are of int32, int64, float32 or float64");
}

[[nodiscard]] inline IntegerSpan integers_of(const Array& array) {
  if (array.dtype() == nb::dtype<std::int32_t>()) return span_of<std::int32_t>(array);
  if (array.dtype() == nb::dtype<std::uint32_t>()) return span_of<std::uint32_t>(array);
  if (array.dtype() == nb::dtype<std::int64_t>()) return span_of<std::int64_t>(array);
  if (array.dtype() == nb::dtype<std::uint64_t>()) return span_of<std::uint64_t>(array);
  throw UsageError("indices are integers of 32 or 64 bits");
}

// An array of NumPy that borrows the elements, and keeps a copy of `owner` for them.
template <class T, class Owner>
[[nodiscard]] nb::object array_of(T* data, std::size_t size, Owner owner) {
  auto kept = std::make_unique<Owner>(std::move(owner));
  const nb::capsule capsule(kept.get(), [](void* each) noexcept { delete static_cast<Owner*>(each); });
  static_cast<void>(kept.release());
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, capsule));
}
// The same of a vector, which is moved in.
template <class T>
[[nodiscard]] nb::object array_of(std::vector<T> values) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = kept->data();
  const std::size_t size = kept->size();
  const nb::capsule capsule(kept.get(), [](void* each) noexcept { delete static_cast<std::vector<T>*>(each); });
  static_cast<void>(kept.release());
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, capsule));
}
// The same of an array of a graph, which is read only.
template <class T>
[[nodiscard]] nb::object array_of(const graphs::HostArray<T>& array) {
  return array_of(array.data(), array.size(), array);
}

}  // namespace warpgraph::python
