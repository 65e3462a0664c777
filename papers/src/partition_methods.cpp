// SPDX-License-Identifier: Apache-2.0
#include "partition_methods.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/papers/partition.hpp>
#include <warpgraph/partitioning/method.hpp>
#include <warpgraph/runtime/error.hpp>

#include "gp_metis/gp_metis.hpp"
#include "transactional_partition/transactional_partition.hpp"

namespace warpgraph::papers {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

class Coarsening : public Method {
 public:
  void check(const PartitionInput& graph, const PartitionOptions& options) const override {
    const auto refuse = [&](bool is_given, const std::string& what) {
      expects(!is_given, "partition: the method " + name() + " takes no " + what);
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
};

class GpMetis final : public Coarsening {
 public:
  std::string name() const override { return "gp-metis"; }
  std::string summary() const override { return "lock-free matching and request buffers"; }
  std::vector<plugins::PluginOption> options() const override {
    return {{.name = "merge",
             .kind = plugins::PluginOption::Kind::kName,
             .help = "how one row is made of the rows of two vertices: by hash or by sort",
             .default_value = "hash",
             .choices = {"hash", "sort"}}};
  }
  Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& asked) const override {
    const plugins::PluginOptions own(options(), asked.method_options);
    return gp_metis::run(stream, graph, asked,
                         own.text("merge") == "sort" ? gp_metis::Merge::kSort : gp_metis::Merge::kHash);
  }
};

class PartitionByTransactions final : public Coarsening {
 public:
  std::string name() const override { return "transactional"; }
  std::string summary() const override { return "matching and moves by transactions"; }
  // It sorts all rows, with their keys. Found by measuring.
  std::size_t entry_bytes() const override { return 72; }
  Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& asked) const override {
    return transactional::run(stream, graph, asked);
  }
};

std::uint64_t count_of(const plugins::PluginReport& report, const std::string& name) {
  const auto found = std::ranges::find(report.facts, name, &std::pair<std::string, plugins::PluginValue>::first);
  return found == report.facts.end() ? 0 : std::get<std::uint64_t>(found->second);
}

transactions::TransactionCounts counts_of(const plugins::PluginReport& report, const std::string& name) {
  transactions::TransactionCounts counts{};
  counts.commits = count_of(report, name + "_commits");
  counts.given_up = count_of(report, name + "_given_up");
  counts.deferred = count_of(report, name + "_deferred");
  counts.trials = count_of(report, name + "_trials");
  counts.aborts = count_of(report, name + "_aborts");
  return counts;
}

}  // namespace

std::vector<std::shared_ptr<const Method>> partition_methods() {
  return {std::make_shared<GpMetis>(), std::make_shared<PartitionByTransactions>()};
}

PartitionTransactions partition_transactions(const Partition& found) {
  return {counts_of(found.facts, "match"), counts_of(found.facts, "move"), counts_of(found.facts, "weight")};
}

}  // namespace warpgraph::papers
