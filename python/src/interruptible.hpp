// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

// Long calls of the library, as a user of Python wants them: other threads of the interpreter go on meanwhile, and
// Ctrl-C ends the call.
namespace warpgraph::python {

// Does the work without the interpreter's lock. In Python's main thread, which is the one that handles signals, another
// thread does the work: a signal's exception leaves the call at once, and the work ends at its next wait for a stream
// (cancellation.hpp). Until then the work goes on behind the interpreter's back, so it owns what it uses, and has no
// object of Python's that any thread may not let go of.
void do_interruptibly(std::function<void()> work);

// The same of work that has a result.
template <class Work>
auto interruptibly(Work work) {
  using Left = std::invoke_result_t<Work&>;
  if constexpr (std::is_void_v<Left>) {
    do_interruptibly(std::move(work));
  } else {
    auto left = std::make_shared<std::optional<Left>>();
    do_interruptibly([left, work = std::make_shared<Work>(std::move(work))] { left->emplace((*work)()); });
    return std::move(**left);
  }
}

}  // namespace warpgraph::python
