// SPDX-License-Identifier: Apache-2.0
#include "other_ranks.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warpgraph::detail {

OtherRanks::OtherRanks(const ranks::RankLayout& layout) : layout_(layout) {
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

void OtherRanks::tell(Progress& sum, const Channels& mine) {
  if (stages_.empty()) return;
  Told told{sum.vertices, sum.edges, cancelled_here_ != nullptr && cancelled_here_->load()};
  if (row_) told = ranks::all_reduce(*row_, told, add);
  told = gather_channels(told, mine);
  sum.vertices = told.vertices;
  sum.edges = told.edges;
  if (told.is_cancelled != 0) is_cancelled_ = true;
}

OtherRanks::Told OtherRanks::gather_channels(const Told& progress, const Channels& mine) {
  Ranks& stage = *stages_.back();
  std::vector<std::size_t> of_rank(static_cast<std::size_t>(layout_.ranks->size()));
  for (std::size_t i = 0; i < channel_counts_.size(); ++i)
    of_rank[static_cast<std::size_t>(layout_.rank_of[i])] += channel_counts_[i];
  // All ranks tell as much as the one with most channels.
  const std::size_t bytes = sizeof(Told) + std::ranges::max(of_rank) * sizeof(ChannelCounts);
  std::vector<std::byte> letter(bytes);
  std::memcpy(letter.data(), &progress, sizeof progress);
  std::byte* next = letter.data() + sizeof progress;
  for (const auto& each : mine) next = std::ranges::copy(std::as_bytes(each), next).out;
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

// One letter of each rank, as long as that of the rank with most devices. If a rank had other rounds, its letter would
// have another size, which no rank takes.
std::vector<OtherRanks::Rounds> OtherRanks::meet(std::vector<Rounds> mine) {
  if (stages_.empty()) return mine;
  const std::size_t rounds = mine.front().size();
  const std::size_t peers = layout_.held.size() - 1;
  const std::size_t words_of_device = rounds * (2 + peers);
  std::size_t most_devices = 0;
  for (const int rank : layout_.rank_of)
    most_devices = std::max(most_devices, static_cast<std::size_t>(std::ranges::count(layout_.rank_of, rank)));
  std::vector<std::uint32_t> letter{cancelled_here_ != nullptr && cancelled_here_->load() ? 1u : 0u};
  for (const Rounds& each : mine) {
    for (const LoopStep& step : each) {
      letter.push_back(static_cast<std::uint32_t>(step.updated));
      letter.push_back(step.is_dense ? 1 : 0);
      letter.insert(letter.end(), step.sent, step.sent + peers);
    }
  }
  letter.resize(1 + most_devices * words_of_device);
  std::vector<std::uint32_t> letters(letter.size() * static_cast<std::size_t>(layout_.ranks->size()));
  layout_.ranks->all_gather(std::as_bytes(std::span(letter)), std::as_writable_bytes(std::span(letters)));
  for (std::size_t at = 0; at < letters.size(); at += letter.size())
    if (letters[at] != 0) is_cancelled_ = true;

  std::vector<Rounds> all;
  std::size_t of_rank = 0;
  for (std::size_t device = 0; device < layout_.rank_of.size(); ++device) {
    const auto rank = static_cast<std::size_t>(layout_.rank_of[device]);
    if (device != 0 && layout_.rank_of[device - 1] != layout_.rank_of[device]) of_rank = 0;
    const std::uint32_t* word = letters.data() + rank * letter.size() + 1 + of_rank++ * words_of_device;
    for (LoopStep& step : all.emplace_back(rounds)) {
      step.updated = *word++;
      step.is_dense = *word++ != 0;
      std::copy_n(word, peers, step.sent);
      word += peers;
    }
  }
  return all;
}

const std::atomic<bool>* OtherRanks::agree_on(const std::atomic<bool>* cancelled) {
  cancelled_here_ = cancelled;
  return layout_.has_others() ? &is_cancelled_ : cancelled;
}

}  // namespace warpgraph::detail
