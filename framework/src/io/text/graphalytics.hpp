// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <warpgraph/framework/io/read_edge_list.hpp>

#include "io/input.hpp"

// The data sets of LDBC Graphalytics: a file of properties, which names a file with the ids of the vertices and one
// with the edges.
namespace warpgraph::detail {

struct GraphalyticsProperties {
  std::filesystem::path vertices;
  std::filesystem::path edges;
  std::optional<std::uint64_t> vertex_count;
  std::optional<std::uint64_t> edge_count;
  bool is_directed = false;
  std::optional<files::WeightType> weight;  // nothing if edges have no property
};

// Files that it names lie in its own folder, unless it says where. Throws InputError for the first property that is
// wrong or missing.
[[nodiscard]] GraphalyticsProperties read_properties(const Input& input);

// Whether files of this name hold properties.
[[nodiscard]] bool are_properties(const std::filesystem::path& path);
// Where the file of vertices, or that of edges, stands by the writer.
[[nodiscard]] std::filesystem::path vertices_beside(std::filesystem::path properties);
[[nodiscard]] std::filesystem::path edges_beside(std::filesystem::path properties);

// The graph that the properties in `input` speak of. Throws InputError if it has not the number of vertices or edges
// that they say.
[[nodiscard]] EdgeList read_graphalytics(const Input& input);

}  // namespace warpgraph::detail
