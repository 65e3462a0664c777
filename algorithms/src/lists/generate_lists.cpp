// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/generate_lists.hpp>

#include <bit>
#include <cstdint>
#include <numeric>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "words.hpp"

namespace warpgraph::algorithms {
namespace lists {
namespace {

// The element at each place of the lists, one list after the other.
struct Places {
  std::uint64_t elements;
  ListShape shape;
  std::uint64_t stride;  // without a common divisor with the number of elements
  std::uint64_t mask;
  std::uint32_t shift;
  std::uint64_t seed;

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t operator[](std::uint64_t place) const {
    if (shape == ListShape::kReversed) return elements - 1 - place;
    if (shape == ListShape::kStrided) return place * stride % elements;
    if (shape == ListShape::kRandom) {
      do place = mix(place);
      while (place >= elements);
    }
    return place;
  }

  // A bijection of the numbers up to `mask`; another one than that of Splitters, which would be an adversary.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t mix(std::uint64_t x) const {
    x ^= seed & mask;
    for (const std::uint64_t factor : {0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u, 0x94d049bb133111ebu}) {
      x = (x * factor + (seed >> 17)) & mask;
      x ^= x >> shift;
    }
    return x;
  }
};

template <class Index>
struct LinkPlaces {
  Places places;
  std::uint64_t lists;
  View<Index> next;

  WARPGRAPH_DEVICE void operator()(std::uint64_t place) const {
    // The first `longer` lists have an element more.
    const std::uint64_t length = places.elements / lists;
    const std::uint64_t longer = places.elements % lists;
    const std::uint64_t end_of_longer = longer * (length + 1);
    const std::uint64_t left =
        place < end_of_longer ? length - place % (length + 1) : length - 1 - (place - end_of_longer) % length;
    next[places[place]] = left == 0 ? kNoNext<Index> : static_cast<Index>(places[place + 1]);
  }
};

}  // namespace
}  // namespace lists

std::uint64_t list_stride(const ListSpec& spec) {
  expects(spec.stride >= 1 && spec.stride <= lists::kMaxElements, "lists: a stride is from 1 to 2^32 - 2^24");
  std::uint64_t stride = spec.stride;
  while (std::gcd(stride, spec.elements) > 1 && spec.elements > 0) ++stride;
  return stride;
}

template <ListIndex Index>
Buffer<Index> generate_lists(StreamRef stream, const ListSpec& spec) {
  const std::uint64_t n = spec.elements;
  expects(n <= lists::kMaxElements, "lists: a device takes at most 2^32 - 2^24 elements");
  Buffer<Index> next(stream, n, "list successors");
  if (n == 0) return next;
  expects(spec.lists >= 1 && spec.lists <= n, "lists: there are from one list to one for each element");
  const auto bits = static_cast<unsigned>(std::bit_width((n - 1) | 1));
  const lists::Places places{n,
                             spec.shape,
                             list_stride(spec),
                             ~std::uint64_t{0} >> (64 - bits),
                             (bits + 1) / 2,
                             (spec.seed + 1) * 0xd1342543de82ef95u};
  kernel::for_each(stream, n, lists::LinkPlaces<Index>{places, spec.lists, next});
  return next;
}

template Buffer<std::uint32_t> generate_lists(StreamRef, const ListSpec&);
template Buffer<std::uint64_t> generate_lists(StreamRef, const ListSpec&);

}  // namespace warpgraph::algorithms
