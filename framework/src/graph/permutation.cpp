// SPDX-License-Identifier: Apache-2.0
#include "permutation.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "sort_records.hpp"

namespace warpgraph::building {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16;

// The rank of each vertex in the order of key(v).
template <class KeyOf>
std::vector<VertexId> rank(ThreadPool& threads, std::size_t size, int bits, KeyOf&& key_of) {
  const RecordArray<VertexId> order(size);
  threads.for_each(size, kGrain, [&](std::size_t v) {
    order.key[v] = key_of(static_cast<VertexId>(v));
    order.value[v] = static_cast<VertexId>(v);
  });
  sort_records(threads, order.all(), {0, bits});
  return invert(threads, order.value.span());
}

std::string place(std::size_t v, VertexId number) {
  return "permutation: vertex " + std::to_string(v) + " becomes " + std::to_string(number);
}

}  // namespace

std::vector<VertexId> invert(ThreadPool& threads, std::span<const VertexId> permutation) {
  std::vector<VertexId> inverse(permutation.size());
  threads.for_each(permutation.size(), kGrain,
                   [&](std::size_t v) { inverse[permutation[v]] = static_cast<VertexId>(v); });
  return inverse;
}

void expect_permutation(ThreadPool& threads, std::span<const VertexId> permutation, VertexId vertex_count) {
  if (permutation.size() != vertex_count) {
    throw InputError("permutation: has " + std::to_string(permutation.size()) + " numbers, expected " +
                     std::to_string(vertex_count) + ", one for each vertex");
  }
  std::vector<VertexId> taken_by(vertex_count, kNoVertex);
  threads.for_each(permutation.size(), kGrain, [&](std::size_t v) {
    const VertexId number = permutation[v];
    if (number >= vertex_count) {
      throw InputError(place(v, number) + ", expected a number below " + std::to_string(vertex_count));
    }
    const VertexId other = std::atomic_ref(taken_by[number]).exchange(static_cast<VertexId>(v));
    if (other != kNoVertex) {
      throw InputError(place(v, number) + ", as does vertex " + std::to_string(other) + ", expected each number once");
    }
  });
}

std::vector<VertexId> breadth_first_permutation(std::span<const EdgeId> row, std::span<const VertexId> column) {
  const auto vertex_count = static_cast<VertexId>(row.size() - 1);
  std::vector<VertexId> number(vertex_count, kNoVertex);
  std::vector<VertexId> queue;
  queue.reserve(vertex_count);
  const auto reach = [&](VertexId v) {
    if (number[v] != kNoVertex) return;
    number[v] = static_cast<VertexId>(queue.size());
    queue.push_back(v);
  };
  for (VertexId start = 0; start < vertex_count; ++start) {
    std::size_t next = queue.size();
    reach(start);
    for (; next < queue.size(); ++next) {
      const VertexId v = queue[next];
      for (EdgeId e = row[v]; e < row[v + 1]; ++e) reach(column[e]);
    }
  }
  return number;
}

std::vector<VertexId> find_permutation(ThreadPool& threads, std::span<const EdgeId> row,
                                       std::span<const VertexId> column, const BuildOptions& options) {
  const auto vertex_count = static_cast<VertexId>(row.size() - 1);
  switch (options.relabel) {
    case Relabel::kNone:
      break;
    case Relabel::kDegree: {
      const DegreeKey key(column.size());
      return rank(threads, vertex_count, key.bits, [&](VertexId v) { return key(row[v + 1] - row[v]); });
    }
    case Relabel::kBreadthFirst:
      return breadth_first_permutation(row, column);
    case Relabel::kRandom:
      return rank(threads, vertex_count, kRandomBits, [&](VertexId v) { return random_key(options.seed, v); });
    case Relabel::kGiven:
      expect_permutation(threads, options.permutation, vertex_count);
      return options.permutation;
  }
  return {};
}

IdMap permuted(ThreadPool& threads, const IdMap& ids, std::span<const VertexId> old_number) {
  IdMap result{ids.base, std::vector<std::uint64_t>(old_number.size())};
  threads.for_each(old_number.size(), kGrain,
                   [&](std::size_t v) { result.original[v] = ids.name_of(old_number[v]).value(); });
  return result;
}

VertexWeights permuted(ThreadPool& threads, const VertexWeights& weights, std::span<const VertexId> old_number) {
  const std::size_t count = weights.count;
  VertexWeights result{count, std::vector<std::int64_t>(weights.values.size())};
  if (count == 0) return result;
  threads.for_each(old_number.size(), kGrain, [&](std::size_t v) {
    std::copy_n(&weights.values[old_number[v] * count], count, &result.values[v * count]);
  });
  return result;
}

}  // namespace warpgraph::building
