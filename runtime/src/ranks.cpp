// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/ranks.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

#include "missing_ranks.hpp"

namespace warpgraph {

Ranks::Ranks() { detail::ranks_were_made(); }

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

namespace detail {

// Before its sizes a rank says that they are sizes, how many, and of what.
std::vector<std::size_t> gather_sizes(Ranks& ranks, std::span<const std::size_t> sizes, std::size_t element_bytes) {
  struct Title {
    std::uint64_t mark = 0x73657a6973206761u;
    std::uint64_t count = 0;
    std::uint64_t element_bytes = 0;
    bool operator==(const Title&) const = default;
  };
  const Title title{.count = sizes.size(), .element_bytes = element_bytes};
  std::vector<std::byte> mine(sizeof title + sizes.size_bytes());
  std::ranges::copy(std::as_bytes(std::span(&title, 1)), mine.begin());
  std::ranges::copy(std::as_bytes(sizes), mine.begin() + sizeof title);
  std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(ranks.size()));
  ranks.all_gather(mine, all);
  std::vector<std::size_t> table(sizes.size() * static_cast<std::size_t>(ranks.size()));
  for (int r = 0; r < ranks.size(); ++r) {
    const auto from = std::span<const std::byte>(all).subspan(static_cast<std::size_t>(r) * mine.size(), mine.size());
    Title theirs;
    std::ranges::copy(from.first(sizeof theirs), std::as_writable_bytes(std::span(&theirs, 1)).begin());
    expects(theirs == title, "rank " + std::to_string(r) +
                                 " makes another call than this one: all ranks make the same calls in the same order");
    std::ranges::copy(
        from.subspan(sizeof theirs),
        std::as_writable_bytes(std::span(table).subspan(static_cast<std::size_t>(r) * sizes.size(), sizes.size()))
            .begin());
  }
  return table;
}

}  // namespace detail

}  // namespace warpgraph
