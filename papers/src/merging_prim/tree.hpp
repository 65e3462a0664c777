// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>

// The trees of merging Prim: what one thread at a time has of each.
namespace warpgraph::papers::prim {

// An edge out of a tree.
struct Link {
  std::uint64_t weight;
  VertexId near;
  VertexId far;
  EdgeId entry;  // in the row of `near`
};

// The total order of the forest: (weight, greater end, lesser end).
inline bool is_lighter(const Link& a, const Link& b) {
  if (a.weight != b.weight) return a.weight < b.weight;
  const VertexId a_greater = std::max(a.near, a.far);
  const VertexId b_greater = std::max(b.near, b.far);
  if (a_greater != b_greater) return a_greater < b_greater;
  return std::min(a.near, a.far) < std::min(b.near, b.far);
}

class Tree {
 public:
  void begin(VertexId first) {
    colour = first;
    starts.assign(1, first);
  }
  void clear() {
    starts.clear();
    edges.clear();
    heap_.clear();
    lightest_.clear();
    inside_ = 0;
  }

  [[nodiscard]] bool has_links() const { return !heap_.empty(); }
  [[nodiscard]] std::size_t link_count() const { return heap_.size(); }
  void push(const Link& link) {
    heap_.push_back(link);
    std::ranges::push_heap(heap_, is_heavier);
  }
  Link pop_lightest() {
    std::ranges::pop_heap(heap_, is_heavier);
    const Link link = heap_.back();
    heap_.pop_back();
    return link;
  }

  // Whether no link to the tree of this colour is known that is as light; this one is the lightest then. A heavier one
  // is in no forest: both trees are parts of it, and it closes a cycle with the lighter link.
  bool is_lightest_to(VertexId other, const Link& link) {
    const auto [known, is_new] = lightest_.try_emplace(other, link);
    if (is_new) return true;
    if (!is_lighter(link, known->second)) return false;
    known->second = link;
    return true;
  }

  // A popped link has led into the tree itself. Where many do, all that are left are taken out.
  template <class IsInside>
  std::size_t count_inside(IsInside&& is_inside) {
    constexpr std::size_t kLeast = 1024;
    if (++inside_ < std::max(kLeast, heap_.size() / 2)) return 0;
    inside_ = 0;
    const std::size_t pruned = std::erase_if(heap_, [&](const Link& link) { return is_inside(link.far); });
    std::ranges::make_heap(heap_, is_heavier);
    return pruned;
  }

  // Takes over what another tree has, whose colours are this one's by now.
  template <class IsInside>
  void take_over(Tree& other, IsInside&& is_inside) {
    append(edges, other.edges);
    append(starts, other.starts);
    for (const Link& link : other.heap_)
      if (!is_inside(link.far)) push(link);
    if (lightest_.size() < other.lightest_.size()) lightest_.swap(other.lightest_);
    for (const auto& [to, link] : other.lightest_) is_lightest_to(to, link);
    other.clear();
  }

  VertexId colour = 0;
  std::vector<VertexId> starts;  // whose vertices are in it by now, this one's own among them
  std::vector<EdgeId> edges;
  Link pending{};  // was popped, and is neither an edge of the tree yet nor found to be none

 private:
  static bool is_heavier(const Link& a, const Link& b) { return is_lighter(b, a); }
  template <class T>
  static void append(std::vector<T>& mine, std::vector<T>& more) {
    if (mine.size() < more.size()) mine.swap(more);
    mine.insert(mine.end(), more.begin(), more.end());
  }

  std::vector<Link> heap_;
  std::unordered_map<VertexId, Link> lightest_;  // by the colour of the tree that it leads to
  std::size_t inside_ = 0;
};

// Trees by number. As many as there may be at once: a thread that wants to start one more waits until another one has
// been merged, so queues do not grow without end.
class Forest {
 public:
  explicit Forest(std::uint32_t max) : trees_(max) {
    for (std::uint32_t i = 0; i < max; ++i) free_.push_back(i);
  }
  [[nodiscard]] Tree& operator[](std::uint32_t number) { return trees_[number]; }

  // Returns false if all is over.
  bool take(std::uint32_t& number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_over_ || !free_.empty(); });
    if (is_over_) return false;
    number = free_.back();
    free_.pop_back();
    return true;
  }
  void give_back(std::uint32_t number) {
    trees_[number].clear();
    const std::lock_guard lock(mutex_);
    free_.push_back(number);
    changed_.notify_one();
  }
  // The edges of a tree that has no links any more.
  void add_finished(const Tree& tree) {
    const std::lock_guard lock(mutex_);
    edges_.insert(edges_.end(), tree.edges.begin(), tree.edges.end());
  }
  // No thread shall wait for one that has failed.
  void end() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] std::vector<EdgeId> take_edges() { return std::move(edges_); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Tree> trees_;
  std::vector<std::uint32_t> free_;
  std::vector<EdgeId> edges_;
  bool is_over_ = false;
};

}  // namespace warpgraph::papers::prim
