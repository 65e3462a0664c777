// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include <nlohmann/json.hpp>

// Pages of HTML that need nothing but themselves.
namespace warpgraph::cli {

// The text as a browser shall show it.
std::string escaped(const std::string& text);

// The page's style, its title and a table of the facts. Title and facts are shown as text.
void begin_page(std::ostream& page, const std::string& title, const nlohmann::ordered_json& facts);
void end_page(std::ostream& page);

}  // namespace warpgraph::cli
