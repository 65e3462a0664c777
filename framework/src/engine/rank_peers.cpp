// SPDX-License-Identifier: Apache-2.0
#include "rank_peers.hpp"

#include <cstring>

namespace warpgraph::detail {
namespace {

struct Told {
  std::uint64_t vertices;
  std::uint64_t edges;
  std::uint64_t is_cancelled;
};

}  // namespace

void RankPeers::tell(Progress& sum, std::span<const std::unique_ptr<PartOfPeers>> parts) {
  if (!layout_.has_others()) return;
  const std::size_t each = channels_each();
  std::vector<std::size_t> devices_of(static_cast<std::size_t>(layout_.ranks->size()));
  for (const int rank : layout_.rank_of) ++devices_of[static_cast<std::size_t>(rank)];
  // All ranks tell as much as the one with most devices.
  const std::size_t channels = std::ranges::max(devices_of) * each;
  const std::size_t bytes = sizeof(Told) + channels * sizeof(ChannelCounts);
  std::vector<std::byte> mine(bytes);
  const Told told{sum.vertices, sum.edges, cancelled_here_ != nullptr && cancelled_here_->load()};
  std::memcpy(mine.data(), &told, sizeof told);
  for (std::size_t i = 0; i < parts.size(); ++i)
    std::memcpy(mine.data() + sizeof told + i * each * sizeof(ChannelCounts), parts[i]->host[0].channel,
                each * sizeof(ChannelCounts));
  std::vector<std::byte> all(bytes * devices_of.size());
  layout_.ranks->all_gather(mine, all);

  channels_.resize(layout_.held.size() * each);
  std::size_t first = 0;
  sum.vertices = sum.edges = 0;
  for (std::size_t r = 0; r < devices_of.size(); ++r) {
    Told theirs{};
    const std::byte* const from = all.data() + r * bytes;
    std::memcpy(&theirs, from, sizeof theirs);
    sum.vertices += theirs.vertices;
    sum.edges += theirs.edges;
    if (theirs.is_cancelled != 0) is_cancelled_ = true;
    const std::size_t count = devices_of[r] * each;
    if (count != 0) std::memcpy(&channels_[first], from + sizeof theirs, count * sizeof(ChannelCounts));
    first += count;
  }
}

const std::atomic<bool>* RankPeers::agree_on(const std::atomic<bool>* cancelled) {
  cancelled_here_ = cancelled;
  return layout_.has_others() ? &is_cancelled_ : cancelled;
}

}  // namespace warpgraph::detail
