// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include <iomanip>
#include <sstream>

namespace warpgraph::cli {

std::string format_count(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t place = text.size(); place > 3;) text.insert(place -= 3, ",");
  return text;
}

std::string format_number(double number) {
  std::ostringstream text;
  text << std::setprecision(4) << number;
  return text.str();
}

std::string format_seconds(double seconds) {
  std::ostringstream text;
  if (seconds < 1)
    text << std::fixed << std::setprecision(seconds < 0.01 ? 1 : 0) << 1000 * seconds << " ms";
  else
    text << std::fixed << std::setprecision(1) << seconds << " s";
  return text.str();
}

std::string counted(std::uint64_t count, const std::string& one, const std::string& many) {
  return format_count(count) + " " + (count == 1 ? one : many);
}

}  // namespace warpgraph::cli
