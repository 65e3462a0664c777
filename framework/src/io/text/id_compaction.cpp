// SPDX-License-Identifier: Apache-2.0
#include "io/text/id_compaction.hpp"

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "io/text/id_table.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16;

// std::popcount is a call into a library where the compiler may not use the instruction.
constexpr VertexId count_bits(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<VertexId>((bits * 0x0101010101010101u) >> 56);
}

// Calls visit(id) for both ends of every edge, in parallel; visit may change the id.
template <class Visit>
void for_all_ends(EdgeList& list, ThreadPool& pool, Visit&& visit) {
  pool.for_each(list.size(), kGrain, [&](std::size_t edge) {
    visit(list.source[edge]);
    visit(list.target[edge]);
  });
}

// Which ids of a range occur, and how many before a given one.
class Occurrences {
 public:
  Occurrences(VertexId first, VertexId last)
      : first_(first), words_((std::size_t{last} - first) / 64 + 1), before_(words_.size()) {}

  static std::size_t bytes(VertexId first, VertexId last) {
    return ((std::size_t{last} - first) / 64 + 1) * (sizeof(std::uint64_t) + sizeof(VertexId));
  }

  void mark(VertexId id) {
    const VertexId place = id - first_;
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    const std::atomic_ref word(words_[place / 64]);
    // Most ids occur often; a look is cheaper than a locked write.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);
    }
  }

  VertexId count() {
    VertexId sum = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      before_[word] = sum;
      sum += count_bits(words_[word]);
    }
    return sum;
  }

  [[nodiscard]] VertexId rank(VertexId id) const {
    const VertexId place = id - first_;
    const std::uint64_t below = (std::uint64_t{1} << (place % 64)) - 1;
    return before_[place / 64] + count_bits(words_[place / 64] & below);
  }

  [[nodiscard]] std::vector<std::uint64_t> ids(VertexId count) const {
    std::vector<std::uint64_t> all;
    all.reserve(count);
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
        all.push_back(first_ + std::uint64_t{word} * 64 + bit);
      }
    }
    return all;
  }

 private:
  VertexId first_;
  std::vector<std::uint64_t> words_;
  std::vector<VertexId> before_;
};

void compact_by_sorting(EdgeList& list, ThreadPool& pool) {
  DistinctIds distinct;
  pool.for_chunks(list.size(), kGrain, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint64_t> seen;
    seen.reserve(2 * (last - first));
    for (std::size_t edge = first; edge < last; ++edge) {
      seen.push_back(list.source[edge]);
      seen.push_back(list.target[edge]);
    }
    distinct.add(std::move(seen));
  });
  list.ids.original = distinct.take();
  list.vertex_count = static_cast<VertexId>(list.ids.original.size());
  const IdTable table(list.ids.original);
  for_all_ends(list, pool, [&](VertexId& id) { id = table.place_of(id); });
}

}  // namespace

void shift_ids(EdgeList& list, VertexId first, VertexId count, ThreadPool& pool) {
  list.vertex_count = count;
  list.ids.base = first;
  if (first != 0) for_all_ends(list, pool, [first](VertexId& id) { id -= first; });
}

void compact_ids(EdgeList& list, VertexId smallest, VertexId largest, std::size_t memory, ThreadPool& pool) {
  if (Occurrences::bytes(smallest, largest) > memory) return compact_by_sorting(list, pool);
  Occurrences occurrences(smallest, largest);
  for_all_ends(list, pool, [&](VertexId id) { occurrences.mark(id); });
  const VertexId count = occurrences.count();
  if (count - 1 == largest - smallest) return shift_ids(list, smallest, count, pool);
  for_all_ends(list, pool, [&](VertexId& id) { id = occurrences.rank(id); });
  list.vertex_count = count;
  list.ids.original = occurrences.ids(count);
}

}  // namespace warpgraph::detail
