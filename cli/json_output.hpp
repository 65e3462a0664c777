// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include <nlohmann/json.hpp>

namespace warpgraph::cli {

// One document of valid JSON. Bytes of file names that are no UTF-8 become U+FFFD.
inline void print_json(const nlohmann::ordered_json& json, std::ostream& out) {
  out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace warpgraph::cli
