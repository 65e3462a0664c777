// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/graphalytics_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpgraph::fuzz;
  // A line of two bytes is an id of eight in an array that doubles as it grows, or a property of some 40.
  run_check(std::span(reinterpret_cast<const std::byte*>(data), size), 64 * size + kSmall, check_graphalytics);
  return 0;
}
