// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/refusal.hpp"

// What the tests of the readers share.
namespace warpgraph::test {

inline files::ReadOptions as(files::FileFormat format) {
  files::ReadOptions options;
  options.format = format;
  return options;
}

// A result as text that shows all of it, or "error: " and the message.
inline std::string describe(const EdgeList& list) {
  std::string text = std::to_string(list.vertex_count) + " vertices, direction " +
                     std::to_string(static_cast<int>(list.direction)) + ", base " + std::to_string(list.ids.base) +
                     ", values " + std::to_string(list.values.index());
  for (std::size_t e = 0; e < list.size(); ++e) {
    text += "\n";
    text += std::to_string(list.source[e]) + " " + std::to_string(list.target[e]);
    std::visit(
        [&]<class Values>(const Values& values) {
          if constexpr (!std::is_same_v<Values, std::monostate>) {
            text += " " + std::to_string(values[e]);
          }
        },
        list.values);
  }
  for (const std::uint64_t id : list.ids.original) text += "\nid " + std::to_string(id);
  for (const std::int64_t w : list.vertex_weights.values) text += "\nweight " + std::to_string(w);
  return text;
}

inline std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

inline std::string describe_reading(std::string_view text, const files::ReadOptions& options) {
  try {
    return describe(files::read_edge_list(bytes_of(text), "file", options));
  } catch (const InputError& error) {
    return std::string("error: ") + error.what();
  } catch (const OutOfMemory&) {
    return "error: not enough memory";  // how much is free changes
  }
}

// Reads from memory on one thread, and expects the same, errors included, of several threads that
// take a line at a time.
inline EdgeList read_text(std::string_view text, files::ReadOptions options) {
  ThreadPool one(1);
  options.pool = &one;
  const std::string serial = describe_reading(text, options);
  files::ReadOptions cut = options;
  ThreadPool four(4);
  cut.pool = &four;
  cut.chunk_bytes = 1;
  EXPECT_EQ(describe_reading(text, cut), serial);
  return files::read_edge_list(bytes_of(text), "file", options);
}

// The error that reading gives: its whole message, which begins with file and line.
inline std::string error_of(std::string_view text, const files::ReadOptions& options) {
  return refusal_of([&] { (void)read_text(text, options); });
}

struct Edge {
  std::uint64_t source;
  std::uint64_t target;
  double weight = 1;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

using Edges = std::vector<Edge>;
using Vertices = std::vector<VertexId>;
using Ids = std::vector<std::uint64_t>;

inline void PrintTo(const Edge& edge, std::ostream* out) {
  *out << edge.source << "->" << edge.target << ":" << edge.weight;
}

inline double weight_of(const EdgeList& list, std::size_t edge) {
  return std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (std::is_same_v<Values, std::monostate>) {
          return 1.0;
        } else {
          return static_cast<double>(values[edge]);
        }
      },
      list.values);
}

// The edges by the names of their ends, in increasing order, as they stand in the list.
inline Edges edges_of(const EdgeList& list) {
  Edges edges;
  for (std::size_t e = 0; e < list.size(); ++e) {
    edges.push_back(
        {list.ids.name_of(list.source[e]).value(), list.ids.name_of(list.target[e]).value(), weight_of(list, e)});
  }
  std::ranges::sort(edges);
  return edges;
}

// The same with both directions of undirected edges, and ids from 0 on.
inline Edges arcs_of(const EdgeList& list) {
  Edges arcs;
  for (std::size_t e = 0; e < list.size(); ++e) {
    const Edge arc{list.source[e], list.target[e], weight_of(list, e)};
    arcs.push_back(arc);
    if (list.direction == Direction::kUndirectedOnce && arc.source != arc.target) {
      arcs.push_back({arc.target, arc.source, arc.weight});
    }
  }
  std::ranges::sort(arcs);
  return arcs;
}

template <class T>
std::vector<T> values_of(const EdgeList& list) {
  const auto* values = std::get_if<std::vector<T>>(&list.values);
  return values == nullptr ? std::vector<T>() : *values;
}

// Binary files, number by number.
template <class... Numbers>
std::string binary(Numbers... numbers) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof(numbers)), ...);
  return bytes;
}

}  // namespace warpgraph::test
