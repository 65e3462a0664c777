// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <span>
#include <thread>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/papers/merging_prim.hpp>

#include "spanning_forest/weights.hpp"
#include "tree.hpp"
#include "words.hpp"

namespace warpgraph::papers::prim {

// What all threads share.
struct Shared {
  AdjacencyView<NoValue> edges;
  forest::Weights weights;
  const MergingPrimOptions& options;
  Words& words;
  Forest& trees;
  std::atomic<std::uint64_t>& next_start;  // all vertices below it are taken, or about to be
  std::atomic<bool>& is_over;              // a thread has failed

  [[nodiscard]] VertexId vertices() const { return static_cast<VertexId>(edges.row.size() - 1); }
};

// One thread. It has a tree or none. Unless its state is kPrim no other looks at its tree, and while it is, the
// thread does not.
class Worker {
 public:
  Worker(const Shared& shared, std::uint32_t thread)
      : shared_(shared),
        words_(shared.words),
        me_(thread),
        random_(shared.options.seed * 0x9e3779b97f4a7c15u + thread) {}

  void run() {
    while (start())
      while (!shared_.is_over.load(std::memory_order_relaxed) && grow()) {
      }
  }
  [[nodiscard]] const MergingPrimCounts& counts() const { return counts_; }

 private:
  // ---- kInvalid

  // Begins a tree somewhere. Returns false if no vertex is free any more.
  bool start() {
    if (!shared_.trees.take(number_)) return false;
    tree_ = &shared_.trees[number_];
    for (; tries_ != 0; --tries_) {
      if (start_at(static_cast<VertexId>(random_() % shared_.vertices()))) return true;
      std::this_thread::yield();
    }
    for (;;) {
      const std::uint64_t v = shared_.next_start.fetch_add(1, std::memory_order_relaxed);
      if (v >= shared_.vertices()) break;
      if (start_at(static_cast<VertexId>(v))) return true;
    }
    shared_.trees.give_back(number_);
    return false;
  }

  // Transaction: a free vertex becomes a tree of a colour that there has never been.
  bool start_at(VertexId v) {
    if (shared_.edges.degree(v) == 0 || words_.look(words_.start(v)) != 0) return false;
    bool is_free = false;
    transact([&](auto& t) {
      is_free = t.read(words_.start(v)) == 0;
      if (!is_free) return t.give_up();
      t.write(words_.start(v), v + 1);
      t.write(words_.owner(v), me_);
      t.write(words_.tree(me_), number_);
      t.write(words_.state(me_), kMerging);
    });
    if (!is_free) return false;
    ++counts_.started;
    tree_->begin(v);
    push_links(v);
    return true;
  }

  // ---- kMerging

  // One step. Returns false if the thread has no tree any more.
  bool grow() {
    if (!pick_lightest()) return !finish();
    if (!open()) return true;
    give_way();
    return take_step();
  }

  bool pick_lightest() {
    while (tree_->has_links()) {
      tree_->pending = tree_->pop_lightest();
      if (!is_mine(tree_->pending.far)) return true;
      counts_.pruned += tree_->count_inside([&](VertexId v) { return is_mine(v); });
    }
    return false;
  }

  // Transaction: the tree is done, unless others were left in the queue.
  bool finish() {
    const std::uint32_t head = empty_queue(kInvalid);
    if (head != 0) {
      merge_queue(head);
      return false;
    }
    shared_.trees.add_finished(*tree_);
    shared_.trees.give_back(number_);
    return true;
  }
  // Transaction: from now on the tree may be stolen, unless others were left in the queue.
  bool open() {
    link_ = tree_->pending;
    colour_ = tree_->colour;
    const std::uint32_t head = empty_queue(kPrim);
    if (head == 0) return true;
    tree_->push(link_);
    merge_queue(head);
    return false;
  }
  // The first tree of the queue, which is empty now; or the thread comes to that state.
  std::uint32_t empty_queue(State otherwise) {
    std::uint32_t head = 0;
    transact([&](auto& t) {
      head = t.read(words_.queue(me_));
      if (head != 0)
        t.write(words_.queue(me_), 0);
      else
        t.write(words_.state(me_), otherwise);
    });
    return head;
  }

  void merge_queue(std::uint32_t head) {
    while (head != 0) {
      const std::uint32_t number = head - 1;
      head = words_.look(words_.next(number));
      Tree& released = shared_.trees[number];
      released.edges.push_back(released.pending.entry);  // it is what joins the two
      merge(number);
    }
  }

  // The worker takes in a tree that this thread owns by now. The one with fewer links changes its colour.
  void merge(std::uint32_t number) {
    Tree& other = shared_.trees[number];
    if (other.link_count() > tree_->link_count()) std::swap(*tree_, other);
    recolour(other.starts);
    tree_->take_over(other, [&](VertexId v) { return is_mine(v); });
    shared_.trees.give_back(number);
  }

  // Transactions, so that a thread that has seen an old colour finds out that it is one.
  void recolour(std::span<const VertexId> starts) {
    for (; !starts.empty(); starts = starts.subspan(std::min<std::size_t>(starts.size(), Words::kMax))) {
      transact([&](auto& t) {
        for (const VertexId each : starts.first(std::min<std::size_t>(starts.size(), Words::kMax)))
          t.write(words_.colour(each), tree_->colour);
      });
      give_way();
    }
  }

  void push_links(VertexId v) {
    give_way();
    for (EdgeId e = shared_.edges.row[v]; e < shared_.edges.row[v + 1]; ++e) {
      const VertexId far = shared_.edges.column[e];
      const std::uint32_t start = words_.look(words_.start(far));
      const Link link{shared_.weights.at(e), v, far, e};
      if (start != 0) {
        const VertexId colour = words_.look(words_.colour(start - 1));
        if (colour == tree_->colour) continue;
        if (shared_.options.filters && !tree_->is_lightest_to(colour, link)) {
          ++counts_.filtered;
          continue;
        }
      }
      tree_->push(link);
    }
  }

  // Right if it says so; no tree but this one gets its colour, and only by this thread.
  [[nodiscard]] bool is_mine(VertexId v) const {
    const std::uint32_t start = words_.look(words_.start(v));
    return start != 0 && words_.look(words_.colour(start - 1)) == tree_->colour;
  }

  // ---- kPrim

  enum class Step { kLost, kTaken, kStolen, kReleased };

  // Transaction: the lightest link leads to a free vertex, or to another's tree; or this tree has been stolen.
  bool take_step() {
    Step step{};
    std::uint32_t loot = 0;
    transact([&](auto& t) { step = decide(t, loot); });
    switch (step) {
      case Step::kLost:
        return false;
      case Step::kTaken:
        tree_->edges.push_back(link_.entry);
        push_links(link_.far);
        return true;
      case Step::kStolen:
        ++counts_.stolen;
        tree_->edges.push_back(link_.entry);
        shared_.trees[loot].push(shared_.trees[loot].pending);
        merge(loot);
        return true;
      case Step::kReleased:
        ++counts_.released;
        return false;
    }
    return false;
  }

  template <class Transaction>
  Step decide(Transaction& t, std::uint32_t& loot) const {
    if (t.read(words_.state(me_)) != kPrim) return Step::kLost;
    const std::uint32_t start = t.read(words_.start(link_.far));
    if (start == 0) {
      t.write(words_.start(link_.far), colour_ + 1);  // a colour is a start, and it is its own colour
      t.write(words_.state(me_), kMerging);
      return Step::kTaken;
    }
    const VertexId colour = t.read(words_.colour(start - 1));
    const std::uint32_t other = t.read(words_.owner(colour));
    if (t.read(words_.state(other)) == kPrim) {
      loot = t.read(words_.tree(other));
      t.write(words_.state(other), kInvalid);
      t.write(words_.owner(colour), me_);
      t.write(words_.state(me_), kMerging);
      return Step::kStolen;
    }
    t.write(words_.next(number_), t.read(words_.queue(other)));
    t.write(words_.queue(other), number_ + 1);
    t.write(words_.owner(colour_), other);
    t.write(words_.state(me_), kInvalid);
    return Step::kReleased;
  }

  // ----

  template <class Body>
  void transact(Body&& body) {
    if (shared_.options.is_transactional) {
      (void)transactions::transact_on_host<Words::kMax>(words_.view(), me_ + 1, counts_.transactions, body);
    } else {
      Plainly plainly{words_.view()};
      body(plainly);
    }
  }

  void give_way() {
    const std::uint32_t every = shared_.options.gives_way_every;
    if (every != 0 && random_() % every == 0) std::this_thread::yield();
  }

  const Shared& shared_;
  Words& words_;
  std::uint32_t me_;
  std::mt19937_64 random_;
  int tries_ = 16;  // to find a free vertex at random; then most are taken, and free ones are looked for in their order
  std::uint32_t number_ = 0;
  Tree* tree_ = nullptr;
  // What kPrim needs of the tree, which may be another's by then.
  Link link_{};
  VertexId colour_ = 0;
  MergingPrimCounts counts_;
};

}  // namespace warpgraph::papers::prim
