// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <ostream>
#include <system_error>
#include <variant>

#include <nlohmann/json.hpp>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "json_output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace warpgraph::cli {

namespace {

constexpr std::size_t kAtOnce = std::size_t{1} << 16;

// Sums count(i) over [0, size).
template <class Count>
std::uint64_t sum_of(std::size_t size, ThreadPool& threads, const Count& count) {
  std::atomic<std::uint64_t> sum{0};
  threads.for_chunks(size, kAtOnce, [&](std::size_t first, std::size_t last) {
    std::uint64_t part = 0;
    for (std::size_t i = first; i < last; ++i) part += count(i);
    sum += part;
  });
  return sum;
}

// The entries of an undirected graph that lists its edges at both ends, a self-loop once.
std::uint64_t edges_behind(std::uint64_t entries, std::uint64_t self_loops) { return (entries + self_loops) / 2; }

GraphSummary summary_of(const EdgeList& list, ThreadPool& threads) {
  GraphSummary summary{list.vertex_count, list.size(), list.direction == Direction::kDirected,
                       static_cast<ValueType>(list.values.index())};
  if (list.direction != Direction::kUndirectedBoth) return summary;
  const auto is_loop = [&](std::size_t e) { return std::uint64_t{list.source[e] == list.target[e]}; };
  summary.edges = edges_behind(list.size(), sum_of(list.size(), threads, is_loop));
  return summary;
}

// The self-loops in `count` rows. The first row belongs to the vertex `first`.
template <class Value>
std::uint64_t count_loops(const Adjacency<Value>& rows, VertexId first, VertexId count, ThreadPool& threads) {
  return sum_of(count, threads, [&](std::size_t v) {
    const auto found = std::ranges::equal_range(rows.neighbours(static_cast<VertexId>(v)), first + v);
    return static_cast<std::uint64_t>(found.size());
  });
}

template <class Value>
GraphSummary summary_of(const Graph<Value>& graph, ThreadPool& threads) {
  GraphSummary summary{graph.vertex_count(), graph.edge_count(), !graph.is_undirected(), value_type<Value>()};
  if (summary.directed) return summary;
  summary.edges = edges_behind(graph.edge_count(), count_loops(graph.incoming(), 0, graph.vertex_count(), threads));
  return summary;
}

template <class Value>
GraphSummary summary_of(Ranks& ranks, const ranks::GraphPart<Value>& part, ThreadPool& threads) {
  GraphSummary summary{part.vertex_count, part.edge_count, !part.undirected, value_type<Value>()};
  if (summary.directed) return summary;
  const std::uint64_t loops = count_loops(part.incoming, part.own.first, part.own.size(), threads);
  summary.edges = edges_behind(part.edge_count, ranks::all_reduce(ranks, loops, std::plus<>()));
  return summary;
}

}  // namespace

GraphSummary summarise(const GraphContent& content, ThreadPool& threads) {
  if (const auto* const list = std::get_if<EdgeList>(&content)) return summary_of(*list, threads);
  return std::visit([&](const auto& graph) { return summary_of(graph, threads); }, std::get<AnyGraph>(content));
}

GraphSummary summarise(Ranks& ranks, const ranks::AnyGraphPart& part, ThreadPool& threads) {
  return std::visit([&](const auto& each) { return summary_of(ranks, each, threads); }, part);
}

std::string describe(const GraphSummary& summary) {
  const std::string kind = summary.directed ? "directed " : "undirected ";
  const std::string values = summary.values == ValueType::kNone ? "no" : std::string(to_string(summary.values));
  return counted(summary.vertices, "vertex", "vertices") + ", " +
         counted(summary.edges, kind + "edge", kind + "edges") + ", " + values + " values";
}

void report_written(const std::filesystem::path& file, const GraphFormat& format, const GraphSummary& summary,
                    double seconds, Output& output) {
  const bool has_reals = summary.values == ValueType::kFloat || summary.values == ValueType::kDouble;
  if (has_reals && !format.is_own() && format.other() == files::FileFormat::kGalois)
    remark("Galois files do not say what their values are: read these with --weights " +
               std::string(to_string(summary.values)),
           output);
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(file, error);
  const std::uint64_t bytes = error ? 0 : size;
  if (output.json) {
    const nlohmann::ordered_json report{{"file", file.string()},
                                        {"format", format.name()},
                                        {"file_bytes", bytes},
                                        {"vertices", summary.vertices},
                                        {"edges", summary.edges},
                                        {"directed", summary.directed},
                                        {"value_type", to_string(summary.values)},
                                        {"seconds", seconds}};
    print_json(report, output.out);
  } else if (!output.quiet) {
    const std::string name = file == "-" ? "standard output" : printable(file.string());
    const std::string line = name + ": " + describe(summary) + "; " + std::string(format.name()) +
                             (bytes == 0 ? "" : ", " + support::format_bytes(bytes)) + ", " + format_seconds(seconds);
    output.err << wrapped(line, output.error_width(), 0) << '\n';
  }
}

}  // namespace warpgraph::cli
