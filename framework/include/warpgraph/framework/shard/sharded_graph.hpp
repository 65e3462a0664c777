// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/framework/shard/peer_links.hpp>
#include <warpgraph/framework/shard/peer_numbers.hpp>
#include <warpgraph/framework/shard/placement.hpp>
#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/framework/shard/slots.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::shards {

// The local ids of a device's vertices, and what kernels need to find them.
struct ShardLocalIds {
  VertexId count = 0;
  VertexId first = 0;
  VertexId held = 0;
  Buffer<std::uint32_t> read = {};
  Buffer<VertexId> before = {};
  Buffer<VertexId> id = {};

  [[nodiscard]] LocalIds view() const { return {count, first, held, read, before, id}; }
};

// How a rank numbers the vertices of another rank's device (PeerNumbers).
struct ShardPeerNumbers {
  VertexId first = 0;
  Buffer<std::uint32_t> known = {};
  Buffer<VertexId> before = {};

  [[nodiscard]] PeerNumbers view() const { return {first, known, before}; }
};

// What runs have found out about a shard.
struct ShardFacts {
  GraphFacts held;   // of all that it holds
  GraphFacts own;    // of the rows of its own vertices, with empty ones for all others (peers::OwnRows)
  GraphFacts alone;  // of these rows without empty ones
};

// Another rank of the same row of a grid. A proxy is a vertex that a device holds and another one owns.
struct RowMate {
  int rank = 0;
  VertexRange rows;                    // of what the device holds: what the mate owns
  std::uint64_t first = 0;             // of the mate's vertices, among the device's proxies
  std::uint64_t proxies = 0;           // with edges here, so that the device has sums for the mate
  std::uint64_t sums = 0;              // that the mate has for the device
  ShardPeerNumbers has_sums_for = {};  // the places of own vertices for which it has them, in the order of its message
};
// What differs in the shard of a rank of a grid (ranks::RankGrid), which holds what all ranks of its row own.
struct ShardOfGrid {
  Buffer<EdgeId> in_row;     // the offsets of the own vertices' edges, wherever these are
  ShardPeerNumbers proxies;  // with edges here, by their rows
  std::uint64_t proxy_count = 0;
  std::vector<RowMate> mates = {};  // in the order of their columns
};

// What one device has of a graph: the edges into the vertices that it holds. Columns are local ids.
template <EdgeValueType EdgeValue>
struct Shard {
  VertexRange own;
  VertexRange held;
  ShardLocalIds local_ids;
  graphs::DeviceAdjacency<EdgeValue> incoming;  // of the vertices that are held
  // The edges from all local ids to the vertices that are held; empty if not asked for.
  graphs::DeviceAdjacency<EdgeValue> outgoing;
  // How many outgoing edges the held vertices have in the whole graph: by offsets, by numbers, or as many as incoming
  // ones. On a grid of the own vertices.
  Buffer<EdgeId> out_row;
  Buffer<std::uint32_t> out_degrees;
  // Bitmasks over the held vertices, on a grid over the own ones: those of which device j reads the value, and those of
  // which any other does.
  std::vector<Buffer<std::uint32_t>> wanted_by;
  Buffer<std::uint32_t> wanted_by_any;
  // Bitmasks over what device j holds: what this device and what any other wants of it.
  std::vector<Buffer<std::uint32_t>> wanted_from;
  std::vector<Buffer<std::uint32_t>> wanted_from_by_any;
  // The order in which messages have wanted_by, and wanted_from.
  std::vector<ShardSlots> told_to;
  std::vector<ShardCopies> told_by;
  std::vector<ShardPeerNumbers> numbers;  // by device, where ids have 64 bits; of those of this rank nothing
  std::optional<ShardOfGrid> grid = {};
  EdgeId out_edges = 0;            // of the vertices that are held, in the whole graph; on a grid of the own ones
  rows::RowLengths out_rows = {};  // the lengths of these vertices' rows, without the mean
  rows::RowFacts rows;             // of incoming and outgoing as they are here; the locality is that of the whole graph
  double mean_value = 0;           // of the edges
  std::unique_ptr<ShardFacts> facts = std::make_unique<ShardFacts>();
};

}  // namespace warpgraph::shards

namespace warpgraph {

struct ShardOptions {
  bool outgoing = true;  // for pushing and for activation
  Copies copies = Copies::kAll;
  // What runs will take of a device's memory for each local id; so much of it is left.
  std::size_t run_bytes = 0;
};

// A graph that is spread over the devices of a runtime, or of the runtimes of several ranks. Serves one run at a time;
// a second one throws UsageError. Accessors cost nothing. Runs on a graph that is spread over several ranks, and
// algorithms, are collective.
template <EdgeValueType EdgeValue>
class ShardedGraph {
 public:
  using value_type = EdgeValue;

  ShardedGraph(std::vector<Stream> streams, std::vector<shards::Shard<EdgeValue>> shards,
               std::vector<float> section_edges, VertexId vertex_count, EdgeId edge_count, bool undirected, IdMap ids,
               ranks::RankLayout layout)
      : streams_(std::move(streams)),
        shards_(std::move(shards)),
        section_edges_(std::move(section_edges)),
        vertex_count_(vertex_count),
        edge_count_(edge_count),
        undirected_(undirected),
        ids_(std::move(ids)),
        layout_(std::move(layout)) {
    for (const Stream& each : streams_) refs_.push_back(each);
    links_ = std::make_unique<peers::PeerLinks>(refs_, layout_);
  }

  // How many devices this rank has.
  [[nodiscard]] int device_count() const { return static_cast<int>(shards_.size()); }
  // Throws UsageError where ids have 64 bits.
  [[nodiscard]] VertexId vertex_count() const {
    expects(!has_global_ids(), "this algorithm numbers all vertices with 32 bits, and the graph's ids have 64");
    return vertex_count_;
  }
  // Vertices of the whole graph; edges below are of the whole graph, too.
  [[nodiscard]] std::uint64_t total_vertex_count() const {
    return has_global_ids() ? layout_.numbers->vertex_count : vertex_count_;
  }
  // Whether VertexIds are numbers that each rank has given to the vertices that it knows (ranks::RankNumbers).
  [[nodiscard]] bool has_global_ids() const { return layout_.numbers != nullptr; }
  // By those numbers; empty where VertexIds are ids.
  [[nodiscard]] const std::vector<GlobalId>& global_ids() const {
    static const std::vector<GlobalId> kNone;
    return has_global_ids() ? layout_.numbers->id : kNone;
  }
  // VertexIds are below this.
  [[nodiscard]] VertexId number_count() const { return vertex_count_; }
  [[nodiscard]] EdgeId edge_count() const { return edge_count_; }
  [[nodiscard]] bool is_undirected() const { return undirected_; }
  // Where ids have 64 bits, right for the own vertices of this rank alone.
  [[nodiscard]] const IdMap& ids() const { return ids_; }
  [[nodiscard]] bool has_outgoing() const { return !shards_.front().outgoing.row.empty(); }
  [[nodiscard]] Copies copies() const {
    return shards_.front().local_ids.view().are_ids() ? Copies::kAll : Copies::kRead;
  }

  [[nodiscard]] const shards::Shard<EdgeValue>& shard(int device) const {
    return shards_[static_cast<std::size_t>(device)];
  }
  // The incoming edges of a vertex, on average, for each section.
  [[nodiscard]] std::span<const float> section_edges() const { return section_edges_; }
  // What works on the shards is ordered in these.
  [[nodiscard]] StreamRef stream(int device) const { return refs_[static_cast<std::size_t>(device)]; }
  [[nodiscard]] std::span<const StreamRef> streams() const { return refs_; }

  // All devices, if the graph is spread over several ranks.
  [[nodiscard]] const ranks::RankLayout& layout() const { return layout_; }
  // By what runs of several devices talk.
  [[nodiscard]] peers::PeerLinks& links() const { return *links_; }

 private:
  std::vector<Stream> streams_;
  std::vector<StreamRef> refs_;
  std::vector<shards::Shard<EdgeValue>> shards_;
  std::vector<float> section_edges_;
  VertexId vertex_count_ = 0;
  EdgeId edge_count_ = 0;
  bool undirected_ = false;
  IdMap ids_;
  ranks::RankLayout layout_;
  std::unique_ptr<peers::PeerLinks> links_;
};

using AnyShardedGraph = std::variant<ShardedGraph<NoValue>, ShardedGraph<std::int32_t>, ShardedGraph<std::int64_t>,
                                     ShardedGraph<float>, ShardedGraph<double>>;

// Spreads a graph over the first devices of the runtime, as many as the placement has. Waits for the devices. Memory:
// shard_memory on each of them. Throws UsageError if the placement does not fit, and OutOfMemory if a shard does not:
// before anything is copied to the device that it names, or, with Copies::kRead, when it is known how many vertices
// that device reads.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedGraph<EdgeValue> shard_graph(Runtime& runtime, const Graph<EdgeValue>& graph,
                                                  const Placement& placement, const ShardOptions& options = {});
// The graph's own device must have finished it; the others copy from there. The offsets are copied to the host, 8 bytes
// a vertex.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedGraph<EdgeValue> shard_graph(Runtime& runtime, const DeviceGraph<EdgeValue>& graph,
                                                  const Placement& placement, const ShardOptions& options = {});
[[nodiscard]] AnyShardedGraph shard_graph(Runtime& runtime, const AnyGraph& graph, const Placement& placement,
                                          const ShardOptions& options = {});

}  // namespace warpgraph

namespace warpgraph::shards {

// One of several shards, as far as its memory depends on it. `local_ids`: a bound on their number; without it, as many
// as the edges can make.
struct ShardSize {
  VertexId vertex_count = 0;  // of the whole graph
  VertexId held = 0;
  EdgeId edges = 0;  // of those that are held
  int devices = 1;
  std::optional<VertexId> local_ids = {};
  std::uint64_t elsewhere = 0;  // vertices of other ranks, where ids have 64 bits
};
// What one shard takes of its device's memory, at most, while it is made and afterwards. Starts nothing.
template <EdgeValueType EdgeValue>
[[nodiscard]] MemoryPlan shard_memory(const ShardSize& size, const ShardOptions& options = {});
// How many local ids each device has with Copies::kRead. Reads every column once, on the host. Starts threads for that,
// one a core, and takes a bit for each device and vertex.
[[nodiscard]] std::vector<VertexId> count_local_ids(std::span<const EdgeId> row, std::span<const VertexId> column,
                                                    const Placement& placement);
// The shards of a placement. `column`: for Copies::kRead, to count the local ids; without it ShardSize::local_ids are
// left out. Costs what count_local_ids costs if it has to count, else nothing.
[[nodiscard]] std::vector<ShardSize> shard_sizes(std::span<const EdgeId> row, std::span<const VertexId> column,
                                                 const Placement& placement, Copies copies);

// Spreads a graph over all devices of all ranks: each rank has its part, and calls this. Runs on such a graph are made
// by all ranks, with the same program and options; each gets the values of its own vertices. The ranks must outlive the
// graph. Throws DifferentCalls (ranks.hpp) on all ranks if they have not the same outgoing and copies.
// Collective; waits for the devices. Each rank gets the ids of all vertices, 8 bytes each, unless these are
// consecutive numbers, or have 64 bits.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedGraph<EdgeValue> shard_part(Ranks& ranks, Runtime& runtime,
                                                 const ranks::GraphPart<EdgeValue>& part,
                                                 const ShardOptions& options = {});
// ShardOptions::copies for a part that is searched: all where the ranks reach each other (rank_memory.hpp) and every
// device has room for values of all vertices, so that a search takes one launch; else those that are read, which other
// programs gather faster. Collective; costs what ranks::reach_each_other costs where all have room.
template <EdgeValueType EdgeValue>
[[nodiscard]] Copies copies_for_search(Ranks& ranks, Runtime& runtime, const ranks::GraphPart<EdgeValue>& part);

}  // namespace warpgraph::shards
