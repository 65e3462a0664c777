// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>

namespace warpgraph::test {

// Values are whole numbers of at most four digits: sums of them are exact in every type.
template <class T, class Random>
std::vector<T> random_values(Random& random, std::size_t size) {
  std::vector<T> values(size);
  for (T& value : values) value = static_cast<T>(static_cast<int>(random() % 2001) - 1000);
  return values;
}

template <class Random>
EdgeValues random_values_of(Random& random, int type, std::size_t size) {
  switch (type) {
    case 1:
      return random_values<std::int32_t>(random, size);
    case 2:
      return random_values<std::int64_t>(random, size);
    case 3:
      return random_values<float>(random, size);
    case 4:
      return random_values<double>(random, size);
    default:
      return {};
  }
}

// Makes the second half of the entries the reverses of the first half; without a partner, the last is a self-loop.
inline void make_symmetric(EdgeList& list) {
  const std::size_t half = list.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    list.source[half + i] = list.target[i];
    list.target[half + i] = list.source[i];
  }
  if (list.size() % 2 != 0) list.target.back() = list.source.back();
  std::visit(
      [&]<class Held>(Held& values) {
        if constexpr (!std::is_same_v<Held, std::monostate>)
          for (std::size_t i = 0; i < half; ++i) values[half + i] = values[i];
      },
      list.values);
}

// Vertices 0 ... vertex_count - 1 with names of their own and a weight; many edges are duplicates
// and self-loops, and some rows are empty. `type` is the place of the value type in EdgeValues.
inline EdgeList random_list(std::uint64_t seed, VertexId vertex_count, std::size_t size, int type,
                            Direction direction) {
  std::mt19937_64 random(seed);
  EdgeList list;
  list.vertex_count = vertex_count;
  list.direction = direction;
  const std::uint64_t range = 1 + random() % vertex_count;
  for (std::size_t i = 0; i < size; ++i) {
    list.source.push_back(static_cast<VertexId>(random() % range));
    list.target.push_back(static_cast<VertexId>(random() % vertex_count));
  }
  list.values = random_values_of(random, type, size);
  if (direction == Direction::kUndirectedBoth) make_symmetric(list);
  list.vertex_weights.count = 1;
  for (VertexId v = 0; v < vertex_count; ++v) {
    list.ids.original.push_back(std::uint64_t{v} * 1'000'003 + 17);
    list.vertex_weights.values.push_back(static_cast<std::int64_t>(random() % 100));
  }
  return list;
}

// Every combination of the options, with a permutation for Relabel::kGiven.
inline std::vector<BuildOptions> all_options(VertexId vertex_count) {
  std::vector<VertexId> permutation;
  for (VertexId v = 0; v < vertex_count; ++v) permutation.push_back(vertex_count - 1 - v);
  std::vector<BuildOptions> all;
  for (const bool symmetrise : {false, true})
    for (const bool drop : {false, true})
      for (const auto duplicates : {Duplicates::kKeep, Duplicates::kFirst, Duplicates::kMin, Duplicates::kSum})
        for (const bool outgoing : {false, true})
          for (const auto relabel :
               {Relabel::kNone, Relabel::kDegree, Relabel::kBreadthFirst, Relabel::kRandom, Relabel::kGiven})
            all.push_back({symmetrise, drop, duplicates, outgoing, relabel, 5, permutation});
  return all;
}

inline std::string describe(const BuildOptions& options, Direction direction, int type) {
  return "direction " + std::to_string(static_cast<int>(direction)) + ", value type " + std::to_string(type) +
         ", symmetrise " + std::to_string(options.symmetrise) + ", drop self-loops " +
         std::to_string(options.drop_self_loops) + ", duplicates " +
         std::to_string(static_cast<int>(options.duplicates)) + ", outgoing " + std::to_string(options.outgoing) +
         ", relabel " + std::to_string(static_cast<int>(options.relabel));
}

// The permutation that a graph was relabelled by, from the names of its vertices.
inline std::vector<VertexId> permutation_of(const std::vector<std::uint64_t>& names) {
  std::vector<VertexId> number(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) number.at((names[i] - 17) / 1'000'003) = static_cast<VertexId>(i);
  return number;
}

}  // namespace warpgraph::test
