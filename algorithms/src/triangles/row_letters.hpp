// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "rank_kernels.hpp"

// Rows of kept edges on their way to the owners of their columns, in the memory of the hosts.
namespace warpgraph::algorithms::triangles {

struct RowLetter {
  std::vector<VertexId> vertex;
  std::vector<VertexId> length;  // of the row of each
  std::vector<VertexId> column;

  // Where rows begin, and the end of the last.
  [[nodiscard]] std::vector<EdgeId> rows() const {
    std::vector<EdgeId> row{0};
    for (const VertexId each : length) row.push_back(row.back() + each);
    return row;
  }
};

// What one device has for others, as many rows at a time as are asked for.
class RowSender {
 public:
  // `device`: its number through all ranks. Waits for the stream.
  RowSender(StreamRef stream, const KeptRows& rows, const ranks::RankLayout& layout, std::size_t device)
      : stream_(stream), rows_(rows), row_(to_host(stream, rows.row)), held_(layout.held), device_(device) {
    for (std::size_t j = 0; j < held_.size(); ++j)
      if (!held_[j].empty()) owners_.push_back(j);
  }

  // Puts the next rows into the letters to all devices, until these have so many edges of the sender's. Returns whether
  // there are more. Waits for the stream.
  bool fill(std::uint64_t edges, std::vector<RowLetter>& letters) {
    const std::uint64_t rows = row_.size() - 1;
    for (std::uint64_t sent = 0; next_ < rows && sent < edges; ++next_) {
      const EdgeId length = row_[next_ + 1] - row_[next_];
      if (length < 2) continue;
      const std::span<const VertexId> columns = columns_of(next_, edges);
      for (auto rest = columns.begin(); rest != columns.end();) {
        const std::size_t owner = owner_of(*rest);
        rest = std::lower_bound(rest, columns.end(), held_[owner].last);
        if (owner == device_) continue;
        RowLetter& letter = letters[owner];
        letter.vertex.push_back(rows_.first + static_cast<VertexId>(next_));
        letter.length.push_back(static_cast<VertexId>(length));
        letter.column.insert(letter.column.end(), columns.begin(), columns.end());
        sent += length;
      }
    }
    return next_ < rows;
  }

 private:
  // Brings about so many edges to the host at a time.
  std::span<const VertexId> columns_of(std::uint64_t row, std::uint64_t edges) {
    if (row_[row + 1] > first_here_ + here_.size()) {
      first_here_ = row_[row];
      const EdgeId last = std::max(row_[row + 1], std::min(first_here_ + edges, row_.back()));
      here_ = to_host(stream_, rows_.column.subview(first_here_, last - first_here_));
    }
    return std::span(here_).subspan(row_[row] - first_here_, row_[row + 1] - row_[row]);
  }
  [[nodiscard]] std::size_t owner_of(VertexId v) const {
    return *std::ranges::upper_bound(owners_, v, {}, [&](std::size_t j) { return held_[j].last; });
  }

  StreamRef stream_;
  KeptRows rows_;
  std::vector<EdgeId> row_;
  const std::vector<VertexRange>& held_;
  std::size_t device_;
  std::vector<std::size_t> owners_;  // devices that hold any vertices
  std::uint64_t next_ = 0;           // row
  std::vector<VertexId> here_;       // columns from this one on
  EdgeId first_here_ = 0;
};

// letters[j]: what this rank has for device j of any rank. Returns what all have for each device of this rank, and adds
// to bytes[j] what was sent there.
inline std::vector<RowLetter> exchange_letters(const ranks::RankLayout& layout, const std::vector<RowLetter>& letters,
                                               std::vector<std::uint64_t>& bytes) {
  std::vector<std::vector<VertexId>> to(static_cast<std::size_t>(layout.ranks->size()));
  for (std::size_t j = 0; j < letters.size(); ++j) {
    std::vector<VertexId>& words = to[static_cast<std::size_t>(layout.rank_of[j])];
    const std::size_t before = words.size();
    words.push_back(static_cast<VertexId>(letters[j].vertex.size()));
    words.push_back(static_cast<VertexId>(letters[j].column.size()));
    for (const auto* const part : {&letters[j].vertex, &letters[j].length, &letters[j].column})
      words.insert(words.end(), part->begin(), part->end());
    if (!letters[j].vertex.empty()) bytes[j] += (words.size() - before) * sizeof(VertexId);
  }
  std::vector<RowLetter> heard(static_cast<std::size_t>(std::ranges::count(layout.rank_of, layout.ranks->rank())));
  for (const std::vector<VertexId>& words : ranks::all_to_all(*layout.ranks, to)) {
    auto rest = words.begin();
    const auto expect_words = [&](std::uint64_t count) {
      expects(count <= static_cast<std::uint64_t>(words.end() - rest), "triangles: a rank sends less than it says");
    };
    for (RowLetter& letter : heard) {
      expect_words(2);
      const std::size_t rows = *rest++;
      const std::size_t columns = *rest++;
      expect_words(2 * rows + columns);
      const auto take = [&](std::vector<VertexId>& part, std::size_t count) {
        const auto end = rest + static_cast<std::ptrdiff_t>(count);
        part.insert(part.end(), rest, end);
        rest = end;
      };
      take(letter.vertex, rows);
      take(letter.length, rows);
      take(letter.column, columns);
    }
  }
  return heard;
}

}  // namespace warpgraph::algorithms::triangles
