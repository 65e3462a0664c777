// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/wg_check.hpp"
#include "fuzz/wg_parts.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace warpgraph::fuzz {
namespace {

void mutate(std::vector<std::byte>& bytes, std::size_t max_size) {
  const std::size_t size = bytes.size();
  bytes.resize(std::max(size, max_size));
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, max_size));
}

// Drops a section, gives it another kind, or changes what is in it.
void change_section(WgParts& parts, std::minstd_rand& random, std::size_t max_size) {
  const std::size_t which = random() % parts.sections.size();
  WgParts::Section& section = parts.sections[which];
  switch (random() % 3) {
    case 0:
      parts.sections.erase(parts.sections.begin() + static_cast<std::ptrdiff_t>(which));
      break;
    case 1:
      section.entry.kind = static_cast<detail::WgKind>(1 + random() % detail::kWgLastKind);
      break;
    default:
      mutate(section.content, max_size);
  }
}

}  // namespace
}  // namespace warpgraph::fuzz

// Bytes that are changed one by one hardly ever give another file whose sections all lie where they
// must, so every third change is one of a section, after which the file is laid out anew.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace warpgraph::fuzz;
  std::minstd_rand random(seed);
  std::optional<WgParts> parts;
  if (random() % 3 == 0) parts = WgParts::take_apart(std::as_bytes(std::span(data, size)));
  if (!parts || parts->sections.empty()) return LLVMFuzzerMutate(data, size, max_size);
  change_section(*parts, random, max_size / 4);
  const std::vector<std::byte> changed = parts->put_together();
  if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::ranges::copy(changed, reinterpret_cast<std::byte*>(data));
  return changed.size();
}

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
