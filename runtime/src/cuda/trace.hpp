// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/timeline.hpp>

#include "handle.hpp"

namespace warpgraph::detail {

// One moment on both clocks: an event of the device, and the runtime's time at which it happened, to within half of
// the shortest of a few round trips.
class CudaClock {
 public:
  CudaClock(int ordinal, const Runtime& runtime);

  [[nodiscard]] cudaEvent_t event() const noexcept { return event_.get(); }
  [[nodiscard]] double time() const noexcept { return time_; }

 private:
  CudaEventHandle event_;
  double time_ = 0;
};

// Times the work of one stream by events around it and tells the timeline once the work is done. Thread-safe.
class CudaTrace {
 public:
  struct Label {
    Timeline::Kind kind;
    std::string_view name;
    std::size_t bytes;
  };

  CudaTrace(Timeline& timeline, std::string_view device, std::string_view stream, int ordinal, const CudaClock& clock);

  // An event at the present end of the stream's queue.
  [[nodiscard]] CudaEventHandle mark(cudaStream_t stream);
  void add(const Label& label, CudaEventHandle begin, CudaEventHandle end);
  // Moves the spans that are done to the timeline, up to the first that is not.
  void resolve();

 private:
  struct Span {
    Timeline::Kind kind;
    std::string name;
    std::size_t bytes;
    CudaEventHandle begin;
    CudaEventHandle end;
  };

  void resolve_locked();
  void publish(Span span);
  [[nodiscard]] CudaEventHandle take_event();

  Timeline& timeline_;
  const std::string device_;
  const std::string stream_;
  const int ordinal_;
  std::mutex mutex_;  // guards what follows
  std::deque<Span> pending_;
  std::vector<CudaEventHandle> spare_;
  // The latest event whose time is known. Times are measured from it, not from one origin, since CUDA gives elapsed
  // time as a float, which after minutes is too coarse for kernels.
  cudaEvent_t known_;
  double known_time_;
  CudaEventHandle known_owner_;  // null while the clock owns it
};

}  // namespace warpgraph::detail
