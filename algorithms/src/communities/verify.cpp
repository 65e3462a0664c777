// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/label_propagation.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "verify/message.hpp"
#include "verify/parallel.hpp"
#include "verify/targets.hpp"

namespace warpgraph::algorithms {
namespace {

// The number that most of them are; the lowest of several. Sorts them.
std::uint64_t commonest_of(std::vector<std::uint64_t>& numbers) {
  std::ranges::sort(numbers);
  std::uint64_t commonest = 0;
  std::size_t most = 0;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last < numbers.size() && numbers[last] == numbers[first]) ++last;
    if (last - first > most) {
      most = last - first;
      commonest = numbers[first];
    }
    first = last;
  }
  return commonest;
}

}  // namespace

Problem verify_label_propagation(const Topology& graph, bool undirected, std::span<const VertexId> label,
                                 std::uint32_t iterations, ThreadPool* threads) {
  verify::expect_one_each(graph, label);
  const std::size_t n = graph.vertex_count();
  const verify::Targets targets(graph, threads, [&](VertexId u, VertexId v, EdgeId) { return !undirected && u != v; });
  std::vector<std::uint64_t> now(n);
  for (VertexId v = 0; v < n; ++v) now[v] = graph.ids->name_of(v).value();
  bool has_changed = true;
  for (std::uint32_t i = 0; i < iterations && has_changed; ++i) {
    std::vector<std::uint64_t> next = now;
    verify::for_chunks(threads, n, verify::kGrain, [&](std::size_t first, std::size_t last) {
      std::vector<std::uint64_t> heard;
      for (auto v = static_cast<VertexId>(first); v < last; ++v) {
        heard.clear();
        for (const VertexId u : graph.sources(v)) heard.push_back(now[u]);
        for (const VertexId u : targets.of(v)) heard.push_back(now[u]);
        if (!heard.empty()) next[v] = commonest_of(heard);
      }
    });
    has_changed = next != now;
    now = std::move(next);
  }
  const VertexId wrong = verify::first_wrong(
      threads, n, [&](VertexId v) { return label[v] >= n || graph.ids->name_of(label[v]).value() != now[v]; });
  if (wrong == kNoVertex) return {};
  const std::string found = label[wrong] < n ? verify::name_of(graph, label[wrong]) : "no vertex";
  return verify::vertex(graph, wrong) + " has the label " + found + ", and should have " + std::to_string(now[wrong]);
}

}  // namespace warpgraph::algorithms
