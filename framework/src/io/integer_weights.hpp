// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/formatted_output.hpp"
#include "io/smallest_index.hpp"

namespace warpgraph::detail {

// Whether a weight is an integer from `lowest` to `highest`.
template <class T>
bool is_integer_between(T weight, std::int64_t lowest, std::int64_t highest) {
  if constexpr (std::is_integral_v<T>) {
    return weight >= lowest && weight <= highest;
  } else {
    constexpr double kBeyond = 9223372036854775808.0;  // 2^63
    const auto real = static_cast<double>(weight);
    return std::trunc(real) == real && real >= -kBeyond && real < kBeyond &&
           static_cast<std::int64_t>(real) >= lowest && static_cast<std::int64_t>(real) <= highest;
  }
}

// Calls write(weight_of), where weight_of(edge) is the weight of an edge as an int64, 1 if edges have
// none or they are not wanted; fails if one is not an integer from `lowest` to `highest`.
template <class Write>
void with_integer_weights(const FormattedOutput& output, const EdgeList& list, std::int64_t lowest,
                          std::int64_t highest, Write&& write) {
  if (!output.options().weights || list.values.index() == 0) {
    return write([](EdgeId) { return std::int64_t{1}; });
  }
  std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (!std::is_same_v<Values, std::monostate>) {
          SmallestIndex bad;
          constexpr std::size_t kGrain = std::size_t{1} << 16;
          output.pool().for_each(values.size(), kGrain, [&](std::size_t edge) {
            if (!is_integer_between(values[edge], lowest, highest)) bad.add(edge);
          });
          if (bad.get() != SmallestIndex::kNone) {
            output.fail("the format holds weights that are integers from ", lowest, " to ", highest,
                        "; that of the edge ", list.ids.name_of(list.source[bad.get()]), " - ",
                        list.ids.name_of(list.target[bad.get()]), " is ", values[bad.get()]);
          }
          write([&](EdgeId edge) { return static_cast<std::int64_t>(values[edge]); });
        }
      },
      list.values);
}

}  // namespace warpgraph::detail
