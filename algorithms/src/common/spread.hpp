// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/engine/scratch.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "without_values.hpp"

// What algorithms that are no vertex program need on several devices: the graph without its values, so that their code
// is compiled once; arrays that devices tell each other; and kernels for whole graphs on the rows of one device.
namespace warpgraph {

struct Spread {
  struct Part {
    StreamRef stream;
    VertexRange own;
    VertexRange held;
    AdjacencyView<NoValue> incoming;  // of the vertices that are held
    AdjacencyView<NoValue> outgoing;  // of all vertices, to those that are held; empty if there are none
    EngineScratch* scratch;           // for what a run reads back
  };
  VertexId vertices = 0;
  EdgeId edges = 0;
  std::vector<Part> parts;
  Hub* hub = nullptr;  // null on one device
  std::function<void()> drop_hub;
  std::unique_ptr<ScratchUse> graph_use;  // no other run has the graph

  [[nodiscard]] int devices() const { return static_cast<int>(parts.size()); }
  [[nodiscard]] const Part& part(int device) const { return parts[static_cast<std::size_t>(device)]; }
  [[nodiscard]] std::vector<VertexRange> own() const {
    std::vector<VertexRange> ranges;
    for (const Part& each : parts) ranges.push_back(each.own);
    return ranges;
  }
  // Throws what has failed on any device.
  void synchronize() const {
    for (const Part& each : parts) each.stream.synchronize();
  }
};

// Longer arrays travel in several rounds, because a hub through the host pins this twice for each device.
inline constexpr std::size_t kRoundBytes = std::size_t{1} << 24;

// Throws UsageError if another run has the graph.
template <EdgeValueType EdgeValue>
Spread spread_of(const ShardedGraph<EdgeValue>& graph, const ExchangeOptions& exchange) {
  expects(graph.copies() == Copies::kAll,
          "this algorithm needs room for what it knows of every vertex on every device (Copies::kAll)");
  auto graph_use = std::make_unique<ScratchUse>(&graph.scratch(0), "another run has this sharded graph");
  Spread spread{graph.vertex_count(),           graph.edge_count(),  {}, nullptr,
                [&graph] { graph.drop_hub(); }, std::move(graph_use)};
  for (int i = 0; i < graph.device_count(); ++i) {
    const Shard<EdgeValue>& shard = graph.shard(i);
    spread.parts.push_back({graph.stream(i), shard.own, shard.held, without_values(shard.incoming.view()),
                            without_values(shard.outgoing.view()), &graph.scratch(i)});
  }
  if (graph.device_count() > 1) spread.hub = &graph.hub(exchange.hub, kRoundBytes);
  return spread;
}

// Throws OutOfMemory if what memory_of(size of a device's part) returns does not fit one of them.
template <EdgeValueType EdgeValue, class MemoryOf>
void require_on_all(const ShardedGraph<EdgeValue>& graph, std::string_view purpose, const MemoryOf& memory_of) {
  for (int i = 0; i < graph.device_count(); ++i)
    graph.stream(i).device().require(memory_of(run_size(graph, i)), purpose);
}

// Waits for all devices when it goes, which must be before the buffers that they use: what one of them gives back
// another may still write to. After a failure the hub goes first, because its kernels may wait for a lost device.
class WaitForAll {
 public:
  explicit WaitForAll(const Spread& spread) : spread_(spread) {}
  ~WaitForAll() {
    if (std::uncaught_exceptions() > exceptions_) spread_.drop_hub();
    for (const Spread::Part& each : spread_.parts) each.stream.wait_quietly();
  }
  WaitForAll(const WaitForAll&) = delete;
  WaitForAll& operator=(const WaitForAll&) = delete;

 private:
  const Spread& spread_;
  int exceptions_ = std::uncaught_exceptions();
};

// Arrays on their way from device to device. What was put down is moved by the next call, in as many rounds as it
// takes: inboxes are written when their stream has come to the call, contents read as well, and work that is queued
// after it finds everything there. Returns at once.
class Telling {
 public:
  explicit Telling(const Spread& spread) : spread_(spread) {}

  template <class T>
  void put(int from, View<const T> content, int to, View<T> inbox) {
    if (from != to && !content.empty()) waiting_.push_back({from, bytes_of(content), {{to, bytes_of(inbox)}}});
  }
  // Each device's own part of its array, for the same place in the arrays of all others: one for each device, of all
  // vertices.
  template <class T>
  void put_own(const std::vector<View<T>>& arrays) {
    for (int i = 0; i < spread_.devices() && spread_.devices() > 1; ++i) {
      const VertexRange own = spread_.part(i).own;
      if (own.empty()) continue;
      const auto part = [&](int device) {
        return bytes_of(arrays[static_cast<std::size_t>(device)].subview(own.first, own.size()));
      };
      Parcel parcel{i, part(i), {}};
      for (int j = 0; j < spread_.devices(); ++j)
        if (j != i) parcel.copies.push_back({j, part(j)});
      waiting_.push_back(std::move(parcel));
    }
  }
  void operator()();

  // What has been sent since the last call.
  [[nodiscard]] std::vector<LinkTraffic> take_traffic() { return std::exchange(traffic_, {}); }

 private:
  const Spread& spread_;
  std::vector<Parcel> waiting_;
  std::vector<LinkTraffic> traffic_;
};

// What a run without supersteps reports of its devices: one entry for all of it.
[[nodiscard]] PeerSuperstep activity_of(const Spread& spread, Telling& telling);

namespace detail {

// The rows that a device owns, among empty ones of all other vertices.
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

// The edges into a device's own vertices, as those of a graph of all vertices in which nobody else has any: kernels for
// whole graphs run on them as they are. 8 bytes a vertex of the whole graph.
class OwnRows {
 public:
  static MemoryPlan memory(const RunSize& size) {
    return MemoryPlan("own rows", size.devices == 1 ? 0 : (std::size_t{size.vertices} + 1) * sizeof(EdgeId));
  }
  // Waits for the stream if the device holds more than it owns.
  OwnRows(const Spread& spread, const Spread::Part& part)
      : row_(part.stream, std::size_t{spread.vertices} + 1, "own rows") {
    const VertexId skipped = part.own.empty() ? 0 : part.own.first - part.held.first;
    const View<const EdgeId> own_row = part.incoming.row.subview(skipped, std::size_t{part.own.size()} + 1);
    for_each(part.stream, row_.size(), detail::SpreadRows{own_row, part.own.first, row_});
    column_ = part.incoming.column;
    if (part.own == part.held) return;
    const EdgeId first = to_host(part.stream, own_row.subview(0, 1)).front();
    const EdgeId last = to_host(part.stream, own_row.subview(part.own.size(), 1)).front();
    column_ = column_.subview(first, last - first);
  }
  [[nodiscard]] AdjacencyView<NoValue> view() const { return {row_, column_, {}}; }

 private:
  Buffer<EdgeId> row_;
  View<const VertexId> column_;
};

// Adds up arrays of all devices, each where a vertex is owned, always in the same order.
template <class T>
class AddUp {
 public:
  static MemoryPlan memory(const RunSize& size) {
    return MemoryPlan("inbox", static_cast<std::size_t>(size.devices - 1) * size.own_vertices * sizeof(T));
  }
  explicit AddUp(const Spread& spread) : spread_(spread) {
    const auto others = static_cast<std::size_t>(spread.devices() - 1);
    for (const Spread::Part& each : spread.parts) inbox_.emplace_back(each.stream, others * each.own.size(), "inbox");
  }

  // arrays[i]: of all vertices; afterwards its own part is the sum.
  void operator()(Telling& telling, const std::vector<View<T>>& arrays) {
    for (int to = 0; to < spread_.devices(); ++to) {
      const VertexRange own = spread_.part(to).own;
      std::size_t place = 0;
      for (int from = 0; from < spread_.devices(); ++from) {
        if (from == to) continue;
        const View<const T> content = arrays[index(from)].subview(own.first, own.size());
        telling.put(from, content, to, inbox_[index(to)].view().subview(place, own.size()));
        place += own.size();
      }
    }
    telling();
    for (int i = 0; i < spread_.devices() && spread_.devices() > 1; ++i) {
      const VertexRange own = spread_.part(i).own;
      for_each(spread_.part(i).stream, own.size(),
               detail::AddParts<T>{inbox_[index(i)], arrays[index(i)].subview(own.first, own.size())});
    }
  }

 private:
  [[nodiscard]] static std::size_t index(int device) { return static_cast<std::size_t>(device); }

  const Spread& spread_;
  std::vector<Buffer<T>> inbox_;
};

}  // namespace warpgraph
