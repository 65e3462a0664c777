// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/shard/device_lists.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::peers {

// The ghosts of the devices of a graph on several ranks: vertices that a device reads and another one owns. Both sides
// know them in one order, so values of ghosts travel without their names, in the memory of the hosts.
//
// All ranks make the same calls. What a device has of its ghosts is a list in the order of of(device).
class Ghosts {
 public:
  // Waits for the streams. Allocates 8 bytes a ghost on the host, and 4 for each vertex that another device reads.
  // Throws UsageError if the ranks are a grid.
  template <EdgeValueType EdgeValue>
  explicit Ghosts(const ShardedGraph<EdgeValue>& graph) : layout_(graph.layout()) {
    expects(!layout_.grid, "only vertex programs run on a grid of ranks; this algorithm takes one column (on_grid)");
    for (int i = 0; i < graph.device_count(); ++i) {
      const shards::Shard<EdgeValue>& shard = graph.shard(i);
      Device& device = devices_.emplace_back();
      device.first_ghost.push_back(0);
      for (std::size_t j = 0; j < layout_.held.size(); ++j) {
        if (!shard.wanted_from[j].empty())
          append(to_host(graph.stream(i), shard.wanted_from[j]), layout_.held[j].first, device.ghosts);
        device.first_ghost.push_back(device.ghosts.size());
        std::vector<VertexId>& wanted = device.wanted_by.emplace_back();
        if (!shard.wanted_by[j].empty()) append(to_host(graph.stream(i), shard.wanted_by[j]), shard.held.first, wanted);
      }
      device.local.reserve(device.ghosts.size());
      const bool are_ids = shard.local_ids.read.empty();
      const VertexId first = shards::LocalIds::first_read(shard.held.size());
      for (std::size_t k = 0; k < device.ghosts.size(); ++k)
        device.local.push_back(are_ids ? device.ghosts[k] : first + static_cast<VertexId>(k));
    }
  }

  // How many devices this rank has.
  [[nodiscard]] std::size_t devices() const { return devices_.size(); }
  // The ghosts of a device of this rank, ascending.
  [[nodiscard]] std::span<const VertexId> of(std::size_t device) const { return devices_[device].ghosts; }
  // Their local ids.
  [[nodiscard]] const std::vector<VertexId>& local_ids(std::size_t device) const { return devices_[device].local; }
  // How many of them a device of any rank owns.
  [[nodiscard]] std::size_t count(std::size_t device, std::size_t owner) const {
    return devices_[device].first_ghost[owner + 1] - devices_[device].first_ghost[owner];
  }
  // The own vertices of a device of this rank that a device of any rank reads, ascending.
  [[nodiscard]] std::span<const VertexId> wanted(std::size_t device, std::size_t by) const {
    return devices_[device].wanted_by[by];
  }

  // told[i]: one value for each ghost of device i. Calls hear(own device, reader, values) for each device of any rank
  // that reads something of the own one: a value for each vertex of wanted(own device, reader). A ranks::all_to_all of
  // the values.
  template <class T, class Hear>
  void tell_owners(const std::vector<std::vector<T>>& told, const Hear& hear) const {
    ranks::DeviceLists<T> lists(
        layout_, devices(), [&](std::size_t i, std::size_t owner) { return count(i, owner); },
        [&](std::size_t i, std::size_t reader) { return wanted(i, reader).size(); });
    lists.fill([&](std::size_t i, std::size_t owner, std::span<T> values) {
      std::ranges::copy(std::span(told[i]).subspan(devices_[i].first_ghost[owner], values.size()), values.begin());
    });
    lists.exchange("ghosts");
    lists.read(hear);
  }

  // value_of(own device, vertex): what the owner has of a vertex that others read. Returns it for all ghosts of each
  // device. A ranks::all_to_all of the values.
  template <class T, class ValueOf>
  [[nodiscard]] std::vector<std::vector<T>> ask_owners(const ValueOf& value_of) const {
    ranks::DeviceLists<T> lists(
        layout_, devices(), [&](std::size_t i, std::size_t reader) { return wanted(i, reader).size(); },
        [&](std::size_t i, std::size_t owner) { return count(i, owner); });
    lists.fill([&](std::size_t own, std::size_t reader, std::span<T> values) {
      std::ranges::transform(wanted(own, reader), values.begin(), [&](VertexId v) { return value_of(own, v); });
    });
    lists.exchange("ghosts");
    std::vector<std::vector<T>> heard(devices());
    lists.read([&](std::size_t i, std::size_t, std::span<const T> values) {
      heard[i].insert(heard[i].end(), values.begin(), values.end());
    });
    return heard;
  }

 private:
  struct Device {
    std::vector<VertexId> ghosts;
    std::vector<VertexId> local;
    std::vector<std::size_t> first_ghost;  // of each owner, and behind the last
    std::vector<std::vector<VertexId>> wanted_by;
  };

  static void append(const std::vector<std::uint32_t>& mask, VertexId first, std::vector<VertexId>& vertices) {
    for (std::size_t word = 0; word < mask.size(); ++word)
      for (std::uint32_t bits = mask[word]; bits != 0; bits &= bits - 1)
        vertices.push_back(first + static_cast<VertexId>(word * 32) + static_cast<VertexId>(std::countr_zero(bits)));
  }

  const ranks::RankLayout& layout_;
  std::vector<Device> devices_;
};

}  // namespace warpgraph::peers
