// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include <warpgraph/framework/ids.hpp>

#include "status.hpp"

// Structs of options begin with their size as the caller knows it, so that they can grow at the end: a caller who was
// compiled before a member came gets its default.
namespace warpgraph::c_interface {

template <class Options>
void initialise(Options* options, std::size_t size, const Options& standard) {
  static_assert(std::is_trivially_copyable_v<Options>);
  required(options, "options");
  require(size >= sizeof options->size, "the size of the options is that of no struct of options");
  std::memset(static_cast<void*>(options), 0, size);
  std::memcpy(static_cast<void*>(options), &standard, std::min(size, sizeof standard));
  options->size = size;
}

template <class Options>
Options options_of(const Options* given, Options standard) {
  if (given == nullptr) return standard;
  require(given->size >= sizeof given->size, "the options were not filled by their _init function");
  std::memcpy(static_cast<void*>(&standard), given, std::min(given->size, sizeof standard));
  return standard;
}

// A list of vertices; NULL: none is given. An empty list is no list: what it would mean differs from one algorithm to
// the next.
inline std::vector<VertexName> sources_of(const std::uint64_t* sources, std::size_t count) {
  if (count != 0) required(sources, "options: sources");
  require(sources == nullptr || count != 0, "options: sources is an empty list; NULL is for no list");
  require(count < kNoVertex, "options: there are more sources than vertices that a graph can have");
  if (sources == nullptr) return {};
  return {sources, sources + count};
}

}  // namespace warpgraph::c_interface
