// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/exchange/row_sums.hpp>

#include <string>
#include <utility>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/core/array_layout.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "exchange_kernels.hpp"

namespace warpgraph::detail {
namespace {

// For each row from `first` on: the sums of all proxies, in the order of the rows.
template <class Cells>
struct PackAllSums {
  Cells cells;
  shards::PeerNumbers proxies;
  View<const typename Cells::Word> sum;
  View<typename Cells::Word> packed;
  std::uint64_t first;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto row = static_cast<VertexId>(first + i);
    if (proxies.has(row)) cells.copy(packed, proxies.of(row), sum, row);
  }
};

// For each word of a bitmask over the rows: how many updated proxies it has.
struct CountUpdatedProxies {
  View<const std::uint32_t> updated;
  View<const std::uint32_t> proxies;
  View<std::uint32_t> count;

  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    count[word] = word < updated.size() ? static_cast<std::uint32_t>(count_bits(updated[word] & proxies[word])) : 0u;
  }
};

// For each word from `first` on: the vertices of one mate that were updated, with their sums.
struct ListUpdatedSums {
  View<const std::uint32_t> updated;
  View<const std::uint32_t> proxies;
  View<const std::uint32_t> before;
  View<const std::uint32_t> sum;
  std::uint32_t sum_words;
  std::uint64_t first;
  View<std::uint32_t> entries;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t word = first + i;
    std::uint64_t at = std::uint64_t{before[word] - before[first]} * (1 + sum_words);
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
      if ((updated[word] & proxies[word] & bit_of(bit)) == 0) continue;
      entries[at++] = static_cast<std::uint32_t>(i * 32 + bit);
      for (std::uint32_t k = 0; k < sum_words; ++k) entries[at++] = sum[(word * 32 + bit) * sum_words + k];
    }
  }
};

// For each mate: how many of its vertices were updated.
struct CountForMates {
  View<const std::uint32_t> before;
  View<const VertexRange> words;
  View<std::uint64_t> count;

  WARPGRAPH_DEVICE void operator()(std::uint64_t mate) const {
    count[mate] = before[words[mate].last] - before[words[mate].first];
  }
};

// The vertices of a bitmask and their edges.
struct CountMarked {
  VertexFacts facts;
  View<const std::uint32_t> mask;
  std::uint64_t vertices;
  View<sweep::FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    WarpCounts counted;
    sweep::for_each_word(warp, vertices, [&](std::uint64_t base) {
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (base + lane < vertices && test_bit(mask, static_cast<VertexId>(base + lane)))
          counted.add(lane, facts.out_degree(base + lane));
      });
    });
    counted.add_to(warp, counts);
  }
};

VertexRange words_of(const shards::RowMate& mate) {
  const VertexId first = mate.rows.first / 32;
  return {first, first + static_cast<VertexId>(mask_words(mate.rows.size()))};
}

}  // namespace

RowSums::RowSums(StreamRef stream, const shards::ShardOfGrid& grid, int device, ranks::SubRanks& row, hubs::Hub& hub,
                 std::size_t sum_bytes)
    : stream_(stream), grid_(grid), device_(device), row_(row), hub_(hub), sum_bytes_(sum_bytes) {
  std::vector<shards::PeerNumbers> places;
  std::vector<VertexRange> words;
  std::uint64_t sums = 0;
  for (const shards::RowMate& mate : grid.mates) {
    first_.push_back(sums);
    places.push_back(mate.has_sums_for.view());
    places.back().first = static_cast<VertexId>(sums);
    sums += mate.sums;
    words.push_back(words_of(mate));
  }
  places_ = to_device(stream, places, "row sums");
  words_ = to_device(stream, words, "row sums");
  outbox_ = Buffer<std::byte>(stream, grid.proxy_count * sum_bytes, "row sums");
  for (Buffer<std::byte>& each : inbox_) each = Buffer<std::byte>(stream, sums * sum_bytes, "row sums");
}

void RowSums::tell_all(View<const std::byte> sums, std::vector<results::LinkTraffic>& traffic) {
  pack_all(sums, {0, static_cast<VertexId>(sums.size() / sum_bytes_)});
  std::vector<Message> sent;
  std::vector<Message> received;
  for (const shards::RowMate& mate : grid_.mates) {
    sent.push_back({mate.proxies, false, mate.proxies * sum_bytes_});
    received.push_back({mate.sums, false, mate.sums * sum_bytes_});
  }
  move(sent, received, traffic);
}

void RowSums::count(View<const std::uint32_t> updated) {
  const std::size_t mates = grid_.mates.size();
  if (counts_.empty()) {
    before_ = Buffer<std::uint32_t>(stream_, updated.size() + 1, "row sums");
    counts_ = Buffer<std::uint64_t>(stream_, mates, "row sums");
    counted_ = PinnedBuffer<std::uint64_t>(stream_.device().runtime(), mates);
  }
  kernel::for_each(stream_, before_.size(), CountUpdatedProxies{updated, grid_.proxies.known, before_});
  primitives::exclusive_scan(stream_, before_, before_.view());
  kernel::for_each(stream_, mates, CountForMates{before_, words_, counts_});
  copy(stream_, counted_, counts_);
}

std::vector<RowMessage> RowSums::tell_updated(View<const std::byte> sums, View<const std::uint32_t> updated,
                                              std::vector<results::LinkTraffic>& traffic) {
  const std::vector<std::uint64_t> heard = hear_counts();
  std::vector<Message> sent;
  std::vector<Message> received;
  for (std::size_t m = 0; m < grid_.mates.size(); ++m) {
    const shards::RowMate& mate = grid_.mates[m];
    sent.push_back(lay_out(counted_[m], mate.proxies));
    received.push_back(lay_out(heard[m], mate.sums));
    pack(mate, sent.back(), sums, updated);
  }
  move(sent, received, traffic);
  std::vector<RowMessage> messages;
  for (std::size_t m = 0; m < received.size(); ++m) {
    if (received[m].bytes == 0) continue;
    shards::PeerNumbers place = grid_.mates[m].has_sums_for.view();
    messages.push_back({place, inbox().subview(first_[m] * sum_bytes_, received[m].bytes),
                        received[m].is_list ? received[m].updated : 0});
  }
  return messages;
}

// Nothing if nothing was updated. Fewer bytes than all sums have, so that boxes have room for either.
RowSums::Message RowSums::lay_out(std::uint64_t updated, std::uint64_t all) const {
  if (updated == 0) return {};
  const std::size_t listed = updated * (sizeof(std::uint32_t) + sum_bytes_);
  const bool is_list = listed < all * sum_bytes_;
  return {updated, is_list, is_list ? listed : all * sum_bytes_};
}

// What each mate has updated of this rank's vertices.
std::vector<std::uint64_t> RowSums::hear_counts() {
  const std::size_t mates = grid_.mates.size();
  const auto me = static_cast<std::size_t>(row_.rank());
  std::vector<std::uint64_t> table(mates * (mates + 1));  // row: what a rank has for the others
  row_.all_gather(std::as_bytes(counted_.span()), std::as_writable_bytes(std::span(table)));
  std::vector<std::uint64_t> heard;
  for (std::size_t from = 0; from <= mates; ++from) {
    if (from == me) continue;
    heard.push_back(table[from * mates + (me < from ? me : me - 1)]);
    const shards::RowMate& mate = grid_.mates[heard.size() - 1];
    expects(heard.back() <= mate.sums, "rank " + std::to_string(mate.rank) + " says that it has updated " +
                                           std::to_string(heard.back()) + " of " + std::to_string(mate.sums) +
                                           " vertices");
  }
  return heard;
}

void RowSums::pack_all(View<const std::byte> sums, VertexRange rows) {
  with_cells(sum_bytes_, [&](const auto& cells) {
    using Cells = std::remove_cvref_t<decltype(cells)>;
    using Word = typename Cells::Word;
    kernel::for_each(stream_, rows.size(),
                     PackAllSums<Cells>{cells, grid_.proxies.view(), words_in<Word>(sums),
                                        words_in<Word>(outbox_.view()), rows.first});
  });
}

void RowSums::pack(const shards::RowMate& mate, const Message& message, View<const std::byte> sums,
                   View<const std::uint32_t> updated) {
  if (message.bytes == 0) return;
  if (!message.is_list) return pack_all(sums, mate.rows);
  using Word = std::uint32_t;
  const VertexRange words = words_of(mate);
  kernel::for_each(stream_, words.size(),
                   ListUpdatedSums{updated, grid_.proxies.known, before_, words_in<Word>(sums),
                                   static_cast<Word>(sum_bytes_ / sizeof(Word)), words.first,
                                   words_in<Word>(outbox_.view().subview(mate.first * sum_bytes_, message.bytes))});
}

void RowSums::move(std::span<const Message> sent, std::span<const Message> received,
                   std::vector<results::LinkTraffic>& traffic) {
  std::vector<hubs::Parcel> parcels;
  const auto add = [&](int from, View<const std::byte> content, int to, View<std::byte> inbox) {
    if (!content.empty()) parcels.push_back({from, content, {{to, inbox}}});
  };
  for (std::size_t m = 0; m < sent.size(); ++m) {
    const shards::RowMate& mate = grid_.mates[m];
    const Message& out = sent[m];
    const std::size_t heard = received[m].bytes;
    add(device_, outbox_.view().subview(mate.first * sum_bytes_, out.bytes), mate.rank, elsewhere(out.bytes));
    add(mate.rank, elsewhere(heard), device_, inbox_[parity_].view().subview(first_[m] * sum_bytes_, heard));
    if (out.bytes == 0) continue;
    const auto form = out.is_list ? results::MessageForm::kPairs : results::MessageForm::kEverything;
    traffic.push_back({device_, mate.rank, form, out.bytes, out.updated * sum_bytes_});
  }
  hub_.exchange(parcels);
  parity_ = 1 - parity_;
}

void count_own(DevicePart& part, const VertexFacts& facts, Frontier& frontier) {
  const View<std::uint32_t> own = part.own_words(frontier.mask);
  const View<std::uint32_t> held = part.words(frontier.mask, part.held);
  const auto first = static_cast<std::uint64_t>(own.data() - held.data());
  const std::uint64_t last = first + own.size();
  fill(part.stream, held.subview(0, first), 0);
  fill(part.stream, held.subview(last, held.size() - last), 0);
  part.clear(frontier.counts);
  kernel::launch(part.stream, part.sweep(), CountMarked{facts, own, part.own.size(), frontier.counts});
}

}  // namespace warpgraph::detail
