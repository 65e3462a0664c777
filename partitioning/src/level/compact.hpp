// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/select.hpp>

namespace warpgraph::partitioning {

template <class T>
T read_one(StreamRef stream, View<T> from) {
  return to_host(stream, from.subview(0, 1))[0];
}

// The indices whose flag is set, ascending. Waits for the stream.
inline Buffer<std::uint32_t> flagged(StreamRef stream, const Buffer<std::uint8_t>& flags, std::string_view name) {
  Buffer<std::uint32_t> all(stream, flags.size(), "partition list");
  Buffer<std::uint32_t> chosen(stream, flags.size(), "partition list");
  Buffer<std::uint64_t> count(stream, 1, "partition counts");
  kernel::for_each(stream, flags.size(), sweep::CountUp{all});
  primitives::select(stream, all, flags, chosen.view(), count);
  const std::uint64_t size = read_one(stream, count.view());
  Buffer<std::uint32_t> list(stream, size, name);
  copy(stream, list, chosen.view().subview(0, size));
  return list;
}

}  // namespace warpgraph::partitioning
