// SPDX-License-Identifier: Apache-2.0
#include "edges.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "status.hpp"

namespace warpgraph::c_interface {
namespace {

constexpr std::size_t kGrain = 1 << 16;

std::size_t size_of(warpgraph_type type) {
  switch (type) {
    case WARPGRAPH_NONE:
      return 0;
    case WARPGRAPH_INT32:
    case WARPGRAPH_FLOAT:
      return 4;
    case WARPGRAPH_INT64:
    case WARPGRAPH_DOUBLE:
      return 8;
  }
  return 8;  // refused where the array is read
}

// No array of more elements fits an address space, neither the caller's nor ours.
std::uint64_t most_edges(const ArrayShape& shape) {
  constexpr auto kMaxBytes = static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max());
  return kMaxBytes / std::max({sizeof(VertexId), size_of(shape.index_type), size_of(shape.weight_type)});
}

// Calls visit(indices) with the array as what it is.
template <class Visit>
auto with_indices(warpgraph_type type, const void* indices, Visit&& visit) {
  require(type == WARPGRAPH_INT32 || type == WARPGRAPH_INT64, "indices are neither int32 nor int64");
  if (type == WARPGRAPH_INT32) return visit(static_cast<const std::int32_t*>(indices));
  return visit(static_cast<const std::int64_t*>(indices));
}

EdgeList empty_list(const ArrayShape& shape) {
  require(shape.vertex_count >= 0, "vertex_count is negative");
  require(shape.vertex_count <= std::int64_t{kNoVertex}, "there are more than 2^32 - 1 vertices");
  require(shape.first_vertex <= ~std::uint64_t{0} - static_cast<std::uint64_t>(shape.vertex_count),
          "first_vertex is so large that vertices have no number of 64 bits");
  EdgeList list;
  list.vertex_count = static_cast<VertexId>(shape.vertex_count);
  list.ids.base = shape.first_vertex;
  return list;
}

template <class Index>
std::vector<VertexId> vertices_of(ThreadPool& threads, const ArrayShape& shape, const char* name, const Index* given,
                                  std::size_t count) {
  if (count != 0) required(given, name);
  std::vector<VertexId> vertices(count);
  threads.for_each(count, kGrain, [&](std::size_t i) {
    const auto v = static_cast<std::uint64_t>(given[i]) - shape.first_vertex;  // wraps around below the first
    if (v >= static_cast<std::uint64_t>(shape.vertex_count))
      throw InputError(std::string(name) + '[' + std::to_string(i) + "] is " + std::to_string(given[i]) +
                       ", which is no vertex");
    vertices[i] = static_cast<VertexId>(v);
  });
  return vertices;
}

template <class Value>
EdgeValues copied(const void* weights, std::size_t count) {
  const auto* const values = static_cast<const Value*>(weights);
  if (count != 0) required(values, "weights");
  return std::vector<Value>(values, values + count);
}

EdgeValues values_of(warpgraph_type type, const void* weights, std::size_t count) {
  switch (type) {
    case WARPGRAPH_NONE:
      return {};
    case WARPGRAPH_INT32:
      return copied<std::int32_t>(weights, count);
    case WARPGRAPH_INT64:
      return copied<std::int64_t>(weights, count);
    case WARPGRAPH_FLOAT:
      return copied<float>(weights, count);
    case WARPGRAPH_DOUBLE:
      return copied<double>(weights, count);
  }
  throw UsageError("there is no weight type " + std::to_string(type));
}

// offset[v] and offset[v + 1], counted from the first.
template <class Index>
std::pair<std::size_t, std::size_t> row_of(const Index* offset, std::size_t v) {
  const auto place = [&](std::size_t i) {  // without a sign, so that no difference is too large
    return static_cast<std::size_t>(static_cast<std::uint64_t>(offset[i]) - static_cast<std::uint64_t>(offset[0]));
  };
  if (offset[v] > offset[v + 1]) throw InputError("offset[" + std::to_string(v + 1) + "] is less than the one before");
  return {place(v), place(v + 1)};
}

template <class Index>
std::vector<VertexId> sources_of_rows(ThreadPool& threads, const ArrayShape& shape, const Index* offset) {
  const auto vertices = static_cast<std::size_t>(shape.vertex_count);
  std::size_t edges = 0;
  for (std::size_t v = 0; v < vertices; ++v) {
    edges = row_of(offset, v).second;
    if (edges > most_edges(shape))
      throw InputError("offset[" + std::to_string(v + 1) + "] is " + std::to_string(offset[v + 1]) +
                       " and offset[0] is " + std::to_string(offset[0]) +
                       ", which makes more edges than memory has addresses");
  }
  std::vector<VertexId> source(edges);
  threads.for_each(vertices, kGrain, [&](std::size_t v) {
    const auto [begin, end] = row_of(offset, v);
    std::fill(source.begin() + static_cast<std::ptrdiff_t>(begin), source.begin() + static_cast<std::ptrdiff_t>(end),
              static_cast<VertexId>(v));
  });
  return source;
}

}  // namespace

EdgeList edges_of_pairs(ThreadPool& threads, const ArrayShape& shape, std::int64_t edge_count, const void* source,
                        const void* target, const void* weights) {
  require(edge_count >= 0, "edge_count is negative");
  require(static_cast<std::uint64_t>(edge_count) <= most_edges(shape),
          "edge_count is " + std::to_string(edge_count) + ", more than memory has addresses");
  const auto count = static_cast<std::size_t>(edge_count);
  EdgeList list = empty_list(shape);
  const auto convert = [&](const char* name, const void* indices) {
    return with_indices(shape.index_type, indices,
                        [&](const auto* given) { return vertices_of(threads, shape, name, given, count); });
  };
  list.source = convert("source", source);
  list.target = convert("target", target);
  list.values = values_of(shape.weight_type, weights, count);
  return list;
}

EdgeList edges_of_rows(ThreadPool& threads, const ArrayShape& shape, const void* offset, const void* target,
                       const void* weights) {
  EdgeList list = empty_list(shape);
  require(offset != nullptr, "offset is NULL");
  list.source =
      with_indices(shape.index_type, offset, [&](const auto* given) { return sources_of_rows(threads, shape, given); });
  list.target = with_indices(shape.index_type, target, [&](const auto* given) {
    return vertices_of(threads, shape, "target", given, list.source.size());
  });
  list.values = values_of(shape.weight_type, weights, list.source.size());
  return list;
}

}  // namespace warpgraph::c_interface
