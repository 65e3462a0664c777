// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "command.hpp"

namespace warpgraph::cli {

// While one lives, the terminal shows what is going on and for how long: "reading roads.gr, 3.2 s", a single line that
// is rewritten and, in the end, wiped. Shows nothing for work that is done in an instant, with --quiet, and where
// standard error is not a terminal.
class Phase {
 public:
  // When the line is drawn for the first time, and how often from then on.
  struct Pace {
    std::chrono::milliseconds patience{300};
    std::chrono::milliseconds step{100};
  };

  Phase(Output& output, const std::string& what) : Phase(output, what, Pace()) {}
  Phase(Output& output, const std::string& what, Pace pace);
  ~Phase();
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  [[nodiscard]] std::string line(double seconds) const;
  void draw_until_done();

  std::ostream& err_;
  std::string what_;
  std::size_t columns_;
  Pace pace_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

// The line of an error, which is not shown again.
void show_error(std::string_view message, Output& output);

// A line beside the results, if the text is not empty; not with --quiet.
void remark(const std::string& text, Output& output);

class Stopwatch {
 public:
  // Since it was made, or since the last lap.
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  double lap() {
    const double result = seconds();
    begin_ = std::chrono::steady_clock::now();
    return result;
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace warpgraph::cli
