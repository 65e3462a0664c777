// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <cub/block/block_scan.cuh>

#include "primitives.cuh"

// The merge of the segment ends with the elements is cut into tiles of kTile items: at the cut, a binary search along
// the diagonal finds how many items of either kind come before. A tile reduces what it holds of each segment. Where a
// segment goes on into the next tile, the tile leaves a carry for it, and the carries are added level by level:
// kLevel tiles are one of the next level.
namespace warpgraph::detail {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kItems = 13;  // of a thread; odd, against bank conflicts
constexpr std::size_t kTile = kThreads * kItems;
constexpr unsigned kCarries = 4;  // of a thread
constexpr std::size_t kLevel = kThreads * kCarries;

// Of 32 or 64 bits, which a kernel finds out as it runs: there are enough kernels as it is.
struct Offsets {
  const void* data;
  bool are_wide;
  __device__ std::size_t operator[](std::size_t i) const {
    return are_wide ? static_cast<const std::uint64_t*>(data)[i] : static_cast<const std::uint32_t*>(data)[i];
  }
};

// A reduction of neighbours that starts anew behind every segment end. `sum` is that of the items behind the last end.
template <class T>
struct Carry {
  T sum;
  bool has_end;
};

template <class T, class Op>
struct AddCarries {
  Op op;
  __device__ Carry<T> operator()(const Carry<T>& a, const Carry<T>& b) const {
    return b.has_end ? b : Carry<T>{op(a.sum, b.sum), a.has_end};
  }
};

// How many of the first `diagonal` items of the merge are segment ends. End i comes before element e if it is at most
// e.
template <class Count, class Ends>
__device__ Count ends_before(Count diagonal, Count segments, Count elements, Ends end_of) {
  Count low = diagonal > elements ? diagonal - elements : 0;
  Count high = min(diagonal, segments);
  while (low < high) {
    const Count middle = low + (high - low) / 2;
    if (end_of(middle) + middle < diagonal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// borders[tile]: how many segment ends come before the tile.
__global__ void __launch_bounds__(kThreads)
    find_borders(Offsets offsets, std::size_t segments, std::uint64_t* borders, std::size_t tiles) {
  const std::size_t tile = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  if (tile > tiles) return;
  const std::size_t base = offsets[0];
  const std::size_t elements = offsets[segments] - base;
  const std::size_t diagonal = min(tile * kTile, segments + elements);
  borders[tile] = ends_before(diagonal, segments, elements, [&](std::size_t i) { return offsets[i + 1] - base; });
}

template <class T, class Op>
__global__ void __launch_bounds__(kThreads) reduce_tiles(const T* in, Offsets offsets, std::size_t segments,
                                                         const std::uint64_t* borders, T* out, T* carries, Op op) {
  using Scan = cub::BlockScan<Carry<T>, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ T values[kTile];
  __shared__ unsigned ends[kTile + 1];  // counted from the tile's first element
  __shared__ typename Scan::TempStorage scan;

  const std::size_t base = offsets[0];
  const std::size_t total = segments + (offsets[segments] - base);
  const std::size_t first_segment = borders[blockIdx.x];
  const std::size_t first_item = min(blockIdx.x * kTile, total);
  const std::size_t first_element = base + (first_item - first_segment);
  const auto end_count = static_cast<unsigned>(borders[blockIdx.x + 1] - first_segment);
  const auto count = static_cast<unsigned>(min(kTile, total - first_item));

  // What lacks of a tile is neutral: elements that add nothing, and an end that is never reached.
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) {
    const unsigned i = threadIdx.x + k * kThreads;
    if (i < end_count) {
      ends[i] = static_cast<unsigned>(offsets[first_segment + i + 1] - first_element);
    } else {
      values[i - end_count] = i < count ? in[first_element + (i - end_count)] : Op::template identity<T>();
    }
  }
  if (threadIdx.x == 0) ends[end_count] = ~0u;
  __syncthreads();

  unsigned segment =
      ends_before<unsigned>(threadIdx.x * kItems, end_count, kTile - end_count, [&](unsigned i) { return ends[i]; });
  unsigned element = threadIdx.x * kItems - segment;

  // The first segment that the thread ends may have begun before it.
  const unsigned first_ended = segment;
  T first_sum{};
  Carry<T> own{Op::template identity<T>(), false};
  unsigned end = ends[segment];
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) {
    if (element < end) {
      own.sum = op(own.sum, values[element++]);
      continue;
    }
    if (own.has_end) {
      out[first_segment + segment] = own.sum;
    } else {
      first_sum = own.sum;
    }
    own = {Op::template identity<T>(), true};
    end = ends[++segment];
  }

  Carry<T> before;
  Carry<T> all;
  Scan(scan).ExclusiveScan(own, before, Carry<T>{Op::template identity<T>(), false}, AddCarries<T, Op>{op}, all);
  if (own.has_end) out[first_segment + first_ended] = op(before.sum, first_sum);
  if (threadIdx.x == 0) carries[blockIdx.x] = all.sum;
}

// Adds to the first segment that each tile of a level ends what the tiles before it carry; `stride` is the number of
// lowest tiles in one of the level. Leaves the carries of the next level.
template <class T, class Op>
__global__ void __launch_bounds__(kThreads)
    add_carries(const std::uint64_t* borders, std::size_t stride, std::size_t lowest_tiles, const T* carries,
                std::size_t count, T* out, T* next_carries, Op op) {
  using Scan = cub::BlockScan<Carry<T>, kThreads>;
  __shared__ typename Scan::TempStorage scan;

  const auto border = [&](std::size_t tile) { return borders[min(tile * stride, lowest_tiles)]; };
  const std::size_t first = blockIdx.x * kLevel + threadIdx.x * kCarries;
  Carry<T> carry[kCarries];
  for (unsigned k = 0; k < kCarries; ++k) {
    const std::size_t tile = first + k;
    carry[k] = {Op::template identity<T>(), false};
    if (tile < count) carry[k] = {carries[tile], border(tile) != border(tile + 1)};
  }

  Carry<T> before[kCarries];
  Carry<T> all;
  Scan(scan).ExclusiveScan(carry, before, Carry<T>{Op::template identity<T>(), false}, AddCarries<T, Op>{op}, all);
  for (unsigned k = 0; k < kCarries; ++k) {
    if (!carry[k].has_end) continue;
    T& sum = out[border(first + k)];
    sum = op(before[k].sum, sum);
  }
  if (threadIdx.x == 0) next_carries[blockIdx.x] = all.sum;
}

template <class T, class Op>
std::size_t segmented_reduce(const Job& job, const SegmentedReduceCall& call, Op op) {
  const std::size_t tiles = blocks_of(call.segments + call.in.size, kTile);
  Layout layout(job);
  auto* const borders = layout.take<std::uint64_t>(tiles + 1);
  T* carries = layout.take<T>(tiles);
  T* const out = call.out.as<T>().data();
  const Offsets offsets{call.offsets.data, call.offset_width == 8};

  if (job.stream != nullptr) {
    launch_kernel(job, "segmented_reduce: borders", &find_borders, blocks_of(tiles + 1, kThreads), kThreads, 0, offsets,
                  call.segments, borders, tiles);
    launch_kernel(job, call.name(), &reduce_tiles<T, Op>, tiles, kThreads, 0, call.in.as<T>().data(), offsets,
                  call.segments, borders, out, carries, op);
  }
  for (std::size_t stride = 1, count = tiles; count > 1; stride *= kLevel, count = blocks_of(count, kLevel)) {
    T* const next_carries = layout.take<T>(blocks_of(count, kLevel));
    if (job.stream != nullptr) {
      launch_kernel(job, "segmented_reduce: carries", &add_carries<T, Op>, blocks_of(count, kLevel), kThreads, 0,
                    borders, stride, tiles, carries, count, out, next_carries, op);
    }
    carries = next_carries;
  }
  return layout.bytes();
}

}  // namespace

std::size_t CudaPrimitives::run(const Job& job, const SegmentedReduceCall& call) const {
  return with_reduction(call.number, call.op,
                        [&]<class T, class Op>(T, Op op) { return segmented_reduce<T>(job, call, op); });
}

}  // namespace warpgraph::detail
