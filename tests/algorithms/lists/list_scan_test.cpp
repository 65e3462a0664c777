// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/list_scan.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/generate_lists.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "some_lists.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// x -> a x + b, joined one after the other: associative and not commutative.
struct Affine {
  std::uint32_t a;
  std::uint32_t b;
  bool operator==(const Affine&) const = default;
};
struct Then {
  WARPGRAPH_DEVICE Affine operator()(const Affine& f, const Affine& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};

// What lists along `walked` give, by a loop.
template <class T, class Op>
std::vector<T> scanned(const Walked& walked, const std::vector<T>& value, Op op, ListEnd from) {
  std::vector<T> out(value.size());
  for (std::size_t list = 0; list + 1 < walked.first.size(); ++list) {
    const std::uint32_t first = walked.first[list];
    const std::uint32_t last = walked.first[list + 1];
    if (from == ListEnd::kHead) {
      for (std::uint32_t i = first; i < last; ++i)
        out[walked.order[i]] =
            i == first ? value[walked.order[i]] : op(out[walked.order[i - 1]], value[walked.order[i]]);
    } else {
      for (std::uint32_t i = last; i-- > first;)
        out[walked.order[i]] =
            i + 1 == last ? value[walked.order[i]] : op(value[walked.order[i]], out[walked.order[i + 1]]);
    }
  }
  return out;
}

class ListScan : public MachineTest {
 protected:
  [[nodiscard]] ListRanks<std::uint32_t> ordered(const std::vector<std::uint32_t>& next) const {
    ListRankOptions options;
    options.order = true;
    const auto on_device = to_device(stream(), next, "test lists");
    return rank_lists<std::uint32_t>(stream(), on_device.view(), options);
  }
};

TEST_P(ListScan, SumsAreThoseOfALoop) {
  for (const SomeLists& lists : all_lists()) {
    const Walked walked = walk_serially(lists.next);
    const auto ranks = ordered(lists.next);
    const auto host = random_values<std::int64_t>(lists.next.size(), -1000000000000, 1000000000000, 3);
    auto value = to_device(stream(), host, "test values");
    for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
      Buffer<std::int64_t> out(stream(), host.size(), "test sums");
      sum_lists(stream(), ranks, value.view(), out.view(), from);
      EXPECT_EQ(to_host(stream(), out), scanned(walked, host, Plus{}, from)) << lists.name;
    }
  }
}

TEST_P(ListScan, AnAssociativeOperationKeepsTheOrderOfTheList) {
  for (const std::size_t length : {std::size_t{1}, std::size_t{40}, std::size_t{2500}, std::size_t{7000}}) {
    const auto next = lists_along(shuffled(7000, 8), length);
    const Walked walked = walk_serially(next);
    const auto ranks = ordered(next);
    std::vector<Affine> host;
    for (const std::uint32_t each : random_values<std::uint32_t>(7000, 1, 1000, 4)) host.push_back({each, each / 3});
    for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
      auto value = to_device(stream(), host, "test values");
      scan_lists(stream(), ranks, value.view(), value.view(), Then{}, from);
      EXPECT_EQ(to_host(stream(), value), scanned(walked, host, Then{}, from)) << length;
    }
  }
}

TEST_P(ListScan, ListsWithoutTheirOrderAreRefused) {
  const auto next = to_device(stream(), lists_along(ascending(10), 10), "test lists");
  const auto ranks = rank_lists<std::uint32_t>(stream(), next.view());
  Buffer<std::int64_t> value(stream(), 10, "test values");
  EXPECT_THROW(sum_lists(stream(), ranks, value.view(), value.view()), UsageError);
}

TEST_P(ListScan, GeneratedListsHaveTheirShapeAndNumber) {
  for (const ListShape shape :
       {ListShape::kRandom, ListShape::kSequential, ListShape::kReversed, ListShape::kStrided}) {
    for (const std::uint64_t lists : {1u, 3u, 100u}) {
      const auto next = to_host(stream(), generate_lists<std::uint32_t>(stream(), {100, shape, lists, 5, 7}));
      const Walked walked = walk_serially(next);
      ASSERT_EQ(walked.order.size(), 100u);
      EXPECT_EQ(walked.first.size(), lists + 1);
      for (std::size_t list = 0; list < lists; ++list) {
        const std::uint32_t length = walked.first[list + 1] - walked.first[list];
        EXPECT_TRUE(length == 100 / lists || length == 100 / lists + 1);
      }
      if (shape == ListShape::kSequential) {
        EXPECT_EQ(walked.order, ascending(100));
      }
    }
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ListScan);

}  // namespace
}  // namespace warpgraph::test
