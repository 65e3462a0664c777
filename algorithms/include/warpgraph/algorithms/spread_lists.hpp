// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/list_scan.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/shard/peer_links.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

// Lists that are spread over several devices. The i-th device, that of the i-th stream, has the i-th of consecutive
// ranges of elements; every array of elements is spread alike.
namespace warpgraph::algorithms {

template <ListIndex Index>
struct SpreadListRanks {
  // The ranks and heads of each device's elements. `order` is cut at the same numbers: places as many as
  // elements. Every device has the whole of `first`. The first device has the steps.
  std::vector<ListRanks<Index>> parts;
  std::vector<Buffer<std::uint32_t>> place;  // of each element in `order`; empty without that
  std::uint64_t lists = 0;
};

// The devices of these streams, which must outlive it, and what they send each other lists by. That takes time and, if
// it leads through the host, pinned memory: a program that ranks more than once keeps it. It serves one call at a time
// (UsageError).
class ListDevices {
 public:
  explicit ListDevices(std::span<const StreamRef> streams);

  [[nodiscard]] std::span<const StreamRef> streams() const { return streams_; }
  // Devices with these numbers of elements, which send each other arrays of them.
  [[nodiscard]] peers::PeerGraph peers(const std::vector<std::uint64_t>& sizes) const;

 private:
  std::vector<StreamRef> streams_;
  std::unique_ptr<peers::PeerLinks> links_;
};

// Ranks the lists, by walkers. Every device gets a copy of all successors (4 bytes an element), its walkers take an
// equal part of the sublists, and devices tell each other the ranks of each other's elements. So a walk reads only the
// device's own memory; two devices send each other 4 bytes an element in all. Throws what rank_lists throws on one
// device, and UsageError for another method on several. Waits for the devices. The call that takes streams makes
// ListDevices for itself.
template <ListIndex Index>
[[nodiscard]] SpreadListRanks<Index> rank_spread_lists(const ListDevices& devices,
                                                       std::span<const View<const Index>> next,
                                                       const ListRankOptions& options = {});
template <ListIndex Index>
[[nodiscard]] SpreadListRanks<Index> rank_spread_lists(std::span<const StreamRef> streams,
                                                       std::span<const View<const Index>> next,
                                                       const ListRankOptions& options = {}) {
  return rank_spread_lists<Index>(ListDevices(streams), next, options);
}

// What a ranking takes of each device's memory beside its elements of `next`, at most. `lists`: as of
// rank_lists_memory.
template <ListIndex Index>
[[nodiscard]] MemoryPlan rank_spread_lists_memory(std::uint64_t elements, int devices,
                                                  const ListRankOptions& options = {}, std::uint64_t lists = 0);

// An array in equal parts on the devices, and ranks in host memory. Both wait for the streams.
template <class T>
[[nodiscard]] std::vector<Buffer<T>> spread_over(std::span<const StreamRef> streams, std::span<const T> values,
                                                 std::string_view name) {
  std::vector<Buffer<T>> parts;
  const std::size_t devices = streams.size();
  for (std::size_t i = 0; i < devices; ++i) {
    const std::size_t first = values.size() * i / devices;
    const std::size_t last = values.size() * (i + 1) / devices;
    parts.push_back(to_device(streams[i], values.subspan(first, last - first), name));
  }
  return parts;
}
template <ListIndex Index>
[[nodiscard]] HostListRanks<Index> to_host(std::span<const StreamRef> streams, const SpreadListRanks<Index>& ranked);
template <class T>
[[nodiscard]] std::vector<View<const T>> views_of(const std::vector<Buffer<T>>& parts) {
  return {parts.begin(), parts.end()};
}
template <class T>
[[nodiscard]] std::vector<View<T>> views_of(std::vector<Buffer<T>>& parts) {
  return {parts.begin(), parts.end()};
}

namespace lists {

template <class Index>
[[nodiscard]] std::vector<std::uint64_t> sizes_of(std::span<const View<const Index>> parts) {
  std::vector<std::uint64_t> sizes;
  for (const View<const Index>& each : parts) sizes.push_back(each.size());
  return sizes;
}

// The items of one device's places, in list order or backwards.
template <class Index, class T>
struct BringFromAll {
  View<const Index> order;
  View<const T> value;  // of all elements
  bool is_backwards;
  View<ScanItem<T>> item;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    item[i] = {value[order[is_backwards ? order.size() - 1 - i : i]], 0};
  }
};

// Marks where lists begin among the places [begin, begin + items).
template <class Index, class T>
struct MarkOwnBegins {
  View<const Index> first;
  std::uint64_t begin;
  bool is_backwards;
  View<ScanItem<T>> item;

  WARPGRAPH_DEVICE void operator()(std::uint64_t list) const {
    const std::uint64_t place = is_backwards ? std::uint64_t{first[list + 1]} - 1 : std::uint64_t{first[list]};
    if (place < begin || place - begin >= item.size()) return;
    item[is_backwards ? begin + item.size() - 1 - place : place - begin].begins = 1;
  }
};

// Joins what comes before the device's first item with all items of its list.
template <class T, class Op>
struct JoinCarried {
  ScanItem<T> carried;
  bool has_carried;
  JoinItems<T, Op> join;
  std::uint64_t begin;  // place of the first value
  bool is_backwards;
  View<const ScanItem<T>> item;
  View<T> value;  // of all places

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const ScanItem<T> joined = has_carried ? join(carried, item[i]) : item[i];
    value[begin + (is_backwards ? item.size() - 1 - i : i)] = joined.value;
  }
};

template <class T>
struct TakePlaced {
  View<const std::uint32_t> place;
  View<const T> value;  // of all places
  View<T> out;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { out[v] = value[place[v]]; }
};

}  // namespace lists

// As scan_lists, for lists that are spread and were ranked with the option `order`. Every device gets the values of all
// elements, scans its places, and gets what all places come to. Waits for the devices. Allocates a T for each element
// of the whole on each of them, and what scan_lists takes for its own places.
template <ListIndex Index, class T, class Op>
void scan_spread_lists(const ListDevices& list_devices, const SpreadListRanks<Index>& ranked,
                       std::type_identity_t<std::span<const View<const T>>> value, std::span<const View<T>> out, Op op,
                       ListEnd from = ListEnd::kHead) {
  const std::span<const StreamRef> streams = list_devices.streams();
  const std::size_t devices = streams.size();
  expects(ranked.parts.size() == devices && value.size() == devices && out.size() == devices,
          "list scan: not an array for every device");
  if (devices == 1) return scan_lists(streams[0], ranked.parts[0], value[0], out[0], op, from);
  expects(ranked.place.size() == devices, "list scan: the lists were ranked without their order");
  for (std::size_t i = 0; i < devices; ++i)
    expects(value[i].size() == ranked.place[i].size() && out[i].size() == value[i].size(),
            "list scan: not a value for every element");
  const bool is_backwards = from == ListEnd::kTail;
  const lists::JoinItems<T, Op> join{op, is_backwards};
  const peers::PeerGraph graph = list_devices.peers(lists::sizes_of<T>(value));
  std::vector<Buffer<T>> all;
  std::vector<Buffer<lists::ScanItem<T>>> item(devices);
  peers::PeerArrays arrays(graph);
  const peers::WaitForPeers wait(graph);
  for (std::size_t i = 0; i < devices; ++i) {
    const VertexRange own = graph.parts[i].own;
    all.emplace_back(streams[i], graph.vertices, "list values");
    copy(streams[i], all[i].view().subview(own.first, own.size()), value[i]);
  }
  arrays.put_own(views_of(all));
  arrays.send();
  for (std::size_t i = 0; i < devices; ++i) {
    const std::uint64_t begin = graph.parts[i].own.first;
    const ListRanks<Index>& part = ranked.parts[i];
    item[i] = Buffer<lists::ScanItem<T>>(streams[i], part.order.size(), "list scan");
    kernel::for_each(streams[i], item[i].size(),
                     lists::BringFromAll<Index, T>{part.order, std::as_const(all[i]).view(), is_backwards, item[i]});
    kernel::for_each(streams[i], item[i].empty() ? 0 : ranked.lists,
                     lists::MarkOwnBegins<Index, T>{part.first, begin, is_backwards, item[i]});
    if (!item[i].empty()) lists::scan_items(streams[i], item[i].view(), join);
  }
  lists::ScanItem<T> carried{};
  bool has_carried = false;
  for (std::size_t k = 0; k < devices; ++k) {
    const std::size_t i = is_backwards ? devices - 1 - k : k;
    if (item[i].empty()) continue;
    const auto last = to_host(streams[i], std::as_const(item[i]).view().subview(item[i].size() - 1, 1)).front();
    kernel::for_each(streams[i], item[i].size(),
                     lists::JoinCarried<T, Op>{carried, has_carried, join, graph.parts[i].own.first, is_backwards,
                                               std::as_const(item[i]).view(), all[i]});
    carried = has_carried ? join(carried, last) : last;
    has_carried = true;
  }
  arrays.put_own(views_of(all));
  arrays.send();
  for (std::size_t i = 0; i < devices; ++i)
    kernel::for_each(streams[i], out[i].size(),
                     lists::TakePlaced<T>{ranked.place[i], std::as_const(all[i]).view(), out[i]});
  graph.synchronize();
}
template <ListIndex Index, class T, class Op>
void scan_spread_lists(std::span<const StreamRef> streams, const SpreadListRanks<Index>& ranked,
                       std::type_identity_t<std::span<const View<const T>>> value, std::span<const View<T>> out, Op op,
                       ListEnd from = ListEnd::kHead) {
  scan_spread_lists<Index, T>(ListDevices(streams), ranked, value, out, op, from);
}

// The same with addition, in the library. Sums wrap around. Costs the same, and makes ListDevices for itself.
template <ListIndex Index>
void sum_spread_lists(std::span<const StreamRef> streams, const SpreadListRanks<Index>& ranked,
                      std::span<const View<const std::int64_t>> value, std::span<const View<std::int64_t>> out,
                      ListEnd from = ListEnd::kHead);

}  // namespace warpgraph::algorithms
