// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/method.hpp>
#include <warpgraph/runtime/stream.hpp>

// Methods of partition() beside multilevel, which other libraries bring: PartitionOptions::method names one. What they
// have in common stays with partition(): the checks of the graph and of the options, graphs with fewer vertices than
// parts, the mending of parts that are empty or too heavy, and what is measured.
namespace warpgraph::partitioning {

class Method : public plugins::Method {
 public:
  // Throws UsageError for options of PartitionOptions that the method does not take. Its own have been checked.
  virtual void check(const PartitionInput& graph, const PartitionOptions& options) const = 0;
  // What partition_memory counts for coarser levels, for each entry of the graph; 0: as for multilevel.
  [[nodiscard]] virtual std::size_t entry_bytes() const { return 0; }
  // A part for each vertex; the cut, if it is known, and otherwise -1; the levels, times and facts. There are more
  // vertices than parts. Waits for the stream.
  [[nodiscard]] virtual Partition run(StreamRef stream, const PartitionInput& graph,
                                      const PartitionOptions& options) const = 0;
};

// The methods that partition() takes, by name: "multilevel", and those that were added.
[[nodiscard]] plugins::Methods<Method>& methods();

}  // namespace warpgraph::partitioning
