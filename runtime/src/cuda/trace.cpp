// SPDX-License-Identifier: Apache-2.0
#include "trace.hpp"

#include <limits>
#include <utility>

#include <warpgraph/runtime/runtime.hpp>

#include "event.hpp"

namespace warpgraph::detail {

CudaClock::CudaClock(int ordinal, const Runtime& runtime) {
  constexpr int kTries = 16;
  const CudaStreamHandle stream = make_cuda_stream(ordinal);
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kTries; ++i) {
    CudaEventHandle event = make_cuda_event(ordinal);
    const double before = runtime.now();
    check(cudaEventRecord(event.get(), stream.get()));
    check(cudaEventSynchronize(event.get()));
    const double after = runtime.now();
    if (after - before >= shortest) continue;
    shortest = after - before;
    time_ = before + shortest / 2;
    event_ = std::move(event);
  }
}

CudaTrace::CudaTrace(Timeline& timeline, std::string_view device, std::string_view stream, int ordinal,
                     const CudaClock& clock)
    : timeline_(timeline),
      device_(device),
      stream_(stream),
      ordinal_(ordinal),
      known_(clock.event()),
      known_time_(clock.time()) {}

CudaEventHandle CudaTrace::mark(cudaStream_t stream) {
  CudaEventHandle event = take_event();
  check(cudaEventRecord(event.get(), stream));
  return event;
}

// Resolves now and then on the way, so that a program that never waits does not hoard events.
void CudaTrace::add(const Label& label, CudaEventHandle begin, CudaEventHandle end) {
  constexpr std::size_t kResolveEvery = 1024;
  const std::lock_guard lock(mutex_);
  pending_.push_back({label.kind, std::string(label.name), label.bytes, std::move(begin), std::move(end)});
  if (pending_.size() % kResolveEvery == 0) resolve_locked();
}

void CudaTrace::resolve() {
  const std::lock_guard lock(mutex_);
  resolve_locked();
}

void CudaTrace::resolve_locked() {
  while (!pending_.empty() && check_done(cudaEventQuery(pending_.front().end.get()))) {
    Span span = std::move(pending_.front());
    pending_.pop_front();
    publish(std::move(span));
  }
}

void CudaTrace::publish(Span span) {
  const double begin = known_time_ + microseconds_between(known_, span.begin.get());
  const double end = begin + microseconds_between(span.begin.get(), span.end.get());
  timeline_.add({std::move(span.name), span.kind, device_, stream_, begin, end, span.bytes});
  spare_.push_back(std::move(span.begin));
  if (known_owner_) spare_.push_back(std::move(known_owner_));
  known_owner_ = std::move(span.end);
  known_ = known_owner_.get();
  known_time_ = end;
}

CudaEventHandle CudaTrace::take_event() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return make_cuda_event(ordinal_);
  CudaEventHandle event = std::move(spare_.back());
  spare_.pop_back();
  return event;
}

}  // namespace warpgraph::detail
