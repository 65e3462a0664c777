// SPDX-License-Identifier: Apache-2.0
//
// The methods of msf that the catalogue has from the papers' library.
#include <warpgraph/papers/papers.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/method.hpp>

#include "algorithms/forest_case.hpp"
#include "papers/catalogue_methods.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

std::string refused(const AlgorithmArguments& arguments) { return refused_arguments("msf", arguments); }

TEST(MsfMethods, AreChoicesOfTheOption) {
  EXPECT_EQ(option_of("msf", "method").choices,
            (std::vector<std::string>{"filtered", "boruvka", "transactional", "prim"}));
  EXPECT_NE(option_of("msf", "method").help.find("prim (trees that grow"), std::string::npos);
  EXPECT_TRUE(option_of("msf", "threads").help.starts_with("of prim: "));
  EXPECT_EQ(refused({{"method", {"kruskal"}}}),
            "--method cannot be \"kruskal\"; it is one of filtered, boruvka, transactional, prim");
}

TEST(MsfMethods, RefuseOptionsOfOthers) {
  EXPECT_EQ(refused({{"threads", {"2"}}}), "--threads has no effect on the method filtered");
  EXPECT_EQ(refused({{"method", {"boruvka"}}, {"threads", {"2"}}}), "--threads has no effect on the method boruvka");
  EXPECT_EQ(refused({{"method", {"transactional"}}, {"threads", {"2"}}}),
            "--threads has no effect on the method transactional");
  EXPECT_EQ(refused({{"method", {"prim"}}, {"light-edges", {"2"}}}), "--light-edges has no effect on the method prim");
  EXPECT_EQ(refused({{"method", {"prim"}}, {"damping", {"2"}}}),
            "msf has no option \"damping\"; it has method, light-edges, threads");
}

TEST(MsfMethods, RefuseValuesThatCannotBe) {
  for (const char* const wrong : {"0", "1025"})
    EXPECT_EQ(refused({{"method", {"prim"}}, {"threads", {wrong}}}),
              std::string("--threads cannot be \"") + wrong + "\"; it is a whole number from 1 to 1024");
  EXPECT_NE(refused({{"method", {"prim"}}, {"threads", {"-1"}}}), "no error");
  EXPECT_EQ(refused({{"method", {"prim"}}, {"threads", {"1", "2"}}}), "--threads is given twice");
  EXPECT_EQ(refused({{"method", {"prim"}}, {"threads", {"1024"}}}), "no error");
}

TEST(MsfMethods, AreOfOneNameEach) {
  class Taken final : public AlgorithmMethod {
   public:
    explicit Taken(std::string name) : name_(std::move(name)) {}
    std::string name() const override { return name_; }
    std::string summary() const override { return "none"; }
    std::vector<plugins::PluginOption> options() const override { return {{.name = "threads", .help = "none"}}; }
    AlgorithmOutcome run(const AlgorithmRequest&, const plugins::PluginOptions&) const override { return {}; }
    MemoryPlan memory(StreamRef, const shards::RunSize&, const plugins::PluginOptions&) const override { return {}; }

   private:
    std::string name_;
  };
  const auto add = [](const char* algorithm, const char* name) {
    return usage_error([&] { add_method(algorithm, std::make_shared<Taken>(name)); });
  };
  EXPECT_EQ(add("msf", "prim"), "there are two methods called \"prim\"");
  EXPECT_EQ(add("msf", "boruvka"), "there are two methods called \"boruvka\"");
  EXPECT_EQ(add("msf", "kruskal"), "add_method: msf has an option \"threads\" already");
  EXPECT_EQ(add("bfs", "kruskal"), "add_method: bfs has no option \"method\"");
  EXPECT_EQ(add("fsm", "kruskal"), "there is no algorithm \"fsm\"");
  papers::add_methods();  // once more, without effect
}

TEST(MsfMethods, LeaveTheForestOfTheOthers) {
  const AnyGraph graph = graph_with_ties<std::int32_t>({"kron", {{"scale", "9"}}});
  const auto find = [&](const AlgorithmArguments& arguments) { return verified_outcome("msf", graph, arguments); };
  const auto has = [](const AlgorithmOutcome& outcome, const std::string& name) {
    return std::ranges::find(outcome.facts, name, &AlgorithmFacts::value_type::first) != outcome.facts.end();
  };
  const AlgorithmOutcome filtered = find({});
  const AlgorithmOutcome transactional = find({{"method", {"transactional"}}});
  const AlgorithmOutcome prim = find({{"method", {"prim"}}, {"threads", {"3"}}});
  EXPECT_EQ(transactional.facts.front(), filtered.facts.front());
  EXPECT_EQ(prim.facts.front(), filtered.facts.front());
  EXPECT_TRUE(has(transactional, "transactions"));
  EXPECT_TRUE(has(prim, "trees_started"));
  EXPECT_FALSE(has(filtered, "transactions"));
  EXPECT_FALSE(find_algorithm("msf").read({{"method", {"prim"}}}, false)->can_spread());
  EXPECT_TRUE(find_algorithm("msf").read({{"method", {"transactional"}}}, false)->can_spread());
}

}  // namespace
}  // namespace warpgraph::test
