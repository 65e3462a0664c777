// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/launch.hpp>

// Sparse matrix times vector, one operation in four shapes of parallel work:
//
//   thread_per_row   wins on short rows of one length; a warp waits for its longest row
//   sub_warp_<W>     W lanes a row: wins if most rows have about W nonzeros, so the right W depends on the matrix
//   collaborative    a warp walks the nonzeros of 32 rows together (Khorasani 2016, section 4.2): needs no choice; a
//                    row of millions still keeps one warp busy while the others are done
//   equal_split      a warp takes 256 nonzeros, wherever rows begin and end: heavy rows cost what their nonzeros cost,
//                    and every warp pays for finding its rows (the idea of merge-path SpMV, Merrill and Garland 2016)
namespace spmv {

using warpgraph::Plus;
using warpgraph::StreamRef;
using warpgraph::View;
using warpgraph::kernel::Lane;
using warpgraph::kernel::PerLane;
using warpgraph::kernel::Warp;

// y = A x, with A in compressed sparse rows.
struct Spmv {
  View<const std::uint32_t> row;  // where each row begins, and behind the last one where it ends
  View<const std::uint32_t> column;
  View<const float> value;
  View<const float> x;
  View<float> y;

  WARPGRAPH_DEVICE std::uint32_t rows() const { return static_cast<std::uint32_t>(row.size() - 1); }
  WARPGRAPH_DEVICE std::uint32_t nonzeros() const { return static_cast<std::uint32_t>(column.size()); }
  WARPGRAPH_DEVICE float product(std::uint32_t i) const { return value[i] * x[column[i]]; }
};

struct ThreadPerRow {
  Spmv spmv;

  WARPGRAPH_DEVICE void operator()(std::uint64_t r) const {
    float sum = 0;
    for (std::uint32_t i = spmv.row[r]; i < spmv.row[r + 1]; ++i) sum += spmv.product(i);
    spmv.y[r] = sum;
  }
};

template <std::uint32_t kWidth>
struct SubWarpPerRow {
  static constexpr std::uint32_t kRowsPerWarp = Warp::kSize / kWidth;
  Spmv spmv;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint32_t first = warp.global_index() * kRowsPerWarp;
    PerLane<float> partial{};
    warp.phase([&](Lane lane) {
      const std::uint32_t r = first + lane / kWidth;
      if (r >= spmv.rows()) return;
      for (std::uint32_t i = spmv.row[r] + lane % kWidth; i < spmv.row[r + 1]; i += kWidth) {
        partial[lane] += spmv.product(i);
      }
    });
    const PerLane<float> sum = warp.group_reduce<kWidth>(partial, Plus{});
    warp.phase([&](Lane lane) {
      const std::uint32_t r = first + lane / kWidth;
      if (lane % kWidth == 0 && r < spmv.rows()) spmv.y[r] = sum[lane];
    });
  }
};

struct Collaborative {
  Spmv spmv;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint32_t base = warp.global_index() * Warp::kSize;
    PerLane<std::uint32_t> first;
    PerLane<std::uint32_t> last;
    warp.phase([&](Lane lane) {
      first[lane] = spmv.row[std::min(base + lane, spmv.rows())];
      last[lane] = spmv.row[std::min(base + lane + 1, spmv.rows())];
    });
    const PerLane<float> sum = warp.engage(
        warpgraph::kernel::Scanned{}, first, last, PerLane<float>{}, [&](std::uint32_t i) { return spmv.product(i); },
        Plus{});
    warp.phase([&](Lane lane) {
      if (base + lane < spmv.rows()) spmv.y[base + lane] = sum[lane];
    });
  }
};

// Adds to y, which must be zero before.
class EqualSplit {
 public:
  static constexpr std::uint32_t kPerLane = 8;  // gathers in flight
  static constexpr std::uint32_t kSlice = Warp::kSize * kPerLane;

  struct Shared {
    float product[kSlice + Warp::kSize];  // with a gap behind each lane's part, so that lanes meet different banks
    std::uint32_t row_at[kSlice];         // the row that begins here, or kNone
    float tail[Warp::kSize];              // what a lane adds to the row that the lane before has open
  };

  explicit EqualSplit(const Spmv& spmv) : spmv_(spmv) {}

  WARPGRAPH_DEVICE void operator()(Warp& warp, Shared& shared) const {
    const Slice slice(spmv_, warp.global_index());
    multiply(warp, shared, slice);
    mark_rows(warp, shared, slice);
    add_up(warp, shared, slice);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // A warp's nonzeros, the row that the first of them is in, and whether that row began in an earlier slice.
  struct Slice {
    WARPGRAPH_DEVICE Slice(const Spmv& spmv, std::uint32_t index)
        : begin(index * kSlice),
          end(std::min(begin + kSlice, spmv.nonzeros())),
          row(static_cast<std::uint32_t>(warpgraph::kernel::upper_bound(spmv.row, begin) - 1)),
          row_began_before(spmv.row[row] < begin) {}
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t row;
    bool row_began_before;
  };

  WARPGRAPH_DEVICE static std::uint32_t slot(std::uint32_t place) { return place + place / kPerLane; }

  // Neighbouring lanes read neighbouring nonzeros. Two loops, so that all gathers are under way before the first one
  // is waited for.
  WARPGRAPH_DEVICE void multiply(Warp& warp, Shared& shared, const Slice& slice) const {
    warp.phase([&](Lane lane) {
      std::uint32_t column[kPerLane];
      float product[kPerLane];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kPerLane; ++k) {
        const std::uint32_t i = std::min(slice.begin + k * Warp::kSize + lane, slice.end - 1);
        column[k] = spmv_.column[i];
        product[k] = spmv_.value[i];
      }
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kPerLane; ++k) product[k] *= spmv_.x[column[k]];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kPerLane; ++k) {
        const std::uint32_t place = k * Warp::kSize + lane;
        shared.product[slot(place)] = slice.begin + place < slice.end ? product[k] : 0.0f;
        shared.row_at[place] = kNone;
      }
    });
  }

  // Empty rows begin nowhere, so no two rows begin at one place.
  WARPGRAPH_DEVICE void mark_rows(Warp& warp, Shared& shared, const Slice& slice) const {
    const auto& row = spmv_.row;
    warp.phase([&](Lane lane) {
      if (lane == 0) shared.row_at[0] = slice.row;
      for (std::uint32_t r = slice.row + 1 + lane; r < spmv_.rows() && row[r] < slice.end; r += Warp::kSize) {
        if (row[r] != row[r + 1]) shared.row_at[row[r] - slice.begin] = r;
      }
    });
  }

  // Each lane adds up kPerLane consecutive products: rows inside of them are done, the last one stays open. Then the
  // open ones go on over the lanes to the right, up to where the next row begins.
  WARPGRAPH_DEVICE void add_up(Warp& warp, Shared& shared, const Slice& slice) const {
    PerLane<float> open;
    PerLane<std::uint32_t> open_row;
    PerLane<bool> begins;
    warp.phase([&](Lane lane) {
      float sum = 0;
      std::uint32_t row = kNone;
      shared.tail[lane] = 0;
      for (std::uint32_t place = lane * kPerLane; place < (lane + 1) * kPerLane; ++place) {
        const std::uint32_t next = shared.row_at[place];
        if (next != kNone) {
          if (row == kNone) {
            shared.tail[lane] = sum;
          } else {
            finish(slice, row, sum, /*ends_here=*/true);
          }
          row = next;
          sum = 0;
        }
        sum += shared.product[slot(place)];
      }
      open[lane] = sum;
      open_row[lane] = row;
      begins[lane] = row != kNone;
    });
    warp.phase([&](Lane lane) {
      if (lane + 1 < Warp::kSize) open[lane] += shared.tail[lane + 1];
    });
    const PerLane<float> sum = warp.segmented_reduce(begins, open, Plus{});
    warp.phase([&](Lane lane) {
      if (!begins[lane]) return;
      const std::uint32_t row = open_row[lane];
      finish(slice, row, sum[lane], spmv_.row[row + 1] <= slice.end);
    });
  }

  // Rows that other slices have a part of are added to atomically.
  WARPGRAPH_DEVICE void finish(const Slice& slice, std::uint32_t row, float sum, bool ends_here) const {
    const bool began_before = row == slice.row && slice.row_began_before;
    if (ends_here && !began_before) {
      spmv_.y[row] = sum;
    } else {
      warpgraph::atomic::fetch_add(spmv_.y[row], sum);
    }
  }

  Spmv spmv_;
};

inline std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

inline void thread_per_row(StreamRef stream, const Spmv& spmv) {
  warpgraph::kernel::for_each(stream, spmv.rows(), ThreadPerRow{spmv});
}
template <std::uint32_t kWidth>
void sub_warp_per_row(StreamRef stream, const Spmv& spmv) {
  using Kernel = SubWarpPerRow<kWidth>;
  warpgraph::kernel::launch(stream, warpgraph::kernel::Warps{divide_up(spmv.rows(), Kernel::kRowsPerWarp)},
                            Kernel{spmv});
}
inline void collaborative(StreamRef stream, const Spmv& spmv) {
  warpgraph::kernel::launch(stream, warpgraph::kernel::Warps{divide_up(spmv.rows(), Warp::kSize)}, Collaborative{spmv});
}
inline void equal_split(StreamRef stream, const Spmv& spmv) {
  warpgraph::fill(stream, spmv.y, 0.0f);
  warpgraph::kernel::launch(stream, warpgraph::kernel::Warps{divide_up(spmv.nonzeros(), EqualSplit::kSlice)},
                            EqualSplit(spmv));
}

struct NamedKernel {
  std::string_view name;
  void (*start)(StreamRef stream, const Spmv& spmv);
};
inline constexpr std::array kKernels{
    NamedKernel{"thread_per_row", thread_per_row},    NamedKernel{"sub_warp_2", sub_warp_per_row<2>},
    NamedKernel{"sub_warp_4", sub_warp_per_row<4>},   NamedKernel{"sub_warp_8", sub_warp_per_row<8>},
    NamedKernel{"sub_warp_16", sub_warp_per_row<16>}, NamedKernel{"sub_warp_32", sub_warp_per_row<32>},
    NamedKernel{"collaborative", collaborative},      NamedKernel{"equal_split", equal_split},
};

}  // namespace spmv
