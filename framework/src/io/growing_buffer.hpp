// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>
#include <utility>

namespace warpgraph::detail {

// Bytes that are appended to without being cleared first. Large ones grow by moving pages, not
// bytes, and what is reserved but not written takes no memory.
class GrowingBuffer {
 public:
  GrowingBuffer() = default;
  ~GrowingBuffer() { std::free(data_); }
  GrowingBuffer(GrowingBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  GrowingBuffer& operator=(GrowingBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // Room to write into; what was written of it is then kept by grow().
  [[nodiscard]] std::span<std::byte> room() {
    if (size_ == capacity_) reserve(std::max(kFirst, capacity_ + capacity_ / 2));
    return {data_ + size_, capacity_ - size_};
  }
  void grow(std::size_t written) { size_ += written; }

 private:
  static constexpr std::size_t kFirst = std::size_t{1} << 14;

  void reserve(std::size_t capacity) {
    void* larger = std::realloc(data_, capacity);
    if (larger == nullptr) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(larger);
    capacity_ = capacity;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace warpgraph::detail
