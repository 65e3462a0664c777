// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace warpgraph::cli {
namespace {

using namespace std::chrono_literals;

// What a phase's thread writes, for another thread that waits for it.
class WatchedBuffer final : public std::streambuf {
 public:
  // The text once the writer has flushed it `count` times. Waits for that a minute at most.
  std::string text_after_flushes(int count) {
    std::unique_lock lock(mutex_);
    flushed_.wait_for(lock, std::chrono::minutes(1), [&] { return flushes_ >= count; });
    return text_;
  }
  std::string text() { return text_after_flushes(0); }

 private:
  int overflow(int character) override {
    const std::lock_guard lock(mutex_);
    text_ += static_cast<char>(character);
    return character;
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::lock_guard lock(mutex_);
    text_.append(text, static_cast<std::size_t>(size));
    return size;
  }
  int sync() override {
    const std::lock_guard lock(mutex_);
    ++flushes_;
    flushed_.notify_all();
    return 0;
  }

  std::mutex mutex_;
  std::condition_variable flushed_;
  std::string text_;
  int flushes_ = 0;
};

constexpr Phase::Pace kAtOnce{0ms, 1h};  // a single line
constexpr Phase::Pace kOften{0ms, 1ms};
constexpr Phase::Pace kNever{1h, 1h};

class PhaseTest : public testing::Test {
 protected:
  PhaseTest() { output_.progress = true; }
  // What a phase shows that lasts until it has drawn this many lines.
  std::string shown(Phase::Pace pace, int lines) {
    {
      const Phase phase(output_, "reading g.mtx", pace);
      buffer_.text_after_flushes(lines);
    }
    return buffer_.text();
  }
  // What a phase shows that would draw all the time if it drew at all.
  std::string shown_in_a_while() {
    {
      const Phase phase(output_, "reading g.mtx", kOften);
      std::this_thread::sleep_for(20ms);
    }
    return buffer_.text();
  }

  std::ostringstream out_;
  WatchedBuffer buffer_;
  std::ostream err_{&buffer_};
  Output output_{out_, err_};
};

TEST_F(PhaseTest, ShowsOneLineAndWipesIt) {
  const std::string text = shown(kAtOnce, 1);
  EXPECT_TRUE(text.starts_with("\r\x1b[Kreading g.mtx, ")) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
  EXPECT_EQ(text.find("\r\x1b[K", 1), text.size() - 4) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(out_.str(), "");
}

TEST_F(PhaseTest, DrawsTheLineAgainAndAgain) {
  const std::string text = shown(kOften, 3);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = text.find("\r\x1b[Kreading g.mtx, ", at)) != std::string::npos; ++at) ++lines;
  EXPECT_GE(lines, 3u) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
}

TEST_F(PhaseTest, IsNotWiderThanTheTerminal) {
  output_.error_columns = 16;
  const std::string text = shown(kAtOnce, 1);
  EXPECT_TRUE(text.starts_with("\r\x1b[Kread")) << text;  // as much as the time leaves room for
  EXPECT_EQ(text.find("g.mtx"), std::string::npos) << text;
  EXPECT_LT(text.find("\r\x1b[K", 1) - 4, output_.error_columns) << text;
}

TEST_F(PhaseTest, IsSilentOnShortWork) { EXPECT_EQ(shown(kNever, 0), ""); }

TEST_F(PhaseTest, IsSilentWithoutATerminal) {
  output_.progress = false;
  EXPECT_EQ(shown_in_a_while(), "");
}

TEST_F(PhaseTest, IsSilentWhenAskedTo) {
  output_.quiet = true;
  EXPECT_EQ(shown_in_a_while(), "");
}

}  // namespace
}  // namespace warpgraph::cli
