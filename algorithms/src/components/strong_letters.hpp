// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

// What one of several devices tells another one in a search: some vertices of a range, and perhaps a value of each.
namespace warpgraph::algorithms::components {

struct LetterView {
  static constexpr std::uint32_t kNoValue = ~std::uint32_t{0};

  VertexId first;                  // of the range
  std::uint64_t size;              // of the list, or of the range if there is no list
  View<const VertexId> vertex;     // a list of vertices; or
  View<const std::uint32_t> mask;  // a bit for each vertex of the range; or a value for each, kNoValue of the others
  View<std::uint32_t> value;       // of each in the list or in the range; empty: there are no values

  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertex_at(std::uint64_t i) const {
    if (!vertex.empty()) return vertex[i];
    const bool is_told = mask.empty() ? value[i] != kNoValue : sweep::test_bit(mask, i);
    return is_told ? static_cast<VertexId>(first + i) : kNoVertex;
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t value_at(std::uint64_t i) const { return value.empty() ? 0 : value[i]; }
};

// Which vertices of a range a letter is about, in bitmasks that begin with the range.
struct Told {
  View<const std::uint32_t> changed;
  View<const std::uint32_t> wanted;  // empty: all

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t word(std::uint64_t i) const {
    return wanted.empty() ? changed[i] : changed[i] & wanted[i];
  }
};
struct CountTold {
  Told told;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> mine{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, told.changed.size(), [&](std::uint64_t i) {
        mine[lane] += static_cast<std::uint32_t>(sweep::count_bits(told.word(i)));
      });
    });
    const std::uint32_t all = warp.reduce(mine, Plus{});
    if (all != 0) warp.elect([&] { atomic::fetch_add(count[0], all); });
  }
};
// `source`: values of all vertices.
struct ListTold {
  Told told;
  VertexId first;
  View<const std::uint32_t> source;
  View<VertexId> vertex;
  View<std::uint32_t> value;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    sweep::for_each_word(warp, told.changed.size() * kernel::Warp::kSize, [&](std::uint64_t base) {
      const std::uint32_t word = told.word(base / kernel::Warp::kSize);
      if (word == 0) return;
      kernel::PerLane<bool> is_told;
      warp.phase([&](kernel::Lane lane) { is_told[lane] = (word >> lane & 1) != 0; });
      const auto slot = warp.append(count[0], is_told);
      warp.phase([&](kernel::Lane lane) {
        if (!is_told[lane]) return;
        const auto v = static_cast<VertexId>(first + base + lane);
        vertex[slot[lane]] = v;
        if (!value.empty()) value[slot[lane]] = source[v];
      });
    });
  }
};
struct CopyMask {
  Told told;
  View<std::uint32_t> mask;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { mask[i] = told.word(i); }
};
struct CopyValues {
  Told told;
  VertexId first;
  View<const std::uint32_t> source;
  View<std::uint32_t> value;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const bool is_told = (told.word(i / 32) & sweep::bit_of(i)) != 0;
    value[i] = is_told ? source[first + i] : LetterView::kNoValue;
  }
};

// f(v, value) for each vertex of a letter.
template <class F>
struct Hear {
  LetterView letter;
  F f;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = letter.vertex_at(i);
    if (v != kNoVertex) f(v, letter.value_at(i));
  }
};
// The same; those for which f says so, and which have edges, begin a search.
template <class F>
struct HearAndQueue {
  LetterView letter;
  F f;
  View<const EdgeId> row;
  sweep::QueueView queue;
  View<std::uint64_t> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t i = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<std::uint64_t> wanted{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      vertex[lane] = kNoVertex;
      if (i + lane >= letter.size) return;
      const VertexId v = letter.vertex_at(i + lane);
      if (v == kNoVertex || !f(v, letter.value_at(i + lane))) return;
      wanted[lane] = sweep::RowRange(row, v).packed();
      if (wanted[lane] != 0) vertex[lane] = v;
    });
    sweep::put_all(warp, wanted, queue, counts[0], [&](kernel::Lane lane, auto&& put) {
      if (vertex[lane] == kNoVertex) return;
      const sweep::RowRange range(row, vertex[lane]);
      put(vertex[lane], range.first, range.degree);
    });
  }
};

// The memory of a letter: 4 bytes for each vertex that it is about and 4 for its value; or for the whole range a bit
// or 4 bytes each, where that is less.
class Letter {
 public:
  Letter() = default;
  // About the vertices from `first` on, `count` of them. `source`: empty, or the values of all vertices.
  Letter(StreamRef stream, VertexRange range, const Told& told, std::uint32_t count, View<const std::uint32_t> source)
      : range_(range) {
    const bool has_values = !source.empty();
    const std::uint64_t listed = (has_values ? 2 : 1) * std::uint64_t{count};
    if (listed <= (has_values ? range.size() : told.changed.size())) {
      vertex_ = room(stream, count);
      if (has_values) value_ = room(stream, count);
      Buffer<std::uint32_t> next(stream, 1, "components letters");
      fill(stream, next, 0);
      kernel::launch(stream, sweep::sweep_warps(stream, told.changed.size() * kernel::Warp::kSize),
                     ListTold{told, range.first, source, vertex_, value_, next});
    } else if (has_values) {
      value_ = room(stream, range.size());
      kernel::for_each(stream, range.size(), CopyValues{told, range.first, source, value_});
    } else {
      mask_ = room(stream, told.changed.size());
      kernel::for_each(stream, told.changed.size(), CopyMask{told, mask_});
    }
  }
  // Room for another one.
  Letter(StreamRef stream, const Letter& other)
      : range_(other.range_),
        vertex_(room(stream, other.vertex_.size())),
        mask_(room(stream, other.mask_.size())),
        value_(room(stream, other.value_.size())) {}

  [[nodiscard]] bool empty() const { return vertex_.empty() && mask_.empty() && value_.empty(); }
  [[nodiscard]] View<VertexId> vertices() { return vertex_; }
  [[nodiscard]] View<std::uint32_t> mask() { return mask_; }
  [[nodiscard]] View<std::uint32_t> values() { return value_; }
  [[nodiscard]] LetterView view() {
    return {range_.first, vertex_.empty() ? range_.size() : vertex_.size(), vertex_, mask_, value_};
  }

 private:
  static Buffer<std::uint32_t> room(StreamRef stream, std::size_t size) {
    return size == 0 ? Buffer<std::uint32_t>() : Buffer<std::uint32_t>(stream, size, "components letters");
  }

  VertexRange range_;
  Buffer<VertexId> vertex_;
  Buffer<std::uint32_t> mask_;
  Buffer<std::uint32_t> value_;
};

}  // namespace warpgraph::algorithms::components
