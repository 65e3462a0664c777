// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Numbers for people, and from them.
namespace warpgraph::cli {

std::string format_count(std::uint64_t count);  // "1,048,576"
std::string format_seconds(double seconds);     // "3.2 s", "41 ms"
std::string format_number(double number);       // the shortest of at most 4 digits: "15.98", "1.2e+09"
std::string counted(std::uint64_t count, const std::string& one, const std::string& many);  // "1 edge", "7 edges"

// "4096", "512M", "8G": a number, in units of 1024 with K, M, G or T behind it; nothing if it is none, or too large.
std::optional<std::size_t> parse_bytes(std::string_view text);

}  // namespace warpgraph::cli
