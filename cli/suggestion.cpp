// SPDX-License-Identifier: Apache-2.0
#include "suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace warpgraph::cli {

// Row by row over the letters of `from`; distance[j] is that of its first letters to the first j of `to`.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_last(to.size() + 1);
  std::vector<std::size_t> last(to.size() + 1);
  std::vector<std::size_t> distance(to.size() + 1);
  std::iota(distance.begin(), distance.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, distance);
    distance[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      distance[j] = std::min({replaced, last[j] + 1, distance[j - 1] + 1});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        distance[j] = std::min(distance[j], before_last[j - 2] + 1);
    }
  }
  return distance[to.size()];
}

std::string suggestion(std::string_view mistyped, std::span<const std::string> known) {
  const std::string* nearest = nullptr;
  const std::size_t letters = mistyped.size() - std::min(mistyped.find_first_not_of('-'), mistyped.size());
  std::size_t least = 1 + std::max<std::size_t>(1, letters / 4);
  for (const std::string& word : known) {
    // The beginning of a word is as good as a slip of the finger.
    const bool is_beginning = mistyped.size() >= 2 && word.starts_with(mistyped);
    const std::size_t distance = is_beginning ? 1 : edit_distance(mistyped, word);
    if (distance >= least) continue;
    least = distance;
    nearest = &word;
  }
  return nearest == nullptr ? "" : "; did you mean " + *nearest + "?";
}

}  // namespace warpgraph::cli
