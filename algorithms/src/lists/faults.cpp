// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "jump_pointers.hpp"
#include "sublists.hpp"
#include "words.hpp"

namespace warpgraph::algorithms {
namespace lists {
namespace {

struct Faults {
  std::uint32_t out_of_range = kNone;  // the first element whose successor is out of range
  std::uint32_t twice = kNone;         // the first element that is the successor of two, or of more
  std::uint32_t first_before = kNone;  // the first two of which it is the successor
  std::uint32_t second_before = kNone;
  std::uint32_t on_circle = kNone;
};

template <class Index>
struct CheckSuccessor {
  View<const Index> next;
  View<std::uint32_t> is_preceded;  // a bit for each element
  View<Faults> faults;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    bool is_inside = true;
    const std::uint32_t n = successor(next, v, is_inside);
    if (!is_inside) atomic::fetch_min(faults[0].out_of_range, static_cast<std::uint32_t>(v));
    if (n == kNone) return;
    const std::uint32_t bit = std::uint32_t{1} << (n % 32);
    if ((atomic::fetch_or(is_preceded[n / 32], bit) & bit) != 0) atomic::fetch_min(faults[0].twice, n);
  }
};

// The elements before `of`: the first of all, or the first after `above`.
template <class Index>
struct FindBefore {
  View<const Index> next;
  std::uint32_t of;
  bool is_second;
  View<Faults> faults;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    bool is_inside = true;
    if (successor(next, v, is_inside) != of) return;
    if (!is_second) {
      atomic::fetch_min(faults[0].first_before, static_cast<std::uint32_t>(v));
    } else if (v != faults[0].first_before) {
      atomic::fetch_min(faults[0].second_before, static_cast<std::uint32_t>(v));
    }
  }
};

template <class Index>
struct LinkElements {
  View<const Index> next;
  View<std::uint64_t> word;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    bool is_inside = true;
    const std::uint32_t n = successor(next, v, is_inside);
    word[v] = n == kNone ? pack(0, static_cast<std::uint32_t>(v)) : pack(1, n);
  }
};

// Jumping leads every element of a list to its tail. One of a circle stays there.
template <class Index>
struct FindCircle {
  View<const Index> next;
  View<const std::uint64_t> word;
  View<Faults> faults;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    bool is_inside = true;
    if (successor(next, low_of(word[v]), is_inside) != kNone)
      atomic::fetch_min(faults[0].on_circle, static_cast<std::uint32_t>(v));
  }
};

[[noreturn]] void fail(const std::string& message) { throw InputError(message); }

}  // namespace
}  // namespace lists

template <ListIndex Index>
void expect_lists(StreamRef stream, View<const Index> next) {
  using namespace lists;  // NOLINT(google-build-using-namespace)
  const std::uint64_t n = next.size();
  expects(n <= kMaxElements, "lists: a device takes at most 2^32 - 2^24 elements");
  if (n == 0) return;
  Buffer<Faults> faults = to_device(stream, std::vector<Faults>(1), "list faults");
  {
    Buffer<std::uint32_t> bits(stream, (n + 31) / 32, "list faults");
    fill(stream, bits, 0);
    kernel::for_each(stream, n, CheckSuccessor<Index>{next, bits, faults});
  }
  Faults found = to_host(stream, faults)[0];
  if (found.out_of_range != kNone) {
    const auto wrong = to_host(stream, next.subview(found.out_of_range, 1))[0];
    fail("element " + std::to_string(found.out_of_range) + " is followed by " + std::to_string(wrong) +
         ", and the last element is " + std::to_string(n - 1));
  }
  if (found.twice != kNone) {
    kernel::for_each(stream, n, FindBefore<Index>{next, found.twice, false, faults});
    kernel::for_each(stream, n, FindBefore<Index>{next, found.twice, true, faults});
    found = to_host(stream, faults)[0];
    fail("element " + std::to_string(found.twice) + " has two predecessors, " + std::to_string(found.first_before) +
         " and " + std::to_string(found.second_before));
  }
  Buffer<std::uint64_t> words(stream, n, "list records");
  kernel::for_each(stream, n, LinkElements<Index>{next, words});
  kernel::launch(stream, kernel::WholeDevice{}, JumpPointers{words});
  kernel::for_each(stream, n, FindCircle<Index>{next, words, faults});
  found = to_host(stream, faults)[0];
  if (found.on_circle != kNone)
    fail("element " + std::to_string(found.on_circle) + " is on a circle: its list has no tail");
}

template void expect_lists(StreamRef, View<const std::uint32_t>);
template void expect_lists(StreamRef, View<const std::uint64_t>);

}  // namespace warpgraph::algorithms
