// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/framework/sweep/each_in_rows.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// The kernels that cut a graph into shards.
namespace warpgraph {
namespace {

struct Rebase {
  View<EdgeId> row;
  EdgeId base;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { row[i] -= base; }
};

// The vertex of each edge's row.
struct NameRows {
  View<const EdgeId> row;
  VertexId first;
  View<VertexId> name;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t count = row.size() - 1;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<EdgeId> begin;
    kernel::PerLane<EdgeId> end;
    kernel::PerLane<VertexId> vertex;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = base + lane < count ? base + lane : count;
      begin[lane] = row[v];
      end[lane] = row[v < count ? v + 1 : v];
      vertex[lane] = static_cast<VertexId>(first + v);
    });
    sweep::each_in_rows(warp, begin, end, vertex, [&](EdgeId e, VertexId mine) { name[e] = mine; });
  }
};

struct MarkSources {
  View<const VertexId> column;
  View<std::uint32_t> needed;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const { detail::claim_bit(needed, column[e]); }
};

struct AddTo {
  View<const std::uint32_t> more;
  View<std::uint32_t> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { sum[i] += more[i]; }
};

struct OrInto {
  View<const std::uint32_t> more;
  View<std::uint32_t> mask;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { mask[i] |= more[i]; }
};

struct FillWord {
  View<std::uint32_t> mask;
  VertexId vertices;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    const std::uint64_t left = vertices - word * 32;
    mask[word] = left < 32 ? (std::uint32_t{1} << left) - 1 : 0xffffffffu;
  }
};

struct CountWords {
  View<const std::uint32_t> mask;
  View<VertexId> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    count[word] = static_cast<VertexId>(detail::count_bits(mask[word]));
  }
};

struct NameHeld {
  VertexId first;
  View<VertexId> id;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { id[i] = static_cast<VertexId>(first + i); }
};

struct NameRead {
  shards::LocalIds local_ids;
  View<VertexId> id;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    VertexId local = shards::LocalIds::first_read(local_ids.held) + local_ids.before[word];
    for (std::uint32_t bit = 0; bit < 32; ++bit)
      if ((local_ids.read[word] >> bit & 1) != 0) id[local++] = static_cast<VertexId>(word * 32 + bit);
  }
};

struct NameLocalIds {
  shards::LocalIds local_ids;
  View<VertexId> column;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const { column[e] = local_ids.of(column[e]); }
};

}  // namespace
}  // namespace warpgraph
