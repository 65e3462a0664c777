// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/measure_cost.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::costs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTrials = 2;
constexpr std::size_t kSmall = 64;  // bytes of a message whose size does not matter
constexpr int kMany = 16;           // messages of a round, one way
constexpr std::size_t kLeastLarge = std::size_t{1} << 18;

// The least time of a round, of a few rows of rounds that follow each other.
double least_seconds(int rounds, const std::function<double(int)>& seconds_of) {
  double least = std::numeric_limits<double>::max();
  for (int trial = 0; trial <= kTrials; ++trial) {
    const double seconds = seconds_of(rounds) / rounds;
    if (trial != 0) least = std::min(least, seconds);
  }
  return least;
}

// A round's parcels: so many messages along each way.
struct Round {
  int messages;
  std::size_t bytes;
  int rounds;
};
constexpr Round kOneSmall{1, kSmall, 12};
constexpr Round kManySmall{kMany, kSmall, 4};

// Messages between devices of this process, and of others where there are ranks.
class LinkRounds {
 public:
  LinkRounds(std::span<const StreamRef> streams, std::span<const hubs::Hub::Way> ways, int first_device)
      : streams_(streams.begin(), streams.end()), ways_(ways.begin(), ways.end()), first_(first_device) {
    expects(!streams.empty() && !ways.empty(), "measure_link: no devices or no ways between them");
    std::size_t most = 1;
    for (const hubs::Hub::Way& way : ways_)
      most = std::max(most, static_cast<std::size_t>(std::ranges::count(ways_, way.from, &hubs::Hub::Way::from)));
    const bool is_host = streams.front().device().kind() == DeviceKind::kHost;
    large_ = std::max(kLeastLarge, (std::size_t{1} << (is_host ? 23 : 26)) / most);
    max_sent_ = most * large_;
    for (const StreamRef stream : streams) {
      contents_.emplace_back(stream, large_, "measured messages");
      fill(stream, contents_.back(), std::byte{1});
    }
    for (auto& inboxes : inboxes_)
      for (const hubs::Hub::Way& way : ways_)
        inboxes.push_back(is_here(way.to) ? Buffer<std::byte>(stream_of(way.to), large_, "measured messages")
                                          : Buffer<std::byte>());
  }

  [[nodiscard]] std::size_t max_sent() const { return max_sent_; }

  // Of one way, whose further ways are messages too. `agree`: what all ranks take for the time that each has measured.
  [[nodiscard]] LinkCost cost(hubs::Hub& hub, const std::function<double(double)>& agree) {
    const auto seconds_of = [&](const Round& round) {
      return agree(least_seconds(round.rounds, [&](int rounds) { return run(hub, round, rounds); }));
    };
    const double one = seconds_of(kOneSmall);
    const double many = seconds_of(kManySmall);
    const double large = seconds_of({1, large_, 2});
    const auto ways = static_cast<double>(max_sent_ / large_);
    LinkCost cost;
    cost.message_seconds = std::max(0.0, many - one) / ((kMany - 1) * ways);
    cost.latency_seconds = std::max(one / ways, one - (ways - 1) * cost.message_seconds);
    cost.bytes_per_second = static_cast<double>(max_sent_) / std::max(large - one, 1e-9);
    return cost;
  }

 private:
  [[nodiscard]] bool is_here(int device) const {
    return device >= first_ && device < first_ + static_cast<int>(streams_.size());
  }
  [[nodiscard]] StreamRef stream_of(int device) const { return streams_[static_cast<std::size_t>(device - first_)]; }

  [[nodiscard]] std::vector<hubs::Parcel> parcels_of(const Round& round) {
    std::vector<hubs::Parcel> parcels;
    for (std::size_t w = 0; w < ways_.size(); ++w) {
      const auto [from, to] = ways_[w];
      for (int m = 0; m < round.messages; ++m) {
        const View<const std::byte> content =
            is_here(from) ? contents_[static_cast<std::size_t>(from - first_)].view().subview(0, round.bytes)
                          : View<const std::byte>(nullptr, round.bytes);
        const View<std::byte> inbox =
            is_here(to) ? inboxes_[parity_][w].view().subview(static_cast<std::size_t>(m) * kSmall, round.bytes)
                        : View<std::byte>(nullptr, round.bytes);
        parcels.push_back({from, content, {{to, inbox}}});
      }
    }
    return parcels;
  }

  [[nodiscard]] double run(hubs::Hub& hub, const Round& round, int rounds) {
    const auto begin = Clock::now();
    for (int i = 0; i < rounds; ++i) {
      hub.exchange(parcels_of(round));
      parity_ = 1 - parity_;
    }
    for (const StreamRef stream : streams_) stream.synchronize();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

  std::vector<StreamRef> streams_;  // of this process
  std::vector<hubs::Hub::Way> ways_;
  int first_;
  std::size_t large_ = 0;
  std::size_t max_sent_ = 0;
  std::vector<Buffer<std::byte>> contents_;    // of each stream
  std::vector<Buffer<std::byte>> inboxes_[2];  // of each way, in even and in odd rounds
  std::size_t parity_ = 0;
};

}  // namespace

std::vector<hubs::Hub::Way> all_ways(int devices) {
  std::vector<hubs::Hub::Way> ways;
  for (int from = 0; from < devices; ++from)
    for (int to = 0; to < devices; ++to)
      if (from != to) ways.push_back({from, to});
  return ways;
}

LinkCost measure_host_link(StreamRef stream) {
  constexpr std::size_t kLarge = std::size_t{1} << 25;
  const Buffer<std::byte> from(stream, kLarge, "measured copies");
  PinnedBuffer<std::byte> to(stream.device().runtime(), kLarge);
  const auto seconds_of = [&](const Round& round) {
    return least_seconds(round.rounds, [&](int rounds) {
      const auto begin = Clock::now();
      for (int i = 0; i < rounds; ++i) {
        for (int m = 0; m < round.messages; ++m)
          copy(stream, to.view().subview(0, round.bytes), from.view().subview(0, round.bytes));
        stream.synchronize();
      }
      return std::chrono::duration<double>(Clock::now() - begin).count();
    });
  };
  const double one = seconds_of(kOneSmall);
  const double many = seconds_of(kManySmall);
  const double large = seconds_of({1, kLarge, 2});
  return {one, std::max(0.0, many - one) / (kMany - 1), static_cast<double>(kLarge) / std::max(large - one, 1e-9)};
}

LinkCost measure_link(HubKind kind, std::span<const StreamRef> streams, std::span<const hubs::Hub::Way> ways) {
  LinkRounds rounds(streams, ways, 0);
  const auto hub = hubs::make_hub(kind, streams, rounds.max_sent());
  return rounds.cost(*hub, [](double seconds) { return seconds; });
}

LinkCost measure_link(HubKind kind, const hubs::HubRanks& devices, std::span<const StreamRef> streams,
                      std::span<const hubs::Hub::Way> ways) {
  return ranks::fail_together(&devices.ranks, [&] {
    LinkRounds rounds(streams, ways, devices.first_device);
    const auto hub = hubs::make_rank_hub(kind, devices, streams, rounds.max_sent());
    return rounds.cost(*hub, [&](double seconds) {
      return ranks::all_reduce(devices.ranks, seconds, [](double a, double b) { return std::max(a, b); });
    });
  });
}

}  // namespace warpgraph::costs
