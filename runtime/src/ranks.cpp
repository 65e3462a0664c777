// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/ranks.hpp>

#include <algorithm>

namespace warpgraph {

void Ranks::all_gather(std::span<const std::byte> mine, std::span<std::byte> all) {
  expects(all.size() == mine.size() * static_cast<std::size_t>(size()), "Ranks::all_gather: not room for all ranks");
  std::vector<Sent> sent;
  std::vector<Received> received;
  for (int r = 0; r < size(); ++r) {
    const std::span<std::byte> place = all.subspan(static_cast<std::size_t>(r) * mine.size(), mine.size());
    if (r == rank()) {
      std::ranges::copy(mine, place.begin());
      continue;
    }
    sent.push_back({r, mine});
    received.push_back({r, place});
  }
  exchange(sent, received);
}

}  // namespace warpgraph
