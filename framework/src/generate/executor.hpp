// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// What a generator needs of a machine: arrays, loops and prefix sums. Each generator is written once, over either.
namespace warpgraph::generators::detail {

// The threads of a pool, at once.
class HostExecutor {
 public:
  template <class T>
  using Array = std::vector<T>;

  explicit HostExecutor(ThreadPool& threads) : threads_(&threads) {}

  template <class T>
  Array<T> array(std::uint64_t size, std::string_view) {
    return Array<T>(size);
  }
  template <class T>
  Array<T> zeros(std::uint64_t size, std::string_view) {
    return Array<T>(size);
  }
  template <class T>
  Array<T> upload(std::vector<T> values, std::string_view) {
    return values;
  }
  template <class T>
  static View<T> view(Array<T>& array) {
    return view_of(array);
  }

  template <class F>
  void for_each(std::uint64_t n, const F& body) {
    threads_->for_each(n, 4096, body);
  }
  template <class T>
  void exclusive_scan(Array<T>& values);
  template <class T>
  T read_last(Array<T>& values) {
    return values.back();
  }

 private:
  ThreadPool* threads_;
};

// A stream's device, in stream order.
class StreamExecutor {
 public:
  template <class T>
  using Array = Buffer<T>;

  explicit StreamExecutor(StreamRef stream) : stream_(stream) {}

  template <class T>
  Array<T> array(std::uint64_t size, std::string_view name) {
    return Array<T>(stream_, size, name);
  }
  template <class T>
  Array<T> zeros(std::uint64_t size, std::string_view name) {
    Array<T> values(stream_, size, name);
    fill(stream_, values, T{});
    return values;
  }
  template <class T>
  Array<T> upload(const std::vector<T>& values, std::string_view name) {
    return to_device(stream_, values, name);
  }
  template <class T>
  static View<T> view(Array<T>& array) {
    return array.view();
  }

  template <class F>
  void for_each(std::uint64_t n, const F& body) {
    warpgraph::kernel::for_each(stream_, n, body);
  }
  template <class T>
  void exclusive_scan(Array<T>& values) {
    warpgraph::primitives::exclusive_scan(stream_, values.view(), values.view());
  }
  template <class T>
  T read_last(Array<T>& values) {
    return to_host(stream_, values.view().subview(values.size() - 1, 1)).front();
  }

 private:
  StreamRef stream_;
};

// Every chunk's sum, then the sum of the chunks before, then every chunk's own sums.
template <class T>
void HostExecutor::exclusive_scan(Array<T>& values) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  std::vector<T> sums((values.size() + kChunk - 1) / kChunk);
  threads_->for_chunks(values.size(), kChunk, [&](std::size_t first, std::size_t last) {
    T sum{};
    for (std::size_t i = first; i < last; ++i) sum += values[i];
    sums[first / kChunk] = sum;
  });
  T before{};
  for (T& sum : sums) before += std::exchange(sum, before);
  threads_->for_chunks(values.size(), kChunk, [&](std::size_t first, std::size_t last) {
    T sum = sums[first / kChunk];
    for (std::size_t i = first; i < last; ++i) sum += std::exchange(values[i], sum);
  });
}

}  // namespace warpgraph::generators::detail
