// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/framework/ids.hpp>

#include "settings.hpp"

namespace warpgraph::metis {

// A graph with ids from 0 on, in Warpgraph's types.
struct Rows {
  std::vector<EdgeId> row = {0};
  std::vector<VertexId> column = {};

  [[nodiscard]] VertexId vertices() const { return static_cast<VertexId>(row.size() - 1); }
};

// `count` rows of numbers, which begin at offsets[i] and are below `limit`; all of them from `numbering` on. Throws
// InputError if they are not. `name`: of the array of offsets.
Rows copy_rows(idx_t count, const idx_t* offsets, const idx_t* numbers, idx_t limit, idx_t numbering, const char* name);

// What the calls say beside the graph; NULL where METIS has a default.
struct Request {
  idx_t constraints = 1;
  const idx_t* vertex_weight = nullptr;
  const idx_t* vertex_size = nullptr;
  const idx_t* edge_weight = nullptr;
  idx_t parts = 1;
  const real_t* targets = nullptr;
  const real_t* ubvec = nullptr;
  Settings settings = {};
};

struct Answer {
  idx_t objective = 0;
  std::vector<std::uint32_t> part = {};
};

// The best of as many partitions as were asked for.
Answer partition_rows(const Rows& graph, const Request& request);

}  // namespace warpgraph::metis
