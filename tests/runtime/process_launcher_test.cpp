// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/process_launcher.hpp>

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

ranks::Environment with(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

TEST(ProcessLauncher, WithoutItsVariablesThereIsNone) {
  EXPECT_FALSE(ranks::find_launcher(with({})));
  EXPECT_FALSE(ranks::find_launcher(with({{"HOME", "/root"}, {"RANK", "3"}, {"WORLD_SIZE", "4"}})));
}
TEST(ProcessLauncher, MpirunIsFoundWithItsNumberOfProcesses) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE"}) {
    const auto launcher = ranks::find_launcher(with({{name, "8"}}));
    ASSERT_TRUE(launcher) << name;
    EXPECT_EQ(launcher->processes, 8);
    EXPECT_EQ(launcher->variable, name);
  }
  EXPECT_EQ(ranks::find_launcher(with({{"PMI_RANK", "1"}, {"PMI_SIZE", "4"}})).value().processes, 4);
}
TEST(ProcessLauncher, ItMayKeepTheNumberOfProcessesToItself) {
  EXPECT_EQ(ranks::find_launcher(with({{"PMIX_RANK", "0"}})).value().processes, 0);
  EXPECT_EQ(ranks::find_launcher(with({{"OMPI_COMM_WORLD_SIZE", "many"}})).value().processes, 0);
}
TEST(ProcessLauncher, SrunIsFoundWhenItStartsSeveralTasks) {
  const auto launcher = ranks::find_launcher(with({{"SLURM_PROCID", "2"}, {"SLURM_STEP_NUM_TASKS", "16"}}));
  ASSERT_TRUE(launcher);
  EXPECT_EQ(launcher->processes, 16);
  EXPECT_FALSE(ranks::find_launcher(with({{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}})));
}
TEST(ProcessLauncher, ABatchScriptOfSlurmIsNone) {
  EXPECT_FALSE(ranks::find_launcher(with({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "16"}, {"SLURM_LOCALID", "0"}})));
}

TEST(LocalRank, EachLauncherHasItsVariable) {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID",
                           "PALS_LOCAL_RANKID", "SLURM_LOCALID"}) {
    const auto local = ranks::find_local_rank(with({{name, "3"}}));
    ASSERT_TRUE(local) << name;
    EXPECT_EQ(local->value, 3);
    EXPECT_EQ(local->variable, name);
  }
}
TEST(LocalRank, ThatOfMpirunGoesBeforeThatOfTheJobAroundIt) {
  EXPECT_EQ(ranks::find_local_rank(with({{"OMPI_COMM_WORLD_LOCAL_RANK", "3"}, {"SLURM_LOCALID", "0"}})).value().value,
            3);
}
TEST(LocalRank, LocalRankCountsUnderTorchrunOnly) {
  EXPECT_FALSE(ranks::find_local_rank(with({{"LOCAL_RANK", "2"}})));
  EXPECT_EQ(ranks::find_local_rank(with({{"LOCAL_RANK", "2"}, {"TORCHELASTIC_RUN_ID", "none"}})).value().value, 2);
}
TEST(LocalRank, WhatIsNoNumberIsNone) {
  EXPECT_FALSE(ranks::find_local_rank(with({{"SLURM_LOCALID", ""}})));
  EXPECT_FALSE(ranks::find_local_rank(with({{"SLURM_LOCALID", "-1"}})));
  EXPECT_FALSE(ranks::find_local_rank(with({})));
}

}  // namespace
}  // namespace warpgraph::test
