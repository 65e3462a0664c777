// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/kernel/atomic_struct.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

template <class Word>
struct alignas(2 * sizeof(Word)) Pair {
  Word sum;
  Word square;  // of the sum, always
  friend bool operator==(const Pair&, const Pair&) = default;
};

struct alignas(8) HasFloat {
  float a;
  std::uint32_t b;
};
struct alignas(16) Padded {
  std::uint32_t a;
  std::uint64_t b;
};
struct Unaligned {
  std::uint32_t a;
  std::uint32_t b;
};
static_assert(kernel::AtomicStruct<Pair<std::uint16_t>> && kernel::AtomicStruct<Pair<std::uint64_t>> &&
              kernel::AtomicStruct<HasFloat>);
static_assert(!kernel::AtomicStruct<Unaligned> && !kernel::AtomicStruct<std::uint64_t>);
#if !defined(__CUDACC__)  // nvcc's front end does not notice padding
static_assert(!kernel::AtomicStruct<Padded>);
#endif

// All threads on one value: no addition is lost, and no value is seen whose halves are of two.
template <class Word>
struct AddInTurn {
  View<Pair<Word>> target;
  View<std::uint32_t> torn;

  WARPGRAPH_DEVICE void operator()(kernel::Block<128>& block) const {
    block.phase([&](kernel::Lane lane) {
      Pair<Word> seen = atomic::load(target[0]);
      while (true) {
        if (seen.square != static_cast<Word>(seen.sum * seen.sum)) atomic::fetch_add(torn[0], 1u);
        const auto sum = static_cast<Word>(seen.sum + lane % 3);
        if (atomic::try_exchange(target[0], seen, Pair<Word>{sum, static_cast<Word>(sum * sum)})) break;
      }
    });
  }
};

// Threads store and load at once.
struct StoreAndLoad {
  View<Pair<std::uint64_t>> target;
  View<std::uint32_t> torn;

  WARPGRAPH_DEVICE void operator()(kernel::Block<128>& block) const {
    block.phase([&](kernel::Lane lane) {
      const std::uint64_t value = block.index() * 128 + lane;
      atomic::store(target[lane % 2], Pair<std::uint64_t>{value, value * value});
      const auto seen = atomic::load(target[(lane + 1) % 2]);
      if (seen.square != seen.sum * seen.sum) atomic::fetch_add(torn[0], 1u);
    });
  }
};

class AtomicStructTest : public MachineTest {
 protected:
  template <class Word>
  void expect_none_lost() {
    constexpr std::uint32_t kBlocks = 300;
    auto target = to_device(stream(), std::vector<Pair<Word>>(1), "target");
    auto torn = to_device(stream(), std::vector<std::uint32_t>(1), "torn");
    kernel::launch(stream(), kernel::Blocks{kBlocks}, AddInTurn<Word>{target, torn});
    constexpr std::uint32_t kSum = kBlocks * (42 * 3 + 1);  // of lane % 3 over 128 lanes
    const auto sum = static_cast<Word>(kSum);
    EXPECT_EQ(to_host(stream(), target).front(), (Pair<Word>{sum, static_cast<Word>(sum * sum)}));
    EXPECT_EQ(to_host(stream(), torn).front(), 0u);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(AtomicStructTest);

TEST_P(AtomicStructTest, ExchangesOf4BytesLoseNothing) { expect_none_lost<std::uint16_t>(); }
TEST_P(AtomicStructTest, ExchangesOf8BytesLoseNothing) { expect_none_lost<std::uint32_t>(); }
TEST_P(AtomicStructTest, ExchangesOf16BytesLoseNothing) { expect_none_lost<std::uint64_t>(); }

TEST_P(AtomicStructTest, StoresAreSeenAsAWhole) {
  auto target = to_device(stream(), std::vector<Pair<std::uint64_t>>(2), "target");
  auto torn = to_device(stream(), std::vector<std::uint32_t>(1), "torn");
  kernel::launch(stream(), kernel::Blocks{300}, StoreAndLoad{target, torn});
  EXPECT_EQ(to_host(stream(), torn).front(), 0u);
}

}  // namespace
}  // namespace warpgraph::test
