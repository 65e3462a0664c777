// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/parallel/bitmask.hpp>
#include <warpgraph/framework/parallel/count_up.hpp>
#include <warpgraph/framework/parallel/peer_arrays.hpp>
#include <warpgraph/framework/parallel/sweep.hpp>
#include <warpgraph/framework/parallel/union_find.hpp>

#include "uniting.hpp"

// What one of several devices tells the others of its trees, and what it makes of theirs.
//
// Each device has a forest of its own edges, over all vertices, in which all paths have one edge. The trees of two
// devices belong together where they share a vertex. So each device tells the owner of a vertex which root it has
// there, and the owner joins that root with its own: a second forest, of roots only. In the end the devices tell each
// other the edges of their second forests, and the label of an own vertex is the root of its root.
namespace warpgraph::components {

// Two vertices in one word.
WARPGRAPH_DEVICE constexpr std::uint64_t pair_of(VertexId v, VertexId root) { return std::uint64_t{v} << 32 | root; }

// Which of other devices' vertices are roots of trees here: nothing else tells them from vertices without edges here.
struct MarkForeignRoots {
  View<const VertexId> parent;
  VertexId first;  // own vertex
  VertexId last;   // behind them
  View<std::uint32_t> is_root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId up = parent[v];
    if (up != v && (up < first || up >= last)) claim_bit(is_root, up);
  }
};

struct SampleForeign {
  View<const VertexId> parent;
  VertexId first;  // own vertex
  VertexId own;    // vertices
  std::uint64_t stride;
  View<VertexId> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t v = i * stride < first ? i * stride : i * stride + own;
    found[i] = parent[v] == v ? kNoVertex : parent[v];
  }
};

// The roots of a range of vertices, for their owner: a bit for those in the largest tree, a pair for the others.
// Vertices without edges here have neither. Bits come with the count.
struct TellRoots {
  View<const VertexId> parent;
  View<const std::uint32_t> is_root;
  VertexId first;  // of the range
  VertexId size;
  VertexId largest;
  View<std::uint32_t> in_largest;
  View<std::uint64_t> pairs;  // empty: they are counted only
  View<std::uint32_t> count;  // of pairs, and of bits

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    std::uint32_t found = 0;
    std::uint32_t bits = 0;
    for_each_word(warp, size, [&](std::uint64_t base) {
      PerLane<std::uint64_t> pair;
      PerLane<bool> is_in;
      PerLane<bool> differs;
      warp.phase([&](Lane lane) {
        is_in[lane] = differs[lane] = false;
        if (base + lane >= size) return;
        const auto v = static_cast<VertexId>(first + base + lane);
        const VertexId up = parent[v];
        if (up == v && !test_bit(is_root, v)) return;
        pair[lane] = pair_of(v, up);
        is_in[lane] = up == largest;
        differs[lane] = up != largest;
      });
      if (pairs.empty()) {
        const std::uint32_t word = warp.ballot(is_in);
        warp.elect([&] { in_largest[base / Warp::kSize] = word; });
        bits += static_cast<std::uint32_t>(count_bits(word));
        found += static_cast<std::uint32_t>(count_bits(warp.ballot(differs)));
      } else {
        const auto slot = warp.append(count[0], differs);
        warp.phase([&](Lane lane) {
          if (differs[lane]) pairs[slot[lane]] = pair[lane];
        });
      }
    });
    if ((found | bits) == 0) return;
    warp.elect([&] {
      atomic::fetch_add(count[0], found);
      atomic::fetch_add(count[1], bits);
    });
  }
};
// The same by a root for each vertex of the range, kNoVertex where there is none.
struct TellEachRoot {
  View<const VertexId> parent;
  View<const std::uint32_t> is_root;
  VertexId first;
  View<VertexId> root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId up = parent[first + i];
    root[i] = up == first + i && !test_bit(is_root, up) ? kNoVertex : up;
  }
};

// What the owner makes of it. `parent`: its own forest, which stays as it is.
struct HearLargest {
  UnionFind merged;
  View<const VertexId> parent;
  VertexId first;
  VertexId largest;
  View<const std::uint32_t> in_largest;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (test_bit(in_largest, i)) merged.unite(parent[first + i], largest);
  }
};
struct HearPairs {
  UnionFind merged;
  View<const VertexId> parent;  // empty: pairs are of roots
  View<const std::uint64_t> pairs;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(pairs[i] >> 32);
    merged.unite(parent.empty() ? v : parent[v], static_cast<VertexId>(pairs[i]));
  }
};
struct HearEachRoot {
  UnionFind merged;
  View<const VertexId> parent;  // of the range; empty: each is its own root
  View<const VertexId> root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (root[i] != kNoVertex) merged.unite(parent.empty() ? static_cast<VertexId>(i) : parent[i], root[i]);
  }
};

// The edges of the second forest.
struct TellMerged {
  View<const VertexId> merged;
  View<std::uint64_t> pairs;  // empty: they are counted only
  View<std::uint32_t> count;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    std::uint32_t found = 0;
    for_each_word(warp, merged.size(), [&](std::uint64_t base) {
      PerLane<std::uint64_t> pair;
      PerLane<bool> differs;
      warp.phase([&](Lane lane) {
        const std::uint64_t v = base + lane;
        differs[lane] = v < merged.size() && merged[v] != v;
        if (differs[lane]) pair[lane] = pair_of(static_cast<VertexId>(v), merged[v]);
      });
      if (pairs.empty()) {
        found += static_cast<std::uint32_t>(count_bits(warp.ballot(differs)));
      } else {
        const auto slot = warp.append(count[0], differs);
        warp.phase([&](Lane lane) {
          if (differs[lane]) pairs[slot[lane]] = pair[lane];
        });
      }
    });
    if (found != 0) warp.elect([&] { atomic::fetch_add(count[0], found); });
  }
};

struct LabelOwn {
  UnionFind merged;
  View<VertexId> label;  // of the own vertices; before, their roots
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { label[i] = merged.find(label[i]); }
};

// What a device tells another one, or all others. Whatever is shorter: a root for each vertex, or pairs.
struct BorderLetter {
  VertexId largest = kNoVertex;
  Buffer<std::uint32_t> in_largest;
  Buffer<std::uint64_t> pairs;
  Buffer<VertexId> roots;
};

// One device's part in it.
class Borders {
 public:
  static MemoryPlan memory(const RunSize& size) {
    const std::size_t vertices = size.vertices;
    const std::size_t others = static_cast<std::size_t>(size.devices - 1);
    const std::size_t letters = vertices - size.own_vertices + others * size.own_vertices;
    MemoryPlan plan;
    plan.add_array<VertexId>("components merged", vertices);
    plan.add_array<VertexId>("components letters", std::max(2 * vertices, letters));
    plan.add("components masks", vertices / 4);
    return plan;
  }

  Borders(StreamRef stream, View<VertexId> parent, VertexRange own)
      : stream_(stream),
        parent_(parent),
        own_(own),
        merged_(stream, parent.size(), "components merged"),
        is_root_(stream, mask_words(parent.size()), "components masks") {
    for_each(stream, parent.size(), CountUp{merged_});
    fill(stream, is_root_, 0);
    for_each(stream, parent.size(), MarkForeignRoots{parent_, own.first, own.last, is_root_});
    const std::uint64_t foreign = parent.size() - own.size();
    const std::uint64_t count = std::min(kSample, foreign);
    sample_ = Buffer<VertexId>(stream, count, "components sample");
    if (count != 0) for_each(stream, count, SampleForeign{parent_, own.first, own.size(), foreign / count, sample_});
  }

  // Begins letters to the owners of these vertices, each device's own. Waits for the stream.
  void begin_letters(const std::vector<VertexRange>& owned) {
    const VertexId largest = most_frequent(to_host(stream_, sample_));
    letters_.resize(owned.size());
    counts_ = Buffer<std::uint32_t>(stream_, 2 * owned.size(), "components counts");
    for (std::size_t to = 0; to < owned.size(); ++to) {
      if (owned[to] == own_ || owned[to].empty()) continue;
      BorderLetter& letter = letters_[to];
      letter.largest = largest;
      letter.in_largest = Buffer<std::uint32_t>(stream_, mask_words(owned[to].size()), "components masks");
      tell(owned, to);
    }
  }
  // Waits for the stream.
  void end_letters(const std::vector<VertexRange>& owned) {
    const std::vector<std::uint32_t> counts = to_host(stream_, counts_);
    for (std::size_t to = 0; to < letters_.size(); ++to) {
      BorderLetter& letter = letters_[to];
      const VertexRange range = owned[to];
      if (range == own_ || range.empty()) continue;
      std::uint64_t count = counts[2 * to];
      const std::uint64_t bits = counts[2 * to + 1];
      // In words of the size of a vertex: a bit for each vertex, or a pair for each bit that is set.
      if (2 * bits <= mask_words(range.size())) {
        count += bits;
        letter.largest = kNoVertex;
        letter.in_largest = {};
      }
      if (letter.in_largest.size() + 2 * count > range.size()) {
        letter.in_largest = {};
        letter.roots = Buffer<VertexId>(stream_, range.size(), "components letters");
        for_each(stream_, range.size(), TellEachRoot{parent_, is_root_, range.first, letter.roots});
      } else if (count != 0) {
        letter.pairs = Buffer<std::uint64_t>(stream_, count, "components letters");
        tell(owned, to);
      }
    }
  }

  // The edges of the second forest, for all others.
  void begin_merged() {
    counts_ = Buffer<std::uint32_t>(stream_, 1, "components counts");
    tell_merged();
  }
  // Waits for the stream. Returns how many words of the size of a vertex they take.
  std::uint64_t end_merged() {
    const std::uint64_t count = to_host(stream_, counts_).front();
    tells_all_ = 2 * count > parent_.size();
    if (count == 0 || tells_all_) return tells_all_ ? parent_.size() : 0;
    news_ = Buffer<std::uint64_t>(stream_, count, "components letters");
    tell_merged();
    return 2 * count;
  }

  [[nodiscard]] BorderLetter& letter(std::size_t to) { return letters_[to]; }
  [[nodiscard]] View<const std::uint64_t> news() const { return news_; }
  // Instead of news, if they would be longer.
  [[nodiscard]] View<const VertexId> all() const {
    return tells_all_ ? View<const VertexId>(merged_) : View<const VertexId>();
  }

  // Room for a letter, which is put on its way.
  void receive(PeerArrays& arrays, int from, const BorderLetter& letter, int to) {
    BorderLetter& room = inbox_.emplace_back();
    room.largest = letter.largest;
    take(arrays, from, letter.in_largest, to, room.in_largest);
    take(arrays, from, letter.pairs, to, room.pairs);
    take(arrays, from, letter.roots, to, room.roots);
  }
  void receive(PeerArrays& arrays, int from, const Borders& sender, int to) {
    BorderLetter& room = inbox_.emplace_back();
    take(arrays, from, sender.news(), to, room.pairs);
    take(arrays, from, sender.all(), to, room.roots);
  }
  // Joins what has come, and makes room.
  void hear_letters() {
    for (const BorderLetter& each : inbox_) {
      if (!each.in_largest.empty())
        for_each(stream_, own_.size(), HearLargest{trees(), parent_, own_.first, each.largest, each.in_largest});
      for_each(stream_, each.pairs.size(), HearPairs{trees(), parent_, each.pairs});
      for_each(stream_, each.roots.size(), HearEachRoot{trees(), parent_.subview(own_.first, own_.size()), each.roots});
    }
    inbox_.clear();
    letters_.clear();
  }
  void hear_merged() {
    for (const BorderLetter& each : inbox_) {
      for_each(stream_, each.pairs.size(), HearPairs{trees(), {}, each.pairs});
      for_each(stream_, each.roots.size(), HearEachRoot{trees(), {}, each.roots});
    }
    inbox_.clear();
  }
  void label() { for_each(stream_, own_.size(), LabelOwn{trees(), parent_.subview(own_.first, own_.size())}); }

 private:
  [[nodiscard]] UnionFind trees() { return {merged_}; }

  void tell(const std::vector<VertexRange>& owned, std::size_t to) {
    BorderLetter& letter = letters_[to];
    const VertexRange range = owned[to];
    const View<std::uint32_t> count = counts_.view().subview(2 * to, 2);
    fill(stream_, count, 0);
    launch(stream_, sweep_warps(stream_, range.size()),
           TellRoots{parent_, is_root_, range.first, range.size(), letter.largest, letter.in_largest, letter.pairs,
                     count});
  }
  void tell_merged() {
    fill(stream_, counts_, 0);
    launch(stream_, sweep_warps(stream_, merged_.size()), TellMerged{merged_, news_, counts_});
  }
  template <class T>
  void take(PeerArrays& arrays, int from, View<const T> content, int to, Buffer<T>& room) {
    if (content.empty()) return;
    room = Buffer<T>(stream_, content.size(), "components letters");
    arrays.put(from, content, to, room.view());
  }
  template <class T>
  void take(PeerArrays& arrays, int from, const Buffer<T>& content, int to, Buffer<T>& room) {
    take(arrays, from, View<const T>(content), to, room);
  }

  StreamRef stream_;
  View<VertexId> parent_;
  VertexRange own_;
  Buffer<VertexId> merged_;
  Buffer<std::uint32_t> is_root_;
  Buffer<VertexId> sample_;
  Buffer<std::uint32_t> counts_;
  std::vector<BorderLetter> letters_;
  Buffer<std::uint64_t> news_;  // pairs of roots
  bool tells_all_ = false;
  std::vector<BorderLetter> inbox_;
};

}  // namespace warpgraph::components
