// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::transactions {

// Words that transactions read and write, and the table of their locks: word i belongs to entry i modulo the table's
// size, a power of two. Fewer entries than words: transactions that share no word may yet be in each other's way.
template <class Policy, kernel::AtomicInteger WordType>
struct TransactionalView {
  using Word = WordType;
  View<Word> words;
  View<typename Policy::Entry> entries;

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t entry_of(std::uint32_t word) const {
    return word & static_cast<std::uint32_t>(entries.size() - 1);
  }
};

}  // namespace warpgraph::transactions

namespace warpgraph {

namespace detail {

enum class TransactionState : std::uint8_t {
  kIdle,
  kRunning,   // nothing has gone wrong in this trial
  kConflict,  // the trial is lost; what it holds goes back
  kWaiting,   // for a weaker transaction, which holds a lock; marks are kept
  kOverflow,
  kGivenUp,
};

// A word that a transaction has touched.
template <class Word, class Entry>
struct TransactionAccess {
  std::uint32_t word;
  std::uint32_t entry;
  Word value;  // as the transaction sees it
  Word before;
  Entry stamp;  // of the entry, when the word was read
  bool is_written;
  bool holds;  // this is the access that holds the entry for all that share it
};

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::transactions {

// One transaction of one lane, as its body sees it. It reads and writes words, sees what it wrote itself, and after any
// call may find that it is lost: then reads return 0, writes are forgotten, and the body should come to its end,
// because what it has read need not fit together. So bodies that walk must not trust what they read with their lives:
// after a loss is_alive() is false, and a transaction touches at most kMax different words.
template <class PolicyType, kernel::AtomicInteger WordType, std::uint32_t kMax>
class Transaction {
 public:
  using Policy = PolicyType;
  using Word = WordType;
  using Access = detail::TransactionAccess<Word, typename Policy::Entry>;
  using State = detail::TransactionState;

  WARPGRAPH_DEVICE Word read(std::uint32_t word) {
    Access* const access = touch(word, false);
    return access == nullptr ? Word{} : access->value;
  }
  WARPGRAPH_DEVICE void write(std::uint32_t word, Word value) {
    Access* const access = touch(word, true);
    if (access == nullptr) return;
    access->is_written = true;
    access->value = value;
    if constexpr (Policy::kInPlace) atomic::store<Policy::kWriteOrder>(memory.words[word], value);
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_alive() const { return state == State::kRunning; }
  // Ends the transaction without effect, and for good.
  WARPGRAPH_DEVICE void give_up() {
    if (is_alive()) state = State::kGivenUp;
  }

  // ---- For policies and the driver.

  WARPGRAPH_DEVICE void lose(std::uint32_t entry) {
    state = State::kConflict;
    lost_entry = entry;
  }
  // visit(access) for one access of every entry that is held, until it returns false.
  template <class Visit>
  WARPGRAPH_DEVICE bool for_each_held(Visit&& visit) {
    for (std::uint32_t i = 0; i < size; ++i)
      if (log[i].holds && !visit(log[i])) return false;
    return true;
  }
  [[nodiscard]] WARPGRAPH_DEVICE Access* holder_of(std::uint32_t entry) {
    for (std::uint32_t i = 0; i < size; ++i)
      if (log[i].holds && log[i].entry == entry) return &log[i];
    return nullptr;
  }
  WARPGRAPH_DEVICE void write_back() {
    for (std::uint32_t i = 0; i < size; ++i)
      if (log[i].is_written) atomic::store<Policy::kWriteOrder>(memory.words[log[i].word], log[i].value);
  }
  WARPGRAPH_DEVICE void undo() {
    for (std::uint32_t i = 0; i < size; ++i)
      if (log[i].is_written) atomic::store<Policy::kWriteOrder>(memory.words[log[i].word], log[i].before);
  }

  TransactionalView<Policy, Word> memory;
  Access log[kMax];
  std::uint32_t kept[Policy::kKeepsMarks ? kMax : 1];  // entries that are still marked from the trial before
  std::uint32_t size = 0;
  std::uint32_t kept_count = 0;
  std::uint32_t strength = 0;    // from 1 on, and no other transaction's; the greater one goes first
  std::uint32_t lost_entry = 0;  // where the last trial was lost
  std::uint32_t steals = 0;
  State state = State::kIdle;

 private:
  WARPGRAPH_DEVICE Access* touch(std::uint32_t word, bool writes) {
    if (!is_alive()) return nullptr;
    for (std::uint32_t i = 0; i < size; ++i) {
      if (log[i].word != word) continue;
      return !writes || Policy::touch_again(*this, log[i]) ? &log[i] : nullptr;
    }
    if (size == kMax) {
      state = State::kOverflow;
      return nullptr;
    }
    Access& access = log[size];
    access = {word, memory.entry_of(word), {}, {}, {}, false, false};
    if (!Policy::touch(*this, access, writes)) return nullptr;
    ++size;
    return &access;
  }
};

}  // namespace warpgraph::transactions
