// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "exchange_kernels.hpp"
#include "pack_messages.hpp"
#include "take_messages.hpp"

// The rounds of an exchange.
namespace warpgraph::detail {

View<const std::uint32_t> Exchange::own_words(const Ends& ends, const Side& side) {
  return side.frontier.subview((side.own.first - ends.end.local_ids.first) / 32, mask_words(side.own.size()));
}

View<std::byte> Exchange::inbox_of(const Message& message, int to) {
  const auto from = static_cast<std::size_t>(message.channel->from);
  if (!is_here(static_cast<std::size_t>(to))) return elsewhere(message.layout.bytes);
  return ends_[static_cast<std::size_t>(to)].inbox[parity_][from].subview(0, message.layout.bytes);
}

void Exchange::count(int from, const Side& side, View<ChannelCounts> host) {
  Ends& ends = ends_[static_cast<std::size_t>(from)];
  const StreamRef stream = *ends.end.stream;
  const auto& mine = channels_of_[static_cast<std::size_t>(from)];
  if (mine.empty()) return;
  const View<std::uint64_t> words(reinterpret_cast<std::uint64_t*>(ends.counts.data()),
                                  ends.counts.size() * sizeof(ChannelCounts) / sizeof(std::uint64_t),
                                  ends.counts.space());
  fill(stream, words, 0);
  const View<const std::uint32_t> updated = own_words(ends, side);
  const auto sweep = static_cast<std::uint32_t>(sweep::sweep_warps(stream, updated.size()).count);
  for (std::size_t first = 0; first < mine.size(); first += kMaxTogether) {
    const std::size_t together = std::min<std::size_t>(kMaxTogether, mine.size() - first);
    CountChannels kernel{updated, {}, {}, sweep, ends.counts.subview(first, together)};
    for (std::size_t c = 0; c < together; ++c) {
      const shards::Slots slots = slots_of(mine[first + c]);
      kernel.wanted[c] = of_own(slots.wanted, ends.end.held, side.own);
      kernel.before[c] = of_own(slots.before, ends.end.held, side.own);
    }
    kernel::launch(stream, kernel::Warps{sweep * together}, kernel);
  }
  copy(stream, host, ends.counts.subview(0, mine.size()));
}

// Another rank says how long a message is; boxes have room for what its device could say.
void Exchange::expect_possible(const Channel& channel, const ChannelCounts& counts) {
  const bool is_possible = counts.updated <= counts.wanted && counts.wanted <= channel.wanted &&
                           counts.first <= channel.wanted - counts.wanted;
  expects(is_possible, "device " + std::to_string(channel.from) + " says that it has updated " +
                           std::to_string(counts.updated) + " of " + std::to_string(counts.wanted) +
                           " vertices, of which device " + std::to_string(channel.to) + " reads " +
                           std::to_string(channel.wanted) + ": all ranks make the same calls in the same order");
}

// Nothing if there is nothing to say.
MessageLayout Exchange::lay_out(const ChannelCounts& counts, VertexRange own, Refinement refinement,
                                bool is_uniform) const {
  if (own.empty()) return {};
  if (refinement == Refinement::kAll) return MessageLayout::everything(counts.updated, value_bytes_, own.size());
  if (counts.wanted == 0) return {};
  if (refinement == Refinement::kMarked) return MessageLayout::everything(counts.updated, value_bytes_, counts.wanted);
  return MessageLayout::cheapest(counts.updated, value_bytes_, counts.wanted, is_uniform);
}

// The messages of one sender lie side by side; pack_all relies on it.
std::vector<Exchange::Message> Exchange::messages_of(const std::vector<Side>& sides,
                                                     const std::vector<std::vector<ChannelCounts>>& counts,
                                                     Refinement refinement, Take takes,
                                                     std::vector<results::LinkTraffic>& traffic) {
  std::vector<Message> messages;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    std::size_t at = 0;
    for (std::size_t c = 0; c < channels_of_[i].size(); ++c) {
      const Channel& channel = channels_of_[i][c];
      if (!is_here(i)) expect_possible(channel, counts[i][c]);
      const MessageLayout layout = lay_out(counts[i][c], sides[i].own, refinement, takes == Take::kUniform);
      if (layout.bytes == 0) continue;
      Message& message =
          messages.emplace_back(Message{&channel, c, layout, static_cast<VertexId>(counts[i][c].first), {}});
      if (!is_written(layout.bytes)) {
        message.outbox = is_here(i) ? ends_[i].outbox.subview(at, layout.bytes) : elsewhere(layout.bytes);
        at += MessageLayout::aligned(layout.bytes);
      }
      const std::uint64_t useful = std::min(counts[i][c].updated, layout.values);
      traffic.push_back({channel.from, channel.to, layout.form, layout.bytes, useful * value_bytes_});
    }
  }
  return messages;
}

void Exchange::exchange(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts,
                        Refinement refinement, Take takes, std::vector<results::LinkTraffic>& traffic) {
  const std::vector<Message> messages = messages_of(sides, counts, refinement, takes, traffic);
  if (messages.empty()) return;
  if (takes_writes_) {
    std::vector<hubs::Hub::Way> ways;
    for (const Message& each : messages) ways.push_back({each.channel->from, each.channel->to});
    hub_->open_round(ways);
    pack_all(messages, refinement, sides);
    for (const Message& each : messages)
      if (!each.outbox.empty())
        copy(*ends_[static_cast<std::size_t>(each.channel->from)].end.stream, inbox_of(each, each.channel->to),
             each.outbox);
    hub_->close_round(ways);
  } else {
    pack_all(messages, refinement, sides);
    hub_->exchange(parcels_of(messages));
  }
  with_cells(value_bytes_, [&](const auto& cells) {
    for (std::size_t to = 0; to < sides.size(); ++to)
      if (is_here(to)) take_all(cells, messages, refinement, takes, sides, to);
  });
  parity_ = 1 - parity_;
}

std::vector<hubs::Parcel> Exchange::parcels_of(const std::vector<Message>& messages) {
  std::vector<hubs::Parcel> parcels;
  for (const Message& each : messages) {
    hubs::Parcel& parcel = parcels.emplace_back(hubs::Parcel{each.channel->from, each.outbox, {}});
    for (const int to : each.channel->receivers) parcel.copies.push_back({to, inbox_of(each, to)});
  }
  return parcels;
}

void Exchange::pack_all(const std::vector<Message>& messages, Refinement refinement, const std::vector<Side>& sides) {
  for (auto first = messages.begin(); first != messages.end();) {
    const int from = first->channel->from;
    const auto behind =
        std::find_if(first, messages.end(), [&](const Message& each) { return each.channel->from != from; });
    if (!is_here(static_cast<std::size_t>(from))) {
      first = behind;
      continue;
    }
    with_cells(value_bytes_, [&](const auto& cells) {
      pack(cells, std::span(first, behind), refinement, sides[static_cast<std::size_t>(from)]);
    });
    first = behind;
  }
}

// All messages of one sender.
template <class Cells>
void Exchange::pack(const Cells& cells, std::span<const Message> messages, Refinement refinement, const Side& side) {
  Ends& ends = ends_[static_cast<std::size_t>(messages.front().channel->from)];
  const View<std::byte> seen = side.seen.subview((side.own.first - ends.end.local_ids.first) * value_bytes_,
                                                 std::size_t{side.own.size()} * value_bytes_);
  for (std::size_t first = 0; first < messages.size(); first += kMaxTogether) {
    const auto some = messages.subspan(first, std::min<std::size_t>(kMaxTogether, messages.size() - first));
    PackMessages<Cells> kernel{cells,
                               {},
                               static_cast<std::uint32_t>(some.size()),
                               own_words(ends, side),
                               words_in<typename Cells::Word>(seen),
                               side.own.first - ends.end.held.first,
                               side.own.size()};
    std::uint64_t warps = 0;
    for (std::size_t m = 0; m < some.size(); ++m) {
      MessageTo<Cells>& to = kernel.message[m] = to_write<Cells>(some[m], refinement, side.own);
      to.first_warp = warps;
      warps += to.warps();
    }
    kernel::launch(*ends.end.stream, kernel::Warps{warps}, kernel);
  }
}

template <class Cells>
auto Exchange::to_write(const Message& message, Refinement refinement, VertexRange own) {
  using Word = typename Cells::Word;
  const MessageLayout& layout = message.layout;
  const View<std::byte> box = written(message);
  Ends& ends = ends_[static_cast<std::size_t>(message.channel->from)];
  const shards::Slots slots = slots_of(*message.channel);
  MessageTo<Cells> to{};
  to.form = layout.form;
  to.is_uniform = layout.is_uniform;
  to.first_slot = message.first_slot;
  to.slots = layout.slots;
  to.wanted = of_own(slots.wanted, ends.end.held, own);
  to.before = of_own(slots.before, ends.end.held, own);
  to.counts = ends.counts.subview(message.number, 1);
  to.packed = words_in<Word>(box.subview(0, layout.values * value_bytes_));
  if (layout.form == results::MessageForm::kPairs) {
    to.id = array_at<VertexId>(box, layout.slots_at, layout.slots);
    return to;
  }
  if (refinement != Refinement::kAll) to.place = slots.place.subview(message.first_slot, layout.slots);
  to.mask = array_at<std::uint32_t>(box, layout.slots_at, layout.words);
  to.offset = array_at<std::uint32_t>(box, layout.offsets_at, layout.tiles);
  return to;
}

// All messages to one receiver.
template <class Cells>
void Exchange::take_all(const Cells& cells, const std::vector<Message>& messages, Refinement refinement, Take takes,
                        const std::vector<Side>& sides, std::size_t to) {
  using Kernel = TakeMessages<Cells>;
  const ExchangeEnd& end = ends_[to].end;
  Kernel kernel{cells,
                {},
                0,
                takes == Take::kEverything,
                end.local_ids,
                words_in<typename Cells::Word>(sides[to].seen),
                sides[to].frontier};
  std::uint64_t warps = 0;
  const auto take = [&] {
    if (warps != 0) kernel::launch(*end.stream, kernel::Warps{warps}, kernel);
    kernel.messages = 0;
    warps = 0;
  };
  for (const Message& each : messages) {
    if (std::ranges::count(each.channel->receivers, static_cast<int>(to)) == 0) continue;
    if (kernel.messages == kMaxTogether) take();
    MessageFrom<Cells>& from = kernel.message[kernel.messages++];
    from = to_read<Cells>(each, refinement, sides[static_cast<std::size_t>(each.channel->from)].own, to);
    from.first_warp = warps;
    warps += from.warps();
  }
  take();
}

template <class Cells>
auto Exchange::to_read(const Message& message, Refinement refinement, VertexRange own, std::size_t to) {
  using Word = typename Cells::Word;
  const MessageLayout& layout = message.layout;
  const View<std::byte> box = inbox_of(message, static_cast<int>(to));
  const auto from = static_cast<std::size_t>(message.channel->from);
  MessageFrom<Cells> read{};
  read.form = layout.form;
  read.is_uniform = layout.is_uniform;
  read.is_by_place = refinement == Refinement::kAll;
  read.sender = numbers_of(from, to);
  read.first_slot = read.is_by_place ? own.first - ends_[from].end.held.first : message.first_slot;
  read.slots = layout.slots;
  read.copies = once_ ? ends_[to].told_to_all[from].view() : ends_[to].end.told_by[from];
  read.packed = words_in<Word>(box.subview(0, layout.values * value_bytes_));
  if (layout.form == results::MessageForm::kPairs) {
    read.id = array_at<VertexId>(box, layout.slots_at, layout.slots);
  } else {
    read.mask = array_at<std::uint32_t>(box, layout.slots_at, layout.words);
    read.offset = array_at<std::uint32_t>(box, layout.offsets_at, layout.tiles);
  }
  return read;
}

}  // namespace warpgraph::detail
