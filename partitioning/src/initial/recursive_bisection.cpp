// SPDX-License-Identifier: Apache-2.0
#include "recursive_bisection.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include <warpgraph/runtime/runtime.hpp>

#include "bisect.hpp"
#include "bisect_on_device.hpp"
#include "groups.hpp"
#include "improve.hpp"

namespace warpgraph::partitioning {
namespace {

// Vertices that are divided among the parts [first, last).
struct Branch {
  PartId first;
  PartId last;
  std::vector<VertexId> vertices;  // of the whole graph
  HostGraph graph;
  Split split;
  std::vector<Sides> attempts;

  [[nodiscard]] PartId middle() const { return middle_of(first, last); }
};

// The groups that the recursion ends with.
class Leaves {
 public:
  Leaves(PartId parts, int depth) : first_(groups_at(parts, depth)) {}
  // The index of the one that begins with a part.
  [[nodiscard]] PartId index_of(PartId first) const {
    return static_cast<PartId>(std::ranges::lower_bound(first_, first) - first_.begin());
  }
  [[nodiscard]] PartId between(PartId first, PartId last) const { return index_of(last) - index_of(first); }

 private:
  std::vector<PartId> first_;
};

Split split_of(const Branch& branch, const Limits& limits, const Leaves& leaves) {
  Split split;
  const PartId middle = branch.middle();
  split.first_right = middle;
  const PartId on_left = leaves.between(branch.first, middle);
  const PartId on_right = leaves.between(middle, branch.last);
  const VertexId n = branch.graph.vertices();
  const bool has_enough = n >= on_left + on_right;
  split.min_vertices[0] = has_enough ? on_left : std::min(n, on_left);
  split.min_vertices[1] = has_enough ? on_right : 0;
  const int depth = std::bit_width(branch.last - branch.first - 1);
  split.target.resize(2 * std::size_t{limits.constraints});
  split.max.resize(split.target.size());
  for (std::uint32_t j = 0; j < limits.constraints; ++j) {
    double weight = 0;
    for (VertexId v = 0; v < n; ++v) weight += static_cast<double>(branch.graph.weights(v)[j]);
    double target[2] = {0, 0};
    double max[2] = {0, 0};
    for (PartId part = branch.first; part < branch.last; ++part) {
      target[part < middle ? 0 : 1] += limits.target[limits.at(part, j)];
      max[part < middle ? 0 : 1] += static_cast<double>(limits.max[limits.at(part, j)]);
    }
    const double targets = target[0] + target[1];
    const double slack = weight > 0 ? (max[0] + max[1]) / weight : 1;
    // What is left of the slack is for the bisections below.
    const double factor = slack > 1 ? std::pow(slack, 1.0 / depth) : 1;
    for (std::size_t s = 0; s < 2; ++s) {
      const double share = targets > 0 ? target[s] / targets : 0.5;
      split.target[s * limits.constraints + j] = weight * share;
      const double fits = std::min({max[s], weight * share * factor, weight});
      split.max[s * limits.constraints + j] =
          static_cast<Weight>(std::max(std::floor(fits), std::ceil(weight * share)));
    }
  }
  return split;
}

// One side of the best attempt.
Branch half_of(const Branch& branch, std::uint8_t side, const Leaves& leaves) {
  const Sides& best = *std::ranges::min_element(branch.attempts, &Quality::is_better_than, &Sides::quality);
  Branch half{side == 0 ? branch.first : branch.middle(), side == 0 ? branch.middle() : branch.last, {}, {}, {}, {}};
  std::vector<VertexId> to(branch.vertices.size(), kNoVertex);
  for (VertexId v = 0; v < to.size(); ++v) {
    if (best.side[v] != side) continue;
    to[v] = static_cast<VertexId>(half.vertices.size());
    half.vertices.push_back(branch.vertices[v]);
  }
  if (leaves.between(half.first, half.last) > 1)
    half.graph = contract(branch.graph, to, static_cast<VertexId>(half.vertices.size()));
  return half;
}

// The groups' vertices, as graphs of their own.
std::vector<Branch> branches_of(ThreadPool& threads, const HostGraph& graph, const std::vector<PartId>& group,
                                const std::vector<PartId>& first, PartId parts) {
  std::vector<Branch> branches(first.size());
  for (std::size_t g = 0; g < first.size(); ++g) {
    branches[g].first = first[g];
    branches[g].last = g + 1 < first.size() ? first[g + 1] : parts;
  }
  std::vector<VertexId> place(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    std::vector<VertexId>& members = branches[group[v]].vertices;
    place[v] = static_cast<VertexId>(members.size());
    members.push_back(v);
  }
  threads.for_each(branches.size(), 1, [&](std::size_t g) {
    HostGraph& mine = branches[g].graph;
    mine.constraints = graph.constraints;
    mine.row.push_back(0);
    for (const VertexId v : branches[g].vertices) {
      mine.vertex_weight.insert(mine.vertex_weight.end(), graph.weights(v), graph.weights(v) + graph.constraints);
      if (!graph.fixed.empty()) mine.fixed.push_back(graph.fixed[v]);
      graph.for_neighbours(v, [&](VertexId u, Weight weight) {
        if (u == v || group[u] != g) return;
        mine.column.push_back(place[u]);
        mine.edge_weight.push_back(weight);
      });
      mine.row.push_back(mine.column.size());
    }
  });
  return branches;
}

// Makes the attempts of one depth: on the device of the stream, if there is one, where a graph fits a warp; otherwise
// on threads.
void make_attempts(ThreadPool& threads, const StreamRef* device_stream, std::vector<Branch>& open,
                   std::uint32_t attempts, std::uint64_t seed) {
  std::vector<Branch*> for_threads;
  std::vector<Branch*> for_device;
  std::vector<ToBisect> graphs;
  for (Branch& branch : open) {
    if (device_stream == nullptr || !fits_warp(branch.graph)) {
      for_threads.push_back(&branch);
      branch.attempts.resize(attempts);
    } else {
      for_device.push_back(&branch);
      graphs.push_back({&branch.graph, &branch.split, branch.first, branch.last});
    }
  }
  threads.for_each(for_threads.size() * attempts, 1, [&](std::size_t i) {
    Branch& branch = *for_threads[i / attempts];
    const std::uint64_t attempt = i % attempts;
    branch.attempts[attempt] =
        bisect(branch.graph, branch.split, seed_of_attempt(seed, branch.first, branch.last, attempt));
  });
  if (graphs.empty()) return;
  std::vector<Sides> found = bisect_on_device(*device_stream, graphs, attempts, seed);
  for (std::size_t i = 0; i < found.size(); ++i) for_device[i]->attempts.push_back(std::move(found[i]));
}

std::vector<PartId> bisect_branches(ThreadPool& threads, const StreamRef* device_stream, std::vector<Branch> branches,
                                    VertexId vertices, const Limits& limits, const Leaves& leaves,
                                    std::uint32_t attempts, std::uint64_t seed) {
  std::vector<PartId> part(vertices, 0);
  while (!branches.empty()) {
    std::vector<Branch> open;
    for (Branch& branch : branches) {
      if (leaves.between(branch.first, branch.last) == 1 || branch.vertices.empty()) {
        for (const VertexId v : branch.vertices) part[v] = leaves.index_of(branch.first);
      } else {
        open.push_back(std::move(branch));
      }
    }
    threads.for_each(open.size(), 1, [&](std::size_t i) { open[i].split = split_of(open[i], limits, leaves); });
    make_attempts(threads, device_stream, open, attempts, seed);
    branches.assign(2 * open.size(), {});
    threads.for_each(branches.size(), 1, [&](std::size_t i) {
      branches[i] = half_of(open[i / 2], static_cast<std::uint8_t>(i % 2), leaves);
    });
  }
  return part;
}

}  // namespace

std::vector<PartId> recursive_bisection(ThreadPool& threads, HostGraph graph, const Limits& limits,
                                        std::uint32_t attempts, std::uint64_t seed) {
  const VertexId vertices = graph.vertices();
  std::vector<VertexId> all(vertices);
  std::iota(all.begin(), all.end(), VertexId{0});
  std::vector<Branch> branches;
  branches.push_back({0, limits.parts, std::move(all), std::move(graph), {}, {}});
  return bisect_branches(threads, nullptr, std::move(branches), vertices, limits,
                         Leaves(limits.parts, depth_of_parts(limits.parts)), attempts, seed);
}

std::vector<PartId> divide_groups(StreamRef stream, const HostGraph& graph, const std::vector<PartId>& group, int from,
                                  int to, const Limits& limits, std::uint32_t attempts, std::uint64_t seed,
                                  bool uses_device) {
  ThreadPool& threads = stream.device().runtime().threads();
  return bisect_branches(threads, uses_device ? &stream : nullptr,
                         branches_of(threads, graph, group, groups_at(limits.parts, from), limits.parts),
                         graph.vertices(), limits, Leaves(limits.parts, to), attempts, seed);
}

}  // namespace warpgraph::partitioning
