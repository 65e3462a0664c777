// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/write_part.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/value_types.hpp"
#include "io/checksum.hpp"
#include "io/wg_format.hpp"
#include "ranks/shared_output.hpp"

namespace warpgraph::ranks {

namespace {

using detail::kChecksumBlock;
using detail::together;
using detail::WgHeader;
using detail::WgKind;
using detail::WgSection;

using Bytes = std::span<const std::byte>;

// What this rank has of a section.
struct OwnBytes {
  std::uint64_t before = 0;  // bytes, which ranks before this one have
  Bytes bytes;
};

// The checksum of the whole section, on rank 0. The rank that has the first byte of a block hashes the block, and gets
// the rest of it from the ranks behind. `border`: where the ranks' bytes begin, and the end.
std::uint64_t checksum(Ranks& ranks, Bytes own, const std::vector<std::uint64_t>& border, ThreadPool& threads) {
  const auto me = static_cast<std::size_t>(ranks.rank());
  const std::uint64_t begin = border[me];
  const std::uint64_t into_block = begin % kChecksumBlock;
  const std::size_t rest = into_block == 0 ? 0 : std::min<std::size_t>(own.size(), kChecksumBlock - into_block);
  std::vector<std::vector<std::byte>> to(border.size() - 1);
  if (rest != 0) {
    const auto after = std::ranges::upper_bound(border, begin - into_block);  // the end of the rank with that byte
    to[static_cast<std::size_t>(after - border.begin()) - 1].assign(own.begin(), own.begin() + rest);
  }
  const std::vector<std::vector<std::byte>> ends = all_to_all(ranks, to);

  const Bytes mine = own.subspan(rest);
  const std::vector<std::uint64_t> hashes = together(ranks, [&] {
    const std::size_t whole = mine.size() / kChecksumBlock * kChecksumBlock;
    std::vector<std::uint64_t> all = detail::block_hashes(mine.first(whole), &threads);
    if (whole == mine.size()) return all;
    std::vector<std::byte> last(mine.begin() + static_cast<std::ptrdiff_t>(whole), mine.end());
    for (const std::vector<std::byte>& end : ends) last.insert(last.end(), end.begin(), end.end());
    all.push_back(detail::xxh64(last));
    return all;
  });
  std::vector<std::vector<std::uint64_t>> to_first(border.size() - 1);
  to_first[0] = hashes;
  std::vector<std::uint64_t> all;
  for (const std::vector<std::uint64_t>& each : all_to_all(ranks, to_first))
    all.insert(all.end(), each.begin(), each.end());
  return detail::xxh64(std::as_bytes(std::span(all)));
}

class Contents {
 public:
  Contents(Ranks& ranks, ThreadPool& threads) : ranks_(ranks), threads_(threads) {}

  // A section that no rank has anything of is left out.
  template <class T>
  void add(WgKind kind, std::span<const T> own) {
    const Bytes bytes = std::as_bytes(own);
    std::vector<std::uint64_t> border{0};
    for (const std::uint64_t size : all_gather(ranks_, std::uint64_t{bytes.size()}))
      border.push_back(border.back() + size);
    if (border.back() == 0) return;
    sections_.push_back({kind, sizeof(T), 0, border.back(), checksum(ranks_, bytes, border, threads_)});
    own_.push_back({border[static_cast<std::size_t>(ranks_.rank())], bytes});
  }

  void write(WgHeader header, const std::filesystem::path& path) {
    detail::lay_out_wg(header, sections_);
    detail::SharedOutput file(ranks_, path);
    if (!file.has_places()) throw InputError(path.string(), 0, "is no regular file, which several ranks could write");
    const auto write_own = [&] {
      if (ranks_.rank() == 0) {
        file.write_at(0, std::as_bytes(std::span(&header, 1)));
        file.write_at(sizeof header, std::as_bytes(std::span(sections_)));
      }
      // No rank writes the gaps between sections, so they read as zeros.
      for (std::size_t i = 0; i < sections_.size(); ++i)
        file.write_at(sections_[i].offset + own_[i].before, own_[i].bytes);
    };
    together(ranks_, write_own, detail::Fault::kRank);
    file.commit();
  }

 private:
  Ranks& ranks_;
  ThreadPool& threads_;
  std::vector<WgSection> sections_;
  std::vector<OwnBytes> own_;  // of each section
};

// What the vertex with the number 0 is called if all are called by consecutive numbers.
template <class Value>
std::optional<std::uint64_t> common_base(Ranks& ranks, const GraphPart<Value>& part) {
  struct Base {
    std::uint64_t value;
    bool is_known;  // some vertex has it
    bool is_common;
  };
  Base mine{0, part.own.size() != 0, true};
  if (!part.ids.empty()) {
    mine.value = part.ids[0] - part.own.first;
    mine.is_common = detail::are_consecutive(part.ids.span());
  }
  const Base all = all_reduce(ranks, mine, [](const Base& a, const Base& b) {
    if (!a.is_known) return b;
    if (!b.is_known) return a;
    return Base{a.value, true, a.is_common && b.is_common && a.value == b.value};
  });
  return all.is_common ? std::optional(all.value) : std::nullopt;
}

// The own rows' offsets in the whole graph, and the end of all behind the last rank's.
template <class Value>
std::vector<EdgeId> offsets_of_all(Ranks& ranks, ThreadPool& threads, const GraphPart<Value>& part) {
  constexpr std::size_t kGrain = std::size_t{1} << 14;
  const std::vector<std::uint64_t> edges = all_gather(ranks, std::uint64_t{part.incoming.column.size()});
  return together(ranks, [&] {
    const EdgeId before = std::accumulate(edges.begin(), edges.begin() + ranks.rank(), EdgeId{0});
    const bool is_last = ranks.rank() == ranks.size() - 1;
    std::vector<EdgeId> offsets(std::size_t{part.own.size()} + (is_last ? 1 : 0));
    threads.for_each(offsets.size(), kGrain, [&](std::size_t v) { offsets[v] = before + part.incoming.row[v]; });
    return offsets;
  });
}

// What the ranks' parts have in common, and that each begins where the one before ends.
template <class Value>
void expect_one_graph(Ranks& ranks, const GraphPart<Value>& part) {
  struct Facts {
    ValueType values;
    bool undirected;
    VertexId vertices;
    EdgeId edges;
    std::size_t weights;
    bool operator==(const Facts&) const = default;
  };
  const Facts mine{value_type<Value>(), part.undirected, part.vertex_count, part.edge_count, part.vertex_weights.count};
  const std::vector<Facts> all = all_gather(ranks, mine);
  VertexId next = 0;
  bool follow = true;
  for (const VertexRange own : all_gather(ranks, part.own)) {
    follow &= own.first == next;
    next = own.last;
  }
  const bool is_one = std::ranges::all_of(all, [&](const Facts& each) { return each == all.front(); });
  expects(is_one && follow && next == part.vertex_count, "the parts of the ranks are not those of one graph");
}

template <class Value>
void write(Ranks& ranks, const std::filesystem::path& path, const GraphPart<Value>& part, ThreadPool& threads) {
  expects(!part.grid && !part.known, "a .wg file holds a graph of ids of 32 bits, whose ranks have ranges of rows");
  expect_one_graph(ranks, part);
  const std::vector<EdgeId> row = offsets_of_all(ranks, threads, part);
  const std::optional<std::uint64_t> base = common_base(ranks, part);

  Contents contents(ranks, threads);
  contents.add(WgKind::kRow, std::span(row));
  contents.add(WgKind::kColumn, part.incoming.column.span());
  if constexpr (graphs::kHasValue<Value>) contents.add(WgKind::kValue, part.incoming.value.span());
  if (!base) contents.add(WgKind::kIds, part.ids.span());
  contents.add(WgKind::kVertexWeights, std::span(part.vertex_weights.values));

  WgHeader header;
  header.flags = part.undirected ? detail::kWgUndirected : 0u;
  header.value_type = static_cast<std::uint32_t>(value_type<Value>());
  header.vertex_count = part.vertex_count;
  header.edge_count = part.edge_count;
  header.id_base = base.value_or(0);
  header.weights_per_vertex = static_cast<std::uint32_t>(part.vertex_weights.count);
  contents.write(header, path);
}

}  // namespace

void write_part(Ranks& ranks, const std::filesystem::path& path, const AnyGraphPart& part, ThreadPool& threads) {
  std::visit([&](const auto& each) { write(ranks, path, each, threads); }, part);
}

}  // namespace warpgraph::ranks
