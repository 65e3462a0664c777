// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

extern "C" int partition_c_interface_failures(void);

TEST(PartitionCInterface, WorksFromC) { EXPECT_EQ(partition_c_interface_failures(), 0); }
