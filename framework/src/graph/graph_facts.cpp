// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph_facts.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "value_types.hpp"

namespace warpgraph {

namespace {

// Blocks take one part in so many of a device's memory at most, and of what is free there, so that later runs on the
// graph have room beside them.
constexpr std::size_t kPartOfMemory = 8;
constexpr std::size_t kPartOfFree = 4;

struct MeasureRows {
  View<const EdgeId> row;
  View<std::uint64_t> longest_and_empty;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t rows = row.size() - 1;
    kernel::PerLane<EdgeId> longest{};
    kernel::PerLane<std::uint64_t> empty{};
    warp.phase([&](kernel::Lane lane) {
      for (std::uint64_t v = sweep::first_in_sweep(warp, lane); v < rows; v += sweep::sweep_stride(warp)) {
        const EdgeId length = row[v + 1] - row[v];
        longest[lane] = Max{}(longest[lane], length);
        if (length == 0) ++empty[lane];
      }
    });
    const EdgeId max = warp.reduce(longest, Max{});
    const std::uint64_t none = warp.reduce(empty, Plus{});
    warp.elect([&] {
      atomic::fetch_max(longest_and_empty[0], max);
      if (none != 0) atomic::fetch_add(longest_and_empty[1], none);
    });
  }
};

// Numbers as bits in the same order. A float's are turned round below zero.
template <class T>
struct InOrder {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr Bits kTop = Bits{1} << (std::numeric_limits<Bits>::digits - 1);

  static WARPGRAPH_DEVICE Bits of(T value) {
    const auto bits = std::bit_cast<Bits>(value);
    if constexpr (std::is_integral_v<T>)
      return bits ^ kTop;
    else
      return (bits & kTop) != 0 ? static_cast<Bits>(~bits) : bits | kTop;
  }
  static T value_of(Bits bits) {
    if constexpr (std::is_integral_v<T>)
      return std::bit_cast<T>(bits ^ kTop);
    else
      return std::bit_cast<T>((bits & kTop) != 0 ? bits ^ kTop : static_cast<Bits>(~bits));
  }
};

template <class EdgeValue>
struct MeasureValues {
  using Bits = typename InOrder<EdgeValue>::Bits;
  View<const EdgeValue> values;
  View<Bits> least_and_greatest;  // the least with its bits turned round, so that both are the greatest of something

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<Bits> least{};
    kernel::PerLane<Bits> greatest{};
    warp.phase([&](kernel::Lane lane) {
      for (std::uint64_t e = sweep::first_in_sweep(warp, lane); e < values.size(); e += sweep::sweep_stride(warp)) {
        const Bits bits = InOrder<EdgeValue>::of(values[e]);
        least[lane] = Max{}(least[lane], static_cast<Bits>(~bits));
        greatest[lane] = Max{}(greatest[lane], bits);
      }
    });
    const Bits low = warp.reduce(least, Max{});
    const Bits high = warp.reduce(greatest, Max{});
    warp.elect([&] {
      atomic::fetch_max(least_and_greatest[0], low);
      atomic::fetch_max(least_and_greatest[1], high);
    });
  }
};

// The sum of values that lie `stride` apart.
template <class EdgeValue>
struct SumSample {
  static constexpr int kThreads = 256;
  View<const EdgeValue> values;
  std::uint64_t count;
  std::uint64_t stride;
  View<double> sum;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block) const {
    kernel::PerLane<double, kThreads> mine{};
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = lane; i < count; i += kThreads) mine[lane] += static_cast<double>(values[i * stride]);
    });
    const double total = block.reduce(mine, Plus{});
    block.elect([&] { sum[0] = total; });
  }
};

// The first edges of rows that lie `stride` apart.
struct FirstEdges {
  View<const EdgeId> row;
  View<const VertexId> column;
  std::uint64_t first;  // vertex of the rows
  std::uint64_t count;
  std::uint64_t stride;
  std::uint64_t near;

  FirstEdges(View<const EdgeId> all_rows, View<const VertexId> all_columns, const rows::RowsOfGraph& rows)
      : row(all_rows), column(all_columns), first(rows.first) {
    const std::uint64_t vertices = row.size() - 1;
    constexpr std::uint64_t kSample = 1u << 12;
    count = std::min(vertices, kSample);
    stride = vertices / count;
    near = rows.vertex_count / 64 + 1;
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool exists(std::uint64_t i) const { return row[i * stride] != row[i * stride + 1]; }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_near(std::uint64_t i) const {
    const std::uint64_t v = first + i * stride;
    const std::uint64_t u = column[row[i * stride]];
    return (u < v ? v - u : u - v) < near;
  }
};

struct CountNear {
  static constexpr int kThreads = 256;
  FirstEdges edges;
  View<rows::EdgeSample> found;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block) const {
    kernel::PerLane<std::uint32_t, kThreads> all{};
    kernel::PerLane<std::uint32_t, kThreads> close{};
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = lane; i < edges.count; i += kThreads) {
        if (!edges.exists(i)) continue;
        ++all[lane];
        if (edges.is_near(i)) ++close[lane];
      }
    });
    const std::uint32_t all_sum = block.reduce(all, Plus{});
    const std::uint32_t close_sum = block.reduce(close, Plus{});
    block.elect([&] {
      found[0].near = close_sum;
      found[0].all = all_sum;
    });
  }
};

}  // namespace

}  // namespace warpgraph

namespace warpgraph::rows {

bool has_locality(StreamRef stream, View<const EdgeId> row, View<const VertexId> column) {
  if (row.size() < 2 || column.empty()) return false;
  Buffer<EdgeSample> found(stream, 1, "engine sample");
  kernel::launch(stream, kernel::Blocks{1}, CountNear{FirstEdges(row, column, {0, row.size() - 1}), found});
  return is_local(to_host(stream, found).front());
}

EdgeSample sample_edges(std::span<const EdgeId> row, std::span<const VertexId> column, const RowsOfGraph& rows) {
  EdgeSample sample;
  if (row.size() < 2 || column.empty()) return sample;
  const FirstEdges edges(view_of(row), view_of(column), rows);
  for (std::uint64_t i = 0; i < edges.count; ++i) {
    if (!edges.exists(i)) continue;
    ++sample.all;
    if (edges.is_near(i)) ++sample.near;
  }
  return sample;
}

bool has_locality(std::span<const EdgeId> row, std::span<const VertexId> column) {
  return row.size() >= 2 && is_local(sample_edges(row, column, {0, row.size() - 1}));
}

RowLengths measure_rows(StreamRef stream, View<const EdgeId> row) {
  if (row.size() < 2) return {};
  const std::uint64_t vertices = row.size() - 1;
  Buffer<std::uint64_t> found(stream, 2, "engine row lengths");
  fill(stream, found, 0);
  kernel::launch(stream, sweep::sweep_warps(stream, vertices), MeasureRows{row, found});
  const auto host = to_host(stream, found);
  const EdgeId edges = to_host(stream, row.subview(vertices, 1)).front();
  RowLengths lengths{host[0], static_cast<VertexId>(host[1]), 0};
  if (vertices > lengths.empty)
    lengths.mean = static_cast<double>(edges) / static_cast<double>(vertices - lengths.empty);
  return lengths;
}

}  // namespace warpgraph::rows

namespace warpgraph {

const rows::RowFacts& GraphFacts::rows(StreamRef stream, View<const EdgeId> in_row, View<const VertexId> in_column,
                                       View<const EdgeId> out_row) const {
  const std::lock_guard lock(mutex_);
  if (!rows_) {
    rows::RowFacts found;
    found.incoming = rows::measure_rows(stream, in_row);
    found.outgoing = out_row.data() == in_row.data() ? found.incoming : rows::measure_rows(stream, out_row);
    found.has_locality = find_locality(stream, in_row, in_column);
    rows_ = found;
  }
  return *rows_;
}

bool GraphFacts::has_locality(StreamRef stream, View<const EdgeId> in_row, View<const VertexId> in_column) const {
  const std::lock_guard lock(mutex_);
  return find_locality(stream, in_row, in_column);
}

bool GraphFacts::find_locality(StreamRef stream, View<const EdgeId> in_row, View<const VertexId> in_column) const {
  if (!has_locality_) has_locality_ = warpgraph::rows::has_locality(stream, in_row, in_column);
  return *has_locality_;
}

std::shared_ptr<const rows::SourceBlocks> GraphFacts::blocks(StreamRef stream, View<const EdgeId> row,
                                                             View<const VertexId> column, std::size_t sources,
                                                             std::uint32_t count) const {
  const std::lock_guard lock(mutex_);
  Cut& cut = cuts_[0].row == nullptr || cuts_[0].row == row.data() ? cuts_[0] : cuts_[1];
  if (cut.row == row.data() && cut.count == count) return cut.blocks;
  const MemoryUse memory = stream.device().memory();
  const std::size_t room = std::min(memory.capacity / kPartOfMemory, memory.free / kPartOfFree);
  // Looks again the next time.
  if (rows::source_blocks_bytes(row.size() - 1, column.size(), count) > room) return nullptr;
  try {
    std::shared_ptr<const rows::SourceBlocks> made;
    if (rows::has_even_sources(stream, column, sources, count))
      made = std::make_shared<const rows::SourceBlocks>(rows::cut_by_source(stream, row, column, sources, count));
    cut = {row.data(), count, std::move(made)};
    return cut.blocks;
  } catch (const OutOfMemory&) {
    return nullptr;  // others were faster: the run does without them
  }
}

}  // namespace warpgraph

namespace warpgraph::rows {

template <EdgeValueType EdgeValue>
double mean_edge_value(StreamRef stream, View<const EdgeValue> values) {
  if constexpr (graphs::kHasValue<EdgeValue>) {
    if (values.empty()) return 0;
    constexpr std::uint64_t kSample = 1u << 14;
    const std::uint64_t count = std::min<std::uint64_t>(values.size(), kSample);
    Buffer<double> sum(stream, 1, "engine sample");
    kernel::launch(stream, kernel::Blocks{1}, SumSample<EdgeValue>{values, count, values.size() / count, sum});
    return to_host(stream, sum).front() / static_cast<double>(count);
  } else {
    return 1;
  }
}

template <EdgeValueType EdgeValue>
EdgeValueRange<EdgeValue> edge_value_range(StreamRef stream, View<const EdgeValue> values) {
  if constexpr (graphs::kHasValue<EdgeValue>) {
    if (values.empty()) return {};
    using Codec = InOrder<EdgeValue>;
    using Bits = typename Codec::Bits;
    Buffer<Bits> found(stream, 2, "engine value range");
    fill(stream, found, 0);
    kernel::launch(stream, sweep::sweep_warps(stream, values.size()), MeasureValues<EdgeValue>{values, found});
    const auto host = to_host(stream, found);
    return {Codec::value_of(static_cast<Bits>(~host[0])), Codec::value_of(host[1])};
  } else {
    return {};
  }
}

#define WARPGRAPH_INSTANTIATE(Value)                                          \
  template double rows::mean_edge_value<Value>(StreamRef, View<const Value>); \
  template rows::EdgeValueRange<Value> rows::edge_value_range<Value>(StreamRef, View<const Value>);

}  // namespace warpgraph::rows

namespace warpgraph {

WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
