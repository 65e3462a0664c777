// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "io/input.hpp"

static_assert(std::endian::native == std::endian::little, "the binary formats are little-endian");

namespace warpgraph::detail {

// An array in a file, perhaps not aligned.
template <class T>
class FileArray {
 public:
  FileArray() = default;
  FileArray(const std::byte* begin, std::size_t size) : begin_(begin), size_(size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  T operator[](std::size_t index) const {
    T value;
    std::memcpy(&value, begin_ + index * sizeof(T), sizeof(T));
    return value;
  }

 private:
  const std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
};

// Takes numbers and arrays off the front of a file, or throws if the file ends before.
class ByteReader {
 public:
  explicit ByteReader(const Input& input) : input_(input) {}

  template <class T>
  T take(std::string_view what) {
    return take_array<T>(1, what)[0];
  }

  // Whatever `count` is, nothing overflows and nothing is allocated.
  template <class T>
  FileArray<T> take_array(std::uint64_t count, std::string_view what) {
    if (count > left() / sizeof(T)) fail_short(count, sizeof(T), what);
    const FileArray<T> array(input_.bytes.data() + offset_, static_cast<std::size_t>(count));
    offset_ += static_cast<std::size_t>(count) * sizeof(T);
    return array;
  }

  void skip(std::uint64_t bytes, std::string_view what) { take_array<std::byte>(bytes, what); }

  [[nodiscard]] std::size_t left() const { return input_.bytes.size() - offset_; }

  void expect_end() const {
    if (left() == 0) return;
    input_.fail(0, "expected the end after ", offset_, " bytes, found ", left(), " more");
  }

 private:
  [[noreturn]] void fail_short(std::uint64_t count, std::size_t size, std::string_view what) const {
    input_.fail_at_end(0, "expected ", what, " (", count, " x ", size, " bytes) from byte ", offset_,
                       " on, but the file has only ", left(), " bytes there");
  }

  const Input& input_;
  std::size_t offset_ = 0;
};

}  // namespace warpgraph::detail
