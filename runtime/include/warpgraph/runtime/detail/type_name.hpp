// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace warpgraph::detail {

// "Histogram" for ns::Histogram: how kernels are named in errors and timelines.
template <class T>
consteval std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  const std::string_view head = text.substr(0, text.find('<'));
  const auto scope = head.rfind("::");
  return scope == std::string_view::npos ? text : text.substr(scope + 2);
}

}  // namespace warpgraph::detail
