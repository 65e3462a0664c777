// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/write_values.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/io/npy.hpp>
#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/compression.hpp"
#include "io/formatted_output.hpp"
#include "io/values/npy_types.hpp"
#include "io/values/value_lines.hpp"
#include "io/values/value_types.hpp"
#include "ranks/number_ids.hpp"
#include "ranks/shared_output.hpp"

namespace warpgraph::files {

namespace {

using detail::together;

template <class Value>
struct NamedValue {
  std::uint64_t name;
  Value value;
};

template <class Value>
std::vector<NamedValue<Value>> named(const ranks::OwnValues<Value>& own) {
  expects(own.ids.empty() || own.ids.size() == own.values.size(), "values: an id for every vertex, or for none");
  std::vector<NamedValue<Value>> all(own.values.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {own.ids.empty() ? own.first + i : own.ids[i], own.values[i]};
  return all;
}

struct Span {
  std::uint64_t count;
  std::uint64_t first;
  std::uint64_t last;
};

template <class Value>
bool ascend_over_ranks(Ranks& ranks, const std::vector<NamedValue<Value>>& values) {
  if (detail::on_any(ranks, !std::ranges::is_sorted(values, {}, &NamedValue<Value>::name))) return false;
  const Span mine = values.empty() ? Span{0, 0, 0} : Span{values.size(), values.front().name, values.back().name};
  std::uint64_t last = 0;
  for (const Span& each : ranks::all_gather(ranks, mine)) {
    if (each.count == 0) continue;
    if (each.first < last) return false;
    last = each.last;
  }
  return true;
}

// The values of all ranks in the order of the names, a part of them on each.
template <class Value>
std::vector<NamedValue<Value>> sort_over_ranks(Ranks& ranks, std::vector<NamedValue<Value>> values) {
  const auto by_name = &NamedValue<Value>::name;
  std::ranges::sort(values, {}, by_name);
  std::vector<std::uint64_t> names;
  for (const NamedValue<Value>& each : values) names.push_back(each.name);
  std::vector<std::vector<NamedValue<Value>>> to;
  auto begin = values.begin();
  for (const std::uint64_t splitter : detail::choose_splitters(ranks, names)) {
    const auto end = std::ranges::lower_bound(begin, values.end(), splitter, {}, by_name);
    to.emplace_back(begin, end);
    begin = end;
  }
  to.emplace_back(begin, values.end());
  std::vector<NamedValue<Value>> sorted;
  for (const auto& from : ranks::all_to_all(ranks, to)) sorted.insert(sorted.end(), from.begin(), from.end());
  std::ranges::sort(sorted, {}, by_name);
  return sorted;
}

// What this rank has to write, in pieces that were formatted in parallel. Rank 0 begins with the header.
template <class Value>
std::vector<std::string> format_pieces(const std::vector<NamedValue<Value>>& values, ValueFormat format, char separator,
                                       detail::Compression compression, const std::string& header,
                                       ThreadPool& threads) {
  constexpr std::size_t kPiece = std::size_t{1} << 15;
  std::vector<std::string> pieces(1 + (values.size() + kPiece - 1) / kPiece);
  pieces[0] = header;
  threads.for_chunks(values.size(), kPiece, [&](std::size_t first, std::size_t last) {
    std::string text;
    for (std::size_t i = first; i < last; ++i) {
      if (format == ValueFormat::kText) {
        detail::append_number(text, values[i].name);
        text += separator;
        detail::append_number(text, values[i].value);
        text += '\n';
      } else {
        detail::append_bytes(text, values[i].value);
      }
    }
    pieces[1 + first / kPiece] = std::move(text);
  });
  if (compression == detail::Compression::kNone) return pieces;
  threads.for_each(pieces.size(), 1, [&](std::size_t i) {
    if (!pieces[i].empty()) pieces[i] = detail::compress(compression, pieces[i]);
  });
  return pieces;
}

std::uint64_t size_of(const std::vector<std::string>& pieces) {
  std::uint64_t size = 0;
  for (const std::string& piece : pieces) size += piece.size();
  return size;
}

// Rank 0 receives what each other rank has, one after another, and writes it.
void write_by_first(Ranks& ranks, OutputFile* file, const std::vector<std::string>& pieces,
                    const std::vector<std::uint64_t>& sizes) {
  for (int r = 0; r < ranks.size(); ++r) {
    std::string bytes;
    std::vector<Ranks::Sent> sent;
    std::vector<Ranks::Received> received;
    if (r == ranks.rank())
      for (const std::string& piece : pieces) bytes += piece;
    if (ranks.rank() == 0) bytes.resize(sizes[static_cast<std::size_t>(r)]);
    if (r != 0 && r == ranks.rank()) sent.push_back({0, std::as_bytes(std::span(bytes))});
    if (r != 0 && ranks.rank() == 0) received.push_back({r, std::as_writable_bytes(std::span(bytes))});
    ranks.exchange(sent, received);
    together(ranks, [&] {
      if (file) file->write(bytes);
    });
  }
}

}  // namespace

template <VertexValueType Value>
void write_values(Ranks& ranks, const std::filesystem::path& path, const ranks::OwnValues<Value>& own,
                  const ValueOptions& options) {
  std::optional<ThreadPool> own_pool;
  ThreadPool& threads = options.pool != nullptr ? *options.pool : own_pool.emplace();
  const detail::Compression compression = detail::compression_of(path);
  const ValueFormat format = options.format.value_or(value_format_of(path));
  together(ranks, [&] { detail::expect_available(compression, path.string()); });

  std::vector<NamedValue<Value>> values = together(ranks, [&] { return named(own); });
  if (!ascend_over_ranks(ranks, values)) values = sort_over_ranks(ranks, std::move(values));
  const std::uint64_t count = ranks::all_reduce(ranks, std::uint64_t{values.size()}, std::plus<>());
  const detail::ValueLines lines = detail::value_lines_of(path);
  std::string header;
  if (ranks.rank() == 0 && format == ValueFormat::kNpy) header = npy_header(detail::npy_type<Value>(), count);
  if (ranks.rank() == 0 && format == ValueFormat::kText) header = lines.names_of_values();
  const std::vector<std::string> pieces =
      together(ranks, [&] { return format_pieces(values, format, lines.separator, compression, header, threads); });
  values = {};
  const std::vector<std::uint64_t> sizes = ranks::all_gather(ranks, size_of(pieces));

  detail::SharedOutput output(ranks, path);
  if (!output.has_places()) {
    write_by_first(ranks, output.first(), pieces, sizes);
  } else {
    const auto write_own = [&] {
      std::uint64_t offset = std::accumulate(sizes.begin(), sizes.begin() + ranks.rank(), std::uint64_t{0});
      for (const std::string& piece : pieces) {
        output.write_at(offset, std::as_bytes(std::span(piece)));
        offset += piece.size();
      }
    };
    together(ranks, write_own, detail::Fault::kRank);
  }
  output.commit();
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                             \
  template void files::write_values<Value>(Ranks&, const std::filesystem::path&, const ranks::OwnValues<Value>&, \
                                           const files::ValueOptions&);
WARPGRAPH_FOR_EACH_VERTEX_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::files
