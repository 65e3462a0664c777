// SPDX-License-Identifier: Apache-2.0
#include "exchange_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "../level/compact.hpp"
#include "../peers/peer.hpp"
#include "../peers/spread.hpp"
#include "merge_rows.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::uint64_t kSamples = 1024;  // of offsets of rows, from which ranges are chosen

WARPGRAPH_DEVICE std::uint64_t sample_at(std::uint64_t sample, std::uint64_t vertices) {
  return vertices * sample / kSamples;
}

struct SampleRows {
  View<const EdgeId> row;
  View<EdgeId> samples;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { samples[i] = row[sample_at(i, row.size() - 1)]; }
};

struct ShiftRows {
  View<EdgeId> row;
  EdgeId by;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { row[i] += by; }
};

// Received are so many rows from each peer, one behind the other: row k of each is one member.
struct ListPeerRows {
  std::uint64_t peers;
  std::uint64_t rows;
  View<VertexId> member;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    member[i] = static_cast<VertexId>(i % peers * rows + i / peers);
  }
};
struct BeginPeerRows {
  std::uint64_t peers;
  VertexRange own;
  View<EdgeId> begin;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const {
    begin[c] = c < own.first ? 0 : peers * ((c < own.last ? c : own.last) - own.first);
  }
};

// Rows that come from all peers, one behind the other.
struct Inbox {
  Buffer<EdgeId> row;
  Buffer<VertexId> column;
  Buffer<Weight> weight;
};

// Which rows of a peer, and which of its entries.
struct Piece {
  std::size_t row = 0;
  std::size_t rows = 0;
  EdgeId entry = 0;
  EdgeId entries = 0;
};

template <class T>
void send_pieces(StreamRef stream, Peer& peer, View<const T> mine, const std::vector<View<const T>>& to,
                 const std::vector<View<T>>& from) {
  Peer::Mail mail;
  for (const View<const T>& each : to) mail.to.push_back(hubs::bytes_of(each));
  for (const View<T>& each : from) mail.from.push_back(hubs::bytes_of(each));
  peer.exchange(mail);
  if (!mine.empty()) copy(stream, from[peer.rank()], mine);
}

// The pieces for all peers go out, and those of all peers come in, in the order of the ranks.
void send_rows(StreamRef stream, const LevelGraph& level, const std::vector<Piece>& out, const std::vector<Piece>& in,
               Inbox& inbox) {
  Peer& peer = *level.peer;
  const auto send = [&]<class T>(View<const T> content, View<T> places, auto first, auto size) {
    std::vector<View<const T>> to;
    std::vector<View<T>> from;
    std::size_t place = 0;
    for (const Piece& each : out) to.push_back(content.subview(each.*first, each.*size));
    for (const Piece& each : in) {
      from.push_back(places.subview(place, each.*size));
      place += each.*size;
    }
    send_pieces(stream, peer, to[peer.rank()], to, from);
  };
  send(level.row.view(), inbox.row.view(), &Piece::row, &Piece::rows);
  send(level.column.view(), inbox.column.view(), &Piece::entry, &Piece::entries);
  send(level.edge_weight.view(), inbox.weight.view(), &Piece::entry, &Piece::entries);
  // Offsets become those of the inbox.
  EdgeId entry = 0;
  std::size_t row = 0;
  for (const Piece& each : in) {
    kernel::for_each(stream, each.rows, ShiftRows{inbox.row.view().subview(row, each.rows), entry - each.entry});
    row += each.rows;
    entry += each.entries;
  }
  fill(stream, inbox.row.view().subview(row, 1), entry);
}

Inbox make_inbox(StreamRef stream, const std::vector<Piece>& in) {
  std::size_t rows = 0;
  EdgeId entries = 0;
  for (const Piece& each : in) {
    rows += each.rows;
    entries += each.entries;
  }
  return {Buffer<EdgeId>(stream, rows + 1, "partition rows"), Buffer<VertexId>(stream, entries, "partition level"),
          Buffer<Weight>(stream, entries, "partition level")};
}

// Of all peers, by the entries that they have together before parallel edges of different peers become one.
std::vector<VertexRange> coarse_ranges(StreamRef stream, const LevelGraph& coarse) {
  Buffer<EdgeId> samples(stream, kSamples + 1, "partition counts");
  kernel::for_each(stream, samples.size(), SampleRows{coarse.row, samples});
  std::vector<EdgeId> sums(kSamples + 1, 0);
  for (const std::vector<EdgeId>& each : coarse.peer->all(to_host(stream, samples)))
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += each[i];
  std::vector<VertexRange> ranges = equal_ranges(sums, coarse.peer->count());
  for (VertexRange& each : ranges)
    each = {static_cast<VertexId>(sample_at(each.first, coarse.vertices)),
            static_cast<VertexId>(sample_at(each.last, coarse.vertices))};
  return ranges;
}

}  // namespace

void exchange_rows(StreamRef stream, LevelGraph& coarse) {
  Peer& peer = *coarse.peer;
  const std::vector<VertexRange> ranges = coarse_ranges(stream, coarse);
  coarse.range = ranges[peer.rank()];
  std::vector<Piece> out;
  for (const VertexRange& each : ranges) {
    const EdgeId first = read_one(stream, coarse.row.view().subview(each.first, 1));
    const EdgeId last = read_one(stream, coarse.row.view().subview(each.last, 1));
    out.push_back({each.first, each.size(), first, last - first});
  }
  std::vector<Piece> in;
  for (const std::vector<Piece>& each : peer.all(out)) in.push_back(each[peer.rank()]);
  const std::size_t rows = coarse.range.size();
  expects(peer.count() * rows < kNoVertex, "partition: a device has too many rows of a level");
  Inbox inbox = make_inbox(stream, in);
  const WaitIfFailed wait(&peer);
  send_rows(stream, coarse, out, in, inbox);
  coarse.column = {};
  coarse.edge_weight = {};

  Members members{Buffer<VertexId>(stream, peer.count() * rows, "partition members"),
                  Buffer<EdgeId>(stream, coarse.vertices + std::size_t{1}, "partition members")};
  Buffer<VertexId> all(stream, coarse.vertices, "partition map");
  kernel::for_each(stream, members.member.size(), ListPeerRows{peer.count(), rows, members.member});
  kernel::for_each(stream, members.begin.size(), BeginPeerRows{peer.count(), coarse.range, members.begin});
  kernel::for_each(stream, coarse.vertices, sweep::CountUp{all});
  const LevelView received{inbox.row, inbox.column, inbox.weight, {}, {}, {}, 1};
  merge_rows(stream, received, all, members, coarse);
  coarse.entries = peer.sum(coarse.entries);
}

void gather_rows(StreamRef stream, LevelGraph& level) {
  Peer& peer = *level.peer;
  const Piece mine{level.range.first, level.range.size(), 0, level.column.size()};
  std::vector<Piece> out(peer.count());
  out[0] = mine;
  std::vector<Piece> in = peer.all(mine);
  if (peer.rank() != 0) in.assign(peer.count(), {});
  Inbox inbox = make_inbox(stream, in);
  const WaitIfFailed wait(&peer);
  send_rows(stream, level, out, in, inbox);
  if (peer.rank() != 0) {
    const VertexId vertices = level.vertices;
    level = {};
    level.vertices = vertices;
    return;
  }
  level.row = std::move(inbox.row);
  level.column = std::move(inbox.column);
  level.edge_weight = std::move(inbox.weight);
  level.peer = nullptr;
  find_long_rows(stream, level);
}

}  // namespace warpgraph::partitioning
