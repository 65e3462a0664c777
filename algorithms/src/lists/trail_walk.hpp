// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "pairs.hpp"
#include "placed_sublists.hpp"
#include "trails.hpp"
#include "walk_size.hpp"

namespace warpgraph::algorithms::lists {

// The trails of one device that walks slots [first, last) of one list, and what they are ranked to.
class TrailWalk {
 public:
  // Returns at once. The list's head is the last of all slots, or a splitter.
  TrailWalk(StreamRef stream, const ListRankOptions& options, const Sublists& on, View<const std::uint32_t> next,
            std::uint64_t first, std::uint64_t last)
      : stream_(stream) {
    const unsigned chains = chains_of(stream.device(), options);
    const std::uint64_t warps =
        std::min(warps_of(stream.device(), options, 16), divided(last - first, kernel::Warp::kSize * chains));
    const std::uint64_t started = warps * kernel::Warp::kSize * chains;
    piece_size_ = static_cast<std::uint32_t>(std::bit_floor(
        std::clamp<std::uint64_t>(next.size() / (4 * std::max<std::uint64_t>(started, 1)), 32, kMaxPiece)));
    const std::uint64_t pieces = next.size() / piece_size_ + started;
    trail_ = Buffer<std::uint32_t>(stream, pieces * piece_size_, "list trails");
    begin_ = Buffer<std::uint64_t>(stream, pieces, "list trails");
    fill(stream, on.link.subview(first, last - first), pack(0, kNone));  // a walk may end early
    Status counters;
    counters.taken = first + started;
    counters.pieces = started;
    counters.lists = static_cast<std::uint32_t>(on.heads.size());
    kernel::for_each(stream, 1, SetStatus{on.status, counters});
    if (chains == 1)
      kernel::launch(stream, kernel::Warps{warps}, WalkTrails<1>{on, next, trails(pieces), first, last});
    else
      kernel::launch(stream, kernel::Warps{warps}, WalkTrails<2>{on, next, trails(pieces), first, last});
  }

  // `used`: the pieces that walkers took. Elements of other trails keep what is in `order`, which is empty if it is not
  // needed. Without `rank` all ranks go into buckets, otherwise those that do not stay in the cache.
  template <class Index>
  void rank(const Sublists& on, std::uint32_t head, View<const std::uint32_t> rank_of_slot, bool from_head,
            std::uint64_t used, View<Index> order, View<Index> rank = {}) {
    const std::uint32_t n = on.splitters.elements();
    // Elements whose ranks stay in a cache: the last one of a GPU, the first one of a core.
    const unsigned bits_in_cache = is_gpu() ? 21 : 12;
    bucket_bits_ = std::max(bits_in_cache + 6, static_cast<unsigned>(std::bit_width(n - 1))) - 6;
    pair_ = Buffer<std::uint64_t>(stream_, n >> bucket_bits_ == 0 && !rank.empty() ? 0 : n, "list pairs");
    bucket_size_ = Buffer<std::uint32_t>(stream_, kMaxBuckets * kCounterStride, "list pairs");
    fill(stream_, bucket_size_, 0);
    const Trails walked = trails(std::min<std::uint64_t>(used, begin_.size()));
    kernel::launch(stream_,
                   kernel::Blocks{divided(walked.sector.size() * Sector::kElements, RankTrails<Index>::kPlaces)},
                   RankTrails<Index>{on.splitters, head, walked, rank_of_slot, from_head, n, order,
                                     PairBuckets{bucket_bits_, 0, bucket_size_, pair_}, rank});
    trail_ = {};
    begin_ = {};
  }

  // Whether ranks are in buckets; else rank() has brought them to their elements.
  [[nodiscard]] bool has_pairs() const { return !pair_.empty(); }
  // The buckets in which `own`, which is not empty, has elements. `are_full`: with the pairs of all devices.
  [[nodiscard]] PairBuckets buckets_with(VertexRange own, bool are_full) {
    const VertexRange buckets = buckets_of(own);
    const VertexId first = bucket(buckets.first).first;
    PairBuckets found{bucket_bits_, first, {}, pairs(first, bucket(buckets.last - 1).last - first)};
    if (!are_full)
      found.size = bucket_size_.view().subview(buckets.first * kCounterStride, buckets.size() * kCounterStride);
    return found;
  }
  // Writes the ranks of `own` from such buckets, of which there may be several with different pairs.
  template <class Index>
  void spread(std::span<const PairBuckets> from, VertexRange own, View<Index> rank) {
    if (is_gpu()) return write_ranks(stream_, from, own, rank);
    // A core has the ranks of a bucket in its cache, and writes there at the rate at which it reads pairs.
    for (const PairBuckets& each : from)
      kernel::for_each(stream_, each.pair.size(), WritePairs<Index>{each, own, rank});
  }

  // Buckets of several devices: each device fills a part of every bucket, and sends it to those that own elements of
  // the bucket, behind what is there.
  [[nodiscard]] std::uint32_t bucket_count() const {
    return static_cast<std::uint32_t>(divided(pair_.size(), std::uint64_t{1} << bucket_bits_));
  }
  [[nodiscard]] VertexRange bucket(std::uint32_t index) const {
    const std::uint64_t first = std::uint64_t{index} << bucket_bits_;
    const std::uint64_t last = std::min<std::uint64_t>(pair_.size(), first + (std::uint64_t{1} << bucket_bits_));
    return {static_cast<VertexId>(first), static_cast<VertexId>(last)};
  }
  // The buckets in which a range has elements.
  [[nodiscard]] VertexRange buckets_of(VertexRange own) const {
    return own.empty() ? VertexRange{} : VertexRange{own.first >> bucket_bits_, ((own.last - 1) >> bucket_bits_) + 1};
  }
  [[nodiscard]] View<const std::uint32_t> bucket_sizes() const { return bucket_size_; }  // every kCounterStride-th
  [[nodiscard]] View<std::uint64_t> pairs(std::uint64_t first, std::uint64_t count) {
    return pair_.view().subview(first, count);
  }

 private:
  static constexpr std::uint64_t kMaxPiece = RankTrails<std::uint32_t>::kOfWarp;

  [[nodiscard]] bool is_gpu() const { return stream_.device().kind() == DeviceKind::kGpu; }

  [[nodiscard]] Trails trails(std::uint64_t pieces) {
    return {piece_size_,
            {reinterpret_cast<Sector*>(trail_.data()), pieces * piece_size_ / Sector::kElements,
             stream_.device().memory_space()},
            begin_.view().subview(0, pieces)};
  }

  StreamRef stream_;
  std::uint32_t piece_size_ = 0;
  Buffer<std::uint32_t> trail_;
  Buffer<std::uint64_t> begin_;
  unsigned bucket_bits_ = 0;
  Buffer<std::uint64_t> pair_;
  Buffer<std::uint32_t> bucket_size_;
};

}  // namespace warpgraph::algorithms::lists
