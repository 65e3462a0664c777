// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::test {

// What a launch leaves in an array of `count` elements: `start` gets the view to write to.
template <class T, class Start>
std::vector<T> collect(StreamRef stream, std::size_t count, Start start) {
  Buffer<T> out(stream, count, "out");
  start(out.view());
  return to_host(stream, out);
}

// The same for an array that begins with `contents`.
template <class T, class Start>
std::vector<T> update(StreamRef stream, const std::vector<T>& contents, Start start) {
  Buffer<T> buffer = to_device(stream, contents, "updated");
  start(buffer.view());
  return to_host(stream, buffer);
}

}  // namespace warpgraph::test
