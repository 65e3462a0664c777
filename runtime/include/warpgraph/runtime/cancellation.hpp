// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/error.hpp>

// How a program follows a call into the library and ends it early: from another thread, as interpreters do whose users
// press Ctrl-C while any algorithm runs, after a time limit, or by a function that is told of the progress. All that
// works on devices waits for a stream now and then, and such a wait throws. A run of a vertex program that is started
// for it has RunningProgram::cancel, which leaves a result.
namespace warpgraph::cancellation {

// What the thread was doing was given up. Graphs and devices stay as they were.
class Cancelled : public Error {
 public:
  explicit Cancelled(const std::string& message = "the call was cancelled") : Error(message) {}
};
// Because it has taken longer than it may.
class OutOfTime : public Cancelled {
 public:
  using Cancelled::Cancelled;
};

// As long as it lives, waits of this thread for a stream throw Cancelled once the flag is true, after the wait: nothing
// of the stream's work is under way then. The flag must outlive it. Scopes nest; the innermost counts. Costs nothing.
class Scope {
 public:
  explicit Scope(const std::atomic<bool>& flag) noexcept;
  // The same of a function that says whether the work is given up. This thread calls it after each wait; it must
  // outlive the scope. What it throws, the wait throws.
  explicit Scope(const std::function<bool()>& is_given_up) noexcept;
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  friend class ControlledScope;
  friend void check();
  // Throws if this scope says that the work is given up.
  void look() const;

  const std::atomic<bool>* flag_ = nullptr;  // or
  const std::function<bool()>* function_ = nullptr;
  const Scope* outer_;
};

// Throws Cancelled if the innermost scope of this thread says that the work is given up: for loops on the host that
// wait for no stream.
void check();

// What a call has done so far. Neither number ever falls.
struct Progress {
  double seconds = 0;       // since it began
  std::uint64_t waits = 0;  // how often its thread has waited for devices, as it does after a round or several
};

// What a caller wants of a call. Without any of it the call goes on to its end.
struct Control {
  std::chrono::duration<double> time_limit{0};  // then the call throws OutOfTime; 0: none
  // Called by the thread of the call when that begins, and after each of its waits; false ends the call: it throws
  // Cancelled. What the function throws, the call throws. It may wait for devices itself.
  std::function<bool(const Progress&)> on_progress = {};
  const std::atomic<bool>* is_cancelled = nullptr;  // true ends the call, as false does; null: there is no such flag

  [[nodiscard]] bool asks_for_nothing() const {
    return time_limit.count() == 0 && !on_progress && is_cancelled == nullptr;
  }
};

// As long as it lives, waits of this thread do what `control` asks for; the scope around it counts as well. `what`
// stands before "has taken 2.1 s, more than its time limit of 2 s". Both must outlive it. Throws UsageError if the time
// limit is negative or no number.
class ControlledScope {
 public:
  ControlledScope(std::string_view what, const Control& control);

  // Whether a look has thrown: by this control's doing, not because of the scope around it.
  [[nodiscard]] bool has_ended_it() const { return has_ended_it_; }

 private:
  void look();

  std::string_view what_;
  const Control& control_;
  std::chrono::steady_clock::time_point begin_;
  std::uint64_t waits_ = 0;
  bool is_looking_ = false;  // on_progress waits for devices
  bool has_ended_it_ = false;
  std::function<bool()> function_;
  Scope scope_;
};

// work(), within such a scope if the control asks for anything. Looks once before the work.
template <class Work>
auto controlled(std::string_view what, const Control& control, const Work& work) {
  if (control.asks_for_nothing()) return work();
  ControlledScope scope(what, control);
  check();
  return work();
}

// Waits until other threads have done what they do for this one, and checks meanwhile. If that throws, `give_up` is
// called, which has them end early, and the threads are waited for when their futures go.
template <class T, class GiveUp>
void wait_for_threads(const std::vector<std::future<T>>& running, const GiveUp& give_up) {
  constexpr std::chrono::milliseconds kBetweenLooks{10};
  try {
    for (const std::future<T>& each : running)
      while (each.wait_for(kBetweenLooks) == std::future_status::timeout) check();
  } catch (...) {
    give_up();
    throw;
  }
}

}  // namespace warpgraph::cancellation
