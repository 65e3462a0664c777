// SPDX-License-Identifier: Apache-2.0
#include "transactional_partition.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "gp_metis/steps.hpp"
#include "limits.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

void add_counts(const std::string& name, const transactions::TransactionCounts& counts, plugins::PluginReport& facts) {
  facts.add(name + "_commits", counts.commits);
  facts.add(name + "_aborts", counts.aborts);
  facts.add(name + "_trials", counts.trials);
  facts.add(name + "_given_up", counts.given_up);
  facts.add(name + "_deferred", counts.deferred);
}

}  // namespace

Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options) {
  const Limits limits = find_limits(graph, options);
  expects(graph.row.size() <= kMaxVertices, "partition: the method transactional takes fewer than 2^30 vertices");
  Buffer<transactions::TransactionCounts> matches =
      to_device(stream, std::vector<transactions::TransactionCounts>(1), "partition counts");
  Buffer<transactions::TransactionCounts> moves =
      to_device(stream, std::vector<transactions::TransactionCounts>(2), "partition counts");
  const auto coarsen = [&](const LevelGraph& level, Weight max_weight, std::uint64_t seed) {
    const Buffer<VertexId> mate = match(stream, level, max_weight, seed, matches);
    VertexId coarse_vertices = 0;
    Buffer<VertexId> map = gp_metis::coarse_map(stream, mate, coarse_vertices);  // step 4
    LevelGraph coarse = contract(stream, level, mate, map, coarse_vertices);
    return Coarser{std::move(coarse), std::move(map)};
  };
  const auto improve = [&](const LevelGraph& level, Assignment& parts, std::uint64_t seed) {
    return refine(stream, level, parts, seed, moves);
  };
  Partition result = v_cycle(stream, graph, options, limits, {coarsen, improve});
  const std::vector<transactions::TransactionCounts> of_moves = to_host(stream, moves);
  add_counts("match", to_host(stream, matches)[0], result.facts);
  add_counts("move", of_moves[0], result.facts);
  add_counts("weight", of_moves[1], result.facts);
  return result;
}

}  // namespace warpgraph::partitioning::transactional
