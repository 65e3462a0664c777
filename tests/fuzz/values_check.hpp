// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// What must hold for read_values and any bytes. The fuzz target and the test of its corpus share it.
namespace warpgraph::fuzz {

inline constexpr VertexId kValueVertices = 5;

// Names of five vertices, in increasing order and in another.
using Names = std::pair<IdMap, IdMap>;
inline const Names kDenseNames = {{1, {}}, {0, {3, 1, 5, 2, 4}}};
inline const Names kSparseNames = {{0, {3, 7, 100, std::uint64_t{1} << 40, ~std::uint64_t{0}}},
                                   {0, {7, ~std::uint64_t{0}, 3, std::uint64_t{1} << 40, 100}}};

// Values, or the message of the one error that a reader may throw.
template <files::VertexValueType Value>
std::variant<std::vector<Value>, std::string> read_values_of(std::span<const std::byte> bytes,
                                                             files::ValueFormat format, const IdMap& ids) {
  static ThreadPool pool(1);
  files::ValueOptions options;
  options.format = format;
  options.pool = &pool;
  options.decompressed_limit = std::size_t{1} << 18;
  try {
    return files::read_values<Value>(bytes, "file", ids, kValueVertices, options);
  } catch (const InputError& error) {
    return std::string(error.what());
  }
}

// Empty, or what is wrong. Which vertex has which number makes no difference.
template <files::VertexValueType Value>
std::string check_values_as(std::span<const std::byte> bytes, files::ValueFormat format, const Names& names) {
  const auto& [ordered, other] = names;
  const auto result = read_values_of<Value>(bytes, format, ordered);
  const auto same = read_values_of<Value>(bytes, format, other);
  if (result.index() != same.index()) return "the numbers of the vertices decide whether it is read";
  if (const auto* message = std::get_if<std::string>(&result)) {
    return *message == std::get<std::string>(same) ? "" : "the numbers of the vertices change the message: " + *message;
  }
  const auto& values = std::get<std::vector<Value>>(result);
  const auto& permuted = std::get<std::vector<Value>>(same);
  if (values.size() != kValueVertices || permuted.size() != kValueVertices) return "not a value for every vertex";
  for (VertexId v = 0; v < kValueVertices; ++v) {
    VertexId w = 0;
    while (other.name_of(w) != ordered.name_of(v)) ++w;
    if (std::memcmp(&values[v], &permuted[w], sizeof(Value)) != 0) return "the numbers of the vertices change a value";
  }
  return {};
}

inline std::string check_values_as(std::span<const std::byte> bytes, files::ValueFormat format, const Names& names,
                                   unsigned type) {
  switch (type) {
    case 0:
      return check_values_as<std::int32_t>(bytes, format, names);
    case 1:
      return check_values_as<std::uint32_t>(bytes, format, names);
    case 2:
      return check_values_as<std::int64_t>(bytes, format, names);
    case 3:
      return check_values_as<std::uint64_t>(bytes, format, names);
    case 4:
      return check_values_as<float>(bytes, format, names);
    default:
      return check_values_as<double>(bytes, format, names);
  }
}

// The same with a type and names that differ from input to input. Anything but InputError goes through.
inline std::string check_values(std::span<const std::byte> bytes) {
  unsigned sum = 0;
  for (const std::byte b : bytes) sum = sum * 31 + std::to_integer<unsigned>(b);
  sum ^= sum >> 16;
  const Names& names = sum % 2 == 0 ? kDenseNames : kSparseNames;
  for (const auto format : {files::ValueFormat::kText, files::ValueFormat::kNpy, files::ValueFormat::kBinary}) {
    std::string problem = check_values_as(bytes, format, names, sum / 2 % 6);
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace warpgraph::fuzz
