// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/lane.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::papers {

// ContextStack (context_stack.hpp) for a choice among many branches: the contexts of all lanes are put on the stacks of
// their paths in one step, whatever the number of paths, and a path is taken when 32 contexts lie on its stack. A stack
// for each path costs a fill for each path and round; this costs two writes to shared memory for each context, and
// twice the shared memory.
//
//   struct Shared { ContextPaths<Point, 10>::Memory paths; };
//   ContextPaths<Point, 10> paths(warp, shared.paths);
//   for (...) {
//     warp.phase(...);                                          // sets path[lane], kNone for no path, and point[lane]
//     paths.add(warp, path, point);
//     for (int p = paths.take(warp, point); p != paths.kNone; p = paths.take(warp, point)) run(p, point);
//   }
//   for (int p = 0; p < 10; ++p) { const auto holds = paths.drain(warp, p, point); ... }
template <class Context, int kPaths>
class ContextPaths {
  static_assert(std::is_trivially_copyable_v<Context>, "contexts travel through shared memory byte by byte");
  static_assert(kPaths > 0 && kPaths < kernel::Warp::kSize);

 public:
  static constexpr int kNone = kPaths;

  static constexpr int kCapacity = 2 * kernel::Warp::kSize - 1;  // a full warp's contexts on top of those that are left

  // Lies in the kernel's Shared.
  struct Memory {
    Context contexts[kPaths][kCapacity];
    std::uint32_t sizes[kPaths];
  };

  WARPGRAPH_DEVICE ContextPaths(kernel::Warp& warp, Memory& memory) : memory_(&memory) {
    warp.phase([&](kernel::Lane lane) {
      if (lane < kPaths) memory.sizes[lane] = 0;
    });
  }

  // Called by the whole warp after every context that `take` gives out has been taken; checked builds throw UsageError
  // where a stack runs over.
  WARPGRAPH_DEVICE void add(kernel::Warp& warp, const kernel::PerLane<int>& path,
                            const kernel::PerLane<Context>& context) {
    const Lanes lanes(warp, path);
    kernel::PerLane<std::uint32_t> place;
    kernel::PerLane<bool> is_last;  // of the lanes on its path
    warp.phase([&](kernel::Lane lane) {
      is_last[lane] = false;
      if (path[lane] == kNone) return;
      const std::uint32_t same = lanes.on(static_cast<std::uint32_t>(path[lane]));
      const std::uint32_t before = same & ((std::uint32_t{1} << lane) - 1);
      place[lane] = size(path[lane]) + static_cast<std::uint32_t>(detail::count_bits(before));
      is_last[lane] = same >> lane == 1;
      stack(path[lane])[place[lane]] = context[lane];
    });
    warp.phase([&](kernel::Lane lane) {
      if (is_last[lane]) size(path[lane]) = place[lane] + 1;
    });
    kernel::PerLane<bool> full;
    warp.relaxed_phase([&](kernel::Lane lane) { full[lane] = lane < kPaths && size(lane) >= kernel::Warp::kSize; });
    full_ = warp.ballot(full);
  }

  // A path for which every lane gets a context; kNone if no stack has that many.
  [[nodiscard]] WARPGRAPH_DEVICE int take(kernel::Warp& warp, kernel::PerLane<Context>& context) {
    if (full_ == 0) return kNone;
    const auto path = static_cast<int>(detail::lowest_bit(full_));
    full_ &= full_ - 1;
    warp.phase([&](kernel::Lane lane) { context[lane] = stack(path)[size(path) - kernel::Warp::kSize + lane]; });
    warp.elect([&] { size(path) -= kernel::Warp::kSize; });
    return path;
  }

  // Hands out what is left of a path, to lane 0 and those behind it; the result says which lanes hold a context.
  [[nodiscard]] WARPGRAPH_DEVICE kernel::PerLane<bool> drain(kernel::Warp& warp, int path,
                                                             kernel::PerLane<Context>& context) {
    kernel::PerLane<bool> holds;
    warp.phase([&](kernel::Lane lane) {
      holds[lane] = lane < size(path);
      if (holds[lane]) context[lane] = stack(path)[lane];
    });
    warp.elect([&] { size(path) = 0; });
    return holds;
  }

 private:
  // For each bit of a path's number, which lanes have it set.
  class Lanes {
   public:
    WARPGRAPH_DEVICE Lanes(kernel::Warp& warp, const kernel::PerLane<int>& path) {
      WARPGRAPH_UNROLL
      for (int bit = 0; bit < kBits; ++bit) {
        kernel::PerLane<bool> set;
        warp.relaxed_phase([&](kernel::Lane lane) { set[lane] = (path[lane] >> bit & 1) != 0; });
        have_[bit] = warp.ballot(set);
      }
    }
    WARPGRAPH_DEVICE std::uint32_t on(std::uint32_t path) const {
      std::uint32_t lanes = ~std::uint32_t{0};
      WARPGRAPH_UNROLL
      for (int bit = 0; bit < kBits; ++bit) lanes &= (path >> bit & 1) != 0 ? have_[bit] : ~have_[bit];
      return lanes;
    }

   private:
    static constexpr int kBits = kPaths < 2 ? 1 : kPaths < 4 ? 2 : kPaths < 8 ? 3 : kPaths < 16 ? 4 : 5;
    std::uint32_t have_[kBits];
  };

  template <class Path>
  WARPGRAPH_DEVICE std::uint32_t& size(Path path) const {
    return View<std::uint32_t>(memory_->sizes, kPaths)[path];
  }
  WARPGRAPH_DEVICE View<Context> stack(int path) const { return {memory_->contexts[path], kCapacity}; }

  Memory* memory_;
  std::uint32_t full_ = 0;  // a bit for each path
};

}  // namespace warpgraph::papers
