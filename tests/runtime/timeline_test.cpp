// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/json.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using Kind = Timeline::Kind;

class TimelineTest : public MachineTest {
 protected:
  void SetUp() override {
    MachineTest::SetUp();
    if (IsSkipped()) return;
    RuntimeOptions options = GetParam().options;
    options.timeline = true;
    traced_ = std::make_unique<Runtime>(GetParam().devices, options);
    stream_ = std::make_unique<Stream>(traced_->device(), "main");
  }
  [[nodiscard]] Runtime& traced() const { return *traced_; }
  [[nodiscard]] StreamRef traced_stream() const { return *stream_; }
  [[nodiscard]] std::vector<Timeline::Span> spans() const { return traced_->timeline()->spans(); }

 private:
  std::unique_ptr<Runtime> traced_;
  std::unique_ptr<Stream> stream_;
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(TimelineTest);

TEST_P(TimelineTest, HasCopiesFillsAndCallsInOrder) {
  Buffer<int> buffer(traced_stream(), 100, "numbers");
  std::vector<int> out(50, 0);
  fill(traced_stream(), buffer, 1);
  copy(traced_stream(), view_of(out), buffer.view().subview(0, 50));
  traced_stream().call("count", [] {});
  traced_stream().synchronize();

  const auto all = spans();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_TRUE(all[0].kind == Kind::kFill && all[0].bytes == 400);
  EXPECT_TRUE(all[1].kind == Kind::kCopy && all[1].bytes == 200);
  EXPECT_TRUE(all[2].kind == Kind::kHostCall && all[2].bytes == 0);
  EXPECT_EQ(all[2].name, "count");
  for (const auto& span : all) {
    EXPECT_EQ(span.device, traced().device().name());
    EXPECT_EQ(span.stream, "main");
  }
}

TEST_P(TimelineTest, TimesTheWorkOnTheRuntimesClock) {
  const double before = traced().now();
  for (int i = 0; i < 2; ++i)
    traced_stream().call("sleep", [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
  traced_stream().synchronize();
  const double after = traced().now();

  const auto all = spans();
  ASSERT_EQ(all.size(), 2u);
  const double tolerance = on_cuda() ? 1000 : 0;  // two clocks
  EXPECT_GE(all[0].begin, before - tolerance);
  EXPECT_GE(all[0].end - all[0].begin, 1900);
  EXPECT_GE(all[1].begin, all[0].end);
  EXPECT_LE(all[1].end, after + tolerance);
}

TEST_P(TimelineTest, HasTheRangesOfTheProgram) {
  {
    const ProfileRange outer(traced(), "superstep 1");
    const ProfileRange inner(traced(), "exchange");
  }
  const auto all = spans();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "exchange");
  EXPECT_EQ(all[1].name, "superstep 1");
  EXPECT_EQ(all[1].kind, Kind::kRange);
  EXPECT_LE(all[1].begin, all[0].begin);
  EXPECT_GE(all[1].end, all[0].end);
}

TEST_P(TimelineTest, RangesNeedNoTimeline) {
  ASSERT_EQ(runtime().timeline(), nullptr);
  EXPECT_NO_THROW(const ProfileRange range(runtime(), "unseen"));
  EXPECT_EQ(runtime().timeline(), nullptr);
}

TEST_P(TimelineTest, ClearForgets) {
  traced_stream().call("past", [] {});
  traced_stream().synchronize();
  traced().timeline()->clear();
  EXPECT_TRUE(spans().empty());
}

// A timeline by hand: two devices, one of them with two streams.
Timeline::Span span(std::string name, Kind kind, std::string device, std::string stream, double begin) {
  return {std::move(name), kind, std::move(device), std::move(stream), begin, begin + 1.5, 64};
}
void fill_by_hand(Timeline& timeline) {
  timeline.add(span("gather", Kind::kKernel, "cuda:0", "main", 10));
  timeline.add(span("copy", Kind::kCopy, "cuda:0", "exchange", 11));
  timeline.add(span("fill", Kind::kFill, "cuda:1", "main", 12));
  timeline.add(span("vote", Kind::kHostCall, "cuda:1", "main", 13));
  timeline.add(span("superstep \"1\" \\ 2\n", Kind::kRange, "program", "ranges", 9));
}

std::vector<Json> events(const Json& trace, std::string_view phase) {
  std::vector<Json> found;
  for (const Json& event : trace["traceEvents"].array())
    if (event["ph"].text() == phase) found.push_back(event);
  return found;
}

Json written(const Timeline& timeline) {
  std::ostringstream out;
  timeline.write_chrome_trace(out);
  return Json::parse(out.str());
}

TEST(ChromeTrace, OfAnEmptyTimelineIsJson) { EXPECT_TRUE(events(written(Timeline()), "X").empty()); }

TEST(ChromeTrace, HasASpanForEachPieceOfWork) {
  Timeline timeline;
  fill_by_hand(timeline);
  const auto spans = events(written(timeline), "X");
  ASSERT_EQ(spans.size(), 5u);
  const std::vector<std::string> kinds{"kernel", "copy", "fill", "host call", "range"};
  for (std::size_t i = 0; i < spans.size(); ++i) EXPECT_EQ(spans[i]["cat"].text(), kinds[i]);
  EXPECT_EQ(spans[0]["name"].text(), "gather");
  EXPECT_EQ(spans[1]["ts"].number(), 11.0);
  EXPECT_EQ(spans[1]["dur"].number(), 1.5);
  EXPECT_EQ(spans[1]["args"]["bytes"].number(), 64.0);
  EXPECT_EQ(spans[4]["name"].text(), "superstep \"1\" \\ 2\n");
}

TEST(ChromeTrace, DevicesAreProcessesAndStreamsAreThreads) {
  Timeline timeline;
  fill_by_hand(timeline);
  const auto spans = events(written(timeline), "X");
  const auto process = [&](std::size_t i) { return spans[i]["pid"].number(); };
  const auto thread = [&](std::size_t i) { return spans[i]["tid"].number(); };
  EXPECT_EQ(process(0), process(1));
  EXPECT_NE(process(0), process(2));
  EXPECT_NE(thread(0), thread(1));
  EXPECT_NE(thread(0), thread(2));
  EXPECT_EQ(thread(2), thread(3));
}

TEST(ChromeTrace, NamesDevicesAndStreams) {
  Timeline timeline;
  fill_by_hand(timeline);
  std::vector<std::string> names;
  for (const Json& event : events(written(timeline), "M"))
    if (event["name"].text() != "trace_end") names.push_back(event["name"].text() + " " + event["args"]["name"].text());
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"process_name cuda:0", "process_name cuda:1", "process_name program",
                                             "thread_name exchange", "thread_name main", "thread_name main",
                                             "thread_name ranges"}));
}

TEST(ChromeTrace, GoesToAFile) {
  Timeline timeline;
  fill_by_hand(timeline);
  const auto folder = std::filesystem::path(testing::TempDir());
  const auto file = folder / "warpgraph_timeline_test.json";
  timeline.write_chrome_trace(file);
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(events(Json::parse(text.str()), "X").size(), 5u);
  EXPECT_FALSE(std::filesystem::exists(folder / "warpgraph_timeline_test.json.part"));
  std::filesystem::remove(file);
}

TEST(ChromeTrace, ToAFolderThatIsNotThereIsAnInputError) {
  EXPECT_THROW(Timeline().write_chrome_trace(std::filesystem::path("/no/such/folder/trace.json")), InputError);
}

}  // namespace
}  // namespace warpgraph::test
