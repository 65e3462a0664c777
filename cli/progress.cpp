// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <algorithm>
#include <ostream>
#include <system_error>

#include "text.hpp"

namespace warpgraph::cli {

namespace {

constexpr std::string_view kWipe = "\r\x1b[K";

}  // namespace

Phase::Phase(Output& output, const std::string& what, Pace pace)
    : err_(output.err), what_(printable(what)), columns_(output.error_columns), pace_(pace) {
  if (!output.progress || output.quiet) return;
  try {
    thread_ = std::thread([this] { draw_until_done(); });
  } catch (const std::system_error&) {  // no thread to spare: nothing is drawn
  }
}

Phase::~Phase() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

// Shorter than the terminal is wide: a line that wraps cannot be rewritten.
std::string Phase::line(double seconds) const {
  const std::string time = format_seconds(seconds);
  const std::size_t room = columns_ - std::min(columns_, time.size() + 3);
  return (room == 0 ? "" : shortened(what_, room) + ", ") + time;
}

void Phase::draw_until_done() {
  const Stopwatch watch;
  std::unique_lock lock(mutex_);
  if (wake_.wait_for(lock, pace_.patience, [this] { return done_; })) return;
  do {
    err_ << kWipe << line(watch.seconds()) << std::flush;
  } while (!wake_.wait_for(lock, pace_.step, [this] { return done_; }));
  err_ << kWipe << std::flush;
}

void show_error(std::string_view message, Output& output) {
  output.shown_error = message;
  output.err << "warpgraph: " << printable(message) << '\n' << std::flush;
}

void remark(const std::string& text, Output& output) {
  if (!output.quiet && !text.empty())
    output.err << wrapped("warpgraph: note: " + printable(text), output.error_width(), 0) << '\n';
}

}  // namespace warpgraph::cli
