// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <warpgraph/runtime/kernel/dialect.hpp>

// Shuffles of any trivially copyable value, word by word. Compiled in nvcc's GPU pass only; every function is called by
// all lanes of a warp.
namespace warpgraph::detail {

template <class T, class Step>
__device__ inline T shuffle_words(const T& value, Step step) {
  static_assert(std::is_trivially_copyable_v<T>);
  if constexpr (std::is_arithmetic_v<T> && sizeof(T) >= 4) {
    return step(value);
  } else {
    constexpr int kWords = (sizeof(T) + 3) / 4;
    std::uint32_t words[kWords] = {};
    memcpy(words, &value, sizeof(T));
    WARPGRAPH_UNROLL
    for (int i = 0; i < kWords; ++i) words[i] = step(words[i]);
    T result;
    memcpy(&result, words, sizeof(T));
    return result;
  }
}

template <class T>
__device__ inline T shuffle(const T& value, unsigned from) {
  return shuffle_words(value, [=](auto word) { return gpu::shuffle_word(word, from); });
}
template <class T>
__device__ inline T shuffle_xor(const T& value, unsigned mask) {
  return shuffle_words(value, [=](auto word) { return gpu::shuffle_word_xor(word, mask); });
}
template <class T>
__device__ inline T shuffle_up(const T& value, unsigned distance) {
  return shuffle_words(value, [=](auto word) { return gpu::shuffle_word_up(word, distance); });
}
template <class T>
__device__ inline T shuffle_down(const T& value, unsigned distance) {
  return shuffle_words(value, [=](auto word) { return gpu::shuffle_word_down(word, distance); });
}

}  // namespace warpgraph::detail
