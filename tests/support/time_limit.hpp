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
class TimeLimit {
 public:
  explicit TimeLimit(std::chrono::seconds limit)
      : watch_([limit, test = testing::UnitTest::GetInstance()->current_test_info()](const std::stop_token& stop) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any().wait_for(lock, stop, limit, [&] { return stop.stop_requested(); });
          if (stop.stop_requested()) return;
          std::fprintf(stderr, "%s.%s did not end within %lld s\n", test->test_suite_name(), test->name(),
                       static_cast<long long>(limit.count()));
          std::_Exit(EXIT_FAILURE);
        }) {}

 private:
  std::jthread watch_;
};

}  // namespace warpgraph::test
