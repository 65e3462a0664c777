// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "../call.hpp"

namespace warpgraph::test {
namespace {

TEST(Devices, AreListedWithTheirLinks) {
  const CallResult result = call({"devices", "--devices", "host:2"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("host:0"), std::string::npos);
  EXPECT_NE(result.out.find("host:1"), std::string::npos);
}

TEST(Devices, AreListedForMachines) {
  const auto devices = call({"devices", "--devices", "host:2", "--json"}).json();
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[1]["name"], "host:1");
  EXPECT_GT(devices[0]["memory_bytes"], 0);
  EXPECT_EQ(devices[0]["links"].size(), 2u);
}

TEST(Devices, GoByTheNameThatTheListGivesTheOnlyOneOfTheHost) {
  const auto devices = call({"devices", "--devices", "host", "--json"}).json();
  ASSERT_EQ(devices.size(), 1u);
  const auto named = call({"devices", "--devices", devices[0]["name"], "--json"}).json();
  ASSERT_EQ(named.size(), 1u);
  EXPECT_EQ(named[0]["name"], devices[0]["name"]);
}

TEST(Devices, AreThoseOfTheEnvironmentWhereTheOptionIsAuto) {
  ASSERT_EQ(setenv("WARPGRAPH_DEVICES", "host:3", 1), 0);
  EXPECT_EQ(call({"devices", "--devices", "auto", "--json"}).json().size(), 3u);
  EXPECT_EQ(call({"devices", "--devices", "host:2", "--json"}).json().size(), 2u);
  ASSERT_EQ(setenv("WARPGRAPH_DEVICES", "gpu", 1), 0);
  const CallResult refused = call({"devices", "--devices", "auto"});
  ASSERT_EQ(unsetenv("WARPGRAPH_DEVICES"), 0);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("WARPGRAPH_DEVICES: "), std::string::npos) << refused.err;
}

TEST(Devices, ThatAreNotThereAreAUsageError) {
  for (const std::string devices : {"gpu", "host:-1", "cuda:999", ""})
    EXPECT_EQ(call({"devices", "--devices", devices}).code, 2) << devices;
}

}  // namespace
}  // namespace warpgraph::test
