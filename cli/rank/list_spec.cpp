// SPDX-License-Identifier: Apache-2.0
#include "list_spec.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "../text.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

const std::vector<std::string> kListShapes = {"random", "sequential", "reversed", "strided"};

std::uint64_t number_in(std::string_view text, const std::string& what) {
  std::uint64_t number = 0;
  if (!parse(text, number)) throw UsageError("--generate: expected " + what + ", found \"" + printable(text) + '"');
  return number;
}

// The text up to the next comma, taken off with it.
std::string_view take_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find(','));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
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
  spec.elements = number_in(take_part(rest), "a number of elements");
  bool has_lists = false;
  bool has_stride = false;
  while (!rest.empty()) {
    const std::string_view part = take_part(rest);
    if (part.starts_with("lists=") && !std::exchange(has_lists, true))
      spec.lists = number_in(part.substr(6), "a number of lists");
    else if (part.starts_with("stride=") && spec.shape == ListShape::kStrided && !std::exchange(has_stride, true))
      spec.stride = number_in(part.substr(7), "a stride");
    else
      throw UsageError("--generate: expected lists= or, of strided lists, stride=, each once, found \"" +
                       printable(part) + '"');
  }
  return spec;
}

}  // namespace warpgraph::cli
