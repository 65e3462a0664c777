// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <span>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/error.hpp>

// Copies and fills, ordered in a stream: copy and fill queue work and return, to_device and to_host wait for the
// stream. Host memory that takes part must stay alive and untouched until the stream has passed the copy; a copy
// between a GPU and pageable host memory may wait for the stream, too.
namespace warpgraph {

// Copies `from` to the front of `to`. The two may lie on any devices that reach each other, or on the host.
template <class T>
void copy(StreamRef stream, View<T> to, std::type_identity_t<View<const T>> from) {
  expects(from.size() <= to.size(), "copy: the target is smaller than the source");
  if (!from.empty()) stream.backend().copy(to.data(), from.data(), from.size_bytes());
}
template <class T>
void copy(StreamRef stream, Buffer<T>& to, std::type_identity_t<View<const T>> from) {
  copy(stream, to.view(), from);
}
template <class T>
void copy(StreamRef stream, PinnedBuffer<T>& to, std::type_identity_t<View<const T>> from) {
  copy(stream, to.view(), from);
}

// Sets every element to `value`.
template <class T>
void fill(StreamRef stream, View<T> to, std::type_identity_t<T> value) {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
  if (!to.empty()) stream.backend().fill(to.data(), &value, sizeof(T), to.size());
}
template <class T>
void fill(StreamRef stream, Buffer<T>& to, std::type_identity_t<T> value) {
  fill(stream, to.view(), value);
}

// A device array with the contents of a host array. Waits for the stream, so that the host array may go. Allocates that
// array.
template <class T>
Buffer<T> to_device(StreamRef stream, std::span<const T> values, std::string_view name) {
  Buffer<T> buffer(stream, values.size(), name);
  copy(stream, buffer.view(), view_of(values));
  stream.synchronize();
  return buffer;
}
template <class T>
Buffer<T> to_device(StreamRef stream, const std::vector<T>& values, std::string_view name) {
  return to_device(stream, std::span<const T>(values), name);
}

// The contents, in host memory. Waits for the stream.
template <class T>
std::vector<std::remove_const_t<T>> to_host(StreamRef stream, View<T> from) {
  std::vector<std::remove_const_t<T>> values(from.size());
  copy(stream, view_of(values), from);
  stream.synchronize();
  return values;
}
template <class T>
std::vector<T> to_host(StreamRef stream, const Buffer<T>& from) {
  return to_host(stream, from.view());
}

}  // namespace warpgraph
