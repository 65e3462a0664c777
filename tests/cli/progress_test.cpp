// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <chrono>
#include <sstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace warpgraph::cli {
namespace {

class PhaseTest : public testing::Test {
 protected:
  // What a phase of this length shows.
  std::string shown(std::chrono::milliseconds length) {
    {
      const Phase phase(output_, "reading g.mtx");
      std::this_thread::sleep_for(length);
    }
    return err_.str();
  }

  std::ostringstream out_;
  std::ostringstream err_;
  Output output_{out_, err_};
};

TEST_F(PhaseTest, ShowsOneLineAndWipesIt) {
  output_.progress = true;
  const std::string text = shown(std::chrono::milliseconds(700));
  EXPECT_NE(text.find("\r\x1b[Kreading g.mtx, "), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(out_.str(), "");
}

TEST_F(PhaseTest, IsNotWiderThanTheTerminal) {
  output_.progress = true;
  output_.error_columns = 16;
  const std::string text = shown(std::chrono::milliseconds(450));
  EXPECT_NE(text.find("\x1b[Kreading, "), std::string::npos) << text;
}

TEST_F(PhaseTest, IsSilentOnShortWork) {
  output_.progress = true;
  EXPECT_EQ(shown(std::chrono::milliseconds(0)), "");
}

TEST_F(PhaseTest, IsSilentWithoutATerminal) { EXPECT_EQ(shown(std::chrono::milliseconds(500)), ""); }

TEST_F(PhaseTest, IsSilentWhenAskedTo) {
  output_.progress = true;
  output_.quiet = true;
  EXPECT_EQ(shown(std::chrono::milliseconds(500)), "");
}

}  // namespace
}  // namespace warpgraph::cli
