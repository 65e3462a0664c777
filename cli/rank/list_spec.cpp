// SPDX-License-Identifier: Apache-2.0
#include "list_spec.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "../text.hpp"

namespace warpgraph::cli {

namespace {

const std::vector<std::string> kListShapes = {"random", "sequential", "reversed", "strided"};

std::uint64_t number_in(std::string_view text, const std::string& what) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw UsageError("--generate: expected " + what + ", found \"" + printable(text) + '"');
  return number;
}

}  // namespace

ListSpec parse_list_spec(const std::string& text, std::uint64_t seed) {
  const std::size_t colon = text.find(':');
  std::size_t shape = 0;
  while (shape < kListShapes.size() && text.substr(0, colon) != kListShapes[shape]) ++shape;
  if (shape == kListShapes.size() || colon == text.npos)
    throw UsageError(
        "--generate: expected SHAPE:ELEMENTS with one of random, sequential, reversed and strided, found \"" +
        printable(text) + '"');
  ListSpec spec;
  spec.shape = static_cast<ListShape>(shape);
  spec.seed = seed;
  std::string_view rest = std::string_view(text).substr(colon + 1);
  for (bool is_first = true; is_first || !rest.empty(); is_first = false) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    if (is_first)
      spec.elements = number_in(part, "a number of elements");
    else if (part.starts_with("lists="))
      spec.lists = number_in(part.substr(6), "a number of lists");
    else if (part.starts_with("stride="))
      spec.stride = number_in(part.substr(7), "a stride");
    else
      throw UsageError("--generate: expected lists= or stride=, found \"" + printable(part) + '"');
  }
  return spec;
}

}  // namespace warpgraph::cli
