// SPDX-License-Identifier: Apache-2.0
#include "reversed_edges.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace warpgraph::cli {

namespace {

constexpr std::uint64_t kSample = std::uint64_t{1} << 18;  // edges, about
constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;

struct Arc {
  std::uint64_t ends;  // the lower one in the upper half
  bool descends;
  friend auto operator<=>(const Arc&, const Arc&) = default;
};

// Edges between the same two vertices are in the sample together.
class Sample {
 public:
  explicit Sample(std::uint64_t edges) {
    while (edges >> shift_ > kSample) ++shift_;
  }

  void look_at(VertexId source, VertexId target, std::vector<Arc>& arcs) const {
    if (source == target) return;
    const auto [low, high] = std::minmax(source, target);
    const std::uint64_t ends = std::uint64_t{low} << 32 | high;
    const std::uint64_t mixed = (ends ^ ends >> 29) * 0x9e3779b97f4a7c15u;
    if (shift_ == 0 || mixed >> (64 - shift_) == 0) arcs.push_back({ends, source > target});
  }
  void add(const std::vector<Arc>& arcs) {
    const std::lock_guard lock(mutex_);
    arcs_.insert(arcs_.end(), arcs.begin(), arcs.end());
  }
  // The first two vertices with edges in both directions.
  std::optional<std::pair<VertexId, VertexId>> both_ways() {
    std::ranges::sort(arcs_);
    const auto found = std::ranges::adjacent_find(
        arcs_, [](const Arc& a, const Arc& b) { return a.ends == b.ends && a.descends != b.descends; });
    if (found == arcs_.end()) return {};
    return std::pair(static_cast<VertexId>(found->ends >> 32), static_cast<VertexId>(found->ends));
  }

 private:
  unsigned shift_ = 0;
  std::mutex mutex_;
  std::vector<Arc> arcs_;
};

void look_at(const EdgeList& list, ThreadPool& threads, Sample& sample) {
  threads.for_chunks(list.size(), kReadAtOnce, [&](std::size_t first, std::size_t last) {
    std::vector<Arc> arcs;
    for (std::size_t e = first; e < last; ++e) sample.look_at(list.source[e], list.target[e], arcs);
    sample.add(arcs);
  });
}

template <class Value>
void look_at(const Graph<Value>& graph, ThreadPool& threads, Sample& sample) {
  threads.for_chunks(graph.vertex_count(), kReadAtOnce, [&](std::size_t first, std::size_t last) {
    std::vector<Arc> arcs;
    for (std::size_t v = first; v < last; ++v)
      for (const VertexId u : graph.incoming().neighbours(static_cast<VertexId>(v)))
        sample.look_at(u, static_cast<VertexId>(v), arcs);
    sample.add(arcs);
  });
}

bool is_directed(const GraphContent& content) {
  if (const auto* const list = std::get_if<EdgeList>(&content)) return list->direction == Direction::kDirected;
  return std::visit([](const auto& graph) { return !graph.is_undirected(); }, std::get<AnyGraph>(content));
}

std::uint64_t entries_of(const GraphContent& content) {
  if (const auto* const list = std::get_if<EdgeList>(&content)) return list->size();
  return edge_count(std::get<AnyGraph>(content));
}

}  // namespace

std::string remark_on_reversed(const GraphContent& content, const BuildOptions& options, ThreadPool& threads) {
  const bool sums = options.duplicates == Duplicates::kSum;
  if (!options.symmetrise || !is_directed(content) || (options.duplicates != Duplicates::kKeep && !sums)) return "";
  Sample sample(entries_of(content));
  const auto* const list = std::get_if<EdgeList>(&content);
  if (list != nullptr)
    look_at(*list, threads, sample);
  else
    std::visit([&](const auto& graph) { look_at(graph, threads, sample); }, std::get<AnyGraph>(content));
  const auto found = sample.both_ways();
  if (!found) return "";
  const IdMap& names = list != nullptr ? list->ids : ids(std::get<AnyGraph>(content));
  const std::string a = to_string(names.name_of(found->first));
  const std::string b = to_string(names.name_of(found->second));
  return "--symmetrise: there are edges both ways already, such as " + a + " -> " + b + " and " + b + " -> " + a +
         ", and each " + (sums ? "adds its value twice" : "is there twice now; --duplicates first keeps one") +
         (list != nullptr ? "; --direction both reads a file that lists every edge at both ends" : "");
}

}  // namespace warpgraph::cli
