// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <concepts>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/npy.hpp>
#include <warpgraph/framework/io/values.hpp>

#include "io/binary/byte_reader.hpp"
#include "io/compression.hpp"
#include "io/input.hpp"
#include "io/smallest_index.hpp"
#include "io/text/byte_order_mark.hpp"
#include "io/text/cursor.hpp"
#include "io/values/name_order.hpp"
#include "io/values/npy_types.hpp"
#include "io/values/value_text.hpp"
#include "io/values/value_types.hpp"

namespace warpgraph::files {

namespace {

using detail::Compression;
using detail::FileArray;
using detail::Input;
using detail::NameOrder;

constexpr std::size_t kGrain = std::size_t{1} << 16;

// Whether a number of a file can be read as a Value.
template <class Value, class Number>
bool fits(Number number) {
  if constexpr (std::integral<Value> && std::integral<Number>) {
    return std::in_range<Value>(number);
  } else if constexpr (std::integral<Value>) {
    constexpr int kBits = std::numeric_limits<Value>::digits;
    const double least = std::signed_integral<Value> ? -std::ldexp(1.0, kBits) : 0.0;
    return number >= least && number < std::ldexp(1.0, kBits) && std::trunc(number) == number;
  } else {
    const auto real = static_cast<double>(number);
    return !std::isfinite(real) || std::fabs(real) <= std::numeric_limits<Value>::max();
  }
}

// An array in the order of the names.
template <class Value, class Number>
std::vector<Value> arrange(const Input& input, const FileArray<Number>& array, const NameOrder& order) {
  std::vector<Value> values(order.size());
  detail::SmallestIndex bad;
  input.pool.for_each(array.size(), kGrain, [&](std::size_t place) {
    const Number number = array[place];
    if (!fits<Value>(number)) return bad.add(place);
    values[order[place]] = static_cast<Value>(number);
  });
  const std::uint64_t place = bad.get();
  if (place != detail::SmallestIndex::kNone) {
    input.fail(0, "expected ", detail::noun_of_value<Value>(), " at index ", place, ", found ", array[place]);
  }
  return values;
}

template <class Value>
std::vector<Value> read_npy(const Input& input, const NameOrder& order) {
  const NpyHeader header = read_npy_header(input.bytes, input.name);
  detail::ByteReader reader(input);
  reader.skip(header.bytes, "the header");
  if (header.size != order.size()) {
    input.fail(0, "expected ", order.size(), " values, one for each vertex, found ", header.size);
  }
  std::vector<Value> values;
  const bool known = detail::with_npy_type(header.type, [&]<class Number>(Number) {
    const auto array = reader.take_array<Number>(header.size, "values");
    reader.expect_end();
    values = arrange<Value>(input, array, order);
  });
  if (!known)
    input.fail(0, "expected numbers of the type <i4, <u4, <i8, <u8, <f4 or <f8, found ",
               detail::quote_field(header.type));
  return values;
}

template <class Value>
std::vector<Value> read_binary(const Input& input, const NameOrder& order) {
  detail::ByteReader reader(input);
  const auto array = reader.take_array<Value>(order.size(), "values");
  reader.expect_end();
  return arrange<Value>(input, array, order);
}

template <class Value>
std::vector<Value> read(const Input& input, const NameOrder& order, ValueFormat format) {
  switch (format) {
    case ValueFormat::kText:
      return detail::ValueText<Value>(without_byte_order_mark(input), order).read();
    case ValueFormat::kNpy:
      return read_npy<Value>(input, order);
    case ValueFormat::kBinary:
      break;
  }
  return read_binary<Value>(input, order);
}

// Any bytes can begin a binary file, so that its name alone says whether it is compressed.
Compression compression_of(std::span<const std::byte> bytes, const std::string& name, ValueFormat format) {
  if (format == ValueFormat::kBinary) return detail::compression_of(std::filesystem::path(name));
  return detail::compression_of(bytes);
}

void expect_each_once(const std::vector<VertexId>& numbers, const IdMap& ids, const std::string& name) {
  std::vector<VertexId> owner(numbers.size(), kNoVertex);
  const auto fail = [&](VertexId v, const auto&... problem) {
    throw InputError(name, 0, detail::message("vertex ", ids.name_of(v), " gets the number ", numbers[v], problem...));
  };
  for (VertexId v = 0; v < numbers.size(); ++v) {
    if (numbers[v] >= numbers.size()) fail(v, ", expected one below ", numbers.size());
    VertexId& other = owner[numbers[v]];
    if (other != kNoVertex) fail(v, ", as does vertex ", ids.name_of(other), ", expected each number once");
    other = v;
  }
}

}  // namespace

template <VertexValueType Value>
std::vector<Value> read_values(std::span<const std::byte> bytes, const std::string& name, const IdMap& ids,
                               VertexId vertex_count, const ValueOptions& options) {
  std::optional<ThreadPool> own_pool;
  ThreadPool& pool = options.pool != nullptr ? *options.pool : own_pool.emplace();
  const ValueFormat format = options.format.value_or(value_format_of(name));
  const NameOrder order(ids, vertex_count, pool);
  const ReadOptions none;
  const Compression compression = compression_of(bytes, name, format);
  if (compression == Compression::kNone) return read<Value>({bytes, name, none, pool}, order, format);
  const detail::GrowingBuffer content = detail::decompress(compression, bytes, name, options.decompressed_limit);
  return read<Value>({content.bytes(), name, none, pool, true}, order, format);
}

template <VertexValueType Value>
std::vector<Value> read_values(const std::filesystem::path& path, const IdMap& ids, VertexId vertex_count,
                               const ValueOptions& options) {
  const MappedFile file(path);
  file.expect_sequential_reading();
  return read_unchanged(file,
                        [&] { return read_values<Value>(file.bytes(), file.name(), ids, vertex_count, options); });
}

std::vector<VertexId> read_permutation(const std::filesystem::path& path, const IdMap& ids, VertexId vertex_count,
                                       const ValueOptions& options) {
  std::vector<VertexId> numbers = read_values<VertexId>(path, ids, vertex_count, options);
  expect_each_once(numbers, ids, path == "-" ? "standard input" : path.string());
  return numbers;
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                                  \
  template std::vector<Value> files::read_values<Value>(const std::filesystem::path&, const IdMap&, VertexId,         \
                                                        const files::ValueOptions&);                                  \
  template std::vector<Value> files::read_values<Value>(std::span<const std::byte>, const std::string&, const IdMap&, \
                                                        VertexId, const files::ValueOptions&);
WARPGRAPH_FOR_EACH_VERTEX_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::files
