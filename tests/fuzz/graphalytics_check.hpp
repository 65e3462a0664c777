// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/text/graphalytics.hpp"
#include "io/text/vertex_list.hpp"

// What must hold for the readers of properties and of lists of vertices, and any bytes. The fuzz target and the test of
// its corpus share it.
namespace warpgraph::fuzz {

// Whether the reader takes the bytes; anything but InputError goes through.
template <class Read>
bool is_read(std::span<const std::byte> bytes, Read&& read) {
  static ThreadPool pool(1);
  static const std::string name = "folder/file";
  static const files::ReadOptions options;
  try {
    read(detail::Input{bytes, name, options, pool});
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// Empty, or what is wrong.
inline std::string check_graphalytics(std::span<const std::byte> bytes) {
  if (bytes.empty()) return {};  // refused before
  std::string problem;
  is_read(bytes, [&](const detail::Input& input) {
    const detail::GraphalyticsProperties properties = detail::read_properties(input);
    if (properties.vertices.empty() || properties.edges.empty()) problem = "properties without a file";
  });
  is_read(bytes, [&](const detail::Input& input) {
    const std::vector<std::uint64_t> ids = detail::read_vertex_list(input);
    if (ids.empty()) problem = "no vertex";
    if (std::ranges::adjacent_find(ids, std::ranges::greater_equal()) != ids.end()) problem = "ids do not ascend";
  });
  return problem;
}

}  // namespace warpgraph::fuzz
