// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/engine/detail/core/array_layout.hpp>
#include <warpgraph/framework/engine/detail/exchange/exchange_kernels.hpp>
#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/engine/detail/fused/peer_step.hpp>
#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace warpgraph::detail {

// Tells devices what they want to know of each other's vertices after a superstep. What it knows of a device's state
// it is given as views; it keeps outboxes, inboxes and counters.
template <class V>
class Exchange {
 public:
  // A device's part of the run.
  struct Side {
    VertexRange own;
    View<std::uint32_t> frontier;  // the next one, by local id
    View<V> seen;                  // by local id
  };
  // What receivers take of a message. kUniform: what was updated has one value, whatever the vertex.
  enum class Take { kUpdated, kUniform, kEverything };

  template <class E>
  Exchange(const ShardedGraph<E>& graph, const ExchangeOptions& options) : options_(options) {
    const HubKind kind = options.hub ? *options.hub : best_hub(graph.streams());
    const bool once = hub_traits(kind).one_copy_serves_all;
    for (int i = 0; i < graph.device_count(); ++i) {
      const Shard<E>& shard = graph.shard(i);
      Ends& ends = sides_.emplace_back(Ends{graph.stream(i), shard.held, shard.local_ids.view()});
      ends.wanted_by.assign(shard.wanted_by.begin(), shard.wanted_by.end());
      const auto& from = once ? shard.wanted_from_by_any : shard.wanted_from;
      ends.wanted_from.assign(from.begin(), from.end());
      ends.wanted_by_any = shard.wanted_by_any;
      ends.notes = graph.links().notes(i);
    }
    make_channels(graph.device_count(), once);
    std::size_t max_sent = 0;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      make_boxes(i);
      max_sent = std::max(max_sent, sides_[i].outbox.size());
    }
    hub_ = &graph.links().hub(kind, std::max<std::size_t>(max_sent, 1));
  }

  // Messages that fit every inbox, as a list, if its sender has so many vertices.
  static constexpr std::uint64_t kMaxListed = std::uint64_t{1} << 23;
  // Whether kernels of all devices may do without the exchange: write to each other what it would carry.
  [[nodiscard]] bool has_peers() const {
    return hub_->takes_writes() && sides_.size() > 1 && sides_.size() <= kMaxPeers + 1;
  }
  // The others as a device sees them in the next rounds, which pass_rounds() says are over.
  [[nodiscard]] Peers<V> peers_of(std::size_t i, VertexRange own) {
    Peers<V> peers{{}, 0, sides_[i].local_ids};
    for (const Channel& channel : channels_of_[i]) {
      const auto to = static_cast<std::size_t>(channel.to);
      Peer<V>& peer = peers.peer[peers.count++];
      peer.device = to;
      peer.wanted = wanted(channel, own);
      for (const int later : {0, 1}) {
        peer.outbox[later] = list_in(sides_[to].inbox[(parity_ + later) % 2][i]);
        peer.inbox[later] = list_in(sides_[i].inbox[(parity_ + later) % 2][to]);
      }
      peer.outgoing = sides_[to].notes.subview(2 * i, 2);
      peer.incoming = sides_[i].notes.subview(2 * to, 2);
    }
    return peers;
  }
  // The messages that the device has sent. `is_search`: they name the vertices found, and values follow from that.
  void add_traffic(std::size_t i, VertexRange own, const PeerStep& step, bool is_search,
                   std::vector<LinkTraffic>& traffic) const {
    const std::uint32_t* sent = step.sent;
    for (const Channel& channel : channels_of_[i]) {
      const std::uint64_t messages = *sent++;
      const std::uint64_t bytes = step.is_dense ? mask_words(own.size()) * sizeof(std::uint32_t)
                                                : messages * (sizeof(VertexId) + (is_search ? 0 : sizeof(V)));
      if (bytes == 0) continue;
      const std::uint64_t useful = is_search ? std::min<std::uint64_t>(step.updated, 1) : messages;
      traffic.push_back({channel.from, channel.to, step.is_dense, bytes, useful * sizeof(V)});
    }
  }
  void pass_rounds(std::uint64_t rounds) {
    parity_ = static_cast<int>((static_cast<std::uint64_t>(parity_) + rounds) % 2);
  }

  [[nodiscard]] std::size_t channel_count(int from) const {
    return channels_of_[static_cast<std::size_t>(from)].size();
  }

  // Counts what each channel of a device has to carry, into the host's memory: one for each channel.
  void count(int from, const Side& side, View<ChannelCounts> host) {
    Ends& ends = sides_[static_cast<std::size_t>(from)];
    const auto& mine = channels_of_[static_cast<std::size_t>(from)];
    if (mine.empty()) return;
    const View<std::uint64_t> words(reinterpret_cast<std::uint64_t*>(ends.counts.data()),
                                    ends.counts.size() * sizeof(ChannelCounts) / sizeof(std::uint64_t),
                                    ends.counts.space());
    fill(ends.stream, words, 0);
    const View<const std::uint32_t> updated = own_words(ends, side);
    const auto sweep = static_cast<std::uint32_t>(sweep_warps(ends.stream, updated.size()).count);
    for (std::size_t first = 0; first < mine.size(); first += kMaxTogether) {
      const std::size_t together = std::min<std::size_t>(kMaxTogether, mine.size() - first);
      CountChannels kernel{updated, {}, sweep, ends.counts.subview(first, together)};
      for (std::size_t c = 0; c < together; ++c) kernel.wanted[c] = wanted(mine[first + c], side.own);
      launch(ends.stream, Warps{sweep * together}, kernel);
    }
    copy(ends.stream, host, ends.counts.subview(0, mine.size()));
  }

  // Afterwards every device's frontier and values hold what it wants of the others'. `counts`: what count() has found.
  void operator()(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts, Take takes,
                  std::vector<LinkTraffic>& traffic) {
    exchange(sides, counts, options_.refinement, takes, traffic);
  }
  // The same of all that it wants, updated or not.
  void tell_all(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts) {
    std::vector<LinkTraffic> traffic;
    exchange(sides, counts, Refinement::kMarked, Take::kEverything, traffic);
  }

 private:
  // A message of this round.
  struct Message {
    const Channel* channel;
    std::size_t number;  // of the channel, among its sender's
    MessageLayout layout;
    View<std::byte> outbox;  // empty if it is written straight into the inbox
  };

  void exchange(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts,
                Refinement refinement, Take takes, std::vector<LinkTraffic>& traffic) {
    std::vector<Message> messages;  // those of a sender side by side
    for (std::size_t i = 0; i < sides.size(); ++i) {
      std::size_t at = 0;
      for (std::size_t c = 0; c < channels_of_[i].size(); ++c) {
        const Channel& channel = channels_of_[i][c];
        const MessageLayout layout = lay_out(counts[i][c], sides[i].own, refinement, takes == Take::kUniform);
        if (layout.bytes == 0) continue;
        Message& message = messages.emplace_back(Message{&channel, c, layout, {}});
        if (!hub_->takes_writes() || layout.bytes > tuning::kMaxWritten)
          message.outbox = sides_[i].outbox.subview(at, layout.bytes);
        const std::uint64_t useful = std::min(counts[i][c].updated, layout.values);
        traffic.push_back({channel.from, channel.to, layout.is_dense, layout.bytes, useful * sizeof(V)});
        at += MessageLayout::aligned(layout.bytes);
      }
    }
    if (messages.empty()) return;
    if (hub_->takes_writes()) {
      std::vector<Hub::Way> ways;
      for (const Message& each : messages) ways.push_back({each.channel->from, each.channel->to});
      hub_->open_round(ways);
      pack_all(messages, refinement, sides);
      for (const Message& each : messages)
        if (!each.outbox.empty())
          copy(sides_[static_cast<std::size_t>(each.channel->from)].stream, inbox_of(each), each.outbox);
      hub_->close_round(ways);
    } else {
      pack_all(messages, refinement, sides);
      hub_->exchange(parcels_of(messages));
    }
    for (std::size_t to = 0; to < sides.size(); ++to) take_all(messages, refinement, takes, sides, to);
    parity_ = 1 - parity_;
  }
  [[nodiscard]] std::vector<Parcel> parcels_of(const std::vector<Message>& messages) {
    std::vector<Parcel> parcels;
    for (const Message& each : messages) {
      Parcel& parcel = parcels.emplace_back(Parcel{each.channel->from, each.outbox, {}});
      for (const int to : each.channel->receivers)
        parcel.copies.push_back({to, inbox(to, each.channel->from).subview(0, each.layout.bytes)});
    }
    return parcels;
  }

  struct Ends {
    StreamRef stream;
    VertexRange held;
    LocalIds local_ids;
    std::vector<View<const std::uint32_t>> wanted_by = {};
    std::vector<View<const std::uint32_t>> wanted_from = {};  // as the sender packs it
    View<const std::uint32_t> wanted_by_any = {};
    View<StepNote> notes = {};        // two from each device
    Buffer<std::byte> boxes = {};     // in which are:
    View<ChannelCounts> counts = {};  // for each channel
    View<std::byte> outbox = {};
    std::vector<View<std::byte>> inbox[2] = {};  // from each device
  };

  // `once`: what a device sends leaves it once for all others.
  void make_channels(int devices, bool once) {
    channels_of_.resize(static_cast<std::size_t>(devices));
    for (int i = 0; i < devices && devices > 1; ++i) {
      auto& mine = channels_of_[static_cast<std::size_t>(i)];
      if (once) mine.push_back({i, LinkTraffic::kAllOthers, {}});
      for (int j = 0; j < devices; ++j) {
        if (j == i) continue;
        if (!once) mine.push_back({i, j, {}});
        mine.back().receivers.push_back(j);
      }
    }
  }

  void make_boxes(std::size_t i) {
    Ends& ends = sides_[i];
    const std::size_t channels = channels_of_[i].size();
    ArrayLayout layout;
    const std::size_t counts_at = layout.add<ChannelCounts>(channels);
    const std::size_t outbox_at = layout.add<std::byte>(max_message_bytes(ends) * channels);
    std::vector<std::size_t> inbox_at[2];
    for (auto& parity : inbox_at)
      for (const Ends& other : sides_)
        parity.push_back(layout.add<std::byte>(&other == &ends ? 0 : max_message_bytes(other)));
    ends.boxes = Buffer<std::byte>(ends.stream, layout.bytes(), "exchange boxes");
    ends.counts = array_at<ChannelCounts>(ends.boxes, counts_at, channels);
    ends.outbox = array_at<std::byte>(ends.boxes, outbox_at, max_message_bytes(ends) * channels);
    for (std::size_t parity = 0; parity < 2; ++parity)
      for (std::size_t j = 0; j < sides_.size(); ++j)
        ends.inbox[parity].push_back(
            array_at<std::byte>(ends.boxes, inbox_at[parity][j], j == i ? 0 : max_message_bytes(sides_[j])));
  }
  // In bytes; from this device.
  [[nodiscard]] static std::size_t max_message_bytes(const Ends& from) {
    const std::uint64_t vertices = from.held.size();
    return std::max(MessageLayout::dense(vertices, sizeof(V), mask_words(vertices)).bytes,
                    MessageLayout::list(std::min(vertices, kMaxListed), sizeof(V)).bytes) +
           MessageLayout::kAlign;
  }

  [[nodiscard]] static View<const std::uint32_t> part_of(View<const std::uint32_t> held_words, VertexRange held,
                                                         VertexRange own) {
    return held_words.subview((own.first - held.first) / 32, mask_words(own.size()));
  }
  [[nodiscard]] static View<const std::uint32_t> own_words(const Ends& ends, const Side& side) {
    return side.frontier.subview((side.own.first - ends.local_ids.first) / 32, mask_words(side.own.size()));
  }
  // Of the sender's own vertices.
  [[nodiscard]] View<const std::uint32_t> wanted(const Channel& channel, VertexRange own) const {
    const Ends& ends = sides_[static_cast<std::size_t>(channel.from)];
    return part_of(channel.to == LinkTraffic::kAllOthers ? ends.wanted_by_any
                                                         : ends.wanted_by[static_cast<std::size_t>(channel.to)],
                   ends.held, own);
  }
  [[nodiscard]] View<std::byte> inbox(int to, int from) {
    return sides_[static_cast<std::size_t>(to)].inbox[parity_][static_cast<std::size_t>(from)];
  }

  // Of no bytes if there is nothing to say.
  [[nodiscard]] static MessageLayout lay_out(const ChannelCounts& counts, VertexRange own, Refinement refinement,
                                             bool is_uniform) {
    const std::uint64_t words = mask_words(own.size());
    if (own.empty()) return {};
    if (refinement == Refinement::kAll) return MessageLayout::dense(own.size(), sizeof(V), words);
    if (refinement == Refinement::kMarked)
      return counts.wanted == 0 ? MessageLayout{} : MessageLayout::dense(counts.wanted, sizeof(V), words);
    if (counts.updated == 0) return {};
    const MessageLayout list = MessageLayout::list(counts.updated, sizeof(V), is_uniform);
    const MessageLayout dense = MessageLayout::dense(counts.updated, sizeof(V), words, is_uniform);
    return list.bytes <= dense.bytes ? list : dense;
  }

  template <class T>
  [[nodiscard]] static View<T> at(View<std::byte> box, std::size_t offset, std::uint64_t count) {
    return {reinterpret_cast<T*>(box.data() + offset), count, box.space()};
  }

  // As many messages as fit.
  [[nodiscard]] static MessageList<V> list_in(View<std::byte> inbox) {
    const std::uint64_t max = (inbox.size() - MessageLayout::kAlign) / (sizeof(V) + sizeof(VertexId));
    return {at<V>(inbox, 0, max), at<VertexId>(inbox, MessageLayout::list(max, sizeof(V)).ids_at, max)};
  }

  // The vertices whose values travel densely.
  [[nodiscard]] static BothMasks packed_for(Refinement refinement, View<const std::uint32_t> updated,
                                            View<const std::uint32_t> wanted) {
    if (refinement == Refinement::kAll) return {};
    if (refinement == Refinement::kMarked) return {wanted, {}};
    return {updated, wanted};
  }

  // Of a message to one receiver.
  [[nodiscard]] View<std::byte> inbox_of(const Message& message) {
    return inbox(message.channel->to, message.channel->from).subview(0, message.layout.bytes);
  }
  // Where it is packed.
  [[nodiscard]] View<std::byte> written(const Message& message) {
    return message.outbox.empty() ? inbox_of(message) : message.outbox;
  }
  void pack_all(const std::vector<Message>& messages, Refinement refinement, const std::vector<Side>& sides) {
    for (auto first = messages.begin(); first != messages.end();) {
      const int from = first->channel->from;
      const auto behind =
          std::find_if(first, messages.end(), [&](const Message& each) { return each.channel->from != from; });
      pack(std::span(first, behind), refinement, sides[static_cast<std::size_t>(from)]);
      first = behind;
    }
  }
  // All of one sender.
  void pack(std::span<const Message> messages, Refinement refinement, const Side& side) {
    Ends& ends = sides_[static_cast<std::size_t>(messages.front().channel->from)];
    const View<const std::uint32_t> updated = own_words(ends, side);
    for (std::size_t first = 0; first < messages.size(); first += kMaxTogether) {
      const auto some = messages.subspan(first, std::min<std::size_t>(kMaxTogether, messages.size() - first));
      PackMessages<V> kernel{{},
                             side.seen.subview(side.own.first - ends.local_ids.first, side.own.size()),
                             side.own.first,
                             updated.size()};
      for (std::size_t m = 0; m < some.size(); ++m)
        kernel.message[m] = to_write(some[m], refinement, updated, wanted(*some[m].channel, side.own));
      launch(ends.stream, Warps{tiles_of(updated.size()) * some.size()}, kernel);
    }
  }
  [[nodiscard]] MessageTo<V> to_write(const Message& message, Refinement refinement, View<const std::uint32_t> updated,
                                      View<const std::uint32_t> asked) {
    const MessageLayout& layout = message.layout;
    const View<std::byte> box = written(message);
    Ends& ends = sides_[static_cast<std::size_t>(message.channel->from)];
    MessageTo<V> to{{updated, asked},
                    {},
                    ends.counts.subview(message.number, 1),
                    at<V>(box, 0, layout.values),
                    layout.is_uniform,
                    {},
                    {},
                    {}};
    if (layout.is_dense) {
      to.selected = packed_for(refinement, updated, asked);
      to.outgoing = {updated, refinement == Refinement::kAll ? View<const std::uint32_t>() : asked};
      to.mask = at<std::uint32_t>(box, layout.ids_at, layout.words);
      to.offset = at<std::uint32_t>(box, layout.offsets_at, layout.tiles);
    } else {
      to.id = at<VertexId>(box, layout.ids_at, layout.vertices);
    }
    return to;
  }

  // All messages to one receiver.
  void take_all(const std::vector<Message>& messages, Refinement refinement, Take takes, const std::vector<Side>& sides,
                std::size_t to) {
    Ends& ends = sides_[to];
    TakeMessages<V> kernel{{}, 0, takes == Take::kEverything, ends.local_ids, sides[to].seen, sides[to].frontier};
    std::uint64_t warps = 0;
    const auto take = [&] {
      if (warps != 0) launch(ends.stream, Warps{warps}, kernel);
      kernel.messages = 0;
      warps = 0;
    };
    for (const Message& each : messages) {
      if (std::ranges::count(each.channel->receivers, static_cast<int>(to)) == 0) continue;
      if (kernel.messages == kMaxTogether) take();
      MessageFrom<V>& from = kernel.message[kernel.messages++];
      from = to_read(each, refinement, sides[static_cast<std::size_t>(each.channel->from)].own, to);
      from.first_warp = warps;
      warps += TakeMessages<V>::warps(from.id.size(), from.updated.size());
    }
    take();
  }
  [[nodiscard]] MessageFrom<V> to_read(const Message& message, Refinement refinement, VertexRange sender,
                                       std::size_t to) {
    const MessageLayout& layout = message.layout;
    const View<std::byte> box = inbox(static_cast<int>(to), message.channel->from);
    MessageFrom<V> read{at<V>(box, 0, layout.values), layout.is_uniform, {}, {}, {}, {}, sender.first, 0};
    if (!layout.is_dense) {
      read.id = at<VertexId>(box, layout.ids_at, layout.vertices);
      return read;
    }
    read.updated = at<std::uint32_t>(box, layout.ids_at, layout.words);
    read.offset = at<std::uint32_t>(box, layout.offsets_at, layout.tiles);
    const auto from = static_cast<std::size_t>(message.channel->from);
    const View<const std::uint32_t> wanted = part_of(sides_[to].wanted_from[from], sides_[from].held, sender);
    read.packed_for =
        refinement == Refinement::kUpdated ? BothMasks{read.updated, {}} : packed_for(refinement, read.updated, wanted);
    return read;
  }

  ExchangeOptions options_;
  std::vector<Ends> sides_;
  std::vector<std::vector<Channel>> channels_of_;
  Hub* hub_ = nullptr;
  int parity_ = 0;
};

}  // namespace warpgraph::detail
