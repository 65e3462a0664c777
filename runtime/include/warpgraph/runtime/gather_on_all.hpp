// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::ranks {

// The lists of all ranks, one behind the other, on every rank. Collective: each rank sends its list to every other one,
// and allocates room for all of them.
template <class T>
requires std::is_trivially_copyable_v<T> std::vector<T> gather_on_all(Ranks& ranks, const std::vector<T>& mine) {
  const std::size_t my_size = mine.size();
  const std::vector<std::size_t> sizes = detail::gather_sizes(ranks, std::span(&my_size, 1), sizeof(T));
  std::size_t count = 0;
  for (const std::size_t size : sizes) count += size;
  std::vector<T> all(count);
  std::vector<Ranks::Sent> sent;
  std::vector<Ranks::Received> received;
  std::span<T> rest(all);
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    const std::span<T> place = rest.first(sizes[r]);
    rest = rest.subspan(sizes[r]);
    if (static_cast<int>(r) == ranks.rank()) {
      std::copy(mine.begin(), mine.end(), place.begin());
      continue;
    }
    if (!mine.empty()) sent.push_back({static_cast<int>(r), std::as_bytes(std::span(mine))});
    if (!place.empty()) received.push_back({static_cast<int>(r), std::as_writable_bytes(place)});
  }
  ranks.exchange(sent, received);
  return all;
}

}  // namespace warpgraph::ranks
