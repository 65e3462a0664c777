// SPDX-License-Identifier: Apache-2.0
#include "missing_ranks.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace warpgraph::detail {
namespace {

using Variables = std::map<std::string, std::string>;

std::string said(const Variables& variables, bool has_made_ranks = false) {
  const auto environment = [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  return missing_ranks(has_made_ranks, environment).value_or("");
}

TEST(MissingRanks, AreSaidByTheFirstOfSeveralProcesses) {
  const Variables first{{"OMPI_COMM_WORLD_SIZE", "3"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "0"}};
  EXPECT_EQ(said(first),
            "this is one of 3 processes, each of which works alone and does all of the work; a Runtime that "
            "is made with ranks shares it");
  const Variables second{{"OMPI_COMM_WORLD_SIZE", "3"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "1"}};
  EXPECT_EQ(said(second), "");
}

TEST(MissingRanks, AreNoneWhereRanksWereMadeOrAProcessIsAlone) {
  const Variables first{{"OMPI_COMM_WORLD_SIZE", "3"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "0"}};
  EXPECT_EQ(said(first, true), "");
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({{"OMPI_COMM_WORLD_SIZE", "1"}}), "");
}

}  // namespace
}  // namespace warpgraph::detail
