// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/launch.hpp>

// Scans along lists: what the values of an element and of all before it, or behind it, add up to. They bring the values
// into list order, scan them there and bring them back, so that all passes but the first and the last are coalesced.
namespace warpgraph::algorithms {

namespace lists {

inline constexpr std::uint64_t kScanTile = 1024;  // items of a warp

// A value, and whether a list begins with it.
template <class T>
struct ScanItem {
  T value;
  std::uint32_t begins;
};

// Two adjoining runs of items. Backwards, the run that comes first in memory is behind the other in its list.
template <class T, class Op>
struct JoinItems {
  Op op;
  bool is_backwards;

  WARPGRAPH_DEVICE ScanItem<T> operator()(const ScanItem<T>& a, const ScanItem<T>& b) const {
    if (b.begins != 0) return b;
    return {is_backwards ? op(b.value, a.value) : op(a.value, b.value), a.begins};
  }
};

// The items of each tile joined, or each of them joined with all before it.
template <class T, class Op>
struct ScanTiles {
  View<ScanItem<T>> item;
  JoinItems<T, Op> join;
  View<ScanItem<T>> tile;  // what a first launch finds, and the second one needs with all tiles before
  bool is_last;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t mine = warp.global_index();
    const std::uint64_t begin = mine * kScanTile;
    const std::uint64_t end = begin + kScanTile < item.size() ? begin + kScanTile : item.size();
    bool has_carry = is_last && mine > 0;
    ScanItem<T> carry = has_carry ? tile[mine - 1] : ScanItem<T>{};
    for (std::uint64_t i = begin; i < end; i += kernel::Warp::kSize) {
      kernel::PerLane<ScanItem<T>> items{};
      warp.phase([&](kernel::Lane lane) {
        // Copies of the last item, which the items before it do not see.
        items[lane] = item[i + lane < end ? i + lane : end - 1];
        if (lane == 0 && has_carry) items[lane] = join(carry, items[lane]);
      });
      items = warp.inclusive_scan(items, join);
      if (is_last)
        warp.phase([&](kernel::Lane lane) {
          if (i + lane < end) item[i + lane] = items[lane];
        });
      carry = warp.broadcast(
          items, static_cast<std::uint32_t>(end - i < kernel::Warp::kSize ? end - i - 1 : kernel::Warp::kSize - 1));
      has_carry = true;
    }
    if (!is_last) warp.elect([&] { tile[mine] = carry; });
  }
};

template <class T, class Op>
void scan_items(StreamRef stream, View<ScanItem<T>> item, const JoinItems<T, Op>& join) {
  const std::uint64_t tiles = (item.size() + kScanTile - 1) / kScanTile;
  Buffer<ScanItem<T>> tile(stream, tiles, "list scan");
  if (tiles > 1) {
    kernel::launch(stream, kernel::Warps{tiles}, ScanTiles<T, Op>{item, join, tile, false});
    scan_items(stream, tile.view(), join);
  }
  kernel::launch(stream, kernel::Warps{tiles}, ScanTiles<T, Op>{item, join, tile, true});
}

template <class Index, class T>
struct BringIntoOrder {
  View<const Index> order;
  View<const T> value;
  bool is_backwards;
  View<ScanItem<T>> item;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    item[i] = {value[order[is_backwards ? order.size() - 1 - i : i]], 0};
  }
};

template <class Index, class T>
struct MarkBegins {
  View<const Index> first;
  bool is_backwards;
  View<ScanItem<T>> item;

  WARPGRAPH_DEVICE void operator()(std::uint64_t list) const {
    item[is_backwards ? item.size() - first[list + 1] : first[list]].begins = 1;
  }
};

template <class Index, class T>
struct BringBack {
  View<const Index> order;
  View<const ScanItem<T>> item;
  bool is_backwards;
  View<T> out;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    out[order[is_backwards ? order.size() - 1 - i : i]] = item[i].value;
  }
};

}  // namespace lists

// From the head: out[v] = value[head] op ... op value[v]. From the tail: out[v] = value[v] op ... op value[tail]. The
// lists were ranked with the option `order`, from whichever end. Op is an associative function object, which need not
// be commutative; with CUDA this is compiled by nvcc. `out` may be `value`. Queues work and returns.
// Allocates sizeof(T) + 4 bytes an element, aligned, while it works.
template <ListIndex Index, class T, class Op>
void scan_lists(StreamRef stream, const ListRanks<Index>& ranked, std::type_identity_t<View<const T>> value,
                View<T> out, Op op, ListEnd from = ListEnd::kHead) {
  const std::uint64_t n = ranked.rank.size();
  expects(ranked.order.size() == n, "list scan: the lists were ranked without their order");
  expects(value.size() == n && out.size() == n, "list scan: not a value for every element");
  if (n == 0) return;
  const bool is_backwards = from == ListEnd::kTail;
  Buffer<lists::ScanItem<T>> item(stream, n, "list scan");
  kernel::for_each(stream, n, lists::BringIntoOrder<Index, T>{ranked.order, value, is_backwards, item});
  kernel::for_each(stream, ranked.lists, lists::MarkBegins<Index, T>{ranked.first, is_backwards, item});
  lists::scan_items(stream, item.view(), lists::JoinItems<T, Op>{op, is_backwards});
  kernel::for_each(stream, n, lists::BringBack<Index, T>{ranked.order, item, is_backwards, out});
}

// The same with addition, in the library: for sources that nvcc does not compile. Sums wrap around. Costs the same.
template <ListIndex Index>
void sum_lists(StreamRef stream, const ListRanks<Index>& ranked, View<const std::int64_t> value, View<std::int64_t> out,
               ListEnd from = ListEnd::kHead);

}  // namespace warpgraph::algorithms
