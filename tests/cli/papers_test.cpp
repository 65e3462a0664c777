// SPDX-License-Identifier: Apache-2.0
//
// The plugin with the papers' methods, as the program loads it: from the folder of plugins that lies beside it.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "call.hpp"
#include "program_process.hpp"

namespace warpgraph::test {
namespace {

class Papers : public testing::Test {
 protected:
  struct Result {
    int code;
    std::string out;
    std::string err;
  };
  static Result run(const std::vector<std::string>& arguments, const std::string& program = WARPGRAPH_PROGRAM) {
    ProgramProcess process(program, arguments);
    process.end_input();
    const std::string out = process.read_output();
    const std::string err = process.read_errors();
    return {process.wait(), out, err};
  }
  // A copy of the program, with this library in the folder that it loads plugins from.
  [[nodiscard]] std::string program_with(const std::string& library) const {
    const std::string folder = folder_.file("bin");
    std::filesystem::create_directory(folder);
    std::filesystem::copy_file(WARPGRAPH_PROGRAM, folder + "/warpgraph");
    const std::filesystem::path plugins = std::filesystem::path(folder) / WARPGRAPH_PLUGIN_FOLDER;
    std::filesystem::create_directories(plugins.lexically_normal());
    std::filesystem::copy_file(library, plugins / "plugin.so");
    return folder + "/warpgraph";
  }

  CallFolder folder_;
  // 0 - 1 - 2 - 0 and 3 - 4 - 5 - 3, with a bridge 2 - 3
  std::string bridge_ = folder_.write("bridge.graph", "6 7\n2 3\n1 3\n1 2 4\n3 5 6\n4 6\n4 5\n");
};

TEST_F(Papers, MethodsOfPartitionAreThere) {
  for (const std::string method : {"gp-metis", "transactional"}) {
    const Result result = run({"partition", bridge_, "-k", "2", "--method", method, "--json", "--devices", "host"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out)["cut"], 1);
  }
}

TEST_F(Papers, HelpAndCompletionKnowThem) {
  const std::string help = run({"help", "partition"}).out;
  for (const char* const each : {"gp-metis", "transactional", "--merge"})
    EXPECT_NE(help.find(each), std::string::npos) << help;
  EXPECT_NE(run({"completion", "bash"}).out.find("gp-metis"), std::string::npos);
}

TEST_F(Papers, WithoutThePluginTheMethodsThatAreThereAreNamed) {
  const Result result = run({"--no-plugins", "partition", bridge_, "-k", "2", "--method", "gp-metis"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("--method cannot be \"gp-metis\"; it is one of multilevel"), std::string::npos)
      << result.err;
  EXPECT_EQ(run({"--no-plugins", "help", "partition"}).out.find("--merge"), std::string::npos);
}

TEST_F(Papers, AreLoadedByNameAsWell) {
  const std::vector<std::string> by_name{"--no-plugins", "--plugin", WARPGRAPH_PAPERS_PLUGIN};
  std::vector<std::string> arguments = by_name;
  arguments.insert(arguments.end(), {"partition", bridge_, "-k", "2", "--method", "gp-metis", "--devices", "host"});
  EXPECT_EQ(run(arguments).code, 0);
}

TEST_F(Papers, AreLoadedBesideTheProgramWhereverThatIs) {
  const std::string program = program_with(WARPGRAPH_PAPERS_PLUGIN);
  EXPECT_EQ(run({"partition", bridge_, "-k", "2", "--method", "gp-metis", "--devices", "host"}, program).code, 0);
}

TEST_F(Papers, ALibraryThatCannotBeLoadedIsANote) {
  const std::string program = program_with(folder_.write("no-library", "nothing"));
  const Result result = run({"info", bridge_}, program);
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("warpgraph: note: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("plugin.so"), std::string::npos) << result.err;
  EXPECT_EQ(run({"info", bridge_, "--no-plugins"}, program).err, "");
  EXPECT_EQ(run({"info", bridge_, "--quiet"}, program).err, "");
  EXPECT_EQ(run({"--version"}, program).err, "");
}

TEST_F(Papers, ALibraryThatThrowsIsANote) {
  const Result result = run({"info", bridge_}, program_with(WARPGRAPH_PLUGIN_THROWS));
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("plugin.so: adding its plugins fails: nothing works; --no-plugins leaves it"),
            std::string::npos)
      << result.err;
}

TEST_F(Papers, NoMethodsOfALibraryWithANameThatIsTaken) {
  const Result result = run({"info", bridge_}, program_with(WARPGRAPH_PLUGIN_TAKEN_NAME));
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("\"info\", and there is such a command"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("methods of a library that is refused"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace warpgraph::test
