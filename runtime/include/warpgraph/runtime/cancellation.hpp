// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>

#include <warpgraph/runtime/error.hpp>

// How a program ends a call into the library from another thread: for interpreters, whose users press Ctrl-C while any
// algorithm runs. All that works on devices waits for a stream now and then, and such a wait throws. A run of a vertex
// program that is started for it has RunningProgram::cancel, which leaves a result.
namespace warpgraph::cancellation {

// What the thread was doing was given up. Graphs and devices stay as they were.
class Cancelled : public Error {
 public:
  Cancelled() : Error("the call was cancelled") {}
};

// As long as it lives, waits of this thread for a stream throw Cancelled once the flag is true, after the wait: nothing
// of the stream's work is under way then. The flag must outlive it. Scopes nest; the innermost counts. Costs nothing.
class Scope {
 public:
  explicit Scope(const std::atomic<bool>& flag) noexcept;
  // The same of a function that says whether the work is given up. This thread calls it after each wait; it must
  // outlive the scope, and throws nothing.
  explicit Scope(const std::function<bool()>& is_given_up) noexcept;
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  const std::atomic<bool>* outer_flag_;
  const std::function<bool()>* outer_function_;
};

// Throws Cancelled if the innermost scope of this thread says that the work is given up: for loops on the host that
// wait for no stream.
void check();

}  // namespace warpgraph::cancellation
