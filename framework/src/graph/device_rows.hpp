// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "device_entries.hpp"
#include "device_merge.hpp"
#include "list_rules.hpp"

// From entries to compressed rows on a device, range by range.
namespace warpgraph::building {

// Records that are sorted in one go, unless the caller says otherwise.
inline constexpr std::uint64_t kLeastAtATime = std::uint64_t{1} << 22;

inline std::uint64_t edges_at_a_time(const DeviceBuildOptions& options, std::uint64_t edge_count) {
  if (options.edges_at_a_time != 0) return options.edges_at_a_time;
  return std::max(kLeastAtATime, (edge_count + 15) / 16);
}

// Unpacks the keys of sorted records, and sets the ends of their rows one place up. A row that goes on in the next
// range is ended again there.
struct UnpackKeys {
  KeyLayout layout;
  View<const Key> keys;
  std::uint64_t size;
  std::uint64_t before;  // edges of the ranges before
  View<VertexId> column;
  View<EdgeId> row;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const Key key = keys[i];
    column[i] = layout.column(key);
    const VertexId v = layout.row(key);
    if (i + 1 == size || layout.row(keys[i + 1]) != v) row[std::uint64_t{v} + 1] = before + i + 1;
  }
};

template <class Value>
DeviceRecords<Value> sort_records(StreamRef stream, DeviceRecords<Value> records, const KeyRange& range, int low,
                                  int high) {
  // The bits in which no two keys of the range differ need no sorting.
  const primitives::BitRange bits{
      low, std::max(low, std::min(high, static_cast<int>(std::bit_width(range.first ^ range.last))))};
  DeviceRecords<Value> sorted(stream, records.size());
  if constexpr (graphs::kHasValue<Value>) {
    primitives::sort_pairs(stream, records.key, sorted.key.view(), records.value, sorted.value.view(), bits);
  } else {
    primitives::sort_keys(stream, records.key, sorted.key.view(), bits);
  }
  return sorted;
}

// Columns and values as they come, range by range: in their place if their number is known, and else in pieces that are
// put together in the end.
template <class Value>
class Columns {
 public:
  struct Place {
    View<VertexId> column;
    View<Value> value;
  };

  explicit Columns(StreamRef stream) : stream_(stream) {}

  // For all edges together.
  void reserve(std::uint64_t size) {
    pieces_.push_back(make(size));
    is_reserved_ = true;
  }
  // Room for the next `size` edges.
  Place next(std::uint64_t size) {
    const std::uint64_t first = is_reserved_ ? size_ : 0;
    size_ += size;
    if (!is_reserved_) pieces_.push_back(make(size));
    Piece& piece = pieces_.back();
    Place place{piece.column.view().subview(first, size), {}};
    if constexpr (graphs::kHasValue<Value>) place.value = piece.value.view().subview(first, size);
    return place;
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  void join(graphs::DeviceAdjacency<Value>& rows) && {
    rows.column = join(&Piece::column, "graph column");
    rows.value = join(&Piece::value, "graph values");
  }

 private:
  using Piece = graphs::DeviceAdjacency<Value>;

  [[nodiscard]] Piece make(std::uint64_t size) const {
    return {{},
            Buffer<VertexId>(stream_, size, "graph column"),
            Buffer<Value>(stream_, graphs::kHasValue<Value> ? size : 0, "graph values")};
  }
  template <class T>
  Buffer<T> join(Buffer<T> Piece::*part, std::string_view name) {
    if (pieces_.size() == 1) return std::move(pieces_.front().*part);
    std::size_t size = 0;
    for (const Piece& piece : pieces_) size += (piece.*part).size();
    Buffer<T> whole(stream_, size, name);
    std::size_t place = 0;
    for (Piece& piece : pieces_) {
      const Buffer<T> from = std::move(piece.*part);
      copy(stream_, whole.view().subview(place, from.size()), from);
      place += from.size();
    }
    return whole;
  }

  StreamRef stream_;
  std::vector<Piece> pieces_;
  std::uint64_t size_ = 0;
  bool is_reserved_ = false;
};

// As build_rows on the host. `low` and `high` are the bits by which the entries are not sorted yet.
template <class Value>
class RowBuilder {
 public:
  RowBuilder(StreamRef stream, const ListEntries& entries, View<const Value> values, VertexId vertex_count)
      : stream_(stream), entries_(entries), values_(values), columns_(stream), misfit_(stream, 1, "build misfit") {
    fill(stream, misfit_, kNoMisfit);
    rows_.row = Buffer<EdgeId>(stream, std::size_t{vertex_count} + 1, "graph row");
    fill(stream, rows_.row, 0);
  }

  // `ids` are for messages.
  graphs::DeviceAdjacency<Value> run(const DeviceBuildOptions& options, Duplicates duplicates, int low,
                                     [[maybe_unused]] const IdMap& ids) && {
    const std::uint64_t limit = edges_at_a_time(options, entries_.size());
    if (entries_.size() <= limit) {
      add({}, low, duplicates);
    } else {
      add_all(RangePlanner(stream_, entries_, limit).run(), low, duplicates);
    }
    if constexpr (graphs::kHasValue<Value>) {
      const Key misfit = duplicates == Duplicates::kSum ? read_back(stream_, misfit_.view()) : kNoMisfit;
      if (misfit != kNoMisfit) throw_misfit<Value>(ids, entries_.layout, misfit);
    }
    primitives::inclusive_scan(stream_, rows_.row, rows_.row.view(), Max{});
    std::move(columns_).join(rows_);
    return std::move(rows_);
  }

 private:
  static constexpr Key kNoMisfit = ~Key{0};

  void add_all(const std::vector<KeyRange>& ranges, int low, Duplicates duplicates) {
    std::uint64_t size = 0;
    for (const KeyRange& range : ranges) size += range.count;
    if (duplicates == Duplicates::kKeep) columns_.reserve(size);
    for (const KeyRange& range : ranges) add(range, low, duplicates);
  }

  void add(const KeyRange& range, int low, Duplicates duplicates) {
    DeviceRecords<Value> sorted =
        sort_records(stream_, collect(stream_, entries_, values_, range), range, low, entries_.layout.bits());
    const Merged<Value> merged = merge_duplicates(stream_, std::move(sorted), duplicates, misfit_);
    const std::uint64_t before = columns_.size();
    const auto [column, value] = columns_.next(merged.size);
    kernel::for_each(stream_, merged.size,
                     UnpackKeys{entries_.layout, merged.records.key, merged.size, before, column, rows_.row});
    if constexpr (graphs::kHasValue<Value>) copy(stream_, value, merged.records.value.view().subview(0, merged.size));
  }

  StreamRef stream_;
  const ListEntries& entries_;
  View<const Value> values_;
  Columns<Value> columns_;
  graphs::DeviceAdjacency<Value> rows_;
  Buffer<Key> misfit_;  // the least key of duplicates whose values add up to too much
};

}  // namespace warpgraph::building
