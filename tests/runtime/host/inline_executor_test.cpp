// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "support/machines.hpp"

// HostExecution::kInline: a debugger's backtrace leads from the work to the call that asked for it.
namespace warpgraph::test {
namespace {

TEST(InlineExecutor, WorkRunsInsideTheCallThatAsksForIt) {
  Runtime runtime("host", host_machine("inline", HostExecution::kInline, 0).options);
  const Stream stream(runtime.device(), "test");
  std::thread::id thread;
  stream.call("note", [&] { thread = std::this_thread::get_id(); });
  EXPECT_EQ(thread, std::this_thread::get_id());
  EXPECT_TRUE(stream.is_idle());
}

TEST(InlineExecutor, ErrorsWaitForTheNextWaitAllTheSame) {
  Runtime runtime("host", host_machine("inline", HostExecution::kInline, 0).options);
  Stream stream(runtime.device(), "test");
  EXPECT_NO_THROW(stream.call("fail", [] { throw DeviceError("on purpose"); }));
  EXPECT_THROW(stream.synchronize(), DeviceError);
}

}  // namespace
}  // namespace warpgraph::test
