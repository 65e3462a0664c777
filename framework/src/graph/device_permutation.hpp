// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "permutation.hpp"

// find_permutation on a device.
namespace warpgraph::building {

struct DegreeKeys {
  View<const EdgeId> row;
  DegreeKey key;
  View<std::uint64_t> keys;
  View<VertexId> vertices;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    keys[v] = key(row[v + 1] - row[v]);
    vertices[v] = static_cast<VertexId>(v);
  }
};

struct RandomKeys {
  std::uint64_t seed;
  View<std::uint64_t> keys;
  View<VertexId> vertices;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    keys[v] = random_key(seed, static_cast<VertexId>(v));
    vertices[v] = static_cast<VertexId>(v);
  }
};

// The rank of each vertex in the order of the keys that make_keys(keys, vertices) sets.
template <class MakeKeys>
Buffer<VertexId> rank(StreamRef stream, std::uint64_t size, int bits, MakeKeys&& make_keys) {
  Buffer<VertexId> order(stream, size, "build order");
  {
    Buffer<std::uint64_t> keys(stream, size, "build keys");
    Buffer<VertexId> vertices(stream, size, "build vertices");
    Buffer<std::uint64_t> sorted(stream, size, "build keys");
    make_keys(keys.view(), vertices.view());
    primitives::sort_pairs(stream, keys, sorted.view(), vertices, order.view(), primitives::BitRange{0, bits});
  }
  Buffer<VertexId> place(stream, size, "build places");
  Buffer<VertexId> number(stream, size, "build permutation");
  kernel::for_each(stream, size, sweep::CountUp{place});
  primitives::scatter(stream, place, order, number.view());
  return number;
}

inline Buffer<VertexId> find_device_permutation(StreamRef stream, const Buffer<EdgeId>& row,
                                                const Buffer<VertexId>& column, const BuildOptions& options) {
  const std::uint64_t size = row.size() - 1;
  ThreadPool& threads = stream.device().runtime().threads();
  switch (options.relabel) {
    case Relabel::kDegree: {
      const DegreeKey key(column.size());
      return rank(stream, size, key.bits, [&](View<std::uint64_t> keys, View<VertexId> vertices) {
        kernel::for_each(stream, size, DegreeKeys{row, key, keys, vertices});
      });
    }
    case Relabel::kRandom:
      return rank(stream, size, kRandomBits, [&](View<std::uint64_t> keys, View<VertexId> vertices) {
        kernel::for_each(stream, size, RandomKeys{options.seed, keys, vertices});
      });
    case Relabel::kNone:
    case Relabel::kBreadthFirst:
    case Relabel::kGiven:
      break;
  }
  const bool needs_edges = options.relabel == Relabel::kBreadthFirst;
  const std::vector<EdgeId> host_row = to_host(stream, row);
  const std::vector<VertexId> host_column = needs_edges ? to_host(stream, column) : std::vector<VertexId>();
  return to_device(stream, find_permutation(threads, host_row, host_column, options), "build permutation");
}

}  // namespace warpgraph::building
