// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

// Long calls of the library, as a user of Python wants them: other threads of the interpreter go on meanwhile, and
// Ctrl-C ends the call.
namespace warpgraph::python {

// How long the work may go on without a wait for a stream.
enum class Steps : std::uint8_t { kMayBeLong, kAreShort };

// Does the work without the interpreter's lock. In Python's main thread, which is the one that handles signals, another
// thread does the work: a signal's exception leaves the call at once, and the work ends at its next wait for a stream
// (cancellation.hpp). Until then the work goes on behind the interpreter's back, so it owns what it uses, and has no
// object of Python's that any thread may not let go of.
void do_interruptibly(std::function<void()> work);

// The same of work whose steps are short, done by the calling thread itself, which looks for signals after its waits:
// to hand the work to another thread and to wait for it takes longer than a run on a small graph. False, and nothing is
// done, while there is other work of the library, which this one might wait for.
[[nodiscard]] bool do_here(const std::function<void()>& work);

// do_interruptibly, or do_here if that can be, of work that has a result.
template <class Work>
auto interruptibly(Work work, Steps steps = Steps::kMayBeLong) {
  using Left = std::invoke_result_t<Work&>;
  if constexpr (std::is_void_v<Left>) {
    do_interruptibly(std::move(work));
  } else {
    std::optional<Left> here;
    if (steps == Steps::kAreShort && do_here([&] { here.emplace(work()); })) return std::move(*here);
    auto left = std::make_shared<std::optional<Left>>();
    do_interruptibly([left, work = std::make_shared<Work>(std::move(work))] { left->emplace((*work)()); });
    return std::move(**left);
  }
}

}  // namespace warpgraph::python
