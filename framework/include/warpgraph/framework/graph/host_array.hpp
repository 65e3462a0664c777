// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace warpgraph::graphs {

// A read-only array in host memory together with what keeps it alive: a vector, raw memory, or a
// mapped file. Copies share the memory, so a graph's parts can be passed on without copying them.
// No member copies an element. One that was moved from is empty. Converts to std::span, as any contiguous range
// does.
template <class T>
class HostArray {
 public:
  HostArray() = default;
  HostArray(std::vector<T> values) {
    const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
    values_ = *owner;
    owner_ = owner;
  }
  // `owner` keeps `values` alive. Without one, `values` must outlive all copies of this array and their use.
  HostArray(std::span<const T> values, std::shared_ptr<const void> owner) : values_(values), owner_(std::move(owner)) {}

  HostArray(const HostArray&) = default;
  HostArray& operator=(const HostArray&) = default;
  HostArray(HostArray&& other) noexcept : values_(std::exchange(other.values_, {})), owner_(std::move(other.owner_)) {}
  HostArray& operator=(HostArray&& other) noexcept {
    HostArray taken(std::move(other));
    std::swap(values_, taken.values_);
    std::swap(owner_, taken.owner_);
    return *this;
  }

  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return values_.size_bytes(); }
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
  [[nodiscard]] const T* data() const noexcept { return values_.data(); }
  [[nodiscard]] const T* begin() const noexcept { return values_.data(); }
  [[nodiscard]] const T* end() const noexcept { return values_.data() + values_.size(); }
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return values_[index]; }
  [[nodiscard]] std::span<const T> span() const noexcept { return values_; }

 private:
  std::span<const T> values_;
  std::shared_ptr<const void> owner_;
};

}  // namespace warpgraph::graphs
