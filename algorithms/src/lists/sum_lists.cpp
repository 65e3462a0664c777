// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/algorithms/list_scan.hpp>

namespace warpgraph {
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

template void sum_lists(StreamRef, const ListRanks<std::uint32_t>&, View<const std::int64_t>, View<std::int64_t>,
                        ListEnd);
template void sum_lists(StreamRef, const ListRanks<std::uint64_t>&, View<const std::int64_t>, View<std::int64_t>,
                        ListEnd);

}  // namespace warpgraph
