// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

#include "text.hpp"

namespace warpgraph::cli {

// One document of valid JSON. Bytes of file names that are no UTF-8 become U+FFFD.
inline void print_json(const nlohmann::ordered_json& json, std::ostream& out) {
  out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

// Whether a fact is a time in seconds, or several with a name each.
inline bool is_time(const std::string& name, const nlohmann::ordered_json& value) {
  return name.find("seconds") != std::string::npos && (value.is_number() || value.is_object());
}

// "41 ms", or "find devices 12 ms, read 41 ms".
inline std::string describe_time(const nlohmann::ordered_json& value) {
  if (value.is_number()) return format_seconds(value.get<double>());
  std::string text;
  for (const auto& [part, seconds] : value.items())
    text += (text.empty() ? "" : ", ") + part + ' ' + format_seconds(seconds.get<double>());
  std::ranges::replace(text, '_', ' ');
  return text;
}

}  // namespace warpgraph::cli
