// SPDX-License-Identifier: Apache-2.0
#include "rank_components.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/gather_on_all.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>

#include "root_links.hpp"
#include "uniting.hpp"

namespace warpgraph::algorithms::components {

struct CountFrom {
  View<VertexId> out;
  VertexId first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { out[i] = static_cast<VertexId>(first + i); }
};
struct LabelByRoot {
  View<const VertexId> label;
  View<VertexId> root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { root[i] = label[root[i]]; }
};

namespace {

// One device's trees. An edge to a ghost is seen at its other end, too, by another device; but no device knows whether
// that has looked at it.
class RankTrees {
 public:
  explicit RankTrees(const RankPart& part)
      : part_(part), row_(part.stream, std::size_t{part.local_ids.count} + 1, "own rows") {
    peers::spread_rows(part.stream, part.incoming.row, first_own(), row_);
    if (part.local_ids.count == 0) return;
    HeldEdges held;
    held.incoming = {row_, part.incoming.column, {}};
    held.outgoing = part.outgoing;
    held.own = {0, part.local_ids.count};
    held.vertices = part.local_ids.count;
    held.has_short_rows = has_short_rows(part.incoming.column.size(), part.own.size());
    held.has_locality = rows::has_locality(part.stream, held.incoming.row, held.incoming.column);
    forest_ = std::make_unique<Uniting>(part.stream, held);
  }

  void plant() {
    if (forest_) forest_->plant();
  }
  void unite_first() {
    if (forest_) forest_->unite_first();
  }
  void unite_rest() {
    if (!forest_) return;
    forest_->unite_rest(forest_->find_largest());
    forest_->flatten();
  }

  // The roots of these local ids, as vertices. Waits for the stream.
  [[nodiscard]] std::vector<VertexId> roots_of(const std::vector<VertexId>& local) {
    if (local.empty()) return {};
    const Buffer<VertexId> index = to_device(part_.stream, local, "components letters");
    Buffer<VertexId> root(part_.stream, local.size(), "components letters");
    primitives::gather(part_.stream, View<const VertexId>(forest_->parents()), index, root.view());
    std::vector<VertexId> roots = to_host(part_.stream, root);
    for (VertexId& each : roots) each += part_.local_ids.first;
    return roots;
  }
  // Those of own vertices.
  [[nodiscard]] std::vector<VertexId> roots_of_own(std::span<const VertexId> vertices) {
    std::vector<VertexId> local;
    local.reserve(vertices.size());
    for (const VertexId each : vertices) local.push_back(each - part_.local_ids.first);
    return roots_of(local);
  }

  // Waits for the stream.
  Buffer<VertexId> label(LinkedRoots& linked) {
    if (!forest_) return {};
    const StreamRef stream = part_.stream;
    std::vector<VertexId> local;
    std::vector<VertexId> lowest;
    for (std::size_t i = 0; i < linked.names().size(); ++i) {
      const VertexId name = linked.names()[i];
      const bool is_known = part_.local_ids.read.empty() || (part_.own.first <= name && name < part_.own.last);
      if (!is_known || linked.lowest(i) == name) continue;
      local.push_back(name - part_.local_ids.first);
      lowest.push_back(linked.lowest(i));
    }
    row_ = {};
    Buffer<VertexId> label(stream, part_.local_ids.count, "components merged");
    kernel::for_each(stream, label.size(), CountFrom{label, part_.local_ids.first});
    const Buffer<VertexId> index = to_device(stream, local, "components letters");
    const Buffer<VertexId> value = to_device(stream, lowest, "components letters");
    primitives::scatter(stream, View<const VertexId>(value), index, label.view());
    kernel::for_each(stream, part_.own.size(),
                     LabelByRoot{label, forest_->parents().subview(first_own(), part_.own.size())});
    stream.synchronize();
    return forest_->take();
  }

 private:
  [[nodiscard]] VertexId first_own() const { return part_.own.empty() ? 0 : part_.own.first - part_.local_ids.first; }

  RankPart part_;
  Buffer<EdgeId> row_;
  std::unique_ptr<Uniting> forest_;  // none without local ids
};

// What the devices of this rank link of the trees of all, without cycles.
std::vector<RootLink> link_trees(std::vector<RankTrees>& trees, const peers::Ghosts& ghosts) {
  std::vector<std::vector<VertexId>> roots;
  for (std::size_t i = 0; i < trees.size(); ++i) roots.push_back(trees[i].roots_of(ghosts.local_ids(i)));
  std::vector<RootLink> links;
  ghosts.tell_owners(roots, [&](std::size_t own, std::size_t reader, std::span<const VertexId> told) {
    const std::vector<VertexId> mine = trees[own].roots_of_own(ghosts.wanted(own, reader));
    for (std::size_t k = 0; k < told.size(); ++k) {
      const RootLink link{mine[k], told[k]};
      if (link.a != link.b && (links.empty() || links.back() != link)) links.push_back(link);
    }
  });
  return without_cycles(std::move(links));
}

// For the report.
peers::PeerGraph without_hub(const std::vector<RankPart>& parts) {
  peers::PeerGraph peers;
  for (const RankPart& each : parts)
    peers.parts.push_back({each.stream, each.own, each.own, each.incoming, each.outgoing, {}});
  return peers;
}
std::vector<results::LinkTraffic> traffic_of(const peers::Ghosts& ghosts, const ranks::RankLayout& layout,
                                             std::size_t links) {
  std::vector<results::LinkTraffic> traffic;
  const auto add = [&](std::size_t from, int to, results::MessageForm form, std::uint64_t bytes) {
    if (bytes != 0) traffic.push_back({layout.first_device + static_cast<int>(from), to, form, bytes, bytes});
  };
  for (std::size_t i = 0; i < ghosts.devices(); ++i)
    for (int owner = 0; owner < layout.device_count(); ++owner)
      add(i, owner, results::MessageForm::kEverything,
          ghosts.count(i, static_cast<std::size_t>(owner)) * sizeof(VertexId));
  add(0, results::LinkTraffic::kAllOthers, results::MessageForm::kPairs,
      links * sizeof(RootLink) * static_cast<std::size_t>(layout.ranks->size() - 1));
  return traffic;
}

}  // namespace

MemoryPlan rank_components_memory(VertexId local_ids) {
  MemoryPlan plan("own rows", (std::size_t{local_ids} + 1) * sizeof(EdgeId));
  plan.add_array<VertexId>("components leaving chunks", local_ids);
  plan.add_array<VertexId>("components", local_ids);
  return plan.add_array<VertexId>("components largest", 1);
}

ShardedResult<VertexId> unite_on_ranks(const std::vector<RankPart>& parts, const peers::Ghosts& ghosts,
                                       const ranks::RankLayout& layout, const EngineOptions& engine) {
  ShardedResult<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  std::vector<RankTrees> trees;
  const peers::PeerGraph peers = without_hub(parts);
  peers::PeerArrays none(peers);
  peers::StepRun run(peers, none, engine, result);
  run.begin_whole();
  for (const RankPart& each : parts) {
    result.own.push_back(each.own);
    result.first.push_back(each.local_ids.first);
    trees.emplace_back(each);
  }
  for (RankTrees& each : trees) each.plant();
  for (RankTrees& each : trees) each.unite_first();
  for (RankTrees& each : trees) each.unite_rest();
  run.mark_computed();
  const std::vector<RootLink> links = link_trees(trees, ghosts);
  const std::vector<RootLink> of_all = ranks::gather_on_all(*layout.ranks, links);
  LinkedRoots linked(of_all);
  for (const RootLink& each : of_all) linked.join(each);
  for (RankTrees& each : trees) result.values.push_back(each.label(linked));
  run.end_whole();
  result.per_device.back().links = traffic_of(ghosts, layout, links.size());
  return result;
}

}  // namespace warpgraph::algorithms::components
