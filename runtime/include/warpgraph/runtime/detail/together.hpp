// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/runtime/ranks.hpp>

// How all ranks learn of what one of them could not do: they gather their outcomes at the end of a phase. So the error
// is the same on all of them and does not depend on which rank was first, and the ranks go on to be usable.
namespace warpgraph::detail {

// Whose fault an InputError is.
enum class Fault {
  kInput,  // that of an input which all ranks share: all throw it as it is
  kRank,   // that of the rank, unless all have it: all throw a RankError
};

// Throws on all ranks, if on some `mine` is an error, that of the first of them: InputErrors and UsageErrors as such,
// others as a RankError with the rank's name.
void expect_on_all(Ranks& ranks, const std::exception_ptr& mine, Fault fault = Fault::kInput);

// Does work(), which must not talk to other ranks, on all ranks, or throws on all of them.
template <class Work>
auto together(Ranks& ranks, Work&& work, Fault fault = Fault::kInput) {
  using Result = std::invoke_result_t<Work>;
  std::exception_ptr error;
  if constexpr (std::is_void_v<Result>) {
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    expect_on_all(ranks, error, fault);
  } else {
    std::optional<Result> result;
    try {
      result.emplace(work());
    } catch (...) {
      error = std::current_exception();
    }
    expect_on_all(ranks, error, fault);
    return std::move(*result);
  }
}

// Whether it is so on any rank.
inline bool on_any(Ranks& ranks, bool mine) {
  return std::ranges::count(ranks::all_gather(ranks, static_cast<std::uint8_t>(mine)), 1) != 0;
}

// Throws UsageError on all ranks if their values differ.
template <class T>
void expect_same(Ranks& ranks, const T& mine, std::string_view message) {
  const std::vector<T> all = ranks::all_gather(ranks, mine);
  expects(std::ranges::all_of(all, [&](const T& each) { return each == all.front(); }), message);
}

}  // namespace warpgraph::detail
