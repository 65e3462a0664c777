// SPDX-License-Identifier: Apache-2.0
#include "parents.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::cli {

namespace {

[[noreturn]] void refuse_parents(const std::string& file, const std::string& problem) {
  throw InputError(file == "-" ? "standard input" : file, 0, problem);
}

// The lines of a list of edges, from every child to its parent.
ParentForest read_lines(const std::string& file, ThreadPool& threads) {
  ReadOptions reading;
  reading.format = FileFormat::kEdgeList;
  reading.pool = &threads;
  reading.weights = WeightType::kNone;
  reading.direction = Direction::kDirected;
  EdgeList list = read_edge_list(file, reading);
  std::vector<VertexId> parent(list.vertex_count, kNoVertex);
  for (std::size_t i = 0; i < list.size(); ++i) {
    VertexId& known = parent[list.source[i]];
    if (known != kNoVertex)
      refuse_parents(file, "vertex " + std::to_string(list.ids.name_of(list.source[i])) + " has two parents, " +
                               std::to_string(list.ids.name_of(known)) + " and " +
                               std::to_string(list.ids.name_of(list.target[i])));
    known = list.target[i];
  }
  ParentForest forest = forest_of_parents(parent);
  forest.edges.ids = std::move(list.ids);
  return forest;
}

ParentForest read_array(const std::string& file, ThreadPool& threads) {
  ValueOptions reading;
  reading.pool = &threads;
  const std::uint64_t count = count_values(file, reading);
  constexpr std::uint64_t kMaxVertices = (std::uint64_t{1} << 31) - 1;
  if (count > kMaxVertices)
    refuse_parents(file, "the file has the parents of " + std::to_string(count) + " vertices, and there can be " +
                             std::to_string(kMaxVertices));
  const auto number = read_values<std::int64_t>(file, IdMap(), static_cast<VertexId>(count), reading);
  std::vector<VertexId> parent(number.size(), kNoVertex);
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] == -1) continue;
    if (number[v] < 0 || static_cast<std::uint64_t>(number[v]) >= count)
      refuse_parents(file, "expected a vertex from 0 to " + std::to_string(count - 1) + " or -1 at index " +
                               std::to_string(v) + ", found " + std::to_string(number[v]));
    parent[v] = static_cast<VertexId>(number[v]);
  }
  return forest_of_parents(parent);
}

}  // namespace

ParentForest read_parents(const std::string& file, ThreadPool& threads) {
  if (file == "-" || value_format_of(file) == ValueFormat::kText) return read_lines(file, threads);
  if (value_format_of(file) == ValueFormat::kNpy) return read_array(file, threads);
  throw UsageError("parents are text or a .npy file; a .bin file does not say of what type they are");
}

}  // namespace warpgraph::cli
