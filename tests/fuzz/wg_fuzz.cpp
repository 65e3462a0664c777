// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/wg_check.hpp"

// Every input is read as it is, with its checksums repaired, and so at an odd address, where the arrays
// cannot be borrowed. The graph copies nothing that the file does not hold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpgraph::fuzz;
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  std::vector<std::byte> repaired = with_checksums(bytes);
  const std::size_t allowed = 2 * size + kSmall;
  run_check(bytes, allowed, check_wg);
  run_check(repaired, allowed, check_wg);
  repaired.insert(repaired.begin(), std::byte{});
  run_check(std::span(repaired).subspan(1), allowed, check_wg);
  return 0;
}
