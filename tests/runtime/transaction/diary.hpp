// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

// What transactions on the accounts of a bank saw and left.
namespace warpgraph::test {

// What a transaction saw of an account, and what it left: the account's number of changes, and its balance.
struct Seen {
  std::uint32_t account;
  std::uint32_t version;
  std::uint32_t balance;
  std::uint32_t left;
};
inline constexpr std::uint32_t kAccountsSeen = 3;

struct Diary {
  Seen seen[kAccountsSeen];
  std::uint32_t count;
  std::uint32_t first_written;  // of those seen, and all behind it
};

// The transaction that made the next version of each version of an account: writers[account][version].
using Writers = std::vector<std::vector<std::size_t>>;
inline constexpr std::size_t kNoWriter = ~std::size_t{0};

// Without a value if two transactions made the same version.
inline std::optional<Writers> writers_of(const std::vector<Diary>& diaries, std::uint32_t accounts) {
  Writers writers(accounts);
  for (std::size_t i = 0; i < diaries.size(); ++i) {
    for (std::uint32_t k = diaries[i].first_written; k < diaries[i].count; ++k) {
      auto& of_account = writers[diaries[i].seen[k].account];
      const std::uint32_t version = diaries[i].seen[k].version;
      if (of_account.size() <= version) of_account.resize(version + 1, kNoWriter);
      if (of_account[version] != kNoWriter) return std::nullopt;
      of_account[version] = i;
    }
  }
  return writers;
}

// Which of n transactions come before which.
class Precedence {
 public:
  explicit Precedence(std::size_t n) : later_(n), earlier_count_(n, 0) {}

  void order(std::size_t earlier, std::size_t later) {
    if (earlier == later) return;
    later_[earlier].push_back(later);
    ++earlier_count_[later];
  }

  // Uses up what has been ordered.
  [[nodiscard]] bool has_cycle() {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < later_.size(); ++i)
      if (earlier_count_[i] == 0) ready.push_back(i);
    std::size_t ordered = 0;
    while (!ready.empty()) {
      const std::size_t i = ready.back();
      ready.pop_back();
      ++ordered;
      for (const std::size_t each : later_[i])
        if (--earlier_count_[each] == 0) ready.push_back(each);
    }
    return ordered != later_.size();
  }

 private:
  std::vector<std::vector<std::size_t>> later_;
  std::vector<std::size_t> earlier_count_;
};

// Whether some order of the transactions, one by one, explains all that they saw and left. Versions give every account
// its own order; together they must not contradict each other.
inline ::testing::AssertionResult is_serialisable(const std::vector<Diary>& diaries, std::uint32_t accounts,
                                                  std::uint32_t first_balance) {
  const auto writers = writers_of(diaries, accounts);
  if (!writers) return ::testing::AssertionFailure() << "two transactions wrote the same version";
  const auto seen_by = [&](std::size_t i, std::uint32_t account) {
    for (const Seen& each : diaries[i].seen)
      if (each.account == account) return each;
    return Seen{};
  };
  Precedence precedence(diaries.size());
  for (std::size_t i = 0; i < diaries.size(); ++i) {
    for (std::uint32_t k = 0; k < diaries[i].count; ++k) {
      const Seen& seen = diaries[i].seen[k];
      const auto& of_account = (*writers)[seen.account];
      if (seen.version > of_account.size()) return ::testing::AssertionFailure() << "a version from nowhere";
      std::uint32_t expected = first_balance;
      if (seen.version != 0) {
        const std::size_t before = of_account[seen.version - 1];
        if (before == kNoWriter) return ::testing::AssertionFailure() << "a version that no transaction made";
        expected = seen_by(before, seen.account).left;
        precedence.order(before, i);
      }
      if (seen.balance != expected) return ::testing::AssertionFailure() << "a balance from another time";
      const bool is_read_only = k < diaries[i].first_written;
      if (is_read_only && seen.version < of_account.size()) precedence.order(i, of_account[seen.version]);
    }
  }
  if (precedence.has_cycle()) return ::testing::AssertionFailure() << "the accounts' orders contradict each other";
  return ::testing::AssertionSuccess();
}

}  // namespace warpgraph::test
