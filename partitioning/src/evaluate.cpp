// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/evaluate.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <warpgraph/framework/graph/exact_sum.hpp>
#include <warpgraph/framework/sweep/host_union_find.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::partitioning {

namespace {

constexpr std::size_t kVerticesAtOnce = std::size_t{1} << 13;

// What the vertices of a chunk add to the result.
struct Sums {
  graphs::ExactSum cut{};
  graphs::ExactSum volume{};
  std::uint64_t boundary = 0;

  void operator+=(const Sums& other) {
    cut = cut + other.cut;
    volume = volume + other.volume;
    boundary += other.boundary;
  }
};

template <class T>
void add(T& sum, T term) {
  std::atomic_ref(sum).fetch_add(term, std::memory_order_relaxed);
}

class Evaluation {
 public:
  Evaluation(ThreadPool& threads, const PartitionInput& graph, std::span<const std::uint32_t> part, std::uint32_t parts)
      : threads_(threads), graph_(graph), part_(part), parts_(parts), constraints_(graph.constraints) {
    expects(!graph.row.empty() && graph.row.back() == graph.column.size(), "row ends where column does");
    expects(part.size() == graph.row.size() - 1, "each vertex has a part");
    expects(parts > 0 && constraints_ > 0, "there is a part and a constraint");
    expects(graph.edge_weight.empty() || graph.edge_weight.size() == graph.column.size(), "each edge has a weight");
    expects(graph.vertex_weight.empty() || graph.vertex_weight.size() == part.size() * constraints_,
            "each vertex has a weight for each constraint");
    expects(graph.vertex_size.empty() || graph.vertex_size.size() == part.size(), "each vertex has a size");
    threads.for_each(part.size(), kVerticesAtOnce, [&](std::size_t v) {
      expects(part[v] < parts, "the number of a part is below that of the parts");
    });
  }

  PartitionQuality run(std::span<const double> targets) {
    expects(targets.empty() || targets.size() == parts_ * constraints_, "each part has a share of each constraint");
    check_totals();
    weigh();
    quality_.imbalance = imbalance(targets);
    walk();
    count_components();
    return std::move(quality_);
  }

 private:
  [[nodiscard]] std::int64_t weight(std::size_t v, std::size_t constraint) const {
    return graph_.vertex_weight.empty() ? 1 : graph_.vertex_weight[v * constraints_ + constraint];
  }
  [[nodiscard]] std::int64_t edge_weight(EdgeId e) const {
    return graph_.edge_weight.empty() ? 1 : graph_.edge_weight[e];
  }

  // The weights of a part overflow only if those of the graph do.
  void check_totals() {
    totals_.assign(constraints_, static_cast<std::int64_t>(part_.size()));
    if (graph_.vertex_weight.empty()) return;
    for (std::size_t c = 0; c < constraints_; ++c) {
      graphs::ExactSum total{};
      for (std::size_t v = 0; v < part_.size(); ++v) {
        if (weight(v, c) < 0) throw InputError("expected no negative weight of a vertex, found one");
        total = total + graphs::ExactSum::of(weight(v, c));
      }
      if (!total.fits()) throw InputError("the weights of the vertices add up to more than 64 bits hold");
      totals_[c] = total.value();
    }
  }

  // A chunk is as large as what it sums into, so that the sums cost no more than the vertices.
  void weigh() {
    quality_.weights.assign(parts_ * constraints_, 0);
    std::vector<std::uint64_t> sizes(parts_, 0);
    threads_.for_chunks(part_.size(), std::max(kVerticesAtOnce, parts_ * constraints_),
                        [&](std::size_t first, std::size_t last) {
                          std::vector<std::int64_t> weights(parts_ * constraints_, 0);
                          std::vector<std::uint64_t> own_sizes(parts_, 0);
                          for (std::size_t v = first; v < last; ++v) {
                            ++own_sizes[part_[v]];
                            for (std::size_t c = 0; c < constraints_; ++c)
                              weights[part_[v] * constraints_ + c] += weight(v, c);
                          }
                          for (std::size_t p = 0; p < parts_; ++p) add(sizes[p], own_sizes[p]);
                          for (std::size_t i = 0; i < weights.size(); ++i) add(quality_.weights[i], weights[i]);
                        });
    quality_.empty_parts = static_cast<std::uint32_t>(std::ranges::count(sizes, 0u));
  }

  [[nodiscard]] double imbalance(std::span<const double> targets) const {
    double max = 0;
    for (std::size_t i = 0; i < quality_.weights.size(); ++i) {
      const auto actual = static_cast<double>(quality_.weights[i]);
      if (actual == 0) continue;
      const double share = targets.empty() ? 1.0 / static_cast<double>(parts_) : targets[i];
      const double wanted = share * static_cast<double>(totals_[i % constraints_]);
      max = std::max(max, wanted > 0 ? actual / wanted - 1 : std::numeric_limits<double>::infinity());
    }
    return max;
  }

  void walk() {
    const std::size_t chunks = (part_.size() + kVerticesAtOnce - 1) / kVerticesAtOnce;
    std::vector<Sums> sums(chunks);
    threads_.for_each(chunks, 1, [&](std::size_t chunk) {
      std::vector<std::uint32_t> others;
      const std::size_t last = std::min(part_.size(), (chunk + 1) * kVerticesAtOnce);
      for (std::size_t v = chunk * kVerticesAtOnce; v < last; ++v) sums[chunk] += look_at(v, others);
    });
    Sums sum;
    for (const Sums& each : sums) sum += each;
    if (!sum.cut.fits()) throw InputError("the weights of the edges between parts add up to more than 64 bits hold");
    quality_.cut = sum.cut.value();
    if (!sum.volume.fits()) throw InputError("the communication volume is more than 64 bits hold");
    quality_.volume = sum.volume.value();
    quality_.boundary_vertices = sum.boundary;
  }

  // `others` is room for the parts of the neighbours.
  Sums look_at(std::size_t v, std::vector<std::uint32_t>& others) const {
    Sums sums;
    others.clear();
    for (EdgeId e = graph_.row[v]; e < graph_.row[v + 1]; ++e) {
      const VertexId u = graph_.column[e];
      expects(u < part_.size(), "evaluate_partition: a neighbour is no vertex");
      if (edge_weight(e) < 0) throw InputError("expected no negative weight of an edge, found one");
      if (part_[u] == part_[v]) continue;
      if (v < u) sums.cut = sums.cut + graphs::ExactSum::of(edge_weight(e));
      others.push_back(part_[u]);
    }
    std::ranges::sort(others);
    others.erase(std::ranges::unique(others).begin(), others.end());
    const std::int64_t size = graph_.vertex_size.empty() ? 1 : graph_.vertex_size[v];
    std::int64_t sent = 0;
    if (__builtin_mul_overflow(size, static_cast<std::int64_t>(others.size()), &sent))
      throw InputError("the communication volume is more than 64 bits hold");
    sums.volume = graphs::ExactSum::of(sent);
    sums.boundary = others.empty() ? 0 : 1;
    return sums;
  }

  // The components of the graph, or of what is left without the edges between parts.
  [[nodiscard]] sweep::HostUnionFind trees(bool within_parts) const {
    sweep::HostUnionFind trees(part_.size());
    threads_.for_each(part_.size(), kVerticesAtOnce, [&](std::size_t v) {
      for (EdgeId e = graph_.row[v]; e < graph_.row[v + 1]; ++e) {
        const VertexId u = graph_.column[e];
        if (u < v && (!within_parts || part_[u] == part_[v])) trees.unite(static_cast<VertexId>(v), u);
      }
    });
    return trees;
  }
  void count_components() {
    const sweep::HostUnionFind pieces = trees(true);
    std::vector<std::uint64_t> components(parts_, 0);
    for (std::size_t v = 0; v < part_.size(); ++v)
      if (pieces.is_root(static_cast<VertexId>(v))) ++components[part_[v]];
    for (const std::uint64_t count : components) {
      quality_.components += count;
      if (count > 1) ++quality_.disconnected_parts;
    }
    if (quality_.disconnected_parts > 0) count_torn(pieces);
  }
  void count_torn(const sweep::HostUnionFind& pieces) {
    sweep::HostUnionFind graph = trees(false);
    std::vector<std::pair<std::uint32_t, VertexId>> places;  // part and component of the graph of each piece
    for (VertexId v = 0; v < part_.size(); ++v)
      if (pieces.is_root(v)) places.emplace_back(part_[v], graph.root_of(v));
    std::ranges::sort(places);
    std::uint32_t last = ~0u;
    for (std::size_t i = 1; i < places.size(); ++i) {
      if (places[i] != places[i - 1] || places[i].first == last) continue;
      last = places[i].first;
      ++quality_.torn_parts;
    }
  }

  ThreadPool& threads_;
  const PartitionInput& graph_;
  std::span<const std::uint32_t> part_;
  std::size_t parts_;
  std::size_t constraints_;
  std::vector<std::int64_t> totals_;
  PartitionQuality quality_;
};

}  // namespace

PartitionQuality evaluate_partition(ThreadPool& threads, const PartitionInput& graph,
                                    std::span<const std::uint32_t> part, std::uint32_t parts,
                                    std::span<const double> targets) {
  return Evaluation(threads, graph, part, parts).run(targets);
}

}  // namespace warpgraph::partitioning
