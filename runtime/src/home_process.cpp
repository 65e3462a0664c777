// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/detail/home_process.hpp>

#include <pthread.h>
#include <unistd.h>

#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

std::atomic<unsigned> fork_count{0};

namespace {

[[maybe_unused]] const int kForksAreCounted =
    pthread_atfork(nullptr, nullptr, [] { fork_count.fetch_add(1, std::memory_order_relaxed); });

}  // namespace

HomeProcess::HomeProcess() noexcept : forks_(fork_count.load(std::memory_order_relaxed)), number_(getpid()) {}

void HomeProcess::refuse() const {
  throw UsageError("this runtime was made in process " + std::to_string(number_) + ", and this is process " +
                   std::to_string(getpid()) + ", which fork() made: make a runtime of its own");
}

}  // namespace warpgraph::detail
