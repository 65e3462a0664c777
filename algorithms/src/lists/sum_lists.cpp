// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>

#include <warpgraph/algorithms/list_scan.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>

namespace warpgraph::algorithms {
namespace {

struct AddWrapping {
  WARPGRAPH_DEVICE std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
};

}  // namespace

template <ListIndex Index>
void sum_lists(StreamRef stream, const ListRanks<Index>& ranked, View<const std::int64_t> value, View<std::int64_t> out,
               ListEnd from) {
  scan_lists(stream, ranked, value, out, AddWrapping{}, from);
}

template <ListIndex Index>
void sum_spread_lists(std::span<const StreamRef> streams, const SpreadListRanks<Index>& ranked,
                      std::span<const View<const std::int64_t>> value, std::span<const View<std::int64_t>> out,
                      ListEnd from) {
  scan_spread_lists(streams, ranked, value, out, AddWrapping{}, from);
}

#define WARPGRAPH_SUM_LISTS_OF(Index)                                                                                 \
  template void sum_lists(StreamRef, const ListRanks<Index>&, View<const std::int64_t>, View<std::int64_t>, ListEnd); \
  template void sum_spread_lists(std::span<const StreamRef>, const SpreadListRanks<Index>&,                           \
                                 std::span<const View<const std::int64_t>>, std::span<const View<std::int64_t>>,      \
                                 ListEnd)
WARPGRAPH_SUM_LISTS_OF(std::uint32_t);
WARPGRAPH_SUM_LISTS_OF(std::uint64_t);
#undef WARPGRAPH_SUM_LISTS_OF

}  // namespace warpgraph::algorithms
