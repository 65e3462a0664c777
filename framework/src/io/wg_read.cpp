// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/with_weights.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/compression.hpp"
#include "wg_format.hpp"
#include "wg_table.hpp"
#include "wg_verify.hpp"

namespace warpgraph::files {

namespace {

using detail::WgKind;
using detail::WgTable;

// Turns sections into arrays.
class Arrays {
 public:
  Arrays(const WgTable& table, std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
      : table_(table), bytes_(bytes), owner_(std::move(owner)) {}

  // Empty if there is no such section.
  template <class T>
  graphs::HostArray<T> array(WgKind kind) const {
    const auto bytes = table_.bytes(kind, bytes_);
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) != 0) return copy<T>(bytes);
    return {std::span(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)), owner_};
  }
  template <class T>
  std::vector<T> copy(WgKind kind) const {
    return copy<T>(table_.bytes(kind, bytes_));
  }
  template <class Value>
  Adjacency<Value> rows(WgKind first) const {
    const auto kind = static_cast<std::uint32_t>(first);
    Adjacency<Value> rows{array<EdgeId>(first), array<VertexId>(static_cast<WgKind>(kind + 1)), {}};
    if constexpr (graphs::kHasValue<Value>) rows.value = array<Value>(static_cast<WgKind>(kind + 2));
    return rows;
  }

 private:
  template <class T>
  static std::vector<T> copy(std::span<const std::byte> bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  const WgTable& table_;
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

template <class Value>
AnyGraph make_graph(const WgTable& table, const Arrays& arrays) {
  graphs::GraphParts<Value> parts;
  parts.incoming = arrays.rows<Value>(WgKind::kRow);
  parts.outgoing = arrays.rows<Value>(WgKind::kOutRow);
  parts.undirected = (table.header().flags & detail::kWgUndirected) != 0;
  parts.ids = {table.header().id_base, arrays.copy<std::uint64_t>(WgKind::kIds)};
  parts.vertex_weights = {table.header().weights_per_vertex, arrays.copy<std::int64_t>(WgKind::kVertexWeights)};
  detail::expect_row_ends(parts.incoming, table.name(), name_of(WgKind::kRow));
  detail::expect_row_ends(parts.outgoing, table.name(), name_of(WgKind::kOutRow));
  return Graph<Value>::of_known_parts(std::move(parts));
}

AnyGraph make_any_graph(const WgTable& table, const Arrays& arrays) {
  switch (static_cast<ValueType>(table.header().value_type)) {
    case ValueType::kNone:
      break;
    case ValueType::kInt32:
      return make_graph<std::int32_t>(table, arrays);
    case ValueType::kInt64:
      return make_graph<std::int64_t>(table, arrays);
    case ValueType::kFloat:
      return make_graph<float>(table, arrays);
    case ValueType::kDouble:
      return make_graph<double>(table, arrays);
  }
  return make_graph<NoValue>(table, arrays);
}

void expect_unpacked(std::span<const std::byte> bytes, const std::string& name) {
  if (detail::compression_of(bytes) != detail::Compression::kNone) {
    throw InputError(name, 0, "is compressed, and a wg file is mapped as it is; unpack it first");
  }
}

// The table says what else it is.
void look_at_beginning(std::span<const std::byte> bytes, const std::string& name) {
  expect_unpacked(bytes, name);
  const auto magic = std::as_bytes(std::span(detail::kWgMagic));
  if (!std::ranges::equal(magic, bytes.first(magic.size()))) static_cast<void>(WgTable(bytes, name));
}

AnyGraph weighted_as_asked(AnyGraph graph, const std::string& name, const WgReadOptions& options) {
  if (options.weights == WeightType::kAuto) return graph;
  std::optional<ThreadPool> own_pool;
  ThreadPool& threads = options.threads != nullptr ? *options.threads : own_pool.emplace(1);
  try {
    return with_weights(threads, std::move(graph), options.weights);
  } catch (const InputError& error) {
    throw InputError(name, 0, error.what());
  }
}

}  // namespace

AnyGraph read_wg(std::span<const std::byte> bytes, const std::string& name, const WgReadOptions& options,
                 std::shared_ptr<const void> owner) {
  expect_unpacked(bytes, name);
  const WgTable table(bytes, name);
  if (options.verify) detail::verify_checksums(table, bytes, options.threads);
  AnyGraph graph = make_any_graph(table, Arrays(table, bytes, std::move(owner)));
  if (options.verify) detail::verify_rows(graph, name, options.threads);
  return weighted_as_asked(std::move(graph), name, options);
}

AnyGraph read_wg(const std::filesystem::path& path, const WgReadOptions& options) {
  const auto file = std::make_shared<MappedFile>(path, look_at_beginning);
  AnyGraph graph = read_unchanged(*file, [&] { return read_wg(file->bytes(), file->name(), options, file); });
  file->finish_reading();
  return graph;
}

}  // namespace warpgraph::files
