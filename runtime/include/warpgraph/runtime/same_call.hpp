// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Ranks make the same calls with the same arguments. Ranks whose calls differ would take each other's messages for
// something else, so a call compares what it was given before it does anything else.
namespace warpgraph {

namespace detail {
// FNV-1a.
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> bytes);
}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::ranks {

// The words of a call are its arguments in text, such as "source=17". Numbers have all their digits.
template <class T>
requires std::integral<T> || std::floating_point<T> std::string call_word(std::string_view name, T value) {
  char text[64];
  const auto end = [&] {
    if constexpr (std::is_same_v<T, bool>)
      return std::to_chars(text, text + sizeof text, static_cast<int>(value)).ptr;
    else
      return std::to_chars(text, text + sizeof text, value).ptr;
  }();
  return std::string(name) + '=' + std::string(text, end);
}
inline std::string call_word(std::string_view name, std::string_view value) {
  return std::string(name) + '=' + std::string(value);
}

// The same of any number of values, which the word has a hash of. O(values).
template <class T>
requires std::is_arithmetic_v<T> || std::has_unique_object_representations_v<T> std::string call_word(
    std::string_view name, std::span<const T> values) {
  return call_word(name, detail::hash_bytes(std::as_bytes(values)));
}

// The lowest rank whose words are not those of the first rank.
struct OtherCall {
  int rank = 0;
  std::vector<std::string> words;
  std::vector<std::string> first;  // of the first rank
};
// Collective, with the same answer on all ranks; nothing where all have the same words. One message of 8 bytes to each
// rank if they do.
[[nodiscard]] std::optional<OtherCall> find_other_call(Ranks& ranks, const std::vector<std::string>& words);

// Throws DifferentCalls on all ranks if find_other_call finds one; the message names the rank and the first word that
// differs. `ranks` may be null: no others. Collective; costs what find_other_call does.
void expect_same_call(Ranks* ranks, std::string_view function, const std::vector<std::string>& words);

}  // namespace warpgraph::ranks
