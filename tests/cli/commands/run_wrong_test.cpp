// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>

#include "commands/commands.hpp"
#include "run_case.hpp"

// Algorithms whose results are wrong: `--verify` finds that, the program exits with 6 and writes nothing.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

void spoil(VertexValues& values) {
  std::visit(
      []<class Value>(std::vector<Value>& all) {
        if (all.empty()) return;  // they were not wanted
        Value& first = all.front();
        if constexpr (std::is_integral_v<Value>)
          first ^= 1;
        else
          first = std::isfinite(first) ? first + 1 : 0;
      },
      values);
}
// Takes the last edge away.
void spoil(EdgeList& edges) {
  edges.source.pop_back();
  edges.target.pop_back();
  std::visit(
      [](auto& values) {
        if constexpr (requires { values.pop_back(); }) values.pop_back();
      },
      edges.values);
}

// The run of an algorithm, one value of whose result is changed.
class SpoiledRun final : public AlgorithmRun {
 public:
  explicit SpoiledRun(std::unique_ptr<AlgorithmRun> run) : run_(std::move(run)) {}

  [[nodiscard]] std::shared_ptr<const PreparedRuns> prepare(const PlacedGraphView& graph,
                                                            std::span<const VertexName> sources) const override {
    return run_->prepare(graph, sources);
  }
  [[nodiscard]] AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    AlgorithmOutcome outcome = run_->run(request);
    if (outcome.edges.size() != 0) spoil(outcome.edges);
    for (ResultColumn& column : outcome.columns) spoil(column.values);
    return outcome;
  }
  [[nodiscard]] AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return run_->facts(outcome, graph);
  }
  [[nodiscard]] std::optional<std::string> verify(const VerifiedGraph& graph, VertexName source,
                                                  const AlgorithmOutcome& outcome) const override {
    return run_->verify(graph, source, outcome);
  }
  [[nodiscard]] shards::SpreadNeeds needs(VertexId vertices) const override { return run_->needs(vertices); }
  [[nodiscard]] bool can_spread() const override { return run_->can_spread(); }

 private:
  std::unique_ptr<AlgorithmRun> run_;
};

Algorithm spoiled(const Algorithm& right) {
  Algorithm wrong = right;
  wrong.read = [&right](const AlgorithmArguments& arguments, const WantedColumns& wanted) {
    return std::make_unique<SpoiledRun>(right.read(arguments, wanted));
  };
  return wrong;
}

bool runs_on_one(const Algorithm& algorithm) {
  AlgorithmArguments arguments;
  if (algorithm.name == "partition") arguments["parts"] = {"2"};
  if (algorithm.has_source) arguments["source"] = {"7"};
  return !algorithm.read(arguments, {})->can_spread();
}

class RunOfAWrongAlgorithm : public Run {
 protected:
  // Calls `warpgraph NAME` of an algorithm that takes the place of the one in the program.
  static CallResult call_of(const Algorithm& algorithm, const std::vector<std::string>& arguments) {
    cli::Registry registry;
    registry.add(cli::make_algorithm_command(algorithm));
    std::ostringstream out;
    std::ostringstream err;
    cli::Output output{out, err};
    const int code = cli::run_program(registry, arguments, output);
    return {code, out.str(), err.str()};
  }
};

TEST_F(RunOfAWrongAlgorithm, ExitsWith6AndWritesNothing) {
  for (const Algorithm& right : all_algorithms()) {
    SCOPED_TRACE(right.name);
    const Algorithm wrong = spoiled(right);
    for (const auto& devices : on_one_and_two()) {
      const bool are_several = devices.size() > 2;
      if (are_several && runs_on_one(right)) continue;
      const std::string file = folder_.file("result.txt");
      std::vector<std::string> arguments{right.name, graph_};
      if (right.takes != GraphKind::kLists) arguments.emplace_back("--symmetrise");
      arguments.insert(arguments.end(), {"--verify", "-o", file});
      if (right.leaves == Leaves::kEdges) arguments.insert(arguments.end(), {"--to", "edges"});
      if (right.name == "partition") arguments.insert(arguments.begin() + 1, {"--parts", "2"});
      arguments.insert(arguments.end(), devices.begin(), devices.end());
      const CallResult result = call_of(wrong, arguments);
      EXPECT_EQ(result.code, 6);
      EXPECT_EQ(result.out, "");
      const std::string begin = "warpgraph: the result of " + right.name + (right.has_source ? " from 7" : "");
      const bool may_be_unfinished = right.name == "label-propagation";  // labels may change for ever
      EXPECT_TRUE(result.err.starts_with(begin + " is wrong: ") ||
                  (may_be_unfinished && result.err.starts_with(begin + " is unfinished, or wrong: ")))
          << result.err;
      EXPECT_EQ(folder_.names(), std::vector<std::string>{"g.el"});
      const CallResult unspoiled = call_of(right, arguments);
      EXPECT_EQ(unspoiled.code, 0) << unspoiled.err;
      EXPECT_FALSE(folder_.read("result.txt").empty());
      std::filesystem::remove(file);
      arguments.erase(std::ranges::find(arguments, "--verify"), arguments.end());
      const CallResult unasked = call_of(wrong, arguments);
      EXPECT_EQ(unasked.code, 0) << "not asked to verify: " << unasked.err;
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
