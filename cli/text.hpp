// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

// Numbers for people.
namespace warpgraph::cli {

std::string format_count(std::uint64_t count);  // "1,048,576"
std::string format_seconds(double seconds);     // "3.2 s", "41 ms"
std::string format_number(double number);       // the shortest of at most 4 digits: "15.98", "1.2e+09"
std::string counted(std::uint64_t count, const std::string& one, const std::string& many);  // "1 edge", "7 edges"

}  // namespace warpgraph::cli
