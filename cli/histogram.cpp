// SPDX-License-Identifier: Apache-2.0
#include "histogram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <vector>

#include "text.hpp"

namespace warpgraph::cli {

namespace {

constexpr std::size_t kMaxBarWidth = 40;
constexpr std::string_view kBarColor = "\x1b[36m";
constexpr std::string_view kPlain = "\x1b[0m";

// "8 - 15"
std::string range_text(std::size_t bucket) {
  if (bucket < 2) return std::to_string(bucket);
  const std::uint64_t first = std::uint64_t{1} << (bucket - 1);
  return format_count(first) + " - " + format_count(2 * first - 1);
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size());
  return width;
}

}  // namespace

std::string bar(std::uint64_t count, std::uint64_t largest, std::size_t width, bool unicode) {
  static constexpr std::array kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (count == 0) return "";
  const std::size_t steps = unicode ? 8 : 1;
  const double exact = static_cast<double>(count) / static_cast<double>(largest) * static_cast<double>(width * steps);
  const auto length = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(exact)));
  std::string text;
  for (std::size_t i = 0; i < length / steps; ++i) text += unicode ? "█" : "#";
  return text + kEighths[length % steps];
}

void print_histogram(const std::string& title, std::span<const std::uint64_t> counts, Output& output) {
  std::vector<std::string> ranges{title};
  std::vector<std::string> numbers{"vertices"};
  std::uint64_t largest = 1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    ranges.push_back(range_text(i));
    numbers.push_back(format_count(counts[i]));
    largest = std::max(largest, counts[i]);
  }
  const std::size_t range_width = longest(ranges);
  const std::size_t number_width = longest(numbers);
  const std::size_t before_bar = range_width + number_width + 4;
  const std::size_t bar_width = std::min(kMaxBarWidth, output.columns - std::min(output.columns, before_bar));
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    output.out << padded(ranges[i], range_width) << "  " << padded(numbers[i], number_width);
    if (i > 0 && counts[i - 1] > 0 && bar_width > 0)
      output.out << "  " << (output.color ? kBarColor : "") << bar(counts[i - 1], largest, bar_width, output.unicode)
                 << (output.color ? kPlain : "");
    output.out << '\n';
  }
}

}  // namespace warpgraph::cli
