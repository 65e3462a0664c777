// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../call.hpp"

namespace warpgraph::test {
namespace {

//     10
//    /  \      50
//   20  30     |
//  /  \        60
// 40  70
constexpr const char* kForest = "20 10\n30 10\n40 20\n70 20\n60 50\n";

// A file of NumPy's with numbers of 4 bytes, whose type is called as said.
std::string array_of_parents(const std::string& type, const std::vector<std::int32_t>& numbers) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(numbers.size()) + ",), }";
  header.resize(117, ' ');
  std::string bytes = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\n';
  for (const std::int32_t number : numbers)
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

class TreeCommand : public testing::Test {
 protected:
  CallResult tree(const std::string& file, const std::vector<std::string>& options) const {
    std::vector<std::string> arguments{"tree", file, "--devices", "host"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return call(arguments);
  }
  CallResult tree(const std::vector<std::string>& options) const {
    std::vector<std::string> all{"--direction", "once"};
    all.insert(all.end(), options.begin(), options.end());
    return tree(forest_, all);
  }
  // What the option writes, as text.
  std::string written(const std::string& option, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> options{option, folder_.file("out")};
    options.insert(options.end(), more.begin(), more.end());
    const CallResult result = tree(options);
    EXPECT_EQ(result.code, 0) << result.err;
    return folder_.read("out");
  }
  // Expects that the call fails with this code and a line that has the text, and leaves no file.
  void expect_refused(const CallResult& result, int code, const std::string& text) const {
    EXPECT_EQ(result.code, code) << result.err;
    EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_EQ(std::ranges::count(folder_.names(), "out"), 0);
  }

  CallFolder folder_;
  std::string forest_ = folder_.write("forest.el", kForest);
};

TEST_F(TreeCommand, WritesAValueForEveryVertex) {
  EXPECT_EQ(written("--parents"), "10 10\n20 10\n30 10\n40 20\n50 50\n60 50\n70 20\n");
  EXPECT_EQ(written("--roots"), "10 10\n20 10\n30 10\n40 10\n50 50\n60 50\n70 10\n");
  EXPECT_EQ(written("--depths"), "10 0\n20 1\n30 1\n40 2\n50 0\n60 1\n70 2\n");
  EXPECT_EQ(written("--sizes"), "10 5\n20 3\n30 1\n40 1\n50 2\n60 1\n70 1\n");
  EXPECT_EQ(written("--preorder"), "10 0\n20 1\n30 4\n40 2\n50 5\n60 6\n70 3\n");
  EXPECT_EQ(written("--postorder"), "10 4\n20 2\n30 3\n40 0\n50 6\n60 5\n70 1\n");
}

TEST_F(TreeCommand, RootsTreesWhereTheUserSays) {
  EXPECT_EQ(written("--parents", {"--root", "60,40"}), "10 20\n20 40\n30 10\n40 40\n50 60\n60 60\n70 20\n");
}

TEST_F(TreeCommand, SaysHowPairsMeet) {
  const std::string pairs = folder_.write("pairs", "40 70\n70 30\n10 40\n60 40\n60 60\n");
  EXPECT_EQ(written("-o", {"--lca", pairs, "--verify"}), "40 70 20 2\n70 30 10 3\n10 40 10 2\n60 40 - -\n60 60 60 0\n");
}

TEST_F(TreeCommand, AddsUpWeightsOfEdges) {
  forest_ = folder_.write("forest.el", "20 10 3\n30 10 4\n40 20 -5\n70 20 6\n60 50 7\n");
  const std::string pairs = folder_.write("pairs", "40 70\n70 30\n60 40\n");
  EXPECT_EQ(written("--lengths"), "10 0\n20 3\n30 4\n40 -2\n50 0\n60 7\n70 9\n");
  EXPECT_EQ(written("-o", {"--lca", pairs}), "40 70 20 2 1\n70 30 10 3 13\n60 40 - - -\n");
  forest_ = folder_.write("forest.el", "20 10 1e308\n30 20 1\n");
  EXPECT_EQ(written("-o", {"--lca", folder_.write("pairs", "30 30\n")}), "30 30 30 0 0\n");
}

TEST_F(TreeCommand, SumsValuesOverSubtrees) {
  const std::string values = folder_.write("values", "10 1\n20 2\n30 3\n40 4\n50 5\n60 6\n70 7\n");
  EXPECT_EQ(written("--sums", {"--values", values}), "10 17\n20 13\n30 3\n40 4\n50 11\n60 6\n70 7\n");
  const std::string reals = folder_.write("reals", "10 1\n20 2\n30 3\n40 4.5\n50 5\n60 6\n70 7\n");
  EXPECT_EQ(written("--sums", {"--values", reals, "--value-type", "double"}),
            "10 17.5\n20 13.5\n30 3.0\n40 4.5\n50 11.0\n60 6.0\n70 7.0\n");
}

TEST_F(TreeCommand, SumsMayFill64Bits) {
  const std::string values = folder_.write("values", "10 0\n20 9223372036854775807\n30 0\n40 1\n50 0\n60 0\n70 -1\n");
  EXPECT_EQ(written("--sums", {"--values", values}),
            "10 9223372036854775807\n20 9223372036854775807\n30 0\n40 1\n50 0\n60 0\n70 -1\n");
}

TEST_F(TreeCommand, SumsBeyond64BitsAreRefused) {
  const auto refused = [&](const std::string& file, std::vector<std::string> options, const std::string& text) {
    options.push_back("--direction=once");
    expect_refused(tree(file, options), 3, text);
  };
  const std::string out = folder_.file("out");
  const std::string values = folder_.write("v", "10 0\n20 9223372036854775807\n30 1\n40 0\n50 0\n60 0\n70 0\n");
  refused(forest_, {"--sums", out, "--values", values},
          "v: the values below vertex 10 add up to more than 64 bits hold");
  const std::string reals = folder_.write("r", "10 0\n20 1e308\n30 1e308\n40 0\n50 0\n60 0\n70 0\n");
  refused(forest_, {"--sums", out, "--values", reals, "--value-type", "double"},
          "r: the values below vertex 10 cannot be added up: all of them together are no finite number");
  const std::string deep = folder_.write("deep.el", "20 10 9223372036854775807\n30 20 1\n");
  refused(deep, {"--lengths", out}, "deep.el: the weights down to vertex 30 add up to more than 64 bits hold");
  const std::string wide = folder_.write("wide.el", "20 10 9223372036854775807\n30 10 1\n");
  refused(wide, {"--lca", folder_.write("pairs", "20 30\n"), "-o", out},
          "wide.el: the weights between the vertices 20 and 30 add up to more than their type holds");
  const std::string reach = folder_.write("reach.el", "20 10 1e308\n30 10 1e308\n");
  refused(reach, {"--lca", folder_.write("pairs", "20 30\n"), "-o", out},
          "reach.el: the weights between the vertices 20 and 30 add up to more than their type holds");
  const std::string line = folder_.write("line", "10 -5\n20 1\n30 0\n40 9223372036854775807\n50 0\n60 0\n70 0\n");
  refused(forest_, {"--depths", out, "--sums", folder_.file("sums"), "--values", line},
          "line: the values below vertex 20 add up to more than 64 bits hold");
}

// Only what a pair asks for has to fit.
TEST_F(TreeCommand, PairsAreAnsweredBesideAndBelowSumsThatDoNotFit) {
  const std::string deep = folder_.write("deep.el", "1 2 4611686018427387904\n2 3 4611686018427387904\n3 5 7\n1 4 1\n");
  const auto met = [&](const std::string& pairs) {
    const std::string out = folder_.file("met");
    const CallResult result =
        tree(deep, {"--direction", "once", "--lca", folder_.write("pairs", pairs), "-o", out, "--verify"});
    EXPECT_EQ(result.code, 0) << result.err;
    return folder_.read("met");
  };
  EXPECT_EQ(met("1 4\n3 5\n5 2\n"), "1 4 1 1 1\n3 5 3 1 7\n5 2 2 2 4611686018427387911\n");
  expect_refused(
      tree(deep, {"--direction", "once", "--lca", folder_.write("pairs", "4 3\n"), "-o", folder_.file("out")}), 3,
      "the weights between the vertices 4 and 3 add up to more than their type holds");
}

TEST_F(TreeCommand, VerifiesSums) {
  const std::string values = folder_.write("values", "10 1\n20 2\n30 3\n40 4\n50 5\n60 -6\n70 7\n");
  for (const char* const type : {"int64", "double"}) {
    const CallResult result =
        tree({"--sums", folder_.file("sums"), "--values", values, "--value-type", type, "--verify"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find("the trees, all sums"), std::string::npos) << result.out;
  }
}

TEST_F(TreeCommand, RefusesValuesThatAreNotFinite) {
  const std::string values = folder_.write("v", "10 1\n20 inf\n30 3\n40 4\n50 5\n60 6\n70 7\n");
  expect_refused(tree({"--sums", folder_.file("out"), "--values", values, "--value-type", "double"}), 3,
                 "v: the value of vertex 20 is no finite number");
}

TEST_F(TreeCommand, JsonHasTheSummary) {
  const CallResult result = tree({"--json", "--verify"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto facts = result.json();
  EXPECT_EQ(facts["vertices"], 7);
  EXPECT_EQ(facts["trees"], 2);
  EXPECT_EQ(facts["largest_tree"], 5);
  EXPECT_EQ(facts["height"], 2);
  EXPECT_EQ(facts["verified"], "the trees");
}

TEST_F(TreeCommand, TakesAFileOfParents) {
  const std::string parents = folder_.write("parents", "40 20\n20 10\n30 10\n10 10\n70 20\n60 50\n");
  const CallResult result = tree(parents, {"--input", "parents", "--depths", folder_.file("out")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(folder_.read("out"), "10 0\n20 1\n30 1\n40 2\n50 0\n60 1\n70 2\n");
}

TEST_F(TreeCommand, TakesWhatItHasWrittenAsParents) {
  const std::string first = written("--parents", {"--root", "30"});
  const std::string file = folder_.write("parents", first);
  ASSERT_EQ(tree(file, {"--input", "parents", "--parents", folder_.file("again")}).code, 0);
  EXPECT_EQ(folder_.read("again"), first);
}

TEST_F(TreeCommand, TakesAnArrayOfParents) {
  const std::string lines = folder_.write("parents", "0 2\n1 2\n2 2\n3 1\n4 4\n");
  const std::string array = folder_.file("parents.npy");
  ASSERT_EQ(tree(lines, {"--input", "parents", "--parents", array}).code, 0);

  const CallResult result = tree(array, {"--depths", folder_.file("out"), "--verify"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(folder_.read("out"), "0 1\n1 1\n2 0\n3 2\n4 0\n");
}

TEST_F(TreeCommand, TakesAnArrayWithoutAHeaderAsItWasWritten) {
  const std::string lines = folder_.write("parents", "0 2\n1 2\n2 2\n3 1\n4 4\n");
  const std::string array = folder_.file("parents.bin");
  ASSERT_EQ(tree(lines, {"--input", "parents", "--parents", array}).code, 0);

  const CallResult result = tree(array, {"--input", "parents", "--sizes", folder_.file("out")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(folder_.read("out"), "0 1\n1 2\n2 4\n3 1\n4 1\n");
}

TEST_F(TreeCommand, TakesARootWithoutAParentInAnArray) {
  const std::string array = folder_.write("p.npy", array_of_parents("<i4", {1, -1, 1}));
  const CallResult result = tree(array, {"--parents", folder_.file("out")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(folder_.read("out"), "0 1\n1 1\n2 1\n");
}

TEST_F(TreeCommand, RefusesArraysThatHaveNoParents) {
  const auto refuse = [&](const std::string& bytes, const std::string& text) {
    expect_refused(tree(folder_.write("p.npy", bytes), {"--depths", folder_.file("out")}), 3, text);
  };
  refuse(array_of_parents("<i4", {1, 3, 1}), "expected a vertex from 0 to 2 or -1 at index 1, found 3");
  refuse(array_of_parents("<i4", {1, -2, 1}), "at index 1, found -2");
  refuse(array_of_parents("<i4", {1, 2, 0}), "closes one");
  refuse(array_of_parents("<i4", {1, 2, 0}).substr(0, 136), "p.npy");
  refuse(array_of_parents("<i2", {1}), "p.npy");
  refuse("no array", "p.npy");
}

// 1 - 2    the edge 1 - 2 is the heaviest of the cycle
// | /
// 3 - 4
TEST_F(TreeCommand, RootsASpanningForestOfAnyGraph) {
  const std::string graph = folder_.write("g.el", "1 2 9\n2 3 1\n1 3 2\n3 4 3\n");
  const CallResult result = tree(graph, {"--direction", "once", "--spanning", "--parents", folder_.file("out")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(folder_.read("out"), "1 1\n2 3\n3 1\n4 3\n");
}

TEST_F(TreeCommand, RootsForestsHoweverVerticesAreStored) {
  const std::string expected = written("--parents");
  for (const std::string order : {"random", "degree"}) {
    ASSERT_EQ(call({"convert", forest_, folder_.file("g.wg"), "--direction", "once", "--relabel", order}).code, 0);
    ASSERT_EQ(tree(folder_.file("g.wg"), {"--parents", folder_.file("out"), "--verify"}).code, 0);
    EXPECT_EQ(folder_.read("out"), expected) << order;
  }
}

TEST_F(TreeCommand, RefusesWhatIsNoForest) {
  const std::vector<std::string> options{"--direction", "once", "--depths", folder_.file("out")};
  expect_refused(tree(folder_.write("cycle.el", "7 8\n8 9\n9 7\n"), options), 3,
                 "cycle.el: a forest has no cycles, and the edge 8 - 9 closes one");
  expect_refused(tree(folder_.write("loop.el", "7 8\n9 9\n"), options), 3, "the edge 9 - 9 closes one");
  expect_refused(tree(folder_.write("twice.el", "7 8\n8 7\n"), options), 3, "the edge 7 - 8 closes one");
  expect_refused(
      tree(forest_, {"--direction", "directed", "--depths", folder_.file("out")}), 2,
      "tree: the graph is directed, expected an undirected one; say --direction both if the file lists every edge "
      "at both ends, --direction once if it lists every edge at one end, --symmetrise to add");
}

TEST_F(TreeCommand, RefusesParentsThatAreNone) {
  const std::vector<std::string> options{"--input", "parents", "--depths", folder_.file("out")};
  expect_refused(tree(folder_.write("circle", "1 2\n2 3\n3 1\n"), options), 3, "circle: a forest has no cycles");
  expect_refused(tree(folder_.write("two", "1 2\n1 3\n"), options), 3, "two:2: vertex 1 has two parents, 2 and 3");
  expect_refused(tree(folder_.write("two", "\"id_1\",\"id_2\"\n1,2\n1,3\n"), options), 3,
                 "two:3: vertex 1 has two parents, 2 and 3");
  expect_refused(tree(folder_.write("p.npy.gz", ""), options), 2, "an array of parents is not unpacked");
  expect_refused(tree(forest_, {"--lca", folder_.write("pairs", "1 2\n"), "--output", folder_.file("met.npy")}), 2,
                 "--output cannot be");
  expect_refused(tree(folder_.write("two", "# child parent\n5 5\n\n1 2\n// 8\n1 3\n"), options), 3,
                 "two:6: vertex 1 has two parents, 2 and 3");
  expect_refused(tree(folder_.write("two", "1 2\n1 2\n"), options), 3,
                 "two:2: vertex 1 has two lines, both with the parent 2");
  expect_refused(
      tree(folder_.write("p.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 5 2\n1 3\n2 3\n"), options), 3,
      "p.mtx:1: expected lines of edges, found the first line of a Matrix Market file");
}

TEST_F(TreeCommand, RefusesRootsThatDoNotFit) {
  const auto rooted = [&](const std::string& roots) {
    return tree({"--root", roots, "--depths", folder_.file("out")});
  };
  expect_refused(rooted("40,30"), 2, "the roots 30 and 40 are in one tree");
  expect_refused(rooted("11"), 3, "forest.el: the graph has no vertex 11, which --root names");
  expect_refused(rooted("10,10"), 2, "--root names vertex 10 twice");
  expect_refused(rooted("10,"), 2, "--root cannot be \"10,\"");
}

TEST_F(TreeCommand, RefusesOptionsThatDoNotFitTogether) {
  const std::string pairs = folder_.write("pairs", "40 70\n");
  const std::string parents = folder_.write("parents", "1 2\n");
  expect_refused(tree({"--lca", pairs}), 2, "--lca and --output go together");
  expect_refused(tree({"--sums", folder_.file("out")}), 2, "--sums and --values go together");
  expect_refused(tree({"--depths", folder_.file("out"), "--value-type", "double"}), 2,
                 "--value-type has no effect without --values");
  expect_refused(tree({"--json", "--depths", "-"}), 2, "--json and --depths do not both fit");
  expect_refused(tree({"--depths", folder_.file("out"), "--sizes", folder_.file("out")}), 2, "--sizes");
  expect_refused(tree(parents, {"--input", "parents", "--root", "1"}), 2,
                 "--root is for graphs, and FILE has the parents of vertices");
}

TEST_F(TreeCommand, RefusesPairsOfUnknownVertices) {
  const std::string pairs = folder_.write("pairs", "40 71\n");
  expect_refused(tree({"--lca", pairs, "-o", folder_.file("out")}), 3, "pairs:1: the graph has no vertex 71");
  expect_refused(tree({"--lca", folder_.write("pairs", "# two\n40 70\n\n5 40\n"), "-o", folder_.file("out")}), 3,
                 "pairs:4: the graph has no vertex 5");
}

}  // namespace
}  // namespace warpgraph::test
