// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

namespace warpgraph::test {

// Ends the process with an error if the test takes longer. A kernel that never returns can be stopped in no other way.
// WARPGRAPH_TEST_PATIENCE: how many times as long it may take, under tools that make everything slow.
class TimeLimit {
 public:
  explicit TimeLimit(std::chrono::seconds limit)
      : watch_([limit = limit * patience(),
                test = testing::UnitTest::GetInstance()->current_test_info()](const std::stop_token& stop) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any().wait_for(lock, stop, limit, [&] { return stop.stop_requested(); });
          if (stop.stop_requested()) return;
          std::fprintf(stderr, "%s.%s did not end within %lld s\n", test->test_suite_name(), test->name(),
                       static_cast<long long>(limit.count()));
          std::_Exit(EXIT_FAILURE);
        }) {}

 private:
  static int patience() {
    const char* const times = std::getenv("WARPGRAPH_TEST_PATIENCE");
    return times == nullptr ? 1 : std::atoi(times);
  }

  std::jthread watch_;
};

}  // namespace warpgraph::test
