// SPDX-License-Identifier: Apache-2.0
#include "interruption.hpp"

#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "call.hpp"

namespace warpgraph::cli {
namespace {

TEST(Interruption, RemovesTheHiddenFilesOfThisProcessAndTarget) {
  const test::CallFolder folder;
  const std::string process = std::to_string(getpid());
  folder.write(".g.wg." + process + "-0.part", "half");
  folder.write(".g.wg." + process + "-12.part", "half");
  folder.write(".h.wg." + process + "-0.part", "another target's");
  folder.write(".g.wg.1-0.part", "another process's");
  folder.write("g.wg", "whole");

  remove_unfinished(folder.file("g.wg"));

  EXPECT_EQ(folder.names().size(), 3u);
  EXPECT_EQ(folder.read("g.wg"), "whole");
}

TEST(Interruption, NeedsNoFile) {
  const test::CallFolder folder;
  remove_unfinished(folder.file("missing/g.wg"));
  remove_unfinished("");
}

}  // namespace
}  // namespace warpgraph::cli
