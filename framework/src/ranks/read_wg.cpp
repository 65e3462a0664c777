// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/detail/together.hpp>

#include "io/checksum.hpp"
#include "io/room.hpp"
#include "io/wg_table.hpp"
#include "io/wg_verify.hpp"
#include "ranks/readers.hpp"

namespace warpgraph::detail {

namespace {

// Elements of a section: where the file is mapped they are aligned.
template <class T>
graphs::HostArray<T> array_of(const WgTable& table, WgKind kind, const std::shared_ptr<const files::MappedFile>& file) {
  const std::span<const std::byte> bytes = table.bytes(kind, file->bytes());
  return {std::span(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)), file};
}
template <class T>
graphs::HostArray<T> part_of(const graphs::HostArray<T>& array, std::size_t first, std::size_t last,
                             const std::shared_ptr<const void>& owner) {
  return array.empty() ? graphs::HostArray<T>()
                       : graphs::HostArray<T>(array.span().subspan(first, last - first), owner);
}

// Each rank hashes a part of the blocks.
void verify_section(Ranks& ranks, const WgTable& table, const WgSection& section, std::span<const std::byte> bytes,
                    ThreadPool& threads) {
  const std::size_t blocks = (bytes.size() + kChecksumBlock - 1) / kChecksumBlock;
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::size_t share = (blocks + size - 1) / size;
  const auto begin_of = [&](std::size_t r) { return std::min(bytes.size(), r * share * kChecksumBlock); };
  const auto me = static_cast<std::size_t>(ranks.rank());
  std::vector<std::uint64_t> mine = together(
      ranks, [&] { return block_hashes(bytes.subspan(begin_of(me), begin_of(me + 1) - begin_of(me)), &threads); });
  mine.resize(share);
  std::vector<std::uint64_t> all(share * size);
  ranks.all_gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
  all.resize(blocks);  // the last ranks may have had less than a share
  if (xxh64(std::as_bytes(std::span(all))) == section.checksum) return;
  throw InputError(table.name(), 0,
                   "section \"" + std::string(name_of(section.kind)) +
                       "\" is damaged: its checksum is not the one that the header expects");
}

void verify_sections(Ranks& ranks, const WgTable& table, std::span<const std::byte> file, ThreadPool& threads) {
  for (const WgSection& section : table.sections()) {
    const bool is_read = section.kind <= WgKind::kValue || section.kind >= WgKind::kIds;
    if (is_read) verify_section(ranks, table, section, table.bytes(section.kind, file), threads);
  }
}

std::vector<EdgeId> own_offsets(const graphs::HostArray<EdgeId>& row, VertexRange own) {
  std::vector<EdgeId> offsets(row.begin() + own.first, row.begin() + own.last + 1);
  const EdgeId before = offsets.front();
  for (EdgeId& offset : offsets) offset -= before;
  return offsets;
}

graphs::HostArray<std::uint64_t> own_ids(const WgTable& table, const std::shared_ptr<const files::MappedFile>& file,
                                         VertexRange own) {
  const auto ids = array_of<std::uint64_t>(table, WgKind::kIds, file);
  if (!ids.empty()) return part_of(ids, own.first, own.last, file);
  if (table.header().id_base == 0) return {};
  std::vector<std::uint64_t> names(own.size());
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = table.header().id_base + own.first + i;
  return names;
}

VertexWeights own_weights(const WgTable& table, const std::shared_ptr<const files::MappedFile>& file, VertexRange own) {
  const std::size_t count = table.header().weights_per_vertex;
  const auto all = array_of<std::int64_t>(table, WgKind::kVertexWeights, file);
  if (all.empty()) return {count, {}};
  return {count, {all.begin() + own.first * count, all.begin() + own.last * count}};
}

template <class Value>
ranks::AnyGraphPart make_part(Ranks& ranks, const WgTable& table, const std::shared_ptr<const files::MappedFile>& file,
                              bool verify, ThreadPool& threads) {
  Adjacency<Value> all{
      array_of<EdgeId>(table, WgKind::kRow, file), array_of<VertexId>(table, WgKind::kColumn, file), {}};
  if constexpr (graphs::kHasValue<Value>) all.value = array_of<Value>(table, WgKind::kValue, file);
  ranks::GraphPart<Value> part;
  part.vertex_count = static_cast<VertexId>(table.header().vertex_count);
  part.edge_count = table.header().edge_count;
  part.undirected = (table.header().flags & kWgUndirected) != 0;
  part.own = together(ranks, [&] {
    expect_row_ends(all, table.name(), name_of(WgKind::kRow));
    return shards::place_by_edges(all.row.span(), {.devices = ranks.size()})
        .own[static_cast<std::size_t>(ranks.rank())];
  });
  together(ranks, [&] {
    if (verify) verify_rows(all, part.own, table.name(), &threads);
    const EdgeId first = all.row[part.own.first];
    const EdgeId last = all.row[part.own.last];
    if (first > last || last > all.column.size())
      throw InputError(table.name(), 0, "section \"row\" has offsets that do not ascend up to the number of edges");
    std::vector<EdgeId> offsets;
    with_room(table.name(), "the rows of this rank's part of", (std::size_t{part.own.size()} + 1) * sizeof(EdgeId),
              [&] { offsets = own_offsets(all.row, part.own); });
    part.incoming = {std::move(offsets), part_of(all.column, first, last, file), part_of(all.value, first, last, file)};
    part.ids = own_ids(table, file, part.own);
    part.vertex_weights = own_weights(table, file, part.own);
  });
  return part;
}

}  // namespace

ranks::AnyGraphPart read_wg_part(Ranks& ranks, const std::shared_ptr<const files::MappedFile>& file, bool verify,
                                 ThreadPool& threads) {
  const WgTable table = together(ranks, [&] { return WgTable(file->bytes(), file->name()); });
  if (verify) verify_sections(ranks, table, file->bytes(), threads);
  const auto make = [&]<class Value>(Value) { return make_part<Value>(ranks, table, file, verify, threads); };
  switch (static_cast<ValueType>(table.header().value_type)) {
    case ValueType::kNone:
      break;
    case ValueType::kInt32:
      return make(std::int32_t{});
    case ValueType::kInt64:
      return make(std::int64_t{});
    case ValueType::kFloat:
      return make(float{});
    case ValueType::kDouble:
      return make(double{});
  }
  return make(NoValue{});
}

}  // namespace warpgraph::detail
