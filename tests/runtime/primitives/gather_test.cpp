// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/primitives/gather.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

std::vector<std::uint64_t> random_permutation(std::size_t size) {
  std::vector<std::uint64_t> places(size);
  std::iota(places.begin(), places.end(), std::uint64_t{0});
  std::shuffle(places.begin(), places.end(), std::mt19937_64(kSeed));
  return places;
}

class GatherTest : public MachineTest {
 protected:
  template <class Index, class T>
  std::vector<T> gathered(const std::vector<T>& elements, const std::vector<std::uint64_t>& index) {
    const auto in = to_device(stream(), elements, "in");
    const auto at = to_device(stream(), std::vector<Index>(index.begin(), index.end()), "index");
    Buffer<T> out(stream(), index.size(), "out");
    gather(stream(), in, at, out.view());
    return to_host(stream(), out);
  }

  template <class Index, class T>
  std::vector<T> scattered(const std::vector<T>& elements, const std::vector<std::uint64_t>& index) {
    const auto in = to_device(stream(), elements, "in");
    const auto at = to_device(stream(), std::vector<Index>(index.begin(), index.end()), "index");
    Buffer<T> out(stream(), elements.size(), "out");
    scatter(stream(), in, at, out.view());
    return to_host(stream(), out);
  }
};

TEST_P(GatherTest, GatherReadsWhatTheIndexNames) {
  for_each_width([&]<class T>(std::string_view type) {
    for (const std::size_t size : sizes()) {
      SCOPED_TRACE(trace(type, "index with repetitions", size));
      const auto elements = random_blobs<sizeof(T)>(1000);
      auto index = random_numbers<std::uint64_t>(size);
      for (auto& i : index) i %= elements.size();
      std::vector<T> expected;
      for (const auto i : index) expected.push_back(elements[i]);
      ASSERT_EQ(gathered<std::uint32_t>(elements, index), expected);
      ASSERT_EQ(gathered<std::uint64_t>(elements, index), expected);
    }
  });
}

TEST_P(GatherTest, ScatterWritesWhereTheIndexPoints) {
  for_each_width([&]<class T>(std::string_view type) {
    for (const std::size_t size : sizes()) {
      SCOPED_TRACE(trace(type, "permutation", size));
      const auto elements = random_blobs<sizeof(T)>(size);
      const auto index = random_permutation(size);
      std::vector<T> expected(size);
      for (std::size_t i = 0; i < size; ++i) expected[index[i]] = elements[i];
      ASSERT_EQ(scattered<std::uint32_t>(elements, index), expected);
      ASSERT_EQ(scattered<std::uint64_t>(elements, index), expected);
    }
  });
}

TEST_P(GatherTest, ScatterLeavesOtherElementsAlone) {
  const auto in = to_device(stream(), std::vector<float>{1, 2}, "in");
  const auto index = to_device(stream(), std::vector<std::uint32_t>{3, 0}, "index");
  auto out = to_device(stream(), std::vector<float>{10, 11, 12, 13}, "out");
  scatter(stream(), in, index, out.view());
  EXPECT_EQ(to_host(stream(), out), (std::vector<float>{2, 11, 12, 1}));
}

TEST_P(GatherTest, CheckedHostFailsTheStreamOnAnIndexOutside) {
  if (on_cuda() || WARPGRAPH_CHECKED == 0) GTEST_SKIP();
  const auto in = to_device(stream(), std::vector<float>{1, 2}, "in");
  const auto index = to_device(stream(), std::vector<std::uint32_t>{2}, "index");
  Buffer<float> out(stream(), 1, "out");
  gather(stream(), in, index, out.view());
  EXPECT_THROW(stream().synchronize(), DeviceError);
}

TEST_P(GatherTest, RejectsAShortOutput) {
  Buffer<float> in(stream(), 10, "in");
  Buffer<float> out(stream(), 9, "out");
  Buffer<std::uint32_t> index(stream(), 10, "index");
  EXPECT_THROW(gather(stream(), in, index, out.view()), UsageError);
}

TEST_P(GatherTest, RejectsAnIndexOfAnotherSize) {
  Buffer<float> in(stream(), 10, "in");
  Buffer<float> out(stream(), 10, "out");
  Buffer<std::uint32_t> index(stream(), 9, "index");
  EXPECT_THROW(scatter(stream(), in, index, out.view()), UsageError);
}

TEST_P(GatherTest, LargeIndicesReachBeyond31Bits) {
  constexpr std::size_t kSize = (1ull << 32) + 12'345;
  if (!on_cuda() || device().memory().free < 2 * kSize) GTEST_SKIP();
  Buffer<std::uint8_t> in(stream(), kSize, "in");
  fill(stream(), in, 1);
  fill(stream(), in.view().subview(kSize - 1, 1), 2);
  const auto index = to_device(stream(), std::vector<std::uint64_t>{kSize - 1, 0, 1ull << 32}, "index");
  Buffer<std::uint8_t> out(stream(), 3, "out");
  gather(stream(), in, index, out.view());
  EXPECT_EQ(to_host(stream(), out), (std::vector<std::uint8_t>{2, 1, 1}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GatherTest);

}  // namespace
}  // namespace warpgraph::test
