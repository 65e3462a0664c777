// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

// Every form of declaration that names something; names.txt beside it has the names. Nothing includes it.
namespace warpgraph {

class DeclaredAhead;
struct alignas(8) Aligned {
  int member = 0;
  void member_function() {}
  [[nodiscard]] bool operator==(const Aligned&) const = default;
};
enum class Choice : std::uint8_t { kOne, kOther };

template <class T>
concept Small = sizeof(T) <= 4 && requires(const T& t) {
  { t < t } -> std::convertible_to<bool>;
};

template <class T>
using Rows = std::vector<std::vector<T>>;
using std::pair;
using namespace std;

inline constexpr std::uint64_t kLimit = std::uint64_t{1} << 31;
inline constexpr Choice kFirst{Choice::kOne};
template <class T>
constexpr T kNone = static_cast<T>(-1);

template <class T>
requires Small<T> || std::same_as<T, double>
[[nodiscard]] std::pair<T, Rows<T>> constrained(const T& value, bool flag = (1 < 2)) { return {value, {}}; }
template <class A, class B>
requires(sizeof(A) < sizeof(B)) inline auto narrowed(const B& value) -> A { return static_cast<A>(value); }
const Aligned& only_declared(std::vector<int> sizes = {}, const char* text = "); class InText {");

template <>
inline constexpr double kNone<double> = -1;
bool operator<(const Aligned& a, const Aligned& b);

namespace detail {
int hidden_by_detail();
}
namespace inner {
struct HiddenByInner {};
}  // namespace inner
}  // namespace warpgraph
