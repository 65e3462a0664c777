// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph {

// The memory that a view borrows: a device's number in its runtime, or kAnywhere for host memory that every device of
// the runtime may touch (pinned buffers, plain arrays).
enum class MemorySpace : std::int32_t { kAnywhere = -1 };

namespace detail {
// Checked builds call this for every access on the host backend; it throws UsageError for an index outside of the view
// and DeviceError for memory of a device that the running device has no peer access to.
void check_view_access(std::size_t index, std::size_t size, MemorySpace space);
void check_subview(std::size_t first, std::size_t count, std::size_t size);
// And this for every view that is made; it throws UsageError for an address where no element may lie.
void check_view_alignment(const void* data, std::size_t alignment);
}  // namespace detail

// A borrowed array: what kernels receive, by value. It owns nothing and is valid as long as its owner. Indexing is
// checked on the host backend of checked builds and costs nothing elsewhere.
template <class T>
class View {
 public:
  using value_type = std::remove_const_t<T>;

  View() = default;

  WARPGRAPH_DEVICE View(T* data, std::size_t size, MemorySpace space = MemorySpace::kAnywhere)
      : data_(data), size_(size) {
#if WARPGRAPH_CHECKED
    space_ = space;
#if !WARPGRAPH_ON_GPU
    if (size != 0) detail::check_view_alignment(data, alignof(T));
#endif
#else
    (void)space;
#endif
  }

  // A view of something mutable is a view of something constant.
  template <class Mutable>
  requires(std::is_same_v<const Mutable, T>) WARPGRAPH_DEVICE View(const View<Mutable>& other)
      : View(other.data(), other.size(), other.space()) {}

  template <class Index>
  WARPGRAPH_DEVICE T& operator[](Index index) const {
    const auto i = static_cast<std::size_t>(index);
#if WARPGRAPH_CHECKED && !WARPGRAPH_ON_GPU
    detail::check_view_access(i, size_, space_);
#endif
    return data_[i];
  }

  [[nodiscard]] WARPGRAPH_DEVICE T* data() const { return data_; }
  [[nodiscard]] WARPGRAPH_DEVICE std::size_t size() const { return size_; }
  [[nodiscard]] WARPGRAPH_DEVICE bool empty() const { return size_ == 0; }
  [[nodiscard]] WARPGRAPH_DEVICE std::size_t size_bytes() const { return size_ * sizeof(T); }
  [[nodiscard]] WARPGRAPH_DEVICE T* begin() const { return data_; }
  [[nodiscard]] WARPGRAPH_DEVICE T* end() const { return data_ + size_; }

  [[nodiscard]] WARPGRAPH_DEVICE View subview(std::size_t first, std::size_t count) const {
#if WARPGRAPH_CHECKED && !WARPGRAPH_ON_GPU
    detail::check_subview(first, count, size_);
#endif
    return {data_ + first, count, space()};
  }

  [[nodiscard]] WARPGRAPH_DEVICE MemorySpace space() const {
#if WARPGRAPH_CHECKED
    return space_;
#else
    return MemorySpace::kAnywhere;
#endif
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
#if WARPGRAPH_CHECKED
  MemorySpace space_ = MemorySpace::kAnywhere;
#endif
};

// Views of host arrays, for copies to and from a device.
template <class T, std::size_t Extent>
View<T> view_of(std::span<T, Extent> span) {
  return {span.data(), span.size()};
}
template <class Container>
auto view_of(Container& container) {
  return view_of(std::span(container));
}

}  // namespace warpgraph
