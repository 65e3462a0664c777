// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// What must hold for a reader and any bytes. The fuzz targets and the test of their corpus share it.
namespace warpgraph::fuzz {

inline constexpr std::size_t kDecompressedLimit = std::size_t{1} << 18;

// A graph, or the message of the one error that a reader may throw; a valid file may have too many vertices for the
// host.
using Result = std::variant<EdgeList, std::string>;

inline Result read(std::span<const std::byte> bytes, const files::ReadOptions& options) {
  try {
    return files::read_edge_list(bytes, "file", options);
  } catch (const InputError& error) {
    return std::string(error.what());
  } catch (const OutOfMemory&) {
    return "not enough memory";  // how much is free changes
  }
}

// Options that differ from input to input, and are the same for the same input.
inline files::ReadOptions options_for(std::span<const std::byte> bytes, files::FileFormat format, ThreadPool& pool) {
  unsigned sum = 0;
  for (const std::byte b : bytes) sum = sum * 31 + std::to_integer<unsigned>(b);
  sum ^= sum >> 16;
  files::ReadOptions options;
  options.format = format;
  options.pool = &pool;
  options.decompressed_limit = kDecompressedLimit;
  options.weights = sum % 3 == 0 ? static_cast<files::WeightType>(sum / 3 % 6) : files::WeightType::kAuto;
  options.negative_weights = sum % 5 != 0;
  options.ids = sum % 7 == 0 ? files::IdMapping::kKeep : files::IdMapping::kCompact;
  options.check_symmetry = sum % 11 != 0;
  if (sum % 13 < 9) options.direction = static_cast<Direction>(sum % 13 / 3);
  return options;
}

inline bool are_finite(const EdgeValues& values, std::size_t size, bool negative) {
  return std::visit(
      [&](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return true;
        } else {
          for (const auto value : held) {
            if (!std::isfinite(static_cast<double>(value)) || (value < 0 && !negative)) return false;
          }
          return held.size() == size;
        }
      },
      values);
}

// Whether a list holds the reverse of every edge as often as the edge, with the same value.
inline bool is_symmetric(const EdgeList& list) {
  using Edge = std::tuple<VertexId, VertexId, double>;
  std::vector<Edge> edges;
  std::vector<Edge> reversed;
  for (std::size_t e = 0; e < list.size(); ++e) {
    const double value = std::visit(
        [&](const auto& held) {
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            return 0.0;
          } else {
            return static_cast<double>(held[e]);
          }
        },
        list.values);
    edges.emplace_back(list.source[e], list.target[e], value);
    reversed.emplace_back(list.target[e], list.source[e], value);
  }
  std::ranges::sort(edges);
  std::ranges::sort(reversed);
  return edges == reversed;
}

// Empty, or what is wrong with a list that was read.
inline std::string problem_of(const EdgeList& list, const files::ReadOptions& options) {
  if (list.target.size() != list.size()) return "sources and targets differ in number";
  for (std::size_t e = 0; e < list.size(); ++e) {
    if (list.source[e] >= list.vertex_count || list.target[e] >= list.vertex_count) {
      return "an end of an edge is no vertex";
    }
  }
  if (!are_finite(list.values, list.size(), options.negative_weights)) return "a bad weight";
  if (options.check_symmetry && list.direction == Direction::kUndirectedBoth && !is_symmetric(list)) {
    return "an edge without its reverse";
  }
  const std::vector<std::uint64_t>& names = list.ids.original;
  if (!names.empty() && names.size() != list.vertex_count) return "not a name for every vertex";
  for (std::size_t v = 1; v < names.size(); ++v) {
    if (names[v - 1] >= names[v]) return "names that do not increase";
  }
  const VertexWeights& weights = list.vertex_weights;
  if (weights.values.size() != weights.count * list.vertex_count) return "bad vertex weights";
  return {};
}

inline bool are_equal(const EdgeList& a, const EdgeList& b) {
  return a.vertex_count == b.vertex_count && a.source == b.source && a.target == b.target && a.values == b.values &&
         a.direction == b.direction && a.ids.base == b.ids.base && a.ids.original == b.ids.original &&
         a.vertex_weights.values == b.vertex_weights.values;
}

// Empty, or what is wrong. Anything but InputError goes through.
inline std::string check_reader(std::span<const std::byte> bytes, files::FileFormat format) {
  static ThreadPool pool(1);
  files::ReadOptions options = options_for(bytes, format, pool);
  const Result whole = read(bytes, options);
  if (const auto* list = std::get_if<EdgeList>(&whole)) {
    if (std::string problem = problem_of(*list, options); !problem.empty()) return problem;
  }
  options.chunk_bytes = 1;
  const Result cut = read(bytes, options);
  if (whole.index() != cut.index()) return "the size of the chunks decides whether it is read";
  if (const auto* message = std::get_if<std::string>(&whole)) {
    return *message == std::get<std::string>(cut)
               ? ""
               : "the size of the chunks changes the message: " + *message + " / " + std::get<std::string>(cut);
  }
  return are_equal(std::get<EdgeList>(whole), std::get<EdgeList>(cut)) ? ""
                                                                       : "the size of the chunks changes the result";
}

}  // namespace warpgraph::fuzz
