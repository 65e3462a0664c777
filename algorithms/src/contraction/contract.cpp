// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/contraction.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/list_scan.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "chain_kernels.hpp"
#include "common/expect_undirected.hpp"
#include "common/value_types.hpp"
#include "hang_kernels.hpp"
#include "memory.hpp"
#include "paths/distances.hpp"
#include "peel.hpp"

namespace warpgraph::algorithms {
namespace contraction {
namespace {

// The type of lengths in the graph that is left, unless a chain is longer than int32 holds.
template <EdgeValueType EdgeValue>
using Left = std::conditional_t<graphs::kHasValue<EdgeValue>, EdgeValue, std::int32_t>;

using Kept = std::vector<std::pair<VertexName, VertexId>>;

// Each once, by name, with their numbers in the whole graph.
Kept find_kept(const IdMap& ids, VertexId vertices, std::span<const VertexName> names) {
  std::vector<VertexName> sorted(names.begin(), names.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const std::vector<VertexId> found = find_vertices(ids, vertices, sorted);
  Kept kept;
  for (std::size_t i = 0; i < sorted.size(); ++i) kept.emplace_back(sorted[i], found[i]);
  return kept;
}

// The steps behind peeling, in the order in which they are called.
template <EdgeValueType EdgeValue>
class Contracting {
 public:
  using Far = Sum<EdgeValue>;
  using Length = Distance<EdgeValue>;

  Contracting(StreamRef stream, const AdjacencyView<EdgeValue>& edges, Peeled peeled)
      : stream_(stream), rows_{edges}, vertices_(edges.row.size() - 1), peeled_(std::move(peeled)) {}

  // What comes next, so that it is known what it takes.
  void measure_rows() {
    first_ = Buffer<EdgeId>(stream_, std::size_t{peeled_.kept} + 1, "contraction rows");
    fill(stream_, first_, 0);
    kernel::for_each(stream_, vertices_,
                     CountRowsLeft{{without_values(rows_.edges)}, peeled_.kind, peeled_.place, first_});
    primitives::exclusive_scan(stream_, first_, first_.view());
    edges_left_ = to_host(stream_, first_.view().subview(peeled_.kept, 1)).front();
    const Size size{static_cast<VertexId>(vertices_), peeled_.kept, peeled_.chained, edges_left_};
    stream_.device().require(memory_of<EdgeValue>(stream_.device(), size), "contraction");
  }

  void rank_chains() {
    const std::uint64_t elements = 2 * std::uint64_t{peeled_.chained};
    side_ = Buffer<VertexId>(stream_, elements, "contraction chains");
    length_ = Buffer<Far>(stream_, elements, "contraction chains");
    ListRanks<std::uint32_t> ranks;
    if (elements > 0) {
      Buffer<std::uint32_t> next(stream_, elements, "contraction chains");
      kernel::for_each(stream_, vertices_, FindSides<EdgeValue>{rows_, peeled_.kind, peeled_.place, side_, length_});
      kernel::for_each(stream_, vertices_, LinkChains{peeled_.kind, peeled_.place, side_, next});
      ranks = rank_lists<std::uint32_t>(stream_, next.view(), ranking());
      tail_ = Buffer<std::uint32_t>(stream_, elements, "contraction chains");
      kernel::for_each(stream_, elements, FindTails{next, ranks.head, tail_});
      next = {};
      before_ = Buffer<Far>(stream_, elements, "contraction chains");
      scan_lists<std::uint32_t>(stream_, ranks, length_.view(), before_.view(), AddLengths{});
    }
    find_ways(ranks.head);
  }

  // Pointer jumping up the trees: as many passes as the depth of the deepest one has bits.
  void hang_trees() {
    using Below = HangLength<EdgeValue>;
    const std::uint64_t hanging = vertices_ - peeled_.kept - peeled_.chained;
    if (hanging == 0) return;
    Buffer<Hang<Below>> hang(stream_, vertices_, "contraction trees");
    Buffer<Hang<Below>> next(stream_, hanging, "contraction trees");
    Buffer<std::uint32_t> moves(stream_, 1, "contraction trees");
    kernel::for_each(stream_, vertices_, BeginHang<EdgeValue>{rows_, peeled_.kind, peeled_.up, hang});
    for (;;) {
      fill(stream_, moves, 0);
      kernel::for_each(stream_, vertices_, LookUp<Below>{peeled_.kind, peeled_.place, hang, next, moves});
      if (to_host(stream_, moves).front() == 0) break;
      kernel::for_each(stream_, vertices_, MoveUp<Below>{peeled_.kind, peeled_.place, next, hang});
    }
    kernel::for_each(stream_, vertices_, HangWays<Length, Below>{peeled_.kind, hang, way_});
  }

  AnyDeviceGraph build() {
    if constexpr (std::is_same_v<EdgeValue, std::int32_t>)
      if (needs_wide_) return build_with<std::int64_t>();
    return build_with<Left<EdgeValue>>();
  }

  [[nodiscard]] Buffer<ContractedWay<Length>> take_ways() { return std::move(way_); }

 private:
  void find_ways(View<const std::uint32_t> head) {
    Far longest = std::numeric_limits<Far>::max();
    if constexpr (std::is_same_v<EdgeValue, std::int32_t>) longest = std::numeric_limits<std::int32_t>::max();
    way_ = Buffer<ContractedWay<Length>>(stream_, vertices_, "contraction ways");
    Buffer<std::uint32_t> is_longer(stream_, 1, "contraction ways");
    fill(stream_, is_longer, 0);
    kernel::for_each(
        stream_, vertices_,
        FindWays<Length, Far>{peeled_.kind, peeled_.place, side_, head, before_, longest, way_, is_longer});
    if constexpr (std::is_same_v<EdgeValue, std::int32_t>) needs_wide_ = to_host(stream_, is_longer).front() != 0;
  }

  template <class Value>
  AnyDeviceGraph build_with() {
    DeviceEdgeList list;
    list.vertex_count = peeled_.kept;
    list.direction = Direction::kUndirectedBoth;
    list.source = Buffer<VertexId>(stream_, edges_left_, "contraction edges");
    list.target = Buffer<VertexId>(stream_, edges_left_, "contraction edges");
    Buffer<Value> value(stream_, edges_left_, "contraction edges");
    kernel::for_each(stream_, vertices_,
                     ListEdges<EdgeValue, Value>{rows_, peeled_.kind, peeled_.place, side_, tail_, length_, before_,
                                                 first_, list.source, list.target, value});
    list.values = std::move(value);
    free_chains();
    DeviceBuildOptions options;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kMin;
    options.check_symmetry = false;  // a chain lists its edge both ways
    return build_device_graph(stream_, std::move(list), options);
  }

  void free_chains() {
    side_ = {};
    length_ = {};
    before_ = {};
    tail_ = {};
    first_ = {};
    peeled_ = {};
  }

  StreamRef stream_;
  Rows<EdgeValue> rows_;
  std::uint64_t vertices_;
  Peeled peeled_;
  Buffer<EdgeId> first_;
  EdgeId edges_left_ = 0;
  Buffer<VertexId> side_;
  Buffer<Far> length_;
  Buffer<Far> before_;
  Buffer<std::uint32_t> tail_;
  Buffer<ContractedWay<Length>> way_;
  bool needs_wide_ = false;  // a chain is longer than int32 holds
};

// Marks in a stream, and the times between them.
class Clock {
 public:
  explicit Clock(StreamRef stream) : stream_(stream) { mark(); }
  void mark() { marks_.emplace_back(stream_.device()).record(stream_); }
  // Waits for the stream.
  [[nodiscard]] double seconds_before(std::size_t mark) const {
    marks_[mark].synchronize();
    return marks_[mark].microseconds_since(marks_[mark - 1]) * 1e-6;
  }

 private:
  StreamRef stream_;
  std::vector<Event> marks_;
};

}  // namespace

void expect_undirected(bool is_undirected, EdgeId edges) {
  warpgraph::algorithms::expect_undirected(is_undirected, edges, "contraction");
}

}  // namespace contraction

template <EdgeValueType EdgeValue>
ContractedGraph<EdgeValue> contract(StreamRef stream, const AdjacencyView<EdgeValue>& edges, const IdMap& ids,
                                    const GraphFacts& facts, const ContractionOptions& options) {
  using namespace contraction;  // NOLINT(google-build-using-namespace): its parts
  const std::uint64_t vertices = edges.row.empty() ? 0 : edges.row.size() - 1;
  expects(vertices <= kMaxContractedVertices, "contraction: the graph has more than 2^31 - 2^23 vertices");
  ContractedGraphParts<EdgeValue> parts;
  parts.ids = &ids;
  parts.kept = find_kept(ids, static_cast<VertexId>(vertices), options.keep);
  if (vertices == 0) {
    parts.graph = DeviceGraph<Left<EdgeValue>>();
    return ContractedGraph<EdgeValue>(std::move(parts));
  }
  if constexpr (graphs::kHasValue<EdgeValue>) {
    const auto name_of = [&](VertexId v) { return ids.name_of(v); };
    expect_lengths(stream, edges, facts.value_range(stream, edges.value), name_of, name_of);
  }
  Device& device = stream.device();
  device.require(peel_memory(device, static_cast<VertexId>(vertices), edges.column.size()), "contraction");

  Clock clock(stream);
  std::vector<VertexId> keep;
  for (const auto& [name, vertex] : parts.kept) keep.push_back(vertex);
  Peeled peeled = peel(stream, without_values(edges), facts, keep);
  for (std::size_t i = 0; i < keep.size(); ++i) parts.kept[i].second = peeled.number[i];
  parts.chained = peeled.chained;
  Contracting<EdgeValue> contracting(stream, edges, std::move(peeled));
  clock.mark();
  contracting.measure_rows();
  contracting.rank_chains();
  contracting.hang_trees();
  clock.mark();
  parts.graph = contracting.build();
  clock.mark();
  parts.way = contracting.take_ways();
  parts.times = {clock.seconds_before(1), clock.seconds_before(2), clock.seconds_before(3)};
  return ContractedGraph<EdgeValue>(std::move(parts));
}

#define WARPGRAPH_INSTANTIATE(E)                                                                               \
  template ContractedGraph<E> contract<E>(StreamRef, const AdjacencyView<E>&, const IdMap&, const GraphFacts&, \
                                          const ContractionOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

AnyContractedGraph contract(StreamRef stream, const AnyDeviceGraph& graph, const ContractionOptions& options) {
  return std::visit([&](const auto& each) -> AnyContractedGraph { return contract(stream, each, options); }, graph);
}

ContractedGraph<NoValue> contract_for_levels(StreamRef stream, const AnyDeviceGraph& graph,
                                             const ContractionOptions& options) {
  return std::visit([&](const auto& each) { return contract_for_levels(stream, each, options); }, graph);
}

AnyDistances sssp(StreamRef stream, const AnyContractedGraph& graph, const SsspOptions& options) {
  return std::visit([&](const auto& each) -> AnyDistances { return sssp(stream, each, options); }, graph);
}

}  // namespace warpgraph::algorithms
