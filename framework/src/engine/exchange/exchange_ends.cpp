// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>

#include "../../graph/value_types.hpp"

// What an exchange is made of: the devices, the channels between them, and their boxes.
namespace warpgraph::detail {

template <EdgeValueType E>
std::vector<ExchangeEnd> ends_of(const ShardedGraph<E>& graph) {
  std::vector<ExchangeEnd> ends;
  for (std::size_t device = 0; device < graph.layout().held.size(); ++device) {
    ExchangeEnd& end = ends.emplace_back();
    end.held = graph.layout().held[device];
    end.wanted = graph.layout().wanted[device];
    if (!graph.layout().is_here(device)) continue;
    const int i = static_cast<int>(device) - graph.layout().first_device;
    const shards::Shard<E>& shard = graph.shard(i);
    end.stream = graph.stream(i);
    end.local_ids = shard.local_ids.view();
    for (std::size_t j = 0; j < shard.told_to.size(); ++j) {
      end.told_to.push_back(shard.told_to[j].view(shard.wanted_by[j].view()));
      end.told_by.push_back(shard.told_by[j].view());
    }
    end.wanted_by_any = shard.wanted_by_any;
    end.wanted_from_by_any.assign(shard.wanted_from_by_any.begin(), shard.wanted_from_by_any.end());
    for (const shards::ShardPeerNumbers& each : shard.numbers) end.numbers.push_back(each.view());
  }
  return ends;
}
#define WARPGRAPH_INSTANTIATE(Value) template std::vector<ExchangeEnd> ends_of(const ShardedGraph<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

Exchange::Exchange(std::vector<ExchangeEnd> ends, peers::PeerLinks& links, const ExchangeOptions& options,
                   std::size_t value_bytes, std::size_t other_bytes)
    : options_(options), value_bytes_(value_bytes) {
  const HubKind kind = links.kind(options.hub);
  takes_writes_ = hubs::hub_traits(kind).takes_writes;
  once_ = hubs::hub_traits(kind).one_copy_serves_all && !links.has_other_ranks();
  // A run with a slower hub than the best one is to send everything through that hub.
  shares_boxes_ = kind == links.kind({}) && ends.size() <= peers::kMaxPeers + 1 && links.reaches_other_ranks();
  for (ExchangeEnd& each : ends) {
    const bool has_notes = shares_boxes_ || !links.has_other_ranks();
    const View<peers::StepNote> notes = has_notes ? links.notes(ends_.size()) : View<peers::StepNote>();
    ends_.push_back(Ends{std::move(each), notes});
  }
  if (once_) order_for_all();
  make_channels();
  // All ranks make a hub of one size.
  std::size_t max_sent = std::max<std::size_t>(other_bytes, 1);
  for (std::size_t i = 0; i < ends_.size(); ++i) max_sent = std::max(max_sent, outbox_bytes(i));
  make_boxes(links);
  hub_ = &links.hub(kind, max_sent);
}

void Exchange::order_for_all() {
  for (Ends& each : ends_) each.slots_for_all = order_slots(*each.end.stream, each.end.wanted_by_any);
  for (Ends& to : ends_) {
    for (const Ends& from : ends_) {
      shards::ShardCopies& copies = to.told_to_all.emplace_back();
      if (&from == &to) continue;
      const View<const std::uint32_t> wanted = to.end.wanted_from_by_any[to.told_to_all.size() - 1];
      copies = find_copies(*to.end.stream, order_slots(*to.end.stream, wanted), {from.end.held.first, {}, {}},
                           to.end.local_ids, /*all_are_copied=*/false);
    }
  }
}

void Exchange::make_channels() {
  channels_of_.resize(ends_.size());
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const std::vector<std::uint64_t>& wanted = ends_[i].end.wanted;
    auto& mine = channels_of_[i];
    for (std::size_t j = 0; j < ends_.size(); ++j) {
      if (wanted[j] == 0) continue;
      if (!once_)
        mine.push_back({static_cast<int>(i), static_cast<int>(j), {}, wanted[j]});
      else if (mine.empty())
        mine.push_back({static_cast<int>(i), results::LinkTraffic::kAllOthers, {}, ends_[i].slots_for_all.count});
      mine.back().receivers.push_back(static_cast<int>(j));
    }
  }
}

Exchange::BoxLayout Exchange::lay_out_boxes(std::size_t i, std::uint64_t mask_words) const {
  BoxLayout layout;
  layout.inbox_bytes.resize(ends_.size());
  for (const auto& sent : channels_of_)
    for (const Channel& channel : sent)
      if (std::ranges::count(channel.receivers, static_cast<int>(i)) != 0)
        layout.inbox_bytes[static_cast<std::size_t>(channel.from)] = max_bytes(channel);
  layout.counts_at = layout.all.add<ChannelCounts>(channels_of_[i].size());
  layout.outbox_at = layout.all.add<std::byte>(outbox_bytes(i));
  for (std::size_t parity = 0; parity < 2; ++parity) {
    layout.masks_at[parity] = layout.all.add<std::uint32_t>(mask_words);
    for (const std::size_t bytes : layout.inbox_bytes)
      layout.inbox_at[parity].push_back(layout.all.add<std::byte>(bytes));
  }
  return layout;
}

void Exchange::make_boxes(peers::PeerLinks& links) {
  // A device's bits of others' frontiers are where those devices look for them if its ids are theirs.
  std::uint64_t words = 0;
  for (const Ends& each : ends_)
    if (shares_boxes_ && each.end.stream && each.end.local_ids.are_ids()) words = mask_words(each.end.local_ids.count);
  std::vector<BoxLayout> layouts;
  std::size_t most = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i)
    most = std::max(most, layouts.emplace_back(lay_out_boxes(i, words)).all.bytes());
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    if (shares_boxes_) {
      put_boxes(i, layouts[i], links.boxes(most).of(i), words);
    } else if (is_here(i)) {
      ends_[i].boxes = Buffer<std::byte>(*ends_[i].end.stream, layouts[i].all.bytes(), "exchange boxes");
      put_boxes(i, layouts[i], ends_[i].boxes, words);
    }
  }
}

void Exchange::put_boxes(std::size_t i, const BoxLayout& layout, View<std::byte> memory, std::uint64_t mask_words) {
  Ends& ends = ends_[i];
  ends.counts = array_at<ChannelCounts>(memory, layout.counts_at, channels_of_[i].size());
  ends.outbox = array_at<std::byte>(memory, layout.outbox_at, outbox_bytes(i));
  for (std::size_t parity = 0; parity < 2; ++parity) {
    if (mask_words != 0) ends.masks.mask[parity] = array_at<std::uint32_t>(memory, layout.masks_at[parity], mask_words);
    for (std::size_t j = 0; j < ends_.size(); ++j)
      ends.inbox[parity].push_back(array_at<std::byte>(memory, layout.inbox_at[parity][j], layout.inbox_bytes[j]));
  }
}

std::size_t Exchange::outbox_bytes(std::size_t i) const {
  std::size_t bytes = 0;
  for (const Channel& channel : channels_of_[i]) {
    const std::size_t most = max_bytes(channel);
    if (!is_written(most)) bytes += MessageLayout::aligned(most);
  }
  return bytes;
}

std::size_t Exchange::max_bytes(const Channel& channel) const {
  const std::uint64_t held = ends_[static_cast<std::size_t>(channel.from)].end.held.size();
  const bool all_travel = options_.refinement == Refinement::kAll;
  const std::size_t bytes = MessageLayout::max_bytes(value_bytes_, all_travel ? held : channel.wanted);
  if (!has_peers()) return bytes;
  const std::uint64_t listed = std::min(channel.wanted, kMaxListed);
  return std::max(bytes, MessageLayout::pairs(listed, value_bytes_).bytes + MessageLayout::kAlign);
}

shards::Slots Exchange::slots_of(const Channel& channel) const {
  const Ends& ends = ends_[static_cast<std::size_t>(channel.from)];
  return once_ ? ends.slots_for_all.view(ends.end.wanted_by_any)
               : ends.end.told_to[static_cast<std::size_t>(channel.to)];
}

shards::PeerNumbers Exchange::numbers_of(std::size_t from, std::size_t to) const {
  const std::vector<shards::PeerNumbers>& numbers = ends_[to].end.numbers;
  if (is_here(from) || numbers.empty()) return {ends_[from].end.held.first, {}, {}};
  return numbers[from];
}

void Exchange::add_traffic(std::size_t i, VertexRange own, const LoopStep& step, bool is_search,
                           std::vector<results::LinkTraffic>& traffic) const {
  const std::uint32_t* sent = step.sent;
  for (std::size_t to = 0; to < ends_.size(); ++to) {
    if (to == i) continue;
    const std::uint64_t messages = *sent++;
    const std::uint64_t bytes = step.is_dense ? mask_words(own.size()) * sizeof(std::uint32_t)
                                              : messages * (sizeof(VertexId) + (is_search ? 0 : value_bytes_));
    if (bytes == 0) continue;
    const std::uint64_t useful = is_search ? std::min<std::uint64_t>(step.updated, 1) : messages;
    traffic.push_back({static_cast<int>(i), static_cast<int>(to),
                       step.is_dense ? results::MessageForm::kBitmask : results::MessageForm::kPairs, bytes,
                       useful * value_bytes_});
  }
}

}  // namespace warpgraph::detail
