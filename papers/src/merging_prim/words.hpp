// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/papers/merging_prim.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/transaction/host_transact.hpp>

// What threads know of each other: words that change in transactions only.
namespace warpgraph::papers::prim {

enum State : std::uint32_t {
  kInvalid,  // has no tree
  kPrim,     // its tree may be stolen; it is about to take the next vertex
  kMerging,  // works on its heap: a thread that meets its tree leaves its own one in the queue
};

class Words {
 public:
  // The transactions read several words that others write, and write two or three of them. Writes must not be seen
  // before the transaction is through, because colours are also read outside of transactions.
  using Policy = transactions::VersionedPriorityPolicy;
  static_assert(!Policy::kInPlace);
  static constexpr std::uint32_t kMax = 8;  // words of a transaction

  Words(VertexId vertices, std::uint32_t threads, std::uint32_t trees)
      : vertices_(vertices),
        threads_(threads),
        words_(std::size_t{3} * vertices + kStride * (std::size_t{threads} + 1) + trees),
        table_(kLocks),
        view_(table_.over(words_)) {
    std::iota(words_.begin() + vertices, words_.begin() + 2 * static_cast<std::ptrdiff_t>(vertices), 0u);
  }

  // A vertex's word: 0 if it is free, else 1 + the start of the tree that took it.
  [[nodiscard]] std::uint32_t start(VertexId v) const { return v; }
  // A start's word: the colour of the tree that it is in by now, which is one of the tree's starts.
  [[nodiscard]] std::uint32_t colour(VertexId start) const { return vertices_ + start; }
  // A colour's word: the thread that has the tree, or has it in its queue.
  [[nodiscard]] std::uint32_t owner(VertexId colour) const { return 2 * vertices_ + colour; }
  // A thread's words.
  [[nodiscard]] std::uint32_t state(std::uint32_t thread) const { return of_thread(thread); }
  [[nodiscard]] std::uint32_t tree(std::uint32_t thread) const { return of_thread(thread) + 1; }
  // 0, or 1 + the first tree in its queue; and of a tree, the next one.
  [[nodiscard]] std::uint32_t queue(std::uint32_t thread) const { return of_thread(thread) + 2; }
  [[nodiscard]] std::uint32_t next(std::uint32_t tree) const { return of_thread(threads_) + tree; }

  // Outside of transactions: what was right at some time.
  [[nodiscard]] std::uint32_t look(std::uint32_t word) const {
    return atomic::load<kernel::Order::kAcquire>(view_.words[word]);
  }
  [[nodiscard]] const transactions::TransactionalView<Policy, std::uint32_t>& view() const { return view_; }

 private:
  static constexpr std::uint64_t kLocks = 1 << 16;  // half a megabyte
  static constexpr std::uint32_t kStride = 16;      // words of a cache line

  [[nodiscard]] std::uint32_t of_thread(std::uint32_t thread) const { return 3 * vertices_ + kStride * thread; }

  VertexId vertices_;
  std::uint32_t threads_;
  std::vector<std::uint32_t> words_;
  transactions::HostTransactionTable<Policy> table_;
  transactions::TransactionalView<Policy, std::uint32_t> view_;
};

// Words as they are, for one thread that is alone.
struct Plainly {
  const transactions::TransactionalView<Words::Policy, std::uint32_t>& memory;
  [[nodiscard]] std::uint32_t read(std::uint32_t word) const { return memory.words[word]; }
  void write(std::uint32_t word, std::uint32_t value) const { memory.words[word] = value; }
  void give_up() const {}
};

}  // namespace warpgraph::papers::prim
