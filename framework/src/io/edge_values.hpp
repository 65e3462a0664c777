// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <variant>

#include "io/formatted_output.hpp"

namespace warpgraph::detail {

// Calls visit(values) with the list's vector of values, or with std::monostate if it has none or the
// output wants none.
template <class Visit>
void visit_values(const FormattedOutput& output, const EdgeList& list, Visit&& visit) {
  if (output.options().weights) {
    std::visit(visit, list.values);
  } else {
    visit(std::monostate{});
  }
}

template <class Values>
inline constexpr bool kHasValues = !std::is_same_v<std::decay_t<Values>, std::monostate>;

}  // namespace warpgraph::detail
