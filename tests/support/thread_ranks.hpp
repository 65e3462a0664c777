// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::test {

// Where ranks that are threads of one process meet.
class RankPost {
 public:
  explicit RankPost(int size)
      : size_(static_cast<std::size_t>(size)), arrived_(size_), boxes_(size_ * size_), is_gone_(size_) {}

  [[nodiscard]] int size() const { return static_cast<int>(size_); }

  void send(int from, int to, std::span<const std::byte> bytes) {
    const std::lock_guard lock(mutex_);
    box(from, to).emplace_back(bytes.begin(), bytes.end());
    arrived_[static_cast<std::size_t>(to)].notify_one();
  }
  // Throws if no message can come any more. What a rank sent before it failed still arrives. So the speed of the ranks
  // does not decide in which call each of them ends.
  void receive(int from, int to, std::span<std::byte> bytes, std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    const auto is_decided = [&] { return !box(from, to).empty() || is_gone_[static_cast<std::size_t>(from)]; };
    std::condition_variable& arrived = arrived_[static_cast<std::size_t>(to)];
    if (limit.count() == 0)
      arrived.wait(lock, is_decided);
    else if (!arrived.wait_for(lock, limit, is_decided))
      throw RankError(from, "rank " + std::to_string(from) + " is late");
    if (box(from, to).empty()) {
      leave(to);
      throw RankError(failed_->rank(), failed_->what(), false, failed_->fault());
    }
    const std::vector<std::byte> letter = std::move(box(from, to).front());
    box(from, to).pop_front();
    if (letter.size() != bytes.size()) throw std::logic_error("ranks: a message of another size");
    std::ranges::copy(letter, bytes.begin());
  }
  void throw_failure() {
    const std::lock_guard lock(mutex_);
    if (failed_) throw RankError(failed_->rank(), failed_->what(), false, failed_->fault());
  }
  void fail(int rank, std::string_view why, ranks::RankFault fault) {
    const std::lock_guard lock(mutex_);
    if (!failed_) failed_.emplace(rank, "rank " + std::to_string(rank) + ": " + std::string(why), false, fault);
    leave(rank);
  }

 private:
  void leave(int rank) {
    is_gone_[static_cast<std::size_t>(rank)] = true;
    for (std::condition_variable& each : arrived_) each.notify_one();
  }
  std::deque<std::vector<std::byte>>& box(int from, int to) {
    return boxes_[static_cast<std::size_t>(from) * size_ + static_cast<std::size_t>(to)];
  }

  std::size_t size_;
  std::mutex mutex_;
  std::vector<std::condition_variable> arrived_;  // of each receiver
  std::vector<std::deque<std::vector<std::byte>>> boxes_;
  std::vector<bool> is_gone_;        // of the ranks that failed, or found that another did
  std::optional<RankError> failed_;  // the first
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(RankPost& post, int rank) : post_(post), rank_(rank) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return post_.size(); }
  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    for (const auto& [to, bytes] : sent) post_.send(rank_, to, bytes);
    for (const auto& [from, bytes] : received) post_.receive(from, rank_, bytes, time_limit());
  }
  void fail(std::string_view why, ranks::RankFault fault = ranks::RankFault::kRank) noexcept override {
    post_.fail(rank_, why, fault);
  }
  void look_around() override { post_.throw_failure(); }

 private:
  RankPost& post_;
  int rank_;
};

// work(ranks) on each of so many ranks, side by side. Throws what the first of them threw that was no RankError, else
// what any threw; a rank that throws fails for all.
template <class Work>
void on_ranks(int size, Work work) {
  RankPost post(size);
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(size));
  {
    std::vector<std::jthread> threads;
    for (int r = 0; r < size; ++r) {
      threads.emplace_back([&, r] {
        ThreadRanks ranks(post, r);
        try {
          work(static_cast<Ranks&>(ranks));
        } catch (const std::exception& error) {
          thrown[static_cast<std::size_t>(r)] = std::current_exception();
          ranks.fail(error.what(), detail::fault_of(error));
        }
      });
    }
  }
  std::exception_ptr first;
  for (const std::exception_ptr& each : thrown) {
    if (!each) continue;
    try {
      std::rethrow_exception(each);
    } catch (const RankError&) {
      if (!first) first = each;
    } catch (...) {
      std::rethrow_exception(each);
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace warpgraph::test
