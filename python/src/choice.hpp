// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::python {

// The value of this name. Throws UsageError, which lists the names, if there is none.
template <class Value>
[[nodiscard]] Value chosen(const std::string& name, const std::map<std::string, Value>& values,
                           const std::string& what) {
  if (const auto found = values.find(name); found != values.end()) return found->second;
  std::string names;
  for (const auto& [each, value] : values) names += (names.empty() ? "" : ", ") + each;
  throw UsageError(what + " cannot be \"" + name + "\", expected one of: " + names);
}

}  // namespace warpgraph::python
