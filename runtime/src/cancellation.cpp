// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cancellation.hpp>

#include <array>
#include <cstdio>
#include <utility>

namespace warpgraph::cancellation {

namespace {

thread_local const Scope* innermost = nullptr;

std::string in_seconds(double seconds) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g s", seconds);
  return text.data();
}

}  // namespace

Scope::Scope(const std::atomic<bool>& flag) noexcept : flag_(&flag), outer_(std::exchange(innermost, this)) {}
Scope::Scope(const std::function<bool()>& is_given_up) noexcept
    : function_(&is_given_up), outer_(std::exchange(innermost, this)) {}
Scope::~Scope() { innermost = outer_; }

void Scope::look() const {
  const bool is_given_up = flag_ != nullptr ? flag_->load(std::memory_order_relaxed) : (*function_)();
  if (is_given_up) [[unlikely]]
    throw Cancelled();
}

void check() {
  if (innermost != nullptr) innermost->look();
}

ControlledScope::ControlledScope(std::string_view what, const Control& control)
    : what_(what),
      control_(control),
      begin_(std::chrono::steady_clock::now()),
      function_([this] {
        look();
        return false;
      }),
      scope_(function_) {
  expects(control.time_limit.count() >= 0, "a time limit is at least 0 seconds");
}

void ControlledScope::look() {
  if (is_looking_) return;
  if (scope_.outer_ != nullptr) scope_.outer_->look();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  const auto end = [&]<class Why>(std::in_place_type_t<Why>, const std::string& why) {
    has_ended_it_ = true;
    throw Why(std::string(what_) + why);
  };
  if (control_.time_limit.count() != 0 && passed > control_.time_limit)
    end(std::in_place_type<OutOfTime>, " has taken " + in_seconds(passed.count()) + ", more than its time limit of " +
                                           in_seconds(control_.time_limit.count()));
  bool goes_on = control_.is_cancelled == nullptr || !control_.is_cancelled->load(std::memory_order_relaxed);
  if (goes_on && control_.on_progress) {
    is_looking_ = true;
    has_ended_it_ = true;  // if it throws
    goes_on = control_.on_progress({passed.count(), waits_});
    has_ended_it_ = false;
    is_looking_ = false;
  }
  if (!goes_on) end(std::in_place_type<Cancelled>, " was cancelled after " + in_seconds(passed.count()));
  ++waits_;
}

}  // namespace warpgraph::cancellation
