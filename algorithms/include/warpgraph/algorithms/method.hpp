// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/method.hpp>
#include <warpgraph/runtime/stream.hpp>

// Further methods of algorithms of the catalogue and of list ranking, which other libraries bring.
namespace warpgraph::algorithms {

// Another way to do what an algorithm of the catalogue does; its results are verified as those of the algorithm.
class AlgorithmMethod : public plugins::Method {
 public:
  // Throws UsageError for values that its own options cannot have.
  virtual void check(const plugins::PluginOptions& own) const { static_cast<void>(own); }
  // The same as of AlgorithmRun.
  [[nodiscard]] virtual AlgorithmOutcome run(const AlgorithmRequest& request,
                                             const plugins::PluginOptions& own) const = 0;
  [[nodiscard]] virtual MemoryPlan memory(StreamRef stream, const shards::RunSize& size,
                                          const plugins::PluginOptions& own) const = 0;
  [[nodiscard]] virtual bool can_spread() const { return true; }
  // What its runs tell beside the algorithm's own facts.
  [[nodiscard]] virtual std::vector<DeclaredFact> facts() const { return {}; }
};

// The option `method` of this algorithm takes the method's name from now on, and the method's options are options of
// the algorithm. Throws UsageError if there is no such algorithm, if it has no option `method`, or if a name is taken.
void add_method(std::string_view algorithm, std::shared_ptr<const AlgorithmMethod> method);

// Another way to rank lists on one device, from `next` in its memory. rank_lists has checked the sizes before.
class ListMethod : public plugins::Method {
 public:
  // Whether ListRankOptions::splitters and the seed have an effect.
  [[nodiscard]] virtual bool takes_splitters() const { return false; }
  // Ranks only, neither heads nor an order. Waits for the stream. Throws what rank_lists throws.
  [[nodiscard]] virtual ListRanks<std::uint32_t> rank(StreamRef stream, View<const std::uint32_t> next,
                                                      const ListRankOptions& options) const = 0;
  [[nodiscard]] virtual ListRanks<std::uint64_t> rank(StreamRef stream, View<const std::uint64_t> next,
                                                      const ListRankOptions& options) const = 0;
};

// The methods that ListRankOptions::method can name: "walkers", "sequential", and those that were added.
[[nodiscard]] plugins::Methods<ListMethod>& list_methods();

}  // namespace warpgraph::algorithms
