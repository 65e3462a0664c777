// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <type_traits>

namespace warpgraph {

// A vertex of one graph on one device: dense, from 0.
using VertexId = std::uint32_t;
// A place in a graph's list of edges.
using EdgeId = std::uint64_t;

inline constexpr VertexId kNoVertex = 0xffffffffu;

namespace detail {
template <class T>
concept NumberOfName = std::integral<T> && !std::same_as<T, VertexId> && sizeof(T) <= sizeof(std::uint64_t);
[[noreturn]] void throw_negative_name(std::int64_t number);
}  // namespace detail

// What the user calls a vertex, in the file or list that the graph was made of (IdMap). Options of algorithms take
// names, vertex programs take VertexIds. GraphOn::find has the VertexId of a name; IdMap::name_of has the name of a
// VertexId, HostResult::name_of that of the vertex of values[i].
//
// A name is a number of 64 bits, and converts from every integer type but VertexId, which does not compile: 7 is a
// name, 7U is not. A name converts to nothing by itself: value() is its number. Arrays of names in bulk, such as
// IdMap::original, hold the numbers.
class VertexName {
 public:
  constexpr VertexName() = default;
  // Throws UsageError if the number is negative.
  template <detail::NumberOfName Number>
  constexpr VertexName(Number number)  // NOLINT(google-explicit-constructor): 7 is a name
      : value_(static_cast<std::uint64_t>(number)) {
    if constexpr (std::is_signed_v<Number>) {
      if (number < 0) [[unlikely]]
        detail::throw_negative_name(number);
    }
  }
  VertexName(VertexId) = delete;  // a vertex of the graph is not a name: IdMap::name_of has it

  [[nodiscard]] constexpr std::uint64_t value() const { return value_; }

  constexpr auto operator<=>(const VertexName&) const = default;
  friend std::string to_string(VertexName name) { return std::to_string(name.value_); }
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out, VertexName name) {
    return out << name.value_;
  }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace warpgraph

template <>
struct std::hash<warpgraph::VertexName> {
  std::size_t operator()(warpgraph::VertexName name) const noexcept { return std::hash<std::uint64_t>()(name.value()); }
};
