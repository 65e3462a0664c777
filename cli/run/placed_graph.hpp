// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::cli {

// The graph of a run where it lies: on one device, or spread over several.
class PlacedGraph {
  struct OneDevice {
    Stream stream;
    AnyDeviceGraph graph;
  };
  struct SeveralDevices {
    AnyGraph host;
    AnyShardedGraph graph;
    std::optional<ranks::AnyGraphPart> part = {};  // of several ranks
  };

  template <class Of>
  auto of_graph(Of&& of) const {
    if (const auto* const one = std::get_if<OneDevice>(&place_)) return std::visit(of, one->graph);
    return std::visit(of, std::get<SeveralDevices>(place_).graph);
  }

 public:
  PlacedGraph(Stream stream, AnyDeviceGraph graph) : place_(OneDevice{std::move(stream), std::move(graph)}) {
    streams_.push_back(std::get<OneDevice>(place_).stream);
  }
  // `host`: what was spread.
  PlacedGraph(AnyGraph host, AnyShardedGraph graph) : place_(SeveralDevices{std::move(host), std::move(graph)}) {
    std::visit([&](const auto& each) { streams_.assign(each.streams().begin(), each.streams().end()); },
               std::get<SeveralDevices>(place_).graph);
  }

  // `part`: what this rank has of the graph.
  PlacedGraph(ranks::AnyGraphPart part, AnyShardedGraph graph) : PlacedGraph(AnyGraph(), std::move(graph)) {
    std::get<SeveralDevices>(place_).part = std::move(part);
  }

  // As algorithms see it. Valid as long as this graph.
  [[nodiscard]] algorithms::PlacedGraphView view() const {
    if (const auto* const one = std::get_if<OneDevice>(&place_)) return {one->stream, one->graph};
    return algorithms::PlacedGraphView(std::get<SeveralDevices>(place_).graph);
  }

  [[nodiscard]] const IdMap& ids() const {
    return *of_graph([](const auto& graph) { return &graph.ids(); });
  }
  [[nodiscard]] VertexId vertex_count() const {
    return of_graph([](const auto& graph) { return graph.vertex_count(); });
  }
  [[nodiscard]] EdgeId edge_count() const {
    return of_graph([](const auto& graph) { return graph.edge_count(); });
  }

  // One for each device; the first is that of the one device.
  [[nodiscard]] std::span<const StreamRef> streams() const { return streams_; }
  [[nodiscard]] StreamRef stream() const { return streams_.front(); }

  // Null if it lies on several.
  [[nodiscard]] const AnyDeviceGraph* on_one() const {
    const auto* const one = std::get_if<OneDevice>(&place_);
    return one == nullptr ? nullptr : &one->graph;
  }
  // Null if it lies on one.
  [[nodiscard]] const AnyShardedGraph* on_several() const {
    const auto* const several = std::get_if<SeveralDevices>(&place_);
    return several == nullptr ? nullptr : &several->graph;
  }
  [[nodiscard]] const AnyGraph* on_host() const {
    const auto* const several = std::get_if<SeveralDevices>(&place_);
    return several == nullptr ? nullptr : &several->host;
  }
  // Null if it does not lie on several ranks.
  [[nodiscard]] const ranks::AnyGraphPart* part() const {
    const auto* const several = std::get_if<SeveralDevices>(&place_);
    return several == nullptr || !several->part ? nullptr : &*several->part;
  }
  // By which its devices tell each other, if it lies on several.
  [[nodiscard]] HubKind best_hub() const {
    return std::visit([](const auto& each) { return each.links().kind({}); }, std::get<SeveralDevices>(place_).graph);
  }
  [[nodiscard]] Ranks* ranks() const {
    const auto* const several = std::get_if<SeveralDevices>(&place_);
    if (several == nullptr) return nullptr;
    return std::visit([](const auto& each) { return each.layout().ranks; }, several->graph);
  }

 private:
  std::variant<OneDevice, SeveralDevices> place_;
  std::vector<StreamRef> streams_;
};

}  // namespace warpgraph::cli
