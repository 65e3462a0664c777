// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/runtime/view.hpp>

// Several arrays in one allocation: a run on several devices would else take longer to ask for its memory than a short
// search takes.
namespace warpgraph::detail {

// Hands out offsets, one array after the other.
class ArrayLayout {
 public:
  // Where the array begins.
  template <class T>
  std::size_t add(std::uint64_t count) {
    const std::size_t at = bytes_;
    bytes_ += (count * sizeof(T) + kAlign - 1) / kAlign * kAlign;
    return at;
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kAlign = 256;  // as allocations are
  std::size_t bytes_ = 0;
};

template <class T>
[[nodiscard]] View<T> array_at(View<std::byte> block, std::size_t at, std::uint64_t count) {
  const View<std::byte> bytes = block.subview(at, count * sizeof(T));
  return {reinterpret_cast<T*>(bytes.data()), count, bytes.space()};
}

// The words of values that fill the bytes.
template <class Word>
[[nodiscard]] View<Word> words_in(View<std::byte> bytes) {
  return array_at<Word>(bytes, 0, bytes.size() / sizeof(Word));
}
template <class Word>
[[nodiscard]] View<const Word> words_in(View<const std::byte> bytes) {
  return {reinterpret_cast<const Word*>(bytes.data()), bytes.size() / sizeof(Word), bytes.space()};
}

}  // namespace warpgraph::detail
