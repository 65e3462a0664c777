// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"

// Rounds of parcels between kernels that write them and kernels that use them up, ordered by nothing but the hub.
namespace warpgraph::test {
namespace {

using Word = std::uint32_t;
constexpr std::size_t kWords = 300;  // that a device sends in a round at most

// The word `i` that `from` sends in a round.
WARPGRAPH_DEVICE Word word(Word round, Word from, std::uint64_t i) {
  return (round * 64 + from) * 0x9E3779B1u + static_cast<Word>(i) * 0x85EBCA77u;
}

struct Write {
  Word round;
  Word from;
  Word first;
  View<Word> content;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { content[i] = word(round, from, first + i); }
};

// Counts the words that are as they should be, and spoils them.
struct UseUp {
  Word round;
  Word from;
  Word first;
  View<Word> inbox;
  View<std::uint64_t> right;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (inbox[i] == word(round, from, first + i)) atomic::fetch_add(right[0], std::uint64_t{1});
    inbox[i] = 0;
  }
};

// In memory that the stream has used before: it is the buffer's when the stream gets there, and no sooner.
Buffer<Word> new_buffer(StreamRef stream, std::size_t size, std::string_view name) {
  {
    Buffer<Word> past(stream, size, "past");
    fill(stream, past, 1);
  }
  return Buffer<Word>(stream, size, name);
}

// A stream, what it sends and what it receives: two inboxes that take turns, a part for each sender.
struct Post {
  Post(Device& device, int devices)
      : stream(device, "post"),
        content(new_buffer(stream, kWords, "content")),
        inboxes{new_buffer(stream, static_cast<std::size_t>(devices) * kWords, "inbox"),
                new_buffer(stream, static_cast<std::size_t>(devices) * kWords, "inbox")},
        right(stream, 1, "right") {
    fill(stream, right, 0);
  }
  [[nodiscard]] View<Word> inbox(std::size_t round, int from) {
    return inboxes[round % 2].view().subview(static_cast<std::size_t>(from) * kWords, kWords);
  }

  Stream stream;
  Buffer<Word> content;
  std::array<Buffer<Word>, 2> inboxes;
  Buffer<std::uint64_t> right;
};

// What one device sends in a round, in words: the same to some others, or a part to each of them.
struct Letter {
  int from;
  std::vector<int> to;
  std::size_t first;
  std::size_t count;
};

std::vector<Letter> random_letters(int devices, std::mt19937_64& random) {
  const auto draw = [&](std::size_t max) { return static_cast<std::size_t>(random() % (max + 1)); };
  std::vector<Letter> letters;
  for (int from = 0; from < devices; ++from) {
    const std::array<std::size_t, 4> sizes = {0, draw(10), draw(kWords), kWords};
    const std::size_t count = sizes[draw(3)];
    std::vector<int> others;
    for (int i = 1; i < devices; ++i) others.push_back((from + i) % devices);
    switch (draw(3)) {
      case 0:  // nothing
        break;
      case 1:
        letters.push_back({from, {others[draw(others.size() - 1)]}, 0, count});
        break;
      case 2:
        letters.push_back({from, others, 0, count});
        break;
      default:
        const std::size_t share = count / others.size();
        for (std::size_t i = 0; i < others.size(); ++i) letters.push_back({from, {others[i]}, i * share, share});
    }
  }
  return letters;
}

class Office {
 public:
  Office(Runtime& runtime, HubKind kind) {
    for (int i = 0; i < runtime.device_count(); ++i) posts_.emplace_back(runtime.device(i), runtime.device_count());
    hub_ = make_hub(kind, streams(), kWords * sizeof(Word));
  }

  [[nodiscard]] std::vector<StreamRef> streams() const {
    std::vector<StreamRef> streams;
    for (const Post& post : posts_) streams.push_back(post.stream);
    return streams;
  }
  [[nodiscard]] int size() const { return static_cast<int>(posts_.size()); }
  [[nodiscard]] Post& post(int device) { return posts_[static_cast<std::size_t>(device)]; }
  [[nodiscard]] Hub& hub() { return *hub_; }

  void exchange(const std::vector<Letter>& letters) {
    if (hub_->takes_writes() && round_ % 3 == 1)
      write(letters);
    else
      send(letters);
    use_up(letters);
    ++round_;
  }

  void exchange_at_random(int rounds, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < rounds; ++i) exchange(random_letters(size(), random));
  }

  // Words that were used up since the start, and those of them that were right.
  [[nodiscard]] std::uint64_t expected() const { return expected_; }
  [[nodiscard]] std::uint64_t right() {
    std::uint64_t sum = 0;
    for (const Post& post : posts_) sum += to_host(post.stream.ref(), post.right)[0];
    return sum;
  }

 private:
  void send(const std::vector<Letter>& letters) {
    const auto round = static_cast<Word>(round_);
    std::vector<Parcel> parcels;
    for (const Letter& letter : letters) {
      Post& sender = post(letter.from);
      for_each(sender.stream.ref(), kWords, Write{round, static_cast<Word>(letter.from), 0, sender.content});
      Parcel parcel{letter.from, bytes_of(View<const Word>(sender.content).subview(letter.first, letter.count)), {}};
      for (const int to : letter.to) parcel.copies.push_back({to, bytes_of(post(to).inbox(round_, letter.from))});
      parcels.push_back(std::move(parcel));
    }
    hub_->exchange(parcels);
  }
  // The senders' kernels write straight into the inboxes.
  void write(const std::vector<Letter>& letters) {
    std::vector<Hub::Way> ways;
    for (const Letter& letter : letters)
      for (const int to : letter.to) ways.push_back({letter.from, to});
    hub_->open_round(ways);
    for (const Letter& letter : letters)
      for (const int to : letter.to)
        for_each(post(letter.from).stream.ref(), letter.count,
                 Write{static_cast<Word>(round_), static_cast<Word>(letter.from), static_cast<Word>(letter.first),
                       post(to).inbox(round_, letter.from)});
    hub_->close_round(ways);
  }
  void use_up(const std::vector<Letter>& letters) {
    for (const Letter& letter : letters) {
      for (const int to : letter.to) {
        const auto from = static_cast<Word>(letter.from);
        const auto first = static_cast<Word>(letter.first);
        const auto inbox = post(to).inbox(round_, letter.from);
        for_each(post(to).stream.ref(), letter.count,
                 UseUp{static_cast<Word>(round_), from, first, inbox, post(to).right});
        expected_ += letter.count;
      }
    }
  }

  std::vector<Post> posts_;
  std::unique_ptr<Hub> hub_;
  std::size_t round_ = 0;
  std::uint64_t expected_ = 0;
};

struct HubParam {
  MachineParam machine;
  HubKind kind;
};

std::string hub_name(const testing::TestParamInfo<HubParam>& info) {
  std::string devices = info.param.machine.devices;
  for (char& each : devices)
    if (each == ':' || each == ',') each = '_';
  return info.param.machine.name + "_" + devices + "_" + std::string(to_string(info.param.kind));
}

// Without peer access where the hub does not ask for it.
std::vector<HubParam> host_hubs(const std::vector<std::string>& counts) {
  std::vector<HubParam> params;
  for (const std::string& devices : counts) {
    for (MachineParam machine : host_machines(devices)) {
      for (const HubKind kind : {HubKind::kHost, HubKind::kPeer}) {
        machine.options.host.peer_access = kind == HubKind::kPeer;
        params.push_back({machine, kind});
      }
    }
  }
  return params;
}

std::vector<HubParam> multi_gpu_hubs() {
  std::vector<HubParam> params;
  for (const MachineParam& machine : cuda_machines("cuda:0,1"))
    for (const HubKind kind : {HubKind::kHost, HubKind::kPeer, HubKind::kNccl}) params.push_back({machine, kind});
  return params;
}

class HubTest : public testing::TestWithParam<HubParam> {
 protected:
  void SetUp() override {
    if (!on_cuda()) return;
    if (!has_cuda_devices(2)) GTEST_SKIP() << "fewer than 2 CUDA devices";
    try {
      Runtime runtime(devices(), options());
      const Office office(runtime, kind());
    } catch (const UsageError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  [[nodiscard]] static HubKind kind() { return GetParam().kind; }
  [[nodiscard]] static const std::string& devices() { return GetParam().machine.devices; }
  [[nodiscard]] static RuntimeOptions options() { return GetParam().machine.options; }
  [[nodiscard]] static bool on_cuda() { return devices().starts_with("cuda"); }
  [[nodiscard]] static bool is_concurrent() { return on_cuda() || options().host.execution == HostExecution::kThreads; }
};
INSTANTIATE_TEST_SUITE_P(Host, HubTest, testing::ValuesIn(host_hubs({"host:2", "host:3", "host:4", "host:7"})),
                         hub_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, HubTest, testing::ValuesIn(multi_gpu_hubs()), hub_name);

TEST_P(HubTest, EveryWordOfManyRoundsIsRight) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Runtime runtime(devices(), options());
    Office office(runtime, kind());
    office.exchange_at_random(30, seed);
    EXPECT_EQ(office.right(), office.expected()) << "seed " << seed;
  }
}

TEST_P(HubTest, EveryWordIsRightWhereStreamsAreLate) {
  if (on_cuda()) GTEST_SKIP() << "needs streams that can be late";
  RuntimeOptions late = options();
  late.host.faults.longest_delay = std::chrono::microseconds(50);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    late.host.faults.seed = seed;
    Runtime runtime(devices(), late);
    Office office(runtime, kind());
    office.exchange_at_random(10, seed);
    EXPECT_EQ(office.right(), office.expected()) << "seed " << seed;
  }
}

// Rounds with a device that is lost early, late or while the hub is made; what was told of it.
std::string exchange_with_a_loss(Runtime& runtime, HubKind kind) {
  try {
    Office office(runtime, kind);
    office.exchange_at_random(20, 1);
    for (int i = 0; i < office.size(); ++i)
      if (i != 1) office.post(i).stream.synchronize();
    office.post(1).stream.synchronize();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return {};
}

TEST_P(HubTest, ALostDeviceIsToldOfAndHoldsNobodyUp) {
  if (on_cuda()) GTEST_SKIP() << "needs a device that can be lost";
  RuntimeOptions lossy = options();
  lossy.host.faults.lost_device = 1;
  lossy.host.faults.longest_delay = std::chrono::microseconds(20);
  for (const std::int64_t after : {0, 3, 10, 20}) {
    lossy.host.faults.lost_after = after;
    Runtime runtime(devices(), lossy);
    EXPECT_EQ(exchange_with_a_loss(runtime, kind()), "host:1 is lost") << "after " << after;
    for (int i = 0; i < runtime.device_count(); ++i)
      EXPECT_EQ(runtime.device(i).memory().in_use, 0u) << "after " << after;
  }
}

// What two devices show as well as many.
class HubContractTest : public HubTest {};
INSTANTIATE_TEST_SUITE_P(Host, HubContractTest, testing::ValuesIn(host_hubs({"host:2"})), hub_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, HubContractTest, testing::ValuesIn(multi_gpu_hubs()), hub_name);

TEST_P(HubContractTest, KnowsItsKind) {
  Runtime runtime(devices(), options());
  EXPECT_EQ(Office(runtime, kind()).hub().kind(), kind());
}

TEST_P(HubContractTest, LetsKernelsWriteOrRefuses) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  EXPECT_EQ(office.hub().takes_writes(), kind() == HubKind::kPeer);
  if (office.hub().takes_writes()) return;  // as the rounds of the tests above do
  EXPECT_THROW(office.hub().open_round({}), UsageError);
  EXPECT_THROW(office.hub().close_round({}), UsageError);
}

// The hub ends before the work that it queued.
TEST_P(HubContractTest, MayGoWhileARoundIsUnderWay) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  office.exchange_at_random(3, 1);
}

TEST_P(HubContractTest, RoundsWithoutContentMoveNothing) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  for (int i = 0; i < 3; ++i) {
    office.exchange({});
    office.exchange({{0, {}, 0, 5}, {1, {0}, 0, 0}});
  }
  office.exchange({{0, {1}, 0, 5}});
  EXPECT_EQ(office.right(), 5u);
}

TEST_P(HubContractTest, ADeviceMaySendToItself) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  for (int i = 0; i < 4; ++i) office.exchange({{1, {0, 1}, 0, kWords}});
  EXPECT_EQ(office.right(), 8 * kWords);
}

TEST_P(HubContractTest, ExchangeReturnsBeforeTheContentsAreThere) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  office.exchange({{0, {1}, 0, kWords}});  // what is done once, NCCL's connections say, may take long
  runtime.synchronize();
  std::promise<void> gate;
  office.post(0).stream.call("held", [held = gate.get_future().share()] { held.wait(); });
  for (int i = 0; i < 3; ++i) office.exchange({{0, {1}, 0, kWords}});
  EXPECT_FALSE(office.post(0).stream.is_idle());
  gate.set_value();
  EXPECT_EQ(office.right(), 4 * kWords);
}

TEST_P(HubContractTest, ASenderIsARoundAheadOfABusyReceiver) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  if (kind() == HubKind::kNccl) GTEST_SKIP() << "NCCL's senders meet their receivers";
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  office.exchange({{0, {1}, 0, kWords}});
  runtime.synchronize();
  std::promise<void> gate;
  office.post(1).stream.call("held", [held = gate.get_future().share()] { held.wait(); });
  office.exchange({{0, {1}, 0, kWords}});
  office.post(0).stream.synchronize();
  EXPECT_FALSE(office.post(1).stream.is_idle());
  gate.set_value();
  EXPECT_EQ(office.right(), 2 * kWords);
}

TEST_P(HubContractTest, AParcelThatBreaksItsPromiseIsRefusedWithNothingQueued) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  Post& here = office.post(0);
  Post& there = office.post(1);
  const View<const std::byte> content = bytes_of(View<const Word>(here.content));
  const View<std::byte> inbox = bytes_of(there.inbox(0, 0));
  const auto exchange = [&](Parcel parcel) { office.hub().exchange(std::array{std::move(parcel)}); };
  EXPECT_THROW(exchange({-1, content, {{1, inbox}}}), UsageError);
  EXPECT_THROW(exchange({office.size(), content, {{1, inbox}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{-1, inbox}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{office.size(), inbox}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{1, inbox.subview(0, inbox.size() - 1)}}}), UsageError);
  EXPECT_THROW(exchange({0, bytes_of(View<const Word>(here.inboxes[0])), {}}), UsageError);
  const std::array two = {Parcel{0, content, {{1, inbox}}}, Parcel{0, content.subview(0, 1), {{1, inbox}}}};
  EXPECT_THROW(office.hub().exchange(two), UsageError);
  office.exchange({{0, {1}, 0, kWords}});
  EXPECT_EQ(office.right(), kWords);
}

#if WARPGRAPH_CHECKED
TEST_P(HubContractTest, MemoryOfTheWrongDeviceIsRefused) {
  Runtime runtime(devices(), options());
  Office office(runtime, kind());
  const auto exchange = [&](Parcel parcel) { office.hub().exchange(std::array{std::move(parcel)}); };
  const View<const std::byte> content = bytes_of(View<const Word>(office.post(0).content));
  EXPECT_THROW(exchange({1, content, {{1, bytes_of(office.post(1).inbox(0, 0))}}}), UsageError);
  EXPECT_THROW(exchange({0, content, {{1, bytes_of(office.post(0).inbox(0, 0))}}}), UsageError);
}
#endif

std::vector<Stream> a_stream_on_each(Runtime& runtime) {
  std::vector<Stream> streams;
  for (int i = 0; i < runtime.device_count(); ++i) streams.emplace_back(runtime.device(i));
  return streams;
}
std::vector<StreamRef> refs(const std::vector<Stream>& streams) { return {streams.begin(), streams.end()}; }

RuntimeOptions without_peers() {
  RuntimeOptions options;
  options.host.peer_access = false;
  return options;
}

TEST(HubKind, IsReadAsItIsWritten) {
  for (const HubKind kind : {HubKind::kHost, HubKind::kPeer, HubKind::kNccl})
    EXPECT_EQ(parse_hub_kind(to_string(kind)), kind);
  EXPECT_EQ(parse_hub_kind("Host"), std::nullopt);
  EXPECT_EQ(parse_hub_kind(""), std::nullopt);
}

TEST(HubKind, PeersHaveAPeerHubAtBest) {
  Runtime runtime("host:3");
  const auto streams = a_stream_on_each(runtime);
  EXPECT_EQ(best_hub(refs(streams)), HubKind::kPeer);
}

TEST(HubKind, OthersHaveAHostHubAtBest) {
  Runtime runtime("host:3", without_peers());
  const auto streams = a_stream_on_each(runtime);
  EXPECT_EQ(best_hub(refs(streams)), HubKind::kHost);
}

TEST(MakeHub, RefusesPeersThatAreNone) {
  Runtime runtime("host:2", without_peers());
  const auto streams = a_stream_on_each(runtime);
  EXPECT_THROW(static_cast<void>(make_hub(HubKind::kPeer, refs(streams), 8)), UsageError);
}

TEST(MakeHub, RefusesNcclOnVirtualDevices) {
  Runtime runtime("host:2");
  const auto streams = a_stream_on_each(runtime);
  EXPECT_THROW(static_cast<void>(make_hub(HubKind::kNccl, refs(streams), 8)), UsageError);
}

TEST(MakeHub, RefusesNoStreamsAndThoseOfTwoRuntimes) {
  Runtime one("host");
  Runtime other("host");
  const Stream here(one.device());
  const Stream there(other.device());
  EXPECT_THROW(static_cast<void>(make_hub(HubKind::kHost, {}, 8)), UsageError);
  EXPECT_THROW(static_cast<void>(make_hub(HubKind::kHost, std::array{here.ref(), there.ref()}, 8)), UsageError);
}

TEST(MakeHub, TellsIfTheHostsMemoryCannotBePinned) {
  RuntimeOptions options;
  options.host.faults.pinned_failure = true;
  Runtime runtime("host:2", options);
  const auto streams = a_stream_on_each(runtime);
  EXPECT_THROW(static_cast<void>(make_hub(HubKind::kHost, refs(streams), 8)), OutOfMemory);
  EXPECT_EQ(make_hub(HubKind::kPeer, refs(streams), 8)->kind(), HubKind::kPeer);
}

TEST(MakeHub, AHubOfNoBytesMovesNothing) {
  Runtime runtime("host:2");
  const auto streams = a_stream_on_each(runtime);
  for (const HubKind kind : {HubKind::kHost, HubKind::kPeer}) make_hub(kind, refs(streams), 0)->exchange({});
}

}  // namespace
}  // namespace warpgraph::test
