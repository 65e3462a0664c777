// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "device_ranges.hpp"

// Collects the records of one range of keys from all entries, in their order: a warp counts what is in its tile, a scan
// says where it goes, and the warp copies it there.
namespace warpgraph::building {

// Keys and values in a device's memory; owns them.
template <class Value>
struct DeviceRecords {
  Buffer<Key> key;
  Buffer<Value> value;

  DeviceRecords() = default;
  DeviceRecords(StreamRef stream, std::uint64_t size)
      : key(stream, size, "build keys"), value(stream, graphs::kHasValue<Value> ? size : 0, "build values") {}
  [[nodiscard]] std::uint64_t size() const { return key.size(); }
};

inline constexpr std::uint64_t kTile = 2048;  // entries of a warp

struct CountTile {
  ListEntries entries;
  KeyRange range;
  View<std::uint64_t> counts;
  std::uint64_t size;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t first = warp.global_index() * kTile;
    const std::uint64_t last = first + kTile < size ? first + kTile : size;
    kernel::PerLane<std::uint32_t> found;
    warp.phase([&](kernel::Lane lane) {
      std::uint32_t count = 0;
      for (std::uint64_t i = first + lane; i < last; i += kernel::Warp::kSize) {
        Key key;
        if (entries.key(i, key) && range.contains(key)) ++count;
      }
      found[lane] = count;
    });
    const std::uint32_t total = warp.reduce(found, Plus{});
    warp.elect([&] { counts[warp.global_index()] = total; });
  }
};

template <class Value>
struct CopyTile {
  ListEntries entries;
  KeyRange range;
  View<const std::uint64_t> places;
  std::uint64_t size;
  View<const Value> values;
  View<Key> key_out;
  View<Value> value_out;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t first = warp.global_index() * kTile;
    const std::uint64_t last = first + kTile < size ? first + kTile : size;
    std::uint64_t place = places[warp.global_index()];
    for (std::uint64_t step = first; step < last; step += kernel::Warp::kSize)
      place += copy_step(warp, step, last, place);
  }

 private:
  // Returns how many records it has copied.
  WARPGRAPH_DEVICE std::uint32_t copy_step(kernel::Warp& warp, std::uint64_t step, std::uint64_t last,
                                           std::uint64_t place) const {
    kernel::PerLane<Key> key;
    kernel::PerLane<std::uint32_t> keep;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t i = step + lane;
      keep[lane] = i < last && entries.key(i, key[lane]) && range.contains(key[lane]) ? 1 : 0;
    });
    const auto scan = warp.exclusive_scan(keep, Plus{});
    warp.phase([&](kernel::Lane lane) {
      if (keep[lane] == 0) return;
      const std::uint64_t to = place + scan.before[lane];
      key_out[to] = key[lane];
      if constexpr (graphs::kHasValue<Value>) value_out[to] = values[entries.value(step + lane)];
    });
    return scan.total;
  }
};

// One number from the device. Waits for the stream.
template <class T>
T read_back(StreamRef stream, View<T> from) {
  return to_host(stream, from.subview(0, 1)).front();
}

template <class Value>
DeviceRecords<Value> collect(StreamRef stream, const ListEntries& entries, View<const Value> values,
                             const KeyRange& range) {
  const std::uint64_t size = entries.size();
  const std::uint64_t tiles = (size + kTile - 1) / kTile;
  // One more than there are tiles, for the total.
  Buffer<std::uint64_t> places(stream, tiles + 1, "build tiles");
  fill(stream, places.view().subview(tiles, 1), 0);
  kernel::launch(stream, kernel::Warps{tiles}, CountTile{entries, range, places, size});
  primitives::exclusive_scan(stream, places, places.view());
  DeviceRecords<Value> records(stream, read_back(stream, places.view().subview(tiles, 1)));
  kernel::launch(stream, kernel::Warps{tiles},
                 CopyTile<Value>{entries, range, places, size, values, records.key, records.value});
  return records;
}

}  // namespace warpgraph::building
