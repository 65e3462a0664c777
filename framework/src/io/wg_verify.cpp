// SPDX-License-Identifier: Apache-2.0
#include "wg_verify.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/check_rows.hpp"
#include "graph/value_types.hpp"
#include "message.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kValuesPerChunk = std::size_t{1} << 16;

// One direction of a file's edges. Its sections follow each other: offsets, vertices, weights.
template <class Value>
class RowsOfFile {
 public:
  RowsOfFile(const Adjacency<Value>& rows, const std::string& name, WgKind first)
      : rows_(rows), name_(name), first_(static_cast<std::uint32_t>(first)) {}

  void verify(ThreadPool* threads) const {
    if (!rows_.row.empty()) verify(threads, {0, static_cast<VertexId>(rows_.row.size() - 1)});
  }
  // The rows of these vertices only.
  void verify(ThreadPool* threads, VertexRange range) const {
    const auto refuse = [&](building::RowsArray array, std::size_t at, auto found, const std::string& expected) {
      fail(array, at, found, expected);
    };
    building::RowCheck(rows_, refuse).run(threads, range);
    if constexpr (std::is_floating_point_v<Value>) {
      const EdgeId begin = rows_.row[range.first];
      building::for_chunks(threads, rows_.row[range.last] - begin, kValuesPerChunk,
                           [&](std::size_t first, std::size_t last) { check_values(begin + first, begin + last); });
    }
  }

 private:
  void check_values(std::size_t first, std::size_t last) const {
    for (std::size_t e = first; e < last; ++e)
      if (!std::isfinite(rows_.value[e]))
        fail(building::RowsArray::kValue, e, rows_.value[e], "a weight that is a finite number");
  }
  template <class Number>
  [[noreturn]] void fail(building::RowsArray array, std::size_t at, Number found, const std::string& expected) const {
    const auto section = static_cast<WgKind>(first_ + static_cast<std::uint32_t>(array));
    throw InputError(name_, 0,
                     "section \"" + std::string(name_of(section)) + "\" has " + message(found) + " at " +
                         std::to_string(at) + ", expected " + expected);
  }

  const Adjacency<Value>& rows_;
  const std::string& name_;
  std::uint32_t first_;
};

}  // namespace

void verify_checksums(const WgTable& table, std::span<const std::byte> file, ThreadPool* threads) {
  for (const WgSection& section : table.sections()) {
    if (block_checksum(table.bytes(section.kind, file), threads) == section.checksum) continue;
    throw InputError(table.name(), 0,
                     "section \"" + std::string(name_of(section.kind)) +
                         "\" is damaged: its checksum is not the one that the header expects");
  }
}

void verify_rows(const AnyGraph& graph, const std::string& name, ThreadPool* threads) {
  std::visit(
      [&](const auto& each) {
        RowsOfFile(each.incoming(), name, WgKind::kRow).verify(threads);
        if (each.is_undirected() || !each.has_outgoing()) return;
        RowsOfFile(each.outgoing(), name, WgKind::kOutRow).verify(threads);
      },
      graph);
}

template <EdgeValueType Value>
void verify_rows(const Adjacency<Value>& rows, VertexRange range, const std::string& name, ThreadPool* threads) {
  RowsOfFile(rows, name, WgKind::kRow).verify(threads, range);
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template void verify_rows<Value>(const Adjacency<Value>&, VertexRange, const std::string&, ThreadPool*);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::detail
