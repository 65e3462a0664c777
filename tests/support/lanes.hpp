// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <warpgraph/runtime/launch.hpp>

// How test kernels of any scope move arrays in and out: each warp or block owns kSize consecutive elements.
namespace warpgraph::test {

WARPGRAPH_DEVICE inline std::size_t unit_of(const kernel::Warp& warp) { return warp.global_index(); }
template <int kThreads>
WARPGRAPH_DEVICE std::size_t unit_of(const kernel::Block<kThreads>& block) {
  return block.index();
}

template <class Scope, class T>
WARPGRAPH_DEVICE kernel::PerLane<std::remove_const_t<T>, Scope::kSize> load(Scope& scope, View<T> from) {
  kernel::PerLane<std::remove_const_t<T>, Scope::kSize> values;
  scope.phase([&](kernel::Lane lane) { values[lane] = from[unit_of(scope) * Scope::kSize + lane]; });
  return values;
}

// Bytes as flags.
template <class Scope>
WARPGRAPH_DEVICE kernel::PerLane<bool, Scope::kSize> load_flags(Scope& scope, View<const std::uint8_t> from) {
  kernel::PerLane<bool, Scope::kSize> flags;
  scope.phase([&](kernel::Lane lane) { flags[lane] = from[unit_of(scope) * Scope::kSize + lane] != 0; });
  return flags;
}

template <class Scope, class T>
WARPGRAPH_DEVICE void store(Scope& scope, View<T> to, const kernel::PerLane<T, Scope::kSize>& values) {
  scope.phase([&](kernel::Lane lane) { to[unit_of(scope) * Scope::kSize + lane] = values[lane]; });
}

// A launch of `units` warps or blocks, whichever the kernel's scope is.
template <class Scope, class K, class... Args>
void launch_units(StreamRef stream, std::size_t units, const K& kernel, const Args&... args) {
  if constexpr (std::is_same_v<Scope, kernel::Warp>)
    kernel::launch(stream, kernel::Warps{units}, kernel, args...);
  else
    kernel::launch(stream, kernel::Blocks{units}, kernel, args...);
}

}  // namespace warpgraph::test
