// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/launch.hpp>

// What methods that are no vertex programs need on several devices: the graph as each device sees it, without values,
// so that kernels are compiled once; arrays that devices send each other; and the rows of one device in the form of a
// whole graph.
namespace warpgraph::peers {

// A sharded graph while one run has it.
struct PeerGraph {
  struct Part {
    StreamRef stream;
    VertexRange own;
    VertexRange held;
    AdjacencyView<NoValue> incoming;  // of the vertices that are held
    AdjacencyView<NoValue> outgoing;  // of all vertices, to those that are held; empty if there are none
    // Bitmasks over the own vertices: those that device j reads. Empty for the device itself.
    std::vector<View<const std::uint32_t>> wanted_by = {};
    const shards::ShardFacts* facts = nullptr;  // null of a whole graph
    const GraphFacts* own_facts = nullptr;      // of the rows of its own vertices (OwnRows)
  };
  VertexId vertices = 0;
  EdgeId edges = 0;
  std::vector<Part> parts;
  hubs::Hub* hub = nullptr;     // null on one device
  std::size_t round_bytes = 0;  // that the hub takes from a device in a round
  PeerLinks::Use links;         // no other run has the graph
  bool is_whole = false;        // a DeviceGraph: the caller waits for its stream, and nothing is reported of devices

  [[nodiscard]] int devices() const { return static_cast<int>(parts.size()); }
  [[nodiscard]] const Part& part(int device) const { return parts[static_cast<std::size_t>(device)]; }
  [[nodiscard]] std::vector<VertexRange> own() const {
    std::vector<VertexRange> ranges;
    for (const Part& each : parts) ranges.push_back(each.own);
    return ranges;
  }
  // Waits for all devices. Throws what has failed on one of them.
  void synchronize() const {
    for (const Part& each : parts) each.stream.synchronize();
  }
};

// A hub through the host pins twice this for each device. Arrays of a graph's vertices and edges travel in one round up
// to 16 MiB, and longer ones in several.
[[nodiscard]] constexpr std::size_t peer_round_bytes(VertexId vertices, EdgeId edges) {
  constexpr std::size_t kMinRound = std::size_t{1} << 12;
  constexpr std::size_t kMaxRound = std::size_t{1} << 24;
  return std::clamp(sizeof(std::uint64_t) * (vertices + edges), kMinRound, kMaxRound);
}

}  // namespace warpgraph::peers

namespace warpgraph {

namespace detail {
// `wanted_by`: over the vertices that are held, from which the own ones begin at a whole word.
inline std::vector<View<const std::uint32_t>> wanted_of_own(VertexRange own, VertexRange held,
                                                            const std::vector<Buffer<std::uint32_t>>& wanted_by) {
  std::vector<View<const std::uint32_t>> wanted(wanted_by.size());
  for (std::size_t j = 0; j < wanted.size(); ++j)
    if (!wanted_by[j].empty() && !own.empty())
      wanted[j] = wanted_by[j].view().subview((own.first - held.first) / 32, mask_words(own.size()));
  return wanted;
}
}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::peers {

// Throws UsageError if another run has the graph, devices have copies of few vertices (Copies::kRead), or other ranks
// have a part of it. The first call for a graph makes its hub (hubs::make_hub); later ones find it.
template <EdgeValueType EdgeValue>
PeerGraph peer_graph(const ShardedGraph<EdgeValue>& graph, const ExchangeOptions& exchange) {
  expects(!graph.layout().has_others(), "this algorithm runs on the devices of one process, not on several ranks");
  expects(graph.copies() == Copies::kAll,
          "this algorithm needs room for what it knows of every vertex on every device (Copies::kAll)");
  PeerGraph peers{.vertices = graph.vertex_count(),
                  .edges = graph.edge_count(),
                  .parts = {},
                  .hub = nullptr,
                  .round_bytes = peer_round_bytes(graph.vertex_count(), graph.edge_count()),
                  .links = graph.links().use(),
                  .is_whole = false};
  for (int i = 0; i < graph.device_count(); ++i) {
    const shards::Shard<EdgeValue>& shard = graph.shard(i);
    peers.parts.push_back({graph.stream(i), shard.own, shard.held, without_values(shard.incoming.view()),
                           without_values(shard.outgoing.view()),
                           detail::wanted_of_own(shard.own, shard.held, shard.wanted_by), shard.facts.get(),
                           &shard.facts->own});
  }
  if (graph.device_count() > 1) peers.hub = &peers.links->hub(exchange.hub, peers.round_bytes);
  return peers;
}

// The graph of one device as one part that has nothing to exchange, for methods whose loop is that of several. Costs
// nothing. The graph must stay until the run is over.
template <EdgeValueType EdgeValue>
PeerGraph peer_graph(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  const GraphView<NoValue> view = without_values(graph.view());
  const VertexRange all{0, view.vertex_count};
  PeerGraph peers;
  peers.vertices = view.vertex_count;
  peers.edges = view.edge_count;
  peers.parts.push_back({stream, all, all, view.incoming, view.outgoing, {}, nullptr, graph.facts()});
  peers.is_whole = true;
  return peers;
}

// Throws OutOfMemory if what memory_of(size of a device's part) returns does not fit one of them.
template <EdgeValueType EdgeValue, class MemoryOf>
void require_on_peers(const ShardedGraph<EdgeValue>& graph, std::string_view purpose, const MemoryOf& memory_of) {
  for (int i = 0; i < graph.device_count(); ++i)
    graph.stream(i).device().require(memory_of(shards::run_size(graph, i)), purpose);
}

// Waits for all devices of a sharded graph when it is destroyed, which must be before the buffers that they use: what
// one device gives back another may still write to. After a failure the hub goes first, because its kernels may wait
// for a lost device.
class WaitForPeers {
 public:
  explicit WaitForPeers(const PeerGraph& peers) : peers_(peers) {}
  ~WaitForPeers() {
    if (peers_.is_whole) return;
    if (std::uncaught_exceptions() > exceptions_) peers_.links->leave_failed_run();
    for (const PeerGraph::Part& each : peers_.parts) each.stream.wait_quietly();
  }
  WaitForPeers(const WaitForPeers&) = delete;
  WaitForPeers& operator=(const WaitForPeers&) = delete;

 private:
  const PeerGraph& peers_;
  int exceptions_ = std::uncaught_exceptions();
};

// Arrays on their way from device to device. send() moves everything that was put before it, in as many rounds as that
// takes: contents are read and inboxes written when their streams have come to the call, and work that is queued after
// it finds everything there.
class PeerArrays {
 public:
  explicit PeerArrays(const PeerGraph& peers) : peers_(peers) {}

  template <class T>
  void put(int from, View<const T> content, int to, View<T> inbox) {
    if (from != to && !content.empty())
      waiting_.push_back({from, hubs::bytes_of(content), {{to, hubs::bytes_of(inbox)}}});
  }
  // Each device's own part of its array, for the same place in the arrays of all other devices. One array per device,
  // each of all vertices.
  template <class T>
  void put_own(const std::vector<View<T>>& arrays) {
    for (int i = 0; i < peers_.devices() && peers_.devices() > 1; ++i) {
      const VertexRange own = peers_.part(i).own;
      if (own.empty()) continue;
      const auto part = [&](int device) {
        return hubs::bytes_of(arrays[static_cast<std::size_t>(device)].subview(own.first, own.size()));
      };
      hubs::Parcel parcel{i, part(i), {}};
      for (int j = 0; j < peers_.devices(); ++j)
        if (j != i) parcel.copies.push_back({j, part(j)});
      waiting_.push_back(std::move(parcel));
    }
  }
  // Queues work and returns.
  void send();

  // Whether kernels of each device reach the memory of the others, and so need not send what others read once.
  [[nodiscard]] bool reaches() const { return peers_.hub != nullptr && peers_.hub->takes_writes(); }
  // What is queued on device `second` from now on comes after what is queued on `first`. Queues work and returns.
  void put_in_order(int first, int second) const;
  // The same for all devices: what is queued from now on, on any device, comes after what is queued on all of them.
  void put_in_order() const;
  // For the report: a kernel moves these bytes itself.
  void note(int from, int to, std::uint64_t bytes) {
    if (bytes != 0) traffic_.push_back({from, to, results::MessageForm::kEverything, bytes, bytes});
  }

  // What has been sent since the last call.
  [[nodiscard]] std::vector<results::LinkTraffic> take_traffic() { return std::exchange(traffic_, {}); }

 private:
  const PeerGraph& peers_;
  std::vector<hubs::Parcel> waiting_;
  std::vector<results::LinkTraffic> traffic_;
};

}  // namespace warpgraph::peers

namespace warpgraph {

namespace detail {

struct SpreadRows {
  View<const EdgeId> own_row;
  std::uint64_t first;  // vertex of these rows
  View<EdgeId> row;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint64_t i = v < first ? 0 : Min{}(v - first, std::uint64_t{own_row.size() - 1});
    row[v] = own_row[i] - own_row[0];
  }
};

template <class T>
struct AddParts {
  View<const T> parts;  // one behind the other
  View<T> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    T total = sum[v];
    for (std::uint64_t i = v; i < parts.size(); i += sum.size()) total += parts[i];
    sum[v] = total;
  }
};

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::peers {

// row = the rows of the vertices from `first` on, among empty rows of all other vertices; own_row has one offset more
// than there are such vertices. Queues work and returns.
inline void spread_rows(StreamRef stream, View<const EdgeId> own_row, VertexId first, View<EdgeId> row) {
  kernel::for_each(stream, row.size(), detail::SpreadRows{own_row, first, row});
}

// The edges into a device's own vertices, as those of a graph of all vertices in which no other vertex has any: kernels
// for whole graphs run on them as they are. Allocates 8 bytes per vertex of the whole graph; nothing on one device,
// whose edges they are.
class OwnRows {
 public:
  static MemoryPlan memory(const shards::RunSize& size) {
    return MemoryPlan("own rows", size.devices == 1 ? 0 : (std::size_t{size.vertices} + 1) * sizeof(EdgeId));
  }
  // Waits for the stream if the device holds more than it owns.
  OwnRows(const PeerGraph& peers, const PeerGraph::Part& part) : view_(part.incoming) {
    if (peers.devices() == 1) return;
    row_ = Buffer<EdgeId>(part.stream, std::size_t{peers.vertices} + 1, "own rows");
    const VertexId skipped = part.own.empty() ? 0 : part.own.first - part.held.first;
    const View<const EdgeId> own_row = part.incoming.row.subview(skipped, std::size_t{part.own.size()} + 1);
    spread_rows(part.stream, own_row, part.own.first, row_);
    view_.row = row_;
    if (part.own == part.held) return;
    const EdgeId first = to_host(part.stream, own_row.subview(0, 1)).front();
    const EdgeId last = to_host(part.stream, own_row.subview(part.own.size(), 1)).front();
    view_.column = view_.column.subview(first, last - first);
  }
  [[nodiscard]] AdjacencyView<NoValue> view() const { return view_; }

 private:
  Buffer<EdgeId> row_;
  AdjacencyView<NoValue> view_;
};

// Adds up arrays of all devices, each vertex on the device that owns it, always in the order of the devices. Allocates
// memory() when it is made; to add up queues work and returns.
template <class T>
class PeerSum {
 public:
  static MemoryPlan memory(const shards::RunSize& size) {
    return MemoryPlan("inbox", static_cast<std::size_t>(size.devices - 1) * size.own_vertices * sizeof(T));
  }
  explicit PeerSum(const PeerGraph& peers) : peers_(peers) {
    const auto others = static_cast<std::size_t>(peers.devices() - 1);
    for (const PeerGraph::Part& each : peers.parts) inbox_.emplace_back(each.stream, others * each.own.size(), "inbox");
  }

  // arrays[i]: of all vertices, on device i; afterwards the part that the device owns is the sum.
  void operator()(PeerArrays& sender, const std::vector<View<T>>& arrays) {
    for (int to = 0; to < peers_.devices(); ++to) {
      const VertexRange own = peers_.part(to).own;
      std::size_t place = 0;
      for (int from = 0; from < peers_.devices(); ++from) {
        if (from == to) continue;
        const View<const T> content = arrays[index(from)].subview(own.first, own.size());
        sender.put(from, content, to, inbox_[index(to)].view().subview(place, own.size()));
        place += own.size();
      }
    }
    sender.send();
    for (int i = 0; i < peers_.devices() && peers_.devices() > 1; ++i) {
      const VertexRange own = peers_.part(i).own;
      kernel::for_each(peers_.part(i).stream, own.size(),
                       detail::AddParts<T>{inbox_[index(i)], arrays[index(i)].subview(own.first, own.size())});
    }
  }

 private:
  [[nodiscard]] static std::size_t index(int device) { return static_cast<std::size_t>(device); }

  const PeerGraph& peers_;
  std::vector<Buffer<T>> inbox_;
};

}  // namespace warpgraph::peers
