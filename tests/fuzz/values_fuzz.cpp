// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/values_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpgraph::fuzz;
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  if (is_compressed(bytes)) return -1;
  // There are few vertices, so that only the text is as large as the input, if its last line is.
  run_check(bytes, 2 * size + kSmall, check_values);
  return 0;
}
