// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include <warpgraph/framework/graph/level_tasks.hpp>
#include "wide_number.hpp"

// What betweenness does after each search: counts paths, level by level, and adds up on the way back what depends on
// them.
namespace warpgraph::algorithms::brandes {

// What is known of the vertices, for one source, with the parity of the vertex's level as its sign, and zero as long as
// it is not known. So a vertex that pulls finds out without looking at levels: of those with an edge to it none is more
// than one level nearer to the source, farther ones are still zero, and those of its own level, which change at that
// moment, have the other sign. On the way back it is the same.
template <class Number>
struct Paths {
  View<Number> count;     // of the shortest paths that lead here
  View<Number> fraction;  // what each of them brings to the vertex before: (1 + dependency) / count
  View<Number> least;     // of the fraction, without a dependency: 1 / count; no sign

  WARPGRAPH_DEVICE static Number signed_by(std::uint32_t level, Number value) {
    return level % 2 == 0 ? value : -value;
  }
  WARPGRAPH_DEVICE static Number if_of(std::uint32_t level, Number& value) {
    return Max{}(signed_by(level, load(value)), Number{});
  }
};

// count[v] = sum of count[u] over the edges from u, one level nearer to the source
template <class Number>
struct CountPaths {
  rows::LevelSums<Number> incoming;
  Paths<Number> paths;
  VertexId source;
  View<std::uint32_t> overflow;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    grid.elect([&] { paths.count[source] = Number(1); });
    rows::LevelRange now = incoming.find(1);
    for (std::uint32_t level = 1; !now.is_empty(); ++level) {
      const rows::LevelRange next = incoming.find(level + 1);  // asked for ahead of the barrier
      incoming.add_up(
          grid, now, [&](EdgeId e) { return paths.if_of(level - 1, paths.count[incoming.edges.column[e]]); },
          [&](VertexId v, Number count) {
            store(paths.count[v], paths.signed_by(level, count));
            paths.least[v] = Number(1) / count;
            if (is_infinite(count)) atomic::store(overflow[0], 1u);
          });
      now = next;
    }
  }
};

// dependency[v] = count[v] * sum of fraction[w] over the edges to w, one level farther from the source
template <class Number>
struct AddDependencies {
  rows::LevelSums<Number> outgoing;
  Paths<Number> paths;
  View<const std::uint32_t> overflow;
  View<double> centrality;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    if (overflow[0] != 0) return;
    std::uint32_t level = outgoing.levels() - 1;
    while (level > 0 && outgoing.find(level).is_empty()) --level;
    if (level < 2) return;
    begin_at(grid, level);
    while (level-- > 1) {  // the source is an end of every path
      outgoing.add_up(
          grid, outgoing.find(level),
          [&](EdgeId e) { return paths.if_of(level + 1, paths.fraction[outgoing.edges.column[e]]); },
          [&](VertexId v, Number fractions) {
            const Number count = paths.signed_by(level, paths.count[v]);
            store(paths.fraction[v], paths.signed_by(level, paths.least[v] + fractions));
            centrality[v] += static_cast<double>(count * fractions);
          });
    }
  }

 private:
  // No vertex is behind the farthest.
  WARPGRAPH_DEVICE void begin_at(kernel::Grid<256>& grid, std::uint32_t level) const {
    const rows::LevelRange farthest = outgoing.find(level);
    const std::uint32_t first = farthest.begin[0];
    grid.for_each(farthest.begin[rows::LevelTask::kKinds] - first, [&](std::uint64_t i) {
      const std::uint32_t task = outgoing.task[first + i];
      if (task < paths.fraction.size()) paths.fraction[task] = paths.signed_by(level, paths.least[task]);
    });
  }
};

static_assert(sizeof(WideNumber) == sizeof(double));  // so that they take each other's room

template <class Number>
struct PathBuffers {
  Buffer<Number> count;
  Buffer<Number> fraction;
  Buffer<Number> least;
  Buffer<Number> partial;  // sums of pieces of rows

  PathBuffers() = default;
  PathBuffers(StreamRef stream, VertexId vertices, std::uint64_t pieces)
      : count(stream, vertices, "betweenness path counts"),
        fraction(stream, vertices, "betweenness fractions"),
        least(stream, vertices, "betweenness fractions"),
        partial(stream, pieces, "betweenness partial sums") {}
};

// What is summed up over the sources. Paths are counted in doubles, as long as these do for every source, then in wide
// numbers: the sources whose paths were too many come once more.
class Centrality {
 public:
  static MemoryPlan memory(VertexId vertices, EdgeId edges, bool undirected, std::size_t sources) {
    MemoryPlan plan = rows::LevelTasks::memory(vertices, edges);
    if (!undirected) plan += rows::LevelTasks::memory(vertices, edges);
    plan.add_array<double>("betweenness path counts", vertices);
    plan.add_array<double>("betweenness fractions", 2 * std::size_t{vertices});
    plan.add_array<double>("betweenness partial sums", rows::RowPieces::max_pieces(edges));
    plan.add_array<double>("betweenness", vertices);
    return plan.add_array<std::uint32_t>("betweenness overflows", sources);
  }

  // `is_alone`: no other search is under way on the device.
  Centrality(StreamRef stream, const AdjacencyView<NoValue>& incoming, const AdjacencyView<NoValue>& outgoing,
             std::size_t sources, bool is_alone)
      : stream_(stream),
        is_alone_(is_alone),
        incoming_(stream, incoming),
        edges_(incoming.column.size()),
        centrality_(stream, incoming.row.size() - 1, "betweenness"),
        overflow_(stream, sources, "betweenness overflows") {
    if (outgoing.row.data() != incoming.row.data()) outgoing_.emplace(stream, outgoing);
    paths_ = make_paths<double>();
    fill(stream, centrality_, 0);
    fill(stream, overflow_, 0);
  }

  // What the paths from one source add, whose levels are below `levels`.
  void add(VertexId source, const Buffer<std::uint32_t>& level, std::uint32_t levels) {
    incoming_.sort(stream_, level, levels);
    if (outgoing_) outgoing_->sort(stream_, level, levels);
    std::visit([&](auto& paths) { add_paths(paths, source, levels); }, paths_);
    unchecked_.push_back(source);
  }

  // Those of the sources added since the last call that have added nothing, because their paths are too many: they come
  // once more. Waits for the stream.
  [[nodiscard]] std::vector<VertexId> take_overflown() {
    const View<std::uint32_t> overflow = overflow_.view().subview(0, unchecked_.size());
    const std::vector<std::uint32_t> has_overflown = to_host(stream_, overflow);
    fill(stream_, overflow, 0);
    std::vector<VertexId> sources;
    for (std::size_t i = 0; i < unchecked_.size(); ++i)
      if (has_overflown[i] != 0) sources.push_back(unchecked_[i]);
    unchecked_.clear();
    if (sources.empty()) return sources;
    if (std::holds_alternative<PathBuffers<WideNumber>>(paths_))
      throw InputError("betweenness: 2^524287 shortest paths or more lead to one vertex");
    paths_.emplace<PathBuffers<double>>();
    paths_ = make_paths<WideNumber>();
    return sources;
  }

  Buffer<double> take() { return std::move(centrality_); }

 private:
  template <class Number>
  void add_paths(PathBuffers<Number>& buffers, VertexId source, std::uint32_t levels) {
    fill(stream_, buffers.count, Number{});
    fill(stream_, buffers.fraction, Number{});
    const Paths<Number> paths{buffers.count, buffers.fraction, buffers.least};
    const View<Number> partial = buffers.partial;
    const View<std::uint32_t> overflow = overflow_.view().subview(unchecked_.size(), 1);
    kernel::launch(stream_, shape(levels), CountPaths<Number>{incoming_.sums(partial), paths, source, overflow});
    kernel::launch(stream_, shape(levels),
                   AddDependencies<Number>{outgoing().sums(partial), paths, overflow, centrality_});
  }

  template <class Number>
  [[nodiscard]] PathBuffers<Number> make_paths() const {
    const std::uint64_t pieces = std::max(incoming_.piece_count(), outgoing().piece_count());
    return {stream_, static_cast<VertexId>(centrality_.size()), pieces};
  }

  [[nodiscard]] const rows::LevelTasks& outgoing() const { return outgoing_ ? *outgoing_ : incoming_; }

  // Levels of few edges are over soon: then fewer blocks meet at the barriers sooner.
  [[nodiscard]] kernel::WholeDevice shape(std::uint32_t levels) const {
    constexpr EdgeId kFewEdges = 1u << 16;
    const unsigned blocks_per_multiprocessor = is_alone_ ? 2 : 1;
    if (edges_ / levels >= kFewEdges) return {};
    return {blocks_per_multiprocessor * static_cast<unsigned>(std::max(1, stream_.device().info().multiprocessors))};
  }

  StreamRef stream_;
  bool is_alone_;
  rows::LevelTasks incoming_;
  std::optional<rows::LevelTasks> outgoing_;  // of directed graphs
  EdgeId edges_;
  std::variant<PathBuffers<double>, PathBuffers<WideNumber>> paths_;
  Buffer<double> centrality_;
  std::vector<VertexId> unchecked_;
  Buffer<std::uint32_t> overflow_;  // of the unchecked sources
};

}  // namespace warpgraph::algorithms::brandes
