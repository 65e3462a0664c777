// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../level/project.hpp"
#include "../peers/peer.hpp"
#include "clusters.hpp"

namespace warpgraph::partitioning {

// The levels of a graph, finest first: how many there are, which clusters each is made of, and with peers which of them
// the first peer has alone. There is one on every peer.
class Hierarchy {
 public:
  // `peer`: null if there are none. `total_size`: of all vertices of the finest level. `most_in_use`: bytes of the
  // device that taking over a level from the other peers does not exceed.
  Hierarchy(StreamRef stream, Peer* peer, const PartitionOptions& options, LevelGraph finest, Weight total_size,
            std::size_t most_in_use);

  // Adds levels to the finest, which is the only one, until one is small enough. If there is a partition of it,
  // clusters stay inside of its parts, and it becomes the partition of the coarsest level. Another seed makes other
  // clusters.
  void coarsen(Buffer<PartId>& part, std::uint64_t seed);
  // Drops the coarsest level. Its partition becomes that of the next finer one.
  [[nodiscard]] Buffer<PartId> project_up(const Buffer<PartId>& part);

  [[nodiscard]] std::size_t size() const { return levels_.size(); }
  [[nodiscard]] const LevelGraph& finest() const { return levels_.front().graph; }
  // The coarsest that there is.
  [[nodiscard]] const LevelGraph& last() const { return levels_.back().graph; }
  // Whether clusters of the last level have edges to most others: its partition decides little then, and costs much.
  [[nodiscard]] bool is_dense() const;
  // The vertices that a coarsest level has, at least about.
  [[nodiscard]] VertexId coarsest() const;
  // How many groups of parts the last level is to have, as their depth in the tree.
  [[nodiscard]] int depth_of_last() const;
  // Whether the last level is the finest that the first peer has alone; and whether this is another peer.
  [[nodiscard]] bool is_gathered() const { return size() == gathered_; }
  [[nodiscard]] bool is_elsewhere() const { return is_gathered() && peer_->rank() != 0; }

 private:
  [[nodiscard]] VertexId vertices() const { return last().vertices; }
  [[nodiscard]] VertexId coarsest_for_part() const;
  // Returns whether there is a level after that which may be made coarser.
  bool add_level(VertexId target, Buffer<PartId>& part);
  // Levels between `level` and `coarser` that have nearly as many entries are passed over.
  [[nodiscard]] bool is_to_skip(const LevelGraph& level, const LevelGraph& coarser, VertexId target) const;
  [[nodiscard]] Coarser make_coarser(const LevelGraph& level, VertexId target, const Buffer<PartId>& part);
  [[nodiscard]] Buffer<VertexId> pairs_or_chains(const LevelGraph& level, const ClusterRules& rules);
  [[nodiscard]] Buffer<PartId> coarsen_part(const Coarser& coarser, const Buffer<PartId>& part);
  [[nodiscard]] bool is_to_gather(const LevelGraph& level) const;

  StreamRef stream_;
  Peer* peer_;
  const PartitionOptions& options_;
  Weight total_size_;
  std::size_t most_in_use_;
  bool is_mesh_;
  bool has_chains_ = false;         // the last level may have chains and leaves to join
  std::uint64_t seed_ = 0;          // of the clusters
  std::uint64_t steps_ = 0;         // of coarsening
  std::uint32_t large_levels_ = 0;  // levels that have nearly all entries of the finer one
  std::size_t full_levels_ = 1;     // finest levels, which have all parts; those below have groups of them
  VertexId for_group_ = 0;          // vertices of such a level for each group
  std::size_t gathered_ = 0;        // levels, down to the finest one that the first peer has alone; 0 if there is none
  std::deque<Level> levels_;
};

}  // namespace warpgraph::partitioning
