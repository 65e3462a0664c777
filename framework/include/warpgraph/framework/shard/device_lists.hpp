// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::ranks {

// Lists of values from each device of a rank to each device of any rank, in the memory of the hosts. Both ends know how
// long a list is. Each rank sends one message to each other rank: the lists by their receivers, and those to one
// receiver by their senders. First fill(), then exchange(), then read().
template <class T>
class DeviceLists {
 public:
  // sent(i, j): how many values the i-th device of this rank has for device j of any rank; received(i, j): how many
  // device j has for it. `devices`: of this rank. Allocates room for what is sent on the host.
  template <class Sent, class Received>
  DeviceLists(const RankLayout& layout, std::size_t devices, const Sent& sent, const Received& received)
      : layout_(layout), expected_(static_cast<std::size_t>(layout.ranks->size()), 0) {
    const auto add = [&](std::vector<List>& lists, std::size_t i, std::size_t j, std::size_t count) {
      lists.push_back(List{i, j, std::exchange(expected_[rank_of(j)], expected_[rank_of(j)] + count), count});
    };
    for (std::size_t j = 0; j < layout.held.size(); ++j)
      for (std::size_t i = 0; i < devices; ++i) add(sent_, i, j, sent(i, j));
    for (std::size_t& each : expected_) to_.emplace_back(std::exchange(each, 0));
    for (std::size_t i = 0; i < devices; ++i)
      for (std::size_t j = 0; j < layout.held.size(); ++j) add(received_, i, j, received(i, j));
  }

  // put(i, j, list): sets the values that the i-th device of this rank has for device j, if it has any.
  template <class Put>
  void fill(const Put& put) {
    for_each_list(sent_, to_, put);
  }

  // Collective: a ranks::all_to_all of the values. Throws UsageError if another rank has sent more or fewer of them
  // than this one expects; `of`: what the message calls them.
  void exchange(std::string_view of) {
    from_ = ranks::all_to_all(*layout_.ranks, std::exchange(to_, {}));
    for (std::size_t r = 0; r < from_.size(); ++r)
      expects(from_[r].size() == expected_[r], "rank " + std::to_string(r) + " has told of " +
                                                   std::to_string(from_[r].size()) + " " + std::string(of) +
                                                   ", where it has " + std::to_string(expected_[r]));
  }

  // hear(i, j, list): takes the values that device j has for the i-th device of this rank, if it has any; i by i. They
  // stay until this is destroyed.
  template <class Hear>
  void read(const Hear& hear) const {
    for_each_list(received_, from_, hear);
  }

 private:
  struct List {
    std::size_t here;  // among the devices of this rank
    std::size_t other;
    std::size_t first;  // of the values of the message
    std::size_t count;
  };

  [[nodiscard]] std::size_t rank_of(std::size_t device) const {
    return static_cast<std::size_t>(layout_.rank_of[device]);
  }
  template <class Messages, class Act>
  void for_each_list(const std::vector<List>& lists, Messages& messages, const Act& act) const {
    for (const List& each : lists)
      if (each.count != 0)
        act(each.here, each.other, std::span(messages[rank_of(each.other)]).subspan(each.first, each.count));
  }

  const RankLayout& layout_;
  std::vector<List> sent_;  // in the order of the messages, as are
  std::vector<List> received_;
  std::vector<std::vector<T>> to_;  // by rank, as are
  std::vector<std::vector<T>> from_;
  std::vector<std::size_t> expected_;  // values, from each rank
};

}  // namespace warpgraph::ranks
