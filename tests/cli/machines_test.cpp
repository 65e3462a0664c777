// SPDX-License-Identifier: Apache-2.0
//
// The commands on every kind of device: what they build, generate, run and load there.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>

#include "call.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class CommandsTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (on_gpus_here(GetParam()).empty()) GTEST_SKIP() << "no CUDA device";
  }

  [[nodiscard]] static bool has_several() { return GetParam() == "host:2" || GetParam() == "cuda:0,1"; }

  // The call with this machine's devices, which must succeed.
  [[nodiscard]] CallResult call_here(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--devices", on_gpus_here(GetParam())});
    CallResult result = call(arguments);
    EXPECT_EQ(result.code, 0) << testing::PrintToString(arguments) << '\n' << result.err;
    return result;
  }
  [[nodiscard]] std::string generated(const std::string& name, std::vector<std::string> family,
                                      const std::string& devices) const {
    const std::string file = folder_.file(name);
    family.insert(family.begin(), "generate");
    family.insert(family.end(), {"-o", file, "--devices", devices, "-q"});
    const CallResult result = call(family);
    EXPECT_EQ(result.code, 0) << result.err;
    return file;
  }
  [[nodiscard]] std::string skewed() const {
    return generated("skewed.wg", {"kron", "--scale", "10", "--weights", "uniform"}, "host");
  }

  CallFolder folder_;
};

std::string machine_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](char c) { return c == ':' || c == ','; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Host, CommandsTest, testing::Values("host", "host:2"), machine_of);
INSTANTIATE_TEST_SUITE_P(Cuda, CommandsTest, testing::Values("cuda:0"), machine_of);
INSTANTIATE_TEST_SUITE_P(MultiGpu, CommandsTest, testing::Values("cuda:0,1"), machine_of);

TEST_P(CommandsTest, GenerateTheBytesOfTheHost) {
  for (const std::vector<std::string>& family :
       {std::vector<std::string>{"kron", "--scale", "9", "--weights", "uniform"},
        {"rmat", "--scale", "9"},
        {"grid2d", "--width", "20", "--height", "30"}}) {
    (void)generated("here.wg", family, on_gpus_here(GetParam()));
    (void)generated("host.wg", family, "host");
    EXPECT_TRUE(folder_.read("here.wg") == folder_.read("host.wg")) << family[0];
  }
}

TEST_P(CommandsTest, BuildTheBytesOfTheHostFromText) {
  const std::string list = folder_.file("edges.txt");
  ASSERT_EQ(call({"convert", skewed(), list, "-q"}).code, 0);
  const std::vector<std::string> options{"--symmetrise", "--duplicates", "first", "--drop-self-loops", "-q"};
  const auto built = [&](const std::string& name, const std::string& devices) {
    std::vector<std::string> arguments{"convert", list, folder_.file(name), "--devices", devices};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return folder_.read(name);
  };
  EXPECT_TRUE(built("here.wg", on_gpus_here(GetParam())) == built("host.wg", "host"));
}

TEST_P(CommandsTest, RunAllAlgorithms) {
  const std::string graph = skewed();
  std::string edges;  // one list, which is a tree if directions do not count
  for (int v = 0; v < 1000; ++v) edges += std::to_string(v) + ' ' + std::to_string(v + 1) + '\n';
  const std::string list = folder_.write("list.el", edges);
  for (const Algorithm& algorithm : all_algorithms()) {
    const bool takes_one_kind = algorithm.takes != GraphKind::kAny;
    std::vector<std::string> arguments{"run", algorithm.name, takes_one_kind ? list : graph, "--verify", "--json"};
    if (algorithm.takes == GraphKind::kForest) arguments.emplace_back("--symmetrise");
    const bool spreads = algorithm.name != "partition" && algorithm.read({}, false)->can_spread();
    if (has_several() && spreads) arguments.emplace_back("--all-devices");
    if (algorithm.name == "betweenness") arguments.insert(arguments.end(), {"--samples", "50"});
    if (algorithm.name == "circuit") arguments.insert(arguments.end(), {"--fix", "1=1", "--fix", "2=0"});
    if (algorithm.name == "partition") arguments.insert(arguments.end(), {"--parts", "5"});
    const CallResult result = call_here(arguments);
    EXPECT_TRUE(result.out.find("\"verified\"") != std::string::npos) << algorithm.name << '\n' << result.out;
  }
}

TEST_P(CommandsTest, FindForests) {
  const std::string graph = skewed();
  std::vector<std::int64_t> weights;
  for (const char* const method : {"filtered", "boruvka", "transactional", "prim"}) {
    const CallResult result = call_here({"msf", graph, "--method", method, "--verify", "--json"});
    if (result.code == 0) weights.push_back(result.json()["weight"].get<std::int64_t>());
  }
  ASSERT_EQ(weights.size(), 4u);
  EXPECT_EQ(weights, std::vector<std::int64_t>(4, weights[0]));
}

#if defined(WARPGRAPH_OWN_PLUGIN)
TEST_P(CommandsTest, RunKernelsOfPlugins) {
  const std::string cycle = generated("cycle.wg", {"cycle", "--vertices", "100"}, "host");
  const CallResult result = call_here({"--plugin", WARPGRAPH_OWN_PLUGIN, "degrees", cycle, "--json"});
  EXPECT_TRUE(result.out.find("\"degree_2\": 100") != std::string::npos) << result.out;
}
#endif

}  // namespace
}  // namespace warpgraph::test
