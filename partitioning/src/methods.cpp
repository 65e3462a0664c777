// SPDX-License-Identifier: Apache-2.0
#include "methods.hpp"

#include <string>

#include <warpgraph/runtime/error.hpp>

#include "gp_metis/gp_metis.hpp"
#include "multilevel.hpp"
#include "transactional/transactional.hpp"

namespace warpgraph::partitioning {

void check_method(const PartitionInput& graph, const PartitionOptions& options) {
  const PartitionMethod method = options.method;
  if (method != PartitionMethod::kGpMetis)
    expects(options.merge == PartitionMerge::kHash, "partition: only the method gp-metis takes a way to merge");
  if (method == PartitionMethod::kMultilevel) return;
  const std::string name = method == PartitionMethod::kGpMetis ? "gp-metis" : "transactional";
  const auto refuse = [&](bool is_given, const std::string& what) {
    expects(!is_given, "partition: the method " + name + " takes no " + what);
  };
  refuse(graph.constraints > 1, "vertices with several weights");
  refuse(!options.targets.empty(), "targets");
  refuse(!options.fixed.empty(), "fixed vertices");
  refuse(!options.start.empty(), "partition to start from");
  refuse(!options.min_weight.empty(), "least weights of parts");
  refuse(!options.max_weight.empty(), "largest weights of parts");
  refuse(options.objective != PartitionObjective::kCut, "objective other than the cut");
  refuse(options.connected, "wish for connected parts");
  refuse(options.preset != PartitionPreset::kDefault, "presets");
}

Partition run_method(std::span<const StreamRef> streams, const PartitionInput& graph, const PartitionOptions& options,
                     const Limits& limits) {
  switch (options.method) {
    case PartitionMethod::kGpMetis:
      return gp_metis::run(streams.front(), graph, options, limits);
    case PartitionMethod::kTransactional:
      return transactional::run(streams.front(), graph, options, limits);
    case PartitionMethod::kMultilevel:
      break;
  }
  return multilevel(streams, graph, options, limits);
}

}  // namespace warpgraph::partitioning
