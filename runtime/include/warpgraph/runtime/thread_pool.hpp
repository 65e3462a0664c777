// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include <warpgraph/runtime/detail/home_process.hpp>

namespace warpgraph {

// Worker threads for loops on the host. The calling thread takes part, so loops may nest and a pool of one thread is
// the caller alone. Written here because the usual libraries (oneTBB, OpenMP runtimes) come from distributions without
// ThreadSanitizer's instrumentation and then report false races, and the races are what we look for.
class ThreadPool {
 public:
  // 0: one a core. Throws OutOfMemory if the system does not give that many. Starts all of them but one, which is the
  // caller; they sleep while there is no loop.
  explicit ThreadPool(unsigned threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] unsigned size() const noexcept { return size_; }

  // Calls body(first, last) for chunks of at most `grain` that together cover [0, count), in any order and in parallel.
  // Rethrows the first exception; chunks that were not started are then left out. Throws UsageError in another process
  // than the one that made the pool. Returns when all chunks are done. Chunks are handed out one by one, so a small
  // `grain` costs time.
  template <class Function>
  void for_chunks(std::size_t count, std::size_t grain, Function&& body) {
    using Plain = std::remove_reference_t<Function>;
    run(count, grain,
        {const_cast<void*>(static_cast<const void*>(std::addressof(body))),
         [](void* function, std::size_t first, std::size_t last) { (*static_cast<Plain*>(function))(first, last); }});
  }

  // body(i) for every i in [0, count). Returns when all are done.
  template <class Body>
  void for_each(std::size_t count, std::size_t grain, Body&& body) {
    for_chunks(count, grain, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) body(i);
    });
  }

 private:
  struct Loop;
  struct Workers;
  // A loop's body without its type.
  struct Body {
    void* function;
    void (*call)(void* function, std::size_t first, std::size_t last);

    void operator()(std::size_t first, std::size_t last) const { call(function, first, last); }
  };
  void run(std::size_t count, std::size_t grain, Body body);

  detail::HomeProcess home_;
  unsigned size_;
  std::unique_ptr<Workers> workers_;
};

}  // namespace warpgraph
