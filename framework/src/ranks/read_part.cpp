// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/read_part.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/checksum.hpp"
#include "io/compression.hpp"
#include "io/is_wg.hpp"
#include "io/message.hpp"
#include "ranks/build_named.hpp"
#include "ranks/readers.hpp"

namespace warpgraph::ranks {

namespace {

using detail::together;

// What tells two files apart, for the price of two pages.
struct Likeness {
  std::uint64_t size = 0;
  std::uint64_t begin = 0;  // hashes
  std::uint64_t end = 0;

  explicit Likeness(std::span<const std::byte> bytes) : size(bytes.size()) {
    constexpr std::size_t kLooked = 4096;
    begin = detail::xxh64(bytes.first(std::min(kLooked, bytes.size())));
    end = detail::xxh64(bytes.last(std::min(kLooked, bytes.size())));
  }
  Likeness() = default;
  bool operator==(const Likeness&) const = default;
};

// Throws on all ranks if one has another file than most.
void expect_same_file(Ranks& ranks, const files::MappedFile& file) {
  const std::vector<Likeness> all = all_gather(ranks, Likeness(file.bytes()));
  const auto most =
      std::ranges::max_element(all, {}, [&](const Likeness& each) { return std::ranges::count(all, each); });
  const auto other = std::ranges::find_if(all, [&](const Likeness& each) { return each != *most; });
  if (other == all.end()) return;
  const auto rank = static_cast<int>(other - all.begin());
  const std::string how = other->size == most->size
                              ? std::string("as long, but with another content")
                              : detail::message("of ", other->size, " bytes, expected ", most->size);
  throw RankError(rank, detail::message("rank ", rank, ": ", file.name(), ": is another file than that of rank ",
                                        most - all.begin(), ", ", how));
}

std::shared_ptr<files::MappedFile> open(Ranks& ranks, const std::filesystem::path& path) {
  const auto open_here = [&] {
    if (path == "-") throw InputError("standard input is for one rank alone, expected a file that all ranks can open");
    auto file = std::make_shared<files::MappedFile>(path);
    if (!file->is_mapped()) throw InputError(file->name(), 0, "expected a regular file, of which ranks read parts");
    return file;
  };
  std::shared_ptr<files::MappedFile> file = together(ranks, open_here, detail::Fault::kRank);
  expect_same_file(ranks, *file);
  together(ranks, [&] {
    if (detail::compression_of(file->bytes()) != detail::Compression::kNone)
      throw InputError(file->name(), 0,
                       "is compressed, and several ranks read parts of files as they are; unpack it, or convert it to "
                       ".wg in one process");
  });
  return file;
}

// What is read has been looked through, as far as it is to be.
BuildOptions without_check(BuildOptions options) {
  options.check_symmetry = false;
  return options;
}

// The rows as a list again, in their order.
template <class Value>
EdgeList list_of(ThreadPool& threads, const GraphPart<Value>& part) {
  constexpr std::size_t kGrain = std::size_t{1} << 12;
  const Adjacency<Value>& rows = part.incoming;
  EdgeList list;
  list.vertex_count = part.vertex_count;
  list.source.assign(rows.column.begin(), rows.column.end());
  list.target.resize(rows.column.size());
  threads.for_each(part.own.size(), kGrain, [&](std::size_t v) {
    std::fill(list.target.data() + rows.row[v], list.target.data() + rows.row[v + 1],
              static_cast<VertexId>(part.own.first + v));
  });
  if constexpr (graphs::kHasValue<Value>) list.values = std::vector<Value>(rows.value.begin(), rows.value.end());
  list.direction = part.undirected ? Direction::kUndirectedBoth : Direction::kDirected;
  return list;
}

AnyGraphPart rebuilt(Ranks& ranks, ThreadPool& threads, const AnyGraphPart& any, const BuildOptions& options) {
  return std::visit(
      [&](const auto& part) {
        detail::SpreadNames names{part.own.first, {part.ids.begin(), part.ids.end()}};
        const detail::SpreadWeights weights{part.own.first, part.vertex_weights};
        const bool is_named = detail::on_any(ranks, !part.ids.empty());
        EdgeList list = together(ranks, [&] { return list_of(threads, part); });
        return detail::build_named_part(ranks, threads, std::move(list), without_check(options),
                                        is_named ? &names : nullptr, weights.weights.count != 0 ? &weights : nullptr);
      },
      any);
}

AnyGraphPart with_weights(ThreadPool& threads, AnyGraphPart part, files::WeightType type) {
  switch (type) {
    case files::WeightType::kAuto:
      return part;
    case files::WeightType::kNone:
      return graphs::convert_values<NoValue>(threads, std::move(part));
    case files::WeightType::kInt32:
      return graphs::convert_values<std::int32_t>(threads, std::move(part));
    case files::WeightType::kInt64:
      return graphs::convert_values<std::int64_t>(threads, std::move(part));
    case files::WeightType::kFloat:
      return graphs::convert_values<float>(threads, std::move(part));
    case files::WeightType::kDouble:
      return graphs::convert_values<double>(threads, std::move(part));
  }
  return part;
}

// Like read_unchanged: what one rank finds is the error of all, unless read() has failed on all of them.
template <class Read>
auto read_unchanged_by_all(Ranks& ranks, const files::MappedFile& file, Read&& read) {
  using Result = std::invoke_result_t<Read>;
  std::optional<Result> result;
  try {
    result.emplace(read());
  } catch (...) {
    file.expect_unchanged();
    throw;
  }
  together(ranks, [&] { file.expect_unchanged(); });
  return std::move(*result);
}

AnyGraphPart read_own(Ranks& ranks, const std::shared_ptr<const files::MappedFile>& file,
                      const ReadPartOptions& options, ThreadPool& threads) {
  AnyGraphPart part = detail::read_wg_part(ranks, file, options.verify, threads);
  part = together(ranks, [&] {
    try {
      return with_weights(threads, std::move(part), options.read.weights);
    } catch (const InputError& error) {
      throw InputError(file->name(), 0, error.what());
    }
  });
  return options.build.changes_edges() ? rebuilt(ranks, threads, part, options.build) : std::move(part);
}

}  // namespace

AnyGraphPart read_part(Ranks& ranks, const std::filesystem::path& path, const ReadPartOptions& options) {
  std::optional<ThreadPool> own_pool;
  ThreadPool& threads = options.read.pool != nullptr ? *options.read.pool : own_pool.emplace();
  if (!options.read.vertices.empty())
    throw UsageError("a file of vertices is read by one process alone; convert the graph to .wg");
  const std::shared_ptr<files::MappedFile> file = open(ranks, path);
  if (detail::is_wg(file->name(), file->text(), options.read)) {
    detail::expect_nothing_said(file->name(), options.read);
    AnyGraphPart part = read_unchanged_by_all(ranks, *file, [&] { return read_own(ranks, file, options, threads); });
    file->finish_reading();
    return part;
  }
  detail::Input input{file->bytes(), file->name(), options.read, threads};
  input.file = file.get();
  detail::TextPart text = read_unchanged_by_all(ranks, *file, [&] { return detail::read_text_part(ranks, input); });
  return detail::build_named_part(ranks, threads, std::move(text.list), without_check(options.build),
                                  text.names ? &*text.names : nullptr, text.weights ? &*text.weights : nullptr);
}

}  // namespace warpgraph::ranks
