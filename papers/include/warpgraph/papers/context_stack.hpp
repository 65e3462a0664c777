// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/lane.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

namespace warpgraph::papers {

// Collaborative context collection (Khorasani 2016, section 4.1): a warp takes a branch with all of its lanes or not at
// all. Lanes that would take the branch while too few others do put their contexts, what the branch must know, on a
// stack of the warp; later, lanes with nothing to do take contexts from it. So a branch that one lane in ten takes runs
// once for 32 of them instead of once for 3. A context is any trivially copyable struct; its order is not kept.
//
//   struct Shared { ContextStack<Ray>::Memory hits; };
//   ContextStack<Ray> hits(shared.hits);
//   for (...) {
//     warp.phase(...);                                          // sets holds[lane] and, where it does, ray[lane]
//     if (hits.fill(warp, holds, ray)) warp.phase([&](kernel::Lane lane) { shade(ray[lane]); });
//   }
//   holds = hits.drain(warp, ray);                              // what is left, fewer than 32
//   warp.phase([&](kernel::Lane lane) { if (holds[lane]) shade(ray[lane]); });
//
// Several paths have a stack each. A loop is `while (stack.fill(warp, holds, context))` around a phase that makes one
// step and says in `holds` whether another follows: a lane whose trip is over takes the next context. Inside of
// `if (outer.fill(...))` all lanes hold a context, and another stack may collect what they branch into.
//
// It wins where the branch is long against a fill (a ballot, and a write to shared memory for each context) and few
// lanes take it; it loses where branches are short, or where the memory bounds the kernel. Contexts move to other
// lanes, so what the branch reads and writes by an index of the context is no longer coalesced: read it before, and
// take it along.
template <class Context>
class ContextStack {
  static_assert(std::is_trivially_copyable_v<Context>, "contexts travel through shared memory byte by byte");

 public:
  // Lies in the kernel's Shared. A full warp's contexts never have to wait.
  struct Memory {
    Context contexts[kernel::Warp::kSize - 1];
  };

  WARPGRAPH_DEVICE explicit ContextStack(Memory& memory) : contexts_(memory.contexts) {}

  // Either every lane holds a context afterwards, because the stack has one for each lane without, and the result is
  // true; or no lane does, because those of the lanes went onto the stack. Called by the whole warp.
  [[nodiscard]] WARPGRAPH_DEVICE bool fill(kernel::Warp& warp, const kernel::PerLane<bool>& holds,
                                           kernel::PerLane<Context>& context) {
    const std::uint32_t holders = warp.ballot(holds);
    const std::uint32_t idle = count(~holders);
    if (idle > size_) {
      push(warp, holders, holds, context);
      size_ += kernel::Warp::kSize - idle;
      return false;
    }
    const Context* const top = contexts_ + size_;
    warp.phase([&](kernel::Lane lane) {
      if (!holds[lane]) context[lane] = top[-1 - static_cast<int>(lanes_before(~holders, lane))];
    });
    size_ -= idle;
    return true;
  }

  // Hands out what is left, to lane 0 and those behind it; the result says which lanes hold a context.
  [[nodiscard]] WARPGRAPH_DEVICE kernel::PerLane<bool> drain(kernel::Warp& warp, kernel::PerLane<Context>& context) {
    kernel::PerLane<bool> holds;
    warp.phase([&](kernel::Lane lane) {
      holds[lane] = lane < size_;
      if (holds[lane]) context[lane] = contexts_[lane];
    });
    size_ = 0;
    return holds;
  }

  // Fewer than 32.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t size() const { return size_; }

 private:
  WARPGRAPH_DEVICE static std::uint32_t count(std::uint32_t lanes) {
    return static_cast<std::uint32_t>(detail::count_bits(lanes));
  }
  WARPGRAPH_DEVICE static std::uint32_t lanes_before(std::uint32_t lanes, kernel::Lane lane) {
    return count(lanes & ((std::uint32_t{1} << lane) - 1));
  }

  // At most 31 are there afterwards: more lanes were idle than contexts lay on the stack.
  WARPGRAPH_DEVICE void push(kernel::Warp& warp, std::uint32_t holders, const kernel::PerLane<bool>& holds,
                             const kernel::PerLane<Context>& context) {
    warp.phase([&](kernel::Lane lane) {
      if (holds[lane]) contexts_[size_ + lanes_before(holders, lane)] = context[lane];
    });
  }

  Context* contexts_;
  std::uint32_t size_ = 0;
};

}  // namespace warpgraph::papers
