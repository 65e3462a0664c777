// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include <warpgraph/runtime/detail/backend.hpp>

#include "stream_failure.hpp"

namespace warpgraph::detail {

// The streams of a device. Thread-safe.
class StreamList {
 public:
  void add(const std::shared_ptr<StreamBackend>& stream) {
    const std::lock_guard lock(mutex_);
    const auto free = std::ranges::find_if(streams_, [](const auto& each) { return each.expired(); });
    if (free == streams_.end())
      streams_.push_back(stream);
    else
      *free = stream;
  }

  // Waits for all. Allocates nothing.
  void drain() const noexcept {
    for_each([](StreamBackend& stream) { stream.drain(); });
  }
  // Waits for all, also if some have failed; then throws the first failure, which stays that of its stream.
  void synchronize() const {
    std::exception_ptr first;
    for_each([&](StreamBackend& stream) {
      stream.drain();
      if (!first) first = stream.failure().show();
    });
    if (first) std::rethrow_exception(first);
  }

 private:
  template <class Work>
  void for_each(const Work& work) const {
    for (std::size_t i = 0; i < size(); ++i)
      if (const std::shared_ptr<StreamBackend> stream = at(i)) work(*stream);
  }
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return streams_.size();
  }
  [[nodiscard]] std::shared_ptr<StreamBackend> at(std::size_t i) const {
    const std::lock_guard lock(mutex_);
    return streams_[i].lock();
  }

  mutable std::mutex mutex_;
  std::vector<std::weak_ptr<StreamBackend>> streams_;  // a place keeps its stream as long as that lives
};

}  // namespace warpgraph::detail
