// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>

#include <algorithm>
#include <utility>

#include <warpgraph/framework/parallel/sweep.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "../graph/value_types.hpp"
#include "exchange_kernels.hpp"

namespace warpgraph::detail {
namespace {

// The words of the vertices that a device owns, from a mask over those that it holds.
View<const std::uint32_t> part_of(View<const std::uint32_t> held_words, VertexRange held, VertexRange own) {
  return held_words.subview((own.first - held.first) / 32, mask_words(own.size()));
}

// The vertices whose values travel densely.
BothMasks packed_for(Refinement refinement, View<const std::uint32_t> updated, View<const std::uint32_t> wanted) {
  if (refinement == Refinement::kAll) return {};
  if (refinement == Refinement::kMarked) return {wanted, {}};
  return {updated, wanted};
}

// Bytes of another rank's memory.
View<std::byte> elsewhere(std::size_t bytes) { return {nullptr, bytes}; }

// The words of values in bytes.
template <class Word>
View<Word> words_in(View<std::byte> bytes) {
  return array_at<Word>(bytes, 0, bytes.size() / sizeof(Word));
}

}  // namespace

template <EdgeValueType E>
std::vector<ExchangeEnd> ends_of(const ShardedGraph<E>& graph) {
  std::vector<ExchangeEnd> ends;
  for (std::size_t device = 0; device < graph.layout().held.size(); ++device) {
    if (!graph.layout().is_here(device)) {
      ends.push_back({{}, graph.layout().held[device], {}, {}, {}, {}, {}, {}});
      continue;
    }
    const int i = static_cast<int>(device) - graph.layout().first_device;
    const Shard<E>& shard = graph.shard(i);
    ExchangeEnd& end =
        ends.emplace_back(ExchangeEnd{graph.stream(i), shard.held, shard.local_ids.view(), {}, {}, {}, {}, {}});
    end.wanted_by.assign(shard.wanted_by.begin(), shard.wanted_by.end());
    end.wanted_by_any = shard.wanted_by_any;
    end.wanted_from.assign(shard.wanted_from.begin(), shard.wanted_from.end());
    end.wanted_from_by_any.assign(shard.wanted_from_by_any.begin(), shard.wanted_from_by_any.end());
    for (const ShardPeerNumbers& each : shard.numbers) end.numbers.push_back(each.view());
  }
  return ends;
}
#define WARPGRAPH_INSTANTIATE(Value) template std::vector<ExchangeEnd> ends_of(const ShardedGraph<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

Exchange::Exchange(std::vector<ExchangeEnd> ends, PeerLinks& links, const ExchangeOptions& options,
                   std::size_t value_bytes)
    : options_(options), value_bytes_(value_bytes) {
  const HubKind kind = links.kind(options.hub);
  once_ = hub_traits(kind).one_copy_serves_all && !links.has_other_ranks();
  int here = 0;
  for (ExchangeEnd& each : ends) {
    const View<StepNote> notes = each.stream ? links.notes(here++) : View<StepNote>();
    ends_.push_back(Ends{std::move(each), notes});
  }
  make_channels(static_cast<int>(ends_.size()));
  std::size_t max_sent = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    if (!is_here(i)) continue;
    make_boxes(i);
    max_sent = std::max(max_sent, ends_[i].outbox.size());
  }
  hub_ = &links.hub(kind, std::max<std::size_t>(max_sent, 1));
}

void Exchange::make_channels(int devices) {
  channels_of_.resize(static_cast<std::size_t>(devices));
  for (int i = 0; i < devices && devices > 1; ++i) {
    auto& mine = channels_of_[static_cast<std::size_t>(i)];
    if (once_) mine.push_back({i, LinkTraffic::kAllOthers, {}});
    for (int j = 0; j < devices; ++j) {
      if (j == i) continue;
      if (!once_) mine.push_back({i, j, {}});
      mine.back().receivers.push_back(j);
    }
  }
}

void Exchange::make_boxes(std::size_t i) {
  Ends& ends = ends_[i];
  const std::size_t channels = channels_of_[i].size();
  ArrayLayout layout;
  const std::size_t counts_at = layout.add<ChannelCounts>(channels);
  const std::size_t outbox_at = layout.add<std::byte>(max_message_bytes(ends) * channels);
  const auto inbox_bytes = [&](std::size_t j) { return j == i ? 0 : max_message_bytes(ends_[j]); };
  std::vector<std::size_t> inbox_at[2];
  for (auto& parity : inbox_at)
    for (std::size_t j = 0; j < ends_.size(); ++j) parity.push_back(layout.add<std::byte>(inbox_bytes(j)));
  ends.boxes = Buffer<std::byte>(*ends.end.stream, layout.bytes(), "exchange boxes");
  ends.counts = array_at<ChannelCounts>(ends.boxes, counts_at, channels);
  ends.outbox = array_at<std::byte>(ends.boxes, outbox_at, max_message_bytes(ends) * channels);
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t j = 0; j < ends_.size(); ++j)
      ends.inbox[parity].push_back(array_at<std::byte>(ends.boxes, inbox_at[parity][j], inbox_bytes(j)));
}

std::size_t Exchange::max_message_bytes(const Ends& from) const {
  const std::uint64_t vertices = from.end.held.size();
  return std::max(MessageLayout::dense(vertices, value_bytes_, mask_words(vertices)).bytes,
                  MessageLayout::list(std::min(vertices, kMaxListed), value_bytes_).bytes) +
         MessageLayout::kAlign;
}

View<const std::uint32_t> Exchange::own_words(const Ends& ends, const Side& side) {
  return side.frontier.subview((side.own.first - ends.end.local_ids.first) / 32, mask_words(side.own.size()));
}

View<const std::uint32_t> Exchange::wanted(const Channel& channel, VertexRange own) const {
  const ExchangeEnd& end = ends_[static_cast<std::size_t>(channel.from)].end;
  const bool is_for_all = channel.to == LinkTraffic::kAllOthers;
  return part_of(is_for_all ? end.wanted_by_any : end.wanted_by[static_cast<std::size_t>(channel.to)], end.held, own);
}

View<const std::uint32_t> Exchange::wanted_from(std::size_t to, std::size_t from, VertexRange own) const {
  const ExchangeEnd& end = ends_[to].end;
  return part_of((once_ ? end.wanted_from_by_any : end.wanted_from)[from], ends_[from].end.held, own);
}

PeerNumbers Exchange::numbers_of(std::size_t from, std::size_t to) const {
  const std::vector<PeerNumbers>& numbers = ends_[to].end.numbers;
  if (is_here(from) || numbers.empty()) return {ends_[from].end.held.first, {}, {}};
  return numbers[from];
}

View<std::byte> Exchange::inbox_of(const Message& message, int to) {
  const auto from = static_cast<std::size_t>(message.channel->from);
  if (!is_here(static_cast<std::size_t>(to))) return elsewhere(message.layout.bytes);
  return ends_[static_cast<std::size_t>(to)].inbox[parity_][from].subview(0, message.layout.bytes);
}

void Exchange::add_traffic(std::size_t i, VertexRange own, const PeerStep& step, bool is_search,
                           std::vector<LinkTraffic>& traffic) const {
  const std::uint32_t* sent = step.sent;
  for (const Channel& channel : channels_of_[i]) {
    const std::uint64_t messages = *sent++;
    const std::uint64_t bytes = step.is_dense ? mask_words(own.size()) * sizeof(std::uint32_t)
                                              : messages * (sizeof(VertexId) + (is_search ? 0 : value_bytes_));
    if (bytes == 0) continue;
    const std::uint64_t useful = is_search ? std::min<std::uint64_t>(step.updated, 1) : messages;
    traffic.push_back({channel.from, channel.to, step.is_dense, bytes, useful * value_bytes_});
  }
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
  const auto sweep = static_cast<std::uint32_t>(sweep_warps(stream, updated.size()).count);
  for (std::size_t first = 0; first < mine.size(); first += kMaxTogether) {
    const std::size_t together = std::min<std::size_t>(kMaxTogether, mine.size() - first);
    CountChannels kernel{updated, {}, sweep, ends.counts.subview(first, together)};
    for (std::size_t c = 0; c < together; ++c) kernel.wanted[c] = wanted(mine[first + c], side.own);
    launch(stream, Warps{sweep * together}, kernel);
  }
  copy(stream, host, ends.counts.subview(0, mine.size()));
}

// Nothing if there is nothing to say.
MessageLayout Exchange::lay_out(const ChannelCounts& counts, VertexRange own, Refinement refinement,
                                bool is_uniform) const {
  const std::uint64_t words = mask_words(own.size());
  if (own.empty()) return {};
  if (refinement == Refinement::kAll) return MessageLayout::dense(own.size(), value_bytes_, words);
  if (refinement == Refinement::kMarked)
    return counts.wanted == 0 ? MessageLayout{} : MessageLayout::dense(counts.wanted, value_bytes_, words);
  if (counts.updated == 0) return {};
  const MessageLayout list = MessageLayout::list(counts.updated, value_bytes_, is_uniform);
  const MessageLayout dense = MessageLayout::dense(counts.updated, value_bytes_, words, is_uniform);
  return list.bytes <= dense.bytes ? list : dense;
}

// The messages of one sender lie side by side; pack_all relies on it.
std::vector<Exchange::Message> Exchange::messages_of(const std::vector<Side>& sides,
                                                     const std::vector<std::vector<ChannelCounts>>& counts,
                                                     Refinement refinement, Take takes,
                                                     std::vector<LinkTraffic>& traffic) {
  std::vector<Message> messages;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    std::size_t at = 0;
    for (std::size_t c = 0; c < channels_of_[i].size(); ++c) {
      const Channel& channel = channels_of_[i][c];
      const MessageLayout layout = lay_out(counts[i][c], sides[i].own, refinement, takes == Take::kUniform);
      if (layout.bytes == 0) continue;
      Message& message = messages.emplace_back(Message{&channel, c, layout, {}});
      if (!hub_->takes_writes() || layout.bytes > tuning::kMaxWritten)
        message.outbox = is_here(i) ? ends_[i].outbox.subview(at, layout.bytes) : elsewhere(layout.bytes);
      const std::uint64_t useful = std::min(counts[i][c].updated, layout.values);
      traffic.push_back({channel.from, channel.to, layout.is_dense, layout.bytes, useful * value_bytes_});
      at += MessageLayout::aligned(layout.bytes);
    }
  }
  return messages;
}

void Exchange::exchange(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts,
                        Refinement refinement, Take takes, std::vector<LinkTraffic>& traffic) {
  const std::vector<Message> messages = messages_of(sides, counts, refinement, takes, traffic);
  if (messages.empty()) return;
  if (hub_->takes_writes()) {
    std::vector<Hub::Way> ways;
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

std::vector<Parcel> Exchange::parcels_of(const std::vector<Message>& messages) {
  std::vector<Parcel> parcels;
  for (const Message& each : messages) {
    Parcel& parcel = parcels.emplace_back(Parcel{each.channel->from, each.outbox, {}});
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
  const View<const std::uint32_t> updated = own_words(ends, side);
  const View<std::byte> seen = side.seen.subview((side.own.first - ends.end.local_ids.first) * value_bytes_,
                                                 std::size_t{side.own.size()} * value_bytes_);
  for (std::size_t first = 0; first < messages.size(); first += kMaxTogether) {
    const auto some = messages.subspan(first, std::min<std::size_t>(kMaxTogether, messages.size() - first));
    PackMessages<Cells> kernel{
        cells,         {}, words_in<typename Cells::Word>(seen), side.own.first - ends.end.held.first, side.own.size(),
        updated.size()};
    for (std::size_t m = 0; m < some.size(); ++m)
      kernel.message[m] = to_write<Cells>(some[m], refinement, updated, wanted(*some[m].channel, side.own));
    launch(*ends.end.stream, Warps{tiles_of(updated.size()) * some.size()}, kernel);
  }
}

template <class Cells>
auto Exchange::to_write(const Message& message, Refinement refinement, View<const std::uint32_t> updated,
                        View<const std::uint32_t> asked) {
  using Word = typename Cells::Word;
  const MessageLayout& layout = message.layout;
  const View<std::byte> box = written(message);
  Ends& ends = ends_[static_cast<std::size_t>(message.channel->from)];
  MessageTo<Cells> to{{updated, asked},
                      {},
                      ends.counts.subview(message.number, 1),
                      words_in<Word>(box.subview(0, layout.values * value_bytes_)),
                      layout.is_uniform,
                      {},
                      {},
                      {}};
  if (layout.is_dense) {
    to.selected = packed_for(refinement, updated, asked);
    to.outgoing = {updated, refinement == Refinement::kAll ? View<const std::uint32_t>() : asked};
    to.mask = array_at<std::uint32_t>(box, layout.ids_at, layout.words);
    to.offset = array_at<std::uint32_t>(box, layout.offsets_at, layout.tiles);
  } else {
    to.id = array_at<VertexId>(box, layout.ids_at, layout.vertices);
  }
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
    if (warps != 0) launch(*end.stream, Warps{warps}, kernel);
    kernel.messages = 0;
    warps = 0;
  };
  for (const Message& each : messages) {
    if (std::ranges::count(each.channel->receivers, static_cast<int>(to)) == 0) continue;
    if (kernel.messages == kMaxTogether) take();
    MessageFrom<Cells>& from = kernel.message[kernel.messages++];
    from = to_read<Cells>(each, refinement, sides[static_cast<std::size_t>(each.channel->from)].own, to);
    from.first_warp = warps;
    warps += Kernel::warps(from.id.size(), from.updated.size());
  }
  take();
}

template <class Cells>
auto Exchange::to_read(const Message& message, Refinement refinement, VertexRange own, std::size_t to) {
  using Word = typename Cells::Word;
  const MessageLayout& layout = message.layout;
  const View<std::byte> box = inbox_of(message, static_cast<int>(to));
  const auto from = static_cast<std::size_t>(message.channel->from);
  MessageFrom<Cells> read{words_in<Word>(box.subview(0, layout.values * value_bytes_)),
                          layout.is_uniform,
                          {},
                          {},
                          {},
                          {},
                          numbers_of(from, to),
                          own.first - ends_[from].end.held.first,
                          0};
  if (!layout.is_dense) {
    read.id = array_at<VertexId>(box, layout.ids_at, layout.vertices);
    return read;
  }
  read.updated = array_at<std::uint32_t>(box, layout.ids_at, layout.words);
  read.offset = array_at<std::uint32_t>(box, layout.offsets_at, layout.tiles);
  read.packed_for = refinement == Refinement::kUpdated
                        ? BothMasks{read.updated, {}}
                        : packed_for(refinement, read.updated, wanted_from(to, from, own));
  return read;
}

}  // namespace warpgraph::detail
