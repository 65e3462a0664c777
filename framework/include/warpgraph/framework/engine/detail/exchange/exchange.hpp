// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <warpgraph/framework/engine/detail/core/array_layout.hpp>
#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/engine/detail/peers/peer.hpp>
#include <warpgraph/framework/engine/detail/peers/peer_step.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/peer_numbers.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/framework/shard/slots.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/hub.hpp>

namespace warpgraph::detail {

// A device as the exchange knows it: which vertices it holds, and which of its vertices others want, and it of theirs.
struct ExchangeEnd {
  std::optional<StreamRef> stream = {};  // none: the device is another rank's, and what follows `wanted` is empty
  VertexRange held = {};
  std::vector<std::uint64_t> wanted = {};  // by each other device: how many of the vertices that are held
  shards::LocalIds local_ids = {};
  std::vector<shards::Slots> told_to = {};       // by the receiver
  std::vector<shards::SlotCopies> told_by = {};  // by the sender
  View<const std::uint32_t> wanted_by_any = {};
  std::vector<View<const std::uint32_t>> wanted_from_by_any = {};
  std::vector<shards::PeerNumbers> numbers = {};  // by the sender, where ids have 64 bits
};
template <EdgeValueType E>
[[nodiscard]] std::vector<ExchangeEnd> ends_of(const ShardedGraph<E>& graph);

// Tells devices what they want to know of each other's vertices after a superstep. What it knows of a device's state
// it is given as views; it keeps outboxes, inboxes and counters. It knows values by their size alone.
class Exchange {
 public:
  // A device's part of the run.
  struct Side {
    VertexRange own;
    View<std::uint32_t> frontier;  // the next one, by local id
    View<std::byte> seen;          // values by local id
  };
  // What receivers take of a message. kUniform: what was updated has one value, whatever the vertex.
  enum class Take { kUpdated, kUniform, kEverything };

  // `other_bytes`: that others send through the same hub in one of their rounds.
  Exchange(std::vector<ExchangeEnd> ends, peers::PeerLinks& links, const ExchangeOptions& options,
           std::size_t value_bytes, std::size_t other_bytes = 0);

  // Messages that fit every inbox, as a list, if its sender has so many vertices.
  static constexpr std::uint64_t kMaxListed = std::uint64_t{1} << 23;
  // Whether kernels of all devices may do without the exchange: write to each other what it would carry.
  [[nodiscard]] bool has_peers() const {
    return (takes_writes_ || shares_boxes_) && ends_.size() > 1 && ends_.size() <= peers::kMaxPeers + 1;
  }
  // Both bitmasks of a device's frontiers, by DevicePart::parity, where other ranks write to them; else empty. The
  // device uses no others.
  struct Masks {
    View<std::uint32_t> mask[2];
  };
  [[nodiscard]] const Masks& masks(std::size_t device) const { return ends_[device].masks; }
  // The others as a device sees them in the next rounds, which pass_rounds() says are over. V: the type of the values.
  template <class V>
  [[nodiscard]] Peers<V> peers_of(std::size_t i, VertexRange own) {
    Peers<V> peers = {};
    peers.local_ids = ends_[i].end.local_ids;
    for (std::size_t to = 0; to < ends_.size(); ++to) {
      if (to == i) continue;
      Peer<V>& peer = peers.peer[peers.count++];
      peer.device = to;
      peers.borders += ends_[i].end.wanted[to] + ends_[to].end.wanted[i];
      peer.wanted = of_own(ends_[i].end.told_to[to].wanted, ends_[i].end.held, own);
      for (const int later : {0, 1}) {
        peer.outbox[later] = list_in<V>(ends_[to].inbox[(parity_ + later) % 2][i]);
        peer.inbox[later] = list_in<V>(ends_[i].inbox[(parity_ + later) % 2][to]);
      }
      peers.notes.outgoing[peers.notes.count] = ends_[to].notes.subview(2 * i, 2);
      peers.notes.incoming[peers.notes.count++] = ends_[i].notes.subview(2 * to, 2);
    }
    return peers;
  }
  // The messages that the device has sent. `is_search`: they name the vertices found, and values follow from that.
  void add_traffic(std::size_t i, VertexRange own, const LoopStep& step, bool is_search,
                   std::vector<results::LinkTraffic>& traffic) const;
  void pass_rounds(std::uint64_t rounds) {
    parity_ = static_cast<int>((static_cast<std::uint64_t>(parity_) + rounds) % 2);
  }

  // How many channels each device has. No channel leads to a device that wants nothing of it.
  [[nodiscard]] std::vector<std::size_t> channel_counts() const {
    std::vector<std::size_t> counts;
    for (const auto& each : channels_of_) counts.push_back(each.size());
    return counts;
  }

  // Counts what each channel of a device of this rank has to carry, into the host's memory: one for each channel.
  void count(int from, const Side& side, View<ChannelCounts> host);

  // Afterwards every device's frontier and values hold what it wants of the others'. `counts`: what count() has found,
  // here and on the other ranks. Of the sides of their devices only the own vertices are asked for.
  void operator()(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts, Take takes,
                  std::vector<results::LinkTraffic>& traffic) {
    exchange(sides, counts, options_.refinement, takes, traffic);
  }
  // The same of all that it wants, updated or not.
  void tell_all(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts,
                std::vector<results::LinkTraffic>& traffic) {
    exchange(sides, counts, Refinement::kMarked, Take::kEverything, traffic);
  }

 private:
  // A message of this round.
  struct Message {
    const Channel* channel;
    std::size_t number;  // of the channel, among its sender's
    MessageLayout layout;
    VertexId first_slot;
    View<std::byte> outbox;  // empty if it is written straight into the inbox
  };
  // A device with what the exchange keeps for it.
  struct Ends {
    ExchangeEnd end;
    View<peers::StepNote> notes = {};  // two from each device
    Masks masks = {};
    Buffer<std::byte> boxes = {};     // in which are, or in the memory that ranks share:
    View<ChannelCounts> counts = {};  // for each channel
    View<std::byte> outbox = {};
    std::vector<View<std::byte>> inbox[2] = {};  // from each device
    // Where a message is for all others: in the order of what any of them wants.
    shards::ShardSlots slots_for_all = {};
    std::vector<shards::ShardCopies> told_to_all = {};  // by the sender
  };

  [[nodiscard]] bool is_here(std::size_t device) const { return ends_[device].end.stream.has_value(); }
  void order_for_all();
  void make_channels();
  // Where the boxes of a device are in its memory.
  struct BoxLayout {
    ArrayLayout all = {};
    std::size_t counts_at = 0;
    std::size_t outbox_at = 0;
    std::size_t masks_at[2] = {};
    std::vector<std::size_t> inbox_bytes = {};  // from each device
    std::vector<std::size_t> inbox_at[2] = {};
  };
  [[nodiscard]] BoxLayout lay_out_boxes(std::size_t i, std::uint64_t mask_words) const;
  void make_boxes(peers::PeerLinks& links);
  void put_boxes(std::size_t i, const BoxLayout& layout, View<std::byte> memory, std::uint64_t mask_words);
  // The most bytes that a message on the channel takes.
  [[nodiscard]] std::size_t max_bytes(const Channel& channel) const;
  [[nodiscard]] bool is_written(std::size_t bytes) const { return takes_writes_ && bytes <= tuning::kMaxWritten; }
  [[nodiscard]] std::size_t outbox_bytes(std::size_t i) const;

  void exchange(const std::vector<Side>& sides, const std::vector<std::vector<ChannelCounts>>& counts,
                Refinement refinement, Take takes, std::vector<results::LinkTraffic>& traffic);
  static void expect_possible(const Channel& channel, const ChannelCounts& counts);
  [[nodiscard]] std::vector<Message> messages_of(const std::vector<Side>& sides,
                                                 const std::vector<std::vector<ChannelCounts>>& counts,
                                                 Refinement refinement, Take takes,
                                                 std::vector<results::LinkTraffic>& traffic);
  [[nodiscard]] std::vector<hubs::Parcel> parcels_of(const std::vector<Message>& messages);
  [[nodiscard]] MessageLayout lay_out(const ChannelCounts& counts, VertexRange own, Refinement refinement,
                                      bool is_uniform) const;

  void pack_all(const std::vector<Message>& messages, Refinement refinement, const std::vector<Side>& sides);
  template <class Cells>
  void pack(const Cells& cells, std::span<const Message> messages, Refinement refinement, const Side& side);
  template <class Cells>
  void take_all(const Cells& cells, const std::vector<Message>& messages, Refinement refinement, Take takes,
                const std::vector<Side>& sides, std::size_t to);
  template <class Cells>
  [[nodiscard]] auto to_write(const Message& message, Refinement refinement, VertexRange own);
  template <class Cells>
  [[nodiscard]] auto to_read(const Message& message, Refinement refinement, VertexRange own, std::size_t to);
  [[nodiscard]] shards::PeerNumbers numbers_of(std::size_t from, std::size_t to) const;

  [[nodiscard]] static View<const std::uint32_t> own_words(const Ends& ends, const Side& side);
  // What a device has of its own vertices, of words for those that it holds.
  template <class Word>
  [[nodiscard]] static View<Word> of_own(const View<Word>& words, VertexRange held, VertexRange own) {
    return words.subview((own.first - held.first) / 32, mask_words(own.size()));
  }
  [[nodiscard]] shards::Slots slots_of(const Channel& channel) const;
  [[nodiscard]] View<std::byte> inbox_of(const Message& message, int to);
  // Where it is packed. It has one receiver if it is not written into an outbox.
  [[nodiscard]] View<std::byte> written(const Message& message) {
    return message.outbox.empty() ? inbox_of(message, message.channel->to) : message.outbox;
  }
  // As many messages as fit.
  template <class V>
  [[nodiscard]] static MessageList<V> list_in(View<std::byte> inbox) {
    if (inbox.empty()) return {};
    const std::uint64_t max = (inbox.size() - MessageLayout::kAlign) / (sizeof(V) + sizeof(VertexId));
    return {array_at<V>(inbox, 0, max), array_at<VertexId>(inbox, MessageLayout::pairs(max, sizeof(V)).slots_at, max)};
  }

  ExchangeOptions options_;
  std::size_t value_bytes_;
  bool takes_writes_;
  bool shares_boxes_;  // the devices are of several ranks, which write to each other from kernels of many supersteps
  bool once_;          // what a device sends leaves it once for all others
  std::vector<Ends> ends_;
  std::vector<std::vector<Channel>> channels_of_;
  hubs::Hub* hub_ = nullptr;
  int parity_ = 0;
};

}  // namespace warpgraph::detail
