// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>

// The processes that work on one graph together, each with devices of its own.
namespace warpgraph::ranks {

// Whose fault it is that a rank cannot go on, so that all ranks end alike.
enum class RankFault : std::uint8_t {
  kRank,    // its own, or that of its machine
  kInput,   // an InputError, which the rank itself throws
  kUsage,   // a UsageError
  kResult,  // the result is wrong
};

// A round of messages between the devices of several ranks has failed or is late on this rank. Another rank may be the
// cause.
class RoundError : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

}  // namespace warpgraph::ranks

namespace warpgraph {

// A rank cannot go on. All other ranks throw the same message, which names the rank.
class RankError : public Error {
 public:
  RankError(int rank, const std::string& message, bool is_late = false,
            ranks::RankFault fault = ranks::RankFault::kRank)
      : Error(message), rank_(rank), is_late_(is_late), fault_(fault) {}

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] ranks::RankFault fault() const noexcept { return fault_; }
  // The rank gave no answer. Otherwise it knows that it has failed.
  [[nodiscard]] bool is_late() const noexcept { return is_late_; }

 private:
  int rank_;
  bool is_late_;
  ranks::RankFault fault_;
};

// All ranks throw it: they have compared their calls, which differ. Nothing was done, so they may go on.
class DifferentCalls : public UsageError {
 public:
  using UsageError::UsageError;
};

// All ranks make the same calls in the same order. Not thread-safe. A call that waits throws RankError when the rank
// that it waits for is later than the time limit, or when some rank has called fail(). Functions that are called
// collective are made of these calls: all ranks call such a function, in the same order, and a rank waits in it for
// those that it hears from.
class Ranks {
 public:
  struct Sent {
    int to = 0;
    std::span<const std::byte> bytes;
  };
  struct Received {
    int from = 0;
    std::span<std::byte> bytes;
  };

  Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  // Waits until what is received is there and what is sent may be overwritten; for no other rank. Each span that one
  // rank sends to another is one that the other receives, of the same size and in the same order. No rank sends to
  // itself.
  virtual void exchange(std::span<const Sent> sent, std::span<const Received> received) = 0;
  // The bytes of all ranks, in their order: as many of each. Each rank sends its own to every other one.
  virtual void all_gather(std::span<const std::byte> mine, std::span<std::byte> all);
  // Says to all other ranks that this one cannot go on, and why. Does not wait.
  virtual void fail(std::string_view why, ranks::RankFault fault = ranks::RankFault::kRank) noexcept = 0;
  // Throws RankError if another rank has failed, or does not answer within the time limit; a rank answers while it
  // waits in one of these calls, or looks around. Not collective. Returns at once where there is no time limit.
  virtual void expect_answers() {}
  // For a rank that waits elsewhere, such as for its devices: throws RankError if another rank is known to have failed,
  // and answers those that ask. Does not wait.
  virtual void look_around() {}
  // Whether these are all processes that the launcher has started: what it tells of their numbers holds among the
  // ranks.
  [[nodiscard]] virtual bool are_all_processes() const { return true; }

  // 0: waits for ever.
  virtual void set_time_limit(std::chrono::milliseconds limit) { time_limit_ = limit; }
  [[nodiscard]] virtual std::chrono::milliseconds time_limit() const { return time_limit_; }

 private:
  std::chrono::milliseconds time_limit_{0};
};

namespace detail {

inline ranks::RankFault fault_of(const std::exception& error) {
  if (dynamic_cast<const InputError*>(&error) != nullptr) return ranks::RankFault::kInput;
  return dynamic_cast<const UsageError*>(&error) != nullptr ? ranks::RankFault::kUsage : ranks::RankFault::kRank;
}

// What each rank sends to each: rank after rank, its `sizes`, which count elements of `element_bytes` bytes. Throws
// UsageError if another rank makes another call: what that says is no size.
[[nodiscard]] std::vector<std::size_t> gather_sizes(Ranks& ranks, std::span<const std::size_t> sizes,
                                                    std::size_t element_bytes);

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::ranks {

// Does work(), a part of what all ranks do; if it throws, the other ranks throw too. For a RoundError the rank that has
// caused it is looked for. After DifferentCalls there is nothing to tell. `ranks` may be null: no others. Sends nothing
// unless work() throws.
template <class Work>
auto fail_together(Ranks* ranks, const Work& work) {
  try {
    return work();
  } catch (const RankError&) {
    throw;
  } catch (const DifferentCalls&) {
    throw;
  } catch (const std::exception& error) {
    if (ranks != nullptr && dynamic_cast<const RoundError*>(&error) != nullptr) ranks->expect_answers();
    if (ranks != nullptr) ranks->fail(error.what(), detail::fault_of(error));
    throw;
  } catch (...) {
    if (ranks != nullptr) ranks->fail("an exception that is no std::exception");
    throw;
  }
}

// One value of each rank, in their order. Collective: one message to each other rank.
template <class T>
requires std::is_trivially_copyable_v<T> std::vector<T> all_gather(Ranks& ranks, const T& mine) {
  std::vector<T> all(static_cast<std::size_t>(ranks.size()));
  ranks.all_gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
  return all;
}

// The values of all ranks put together in their order, so that all ranks have the same bits. Collective: one
// all_gather.
template <class T, std::invocable<T, T> Combine>
T all_reduce(Ranks& ranks, const T& mine, Combine combine) {
  const std::vector<T> all = all_gather(ranks, mine);
  T sum = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) sum = combine(sum, all[i]);
  return sum;
}

// to[r]: what this rank has for rank r. Returns what each rank has for this one. Collective: two rounds of messages,
// the sizes and then the values. Allocates what it returns.
template <class T>
requires std::is_trivially_copyable_v<T> std::vector<std::vector<T>> all_to_all(Ranks& ranks,
                                                                                const std::vector<std::vector<T>>& to) {
  expects(to.size() == static_cast<std::size_t>(ranks.size()), "all_to_all: not one list for each rank");
  const auto me = static_cast<std::size_t>(ranks.rank());
  std::vector<std::size_t> sizes(to.size());
  for (std::size_t r = 0; r < to.size(); ++r) sizes[r] = to[r].size();
  const std::vector<std::size_t> table = detail::gather_sizes(ranks, sizes, sizeof(T));  // row: what a rank sends
  std::vector<std::vector<T>> from(to.size());
  std::vector<Ranks::Sent> sent;
  std::vector<Ranks::Received> received;
  for (std::size_t r = 0; r < to.size(); ++r) {
    if (r == me) continue;
    from[r].resize(table[r * to.size() + me]);
    if (!to[r].empty()) sent.push_back({static_cast<int>(r), std::as_bytes(std::span(to[r]))});
    if (!from[r].empty()) received.push_back({static_cast<int>(r), std::as_writable_bytes(std::span(from[r]))});
  }
  from[me] = to[me];
  ranks.exchange(sent, received);
  return from;
}

// The lists of all ranks, one behind the other, on the first rank; nothing on the others. Collective. For a moment the
// first rank has all lists twice.
template <class T>
requires std::is_trivially_copyable_v<T> std::vector<T> gather_on_first(Ranks& ranks, std::vector<T> mine) {
  std::vector<std::vector<T>> to(static_cast<std::size_t>(ranks.size()));
  to.front() = std::move(mine);
  std::vector<T> all;
  for (const std::vector<T>& each : all_to_all(ranks, to)) all.insert(all.end(), each.begin(), each.end());
  return all;
}

}  // namespace warpgraph::ranks
