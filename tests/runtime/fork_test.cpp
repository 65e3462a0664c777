// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/child_process.hpp"
#include "support/machines.hpp"

// What a process that fork() makes does with its parent's objects. ThreadSanitizer does not follow a fork of a process
// with threads.
#if !defined(__SANITIZE_THREAD__)
namespace warpgraph::test {
namespace {

class ForkTest : public testing::TestWithParam<MachineParam> {
 protected:
  void SetUp() override {
    if (on_gpus_here(GetParam().devices).empty()) GTEST_SKIP() << "no CUDA device";
    objects = std::make_unique<Objects>(on_gpus_here(GetParam().devices), GetParam().options);
  }

  struct Objects {
    Objects(const std::string& devices, const RuntimeOptions& options) : runtime(devices, options) {
      copy<int>(stream, pinned, buffer);
      event.record(stream);
      stream.call("slow", [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
    }
    Runtime runtime;
    PinnedBuffer<int> pinned{runtime, 1000};  // the stream's destructor finishes the copy
    Stream stream{runtime.device()};
    Buffer<int> buffer{stream, 1000, "numbers"};
    Event event{runtime.device()};
    std::unique_ptr<hubs::Hub> hub = hubs::make_hub(HubKind::kHost, std::vector<StreamRef>{stream}, 100);
  };

  std::unique_ptr<Objects> objects;
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ForkTest);

TEST_P(ForkTest, AChildDestroysAllWithoutWaiting) {
  EXPECT_TRUE(in_child_process([&] {
    objects.reset();
    return true;
  }));
  objects->stream.synchronize();
}

TEST_P(ForkTest, AChildDestroysTheRuntimeFirst) {
  auto runtime = std::make_unique<Runtime>(on_gpus_here(GetParam().devices), GetParam().options);
  auto stream = std::make_unique<Stream>(runtime->device());
  auto buffer = std::make_unique<Buffer<int>>(*stream, 1000, "numbers");
  EXPECT_TRUE(in_child_process([&] {
    runtime.reset();
    stream.reset();
    buffer.reset();
    return true;
  }));
}

// Whether it throws the UsageError that names both processes.
template <class Use>
bool is_refused(pid_t parent, const Use& use) {
  try {
    use();
  } catch (const UsageError& error) {
    const std::string message = error.what();
    return message.find("in process " + std::to_string(parent)) != message.npos &&
           message.find("is process " + std::to_string(getpid())) != message.npos;
  }
  return false;
}

TEST_P(ForkTest, AChildMayNotUseThem) {
  const pid_t parent = getpid();
  EXPECT_TRUE(in_child_process([&] {
    const auto is_refused_here = [&](const auto& use) { return is_refused(parent, use); };
    const StreamRef stream = objects->stream;
    return is_refused_here([&] { stream.synchronize(); }) && is_refused_here([&] { (void)stream.is_idle(); }) &&
           is_refused_here([&] { stream.call("nothing", [] {}); }) &&
           is_refused_here([&] { objects->event.record(stream); }) &&
           is_refused_here([&] { objects->event.synchronize(); }) &&
           is_refused_here([&] { stream.wait(objects->event); }) &&
           is_refused_here([&] { fill<int>(stream, objects->buffer, 1); }) &&
           is_refused_here([&] { (void)to_host(stream, objects->buffer); }) &&
           is_refused_here([&] { const Buffer<int> more(stream, 1, "more"); }) &&
           is_refused_here([&] { const PinnedBuffer<int> more(objects->runtime, 1); }) &&
           is_refused_here([&] { const Stream more(objects->runtime.device()); }) &&
           is_refused_here([&] { const Event more(objects->runtime.device()); }) &&
           is_refused_here([&] { objects->runtime.synchronize(); }) &&
           is_refused_here([&] { (void)objects->runtime.device().memory(); }) &&
           is_refused_here([&] { objects->runtime.threads().for_each(10, 1, [](std::size_t) {}); });
  }));
}

TEST(Fork, AChildHasARuntimeOfItsOwn) {
  const Runtime parents("host");
  EXPECT_TRUE(in_child_process([] {
    Runtime runtime("host:2");
    const Stream stream(runtime.device(1));
    Buffer<int> buffer(stream, 1000, "numbers");
    fill<int>(stream, buffer, 7);
    if (to_host(stream, buffer) != std::vector<int>(1000, 7)) return false;
    return in_child_process([&] { return is_refused(getppid(), [&] { stream.synchronize(); }); });
  }));
}

TEST(Fork, AChildDestroysAPoolOfThreads) {
  std::optional<ThreadPool> threads(std::in_place, 3u);
  threads->for_each(100, 1, [](std::size_t) {});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // they wait for work again
  EXPECT_TRUE(in_child_process([&] {
    threads.reset();
    return true;
  }));
}

}  // namespace
}  // namespace warpgraph::test
#endif
