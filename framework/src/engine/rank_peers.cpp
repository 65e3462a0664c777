// SPDX-License-Identifier: Apache-2.0
#include "rank_peers.hpp"

#include <cstring>

namespace warpgraph::detail {

RankPeers::RankPeers(const RankLayout& layout) : layout_(layout) {
  if (!layout.has_others()) return;
  if (!layout.grid) {
    stages_ = {layout.ranks};
    return;
  }
  const auto me = static_cast<std::uint64_t>(layout.ranks->rank());
  std::vector<int> row;
  std::vector<int> column;
  for (std::uint64_t rank = 0; rank < layout.grid->ranks(); ++rank) {
    if (layout.grid->row_of(rank) == layout.grid->row_of(me)) row.push_back(static_cast<int>(rank));
    if (layout.grid->column_of(rank) == layout.grid->column_of(me)) column.push_back(static_cast<int>(rank));
  }
  stages_ = {&row_.emplace(*layout.ranks, std::move(row)), &column_.emplace(*layout.ranks, std::move(column))};
}

void RankPeers::tell(Progress& sum, std::span<const std::unique_ptr<PartOfPeers>> parts) {
  if (stages_.empty()) return;
  Told told{sum.vertices, sum.edges, cancelled_here_ != nullptr && cancelled_here_->load()};
  if (row_) told = all_reduce(*row_, told, add);
  told = gather_channels(told, parts);
  sum.vertices = told.vertices;
  sum.edges = told.edges;
  if (told.is_cancelled != 0) is_cancelled_ = true;
}

RankPeers::Told RankPeers::gather_channels(const Told& mine, std::span<const std::unique_ptr<PartOfPeers>> parts) {
  Ranks& stage = *stages_.back();
  std::vector<std::size_t> of_rank(static_cast<std::size_t>(layout_.ranks->size()));
  for (std::size_t i = 0; i < channel_counts_.size(); ++i)
    of_rank[static_cast<std::size_t>(layout_.rank_of[i])] += channel_counts_[i];
  // All ranks tell as much as the one with most channels.
  const std::size_t bytes = sizeof(Told) + std::ranges::max(of_rank) * sizeof(ChannelCounts);
  std::vector<std::byte> letter(bytes);
  std::memcpy(letter.data(), &mine, sizeof mine);
  std::byte* next = letter.data() + sizeof mine;
  for (const auto& each : parts) next = std::ranges::copy(std::as_bytes(each->channels.span()), next).out;
  std::vector<std::byte> all(bytes * static_cast<std::size_t>(stage.size()));
  stage.all_gather(letter, all);

  channels_.resize(channel_counts_.size());
  for (std::size_t device = 0; device < channels_.size(); ++device)
    channels_[device].assign(channel_counts_[device], ChannelCounts{});
  Told sum{};
  for (int r = 0; r < stage.size(); ++r) {
    const int rank = column_ ? column_->number_of(r) : r;
    Told theirs{};
    const std::byte* from = all.data() + static_cast<std::size_t>(r) * bytes;
    std::memcpy(&theirs, from, sizeof theirs);
    from += sizeof theirs;
    sum = add(sum, theirs);
    const auto first =
        static_cast<std::size_t>(std::ranges::lower_bound(layout_.rank_of, rank) - layout_.rank_of.begin());
    for (std::size_t device = first; device < channels_.size() && layout_.rank_of[device] == rank; ++device) {
      const auto to = std::as_writable_bytes(std::span(channels_[device]));
      std::copy_n(from, to.size(), to.begin());
      from += to.size();
    }
  }
  return sum;
}

std::vector<RankPeers::Rounds> RankPeers::meet(std::vector<Rounds> mine) {
  if (stages_.empty()) return mine;
  if (max(static_cast<int>(cancelled_here_ != nullptr && cancelled_here_->load())) != 0) is_cancelled_ = true;
  Rounds letter;
  for (const Rounds& each : mine) letter.insert(letter.end(), each.begin(), each.end());
  const auto size = static_cast<std::size_t>(layout_.ranks->size());
  const std::vector<Rounds> letters = all_to_all(*layout_.ranks, std::vector<Rounds>(size, letter));
  const auto count = static_cast<std::ptrdiff_t>(mine.front().size());
  std::vector<Rounds> all;
  std::size_t of_rank = 0;
  for (std::size_t device = 0; device < layout_.rank_of.size(); ++device) {
    const auto rank = static_cast<std::size_t>(layout_.rank_of[device]);
    if (device != 0 && layout_.rank_of[device - 1] != layout_.rank_of[device]) of_rank = 0;
    const auto first = letters[rank].begin() + static_cast<std::ptrdiff_t>(of_rank++) * count;
    all.emplace_back(first, first + count);
  }
  return all;
}

const std::atomic<bool>* RankPeers::agree_on(const std::atomic<bool>* cancelled) {
  cancelled_here_ = cancelled;
  return layout_.has_others() ? &is_cancelled_ : cancelled;
}

}  // namespace warpgraph::detail
