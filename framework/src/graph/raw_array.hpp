// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/graph/host_array.hpp>

namespace warpgraph::building {

// Gives the memory of [first, last) back to the system, but for the parts of pages at its ends. The
// addresses stay valid and what they hold is lost: for arrays that are read for the last time and
// whose release as a whole would come too late.
inline void discard(const void* first, const void* last) {
  static const auto kPage = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(first) + kPage - 1) / kPage * kPage;
  const auto end = reinterpret_cast<std::uintptr_t>(last) / kPage * kPage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

// An array whose elements start undefined, so that no thread walks over it before the work begins;
// owns it. Large ones ask for huge pages: the builder's scattered writes miss the TLB otherwise.
template <class T>
class RawArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  RawArray() = default;
  explicit RawArray(std::size_t size) : data_(allocate(size * sizeof(T))), size_(size) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T* data() const noexcept { return static_cast<T*>(data_.get()); }
  [[nodiscard]] T& operator[](std::size_t index) const noexcept { return data()[index]; }
  [[nodiscard]] std::span<T> span() const noexcept { return {data(), size_}; }

  void discard(std::size_t first, std::size_t last) const { building::discard(data() + first, data() + last); }

  // Makes it read-only and shared.
  [[nodiscard]] graphs::HostArray<T> share() && {
    const std::span<const T> values = span();
    size_ = 0;
    return {values, std::shared_ptr<const void>(std::move(data_))};
  }

 private:
  static constexpr std::size_t kHugePage = std::size_t{1} << 21;
  static constexpr std::size_t kLarge = 4 * kHugePage;

  struct Free {
    std::size_t bytes = 0;
    // Not the form that takes the size, which Clang declares by default only since version 19.
    void operator()(void* data) const { ::operator delete(data, alignment(bytes)); }
  };
  static std::align_val_t alignment(std::size_t bytes) { return std::align_val_t{bytes < kLarge ? 64 : kHugePage}; }
  static std::unique_ptr<void, Free> allocate(std::size_t bytes) {
    void* data = ::operator new(bytes, alignment(bytes));
    if (bytes >= kLarge) ::madvise(data, bytes, MADV_HUGEPAGE);
    return {data, Free{bytes}};
  }

  std::unique_ptr<void, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace warpgraph::building
