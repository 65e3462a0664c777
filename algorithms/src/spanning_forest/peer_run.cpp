// SPDX-License-Identifier: Apache-2.0
#include "peer_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <warpgraph/runtime/copy.hpp>

#include "filter.hpp"
#include "peer_device.hpp"

namespace warpgraph::algorithms::forest {
namespace {

class PeerForestSearch {
 public:
  PeerForestSearch(std::vector<PeerPart> parts, const SpanningForestOptions& options) : options_(options) {
    devices_.reserve(parts.size());
    for (PeerPart& each : parts) {
      edge_count_ += each.count;
      entries_ += each.edges.column.size();
      ready_.emplace_back(each.stream.device());
      taken_.emplace_back(each.stream.device());
      devices_.emplace_back(std::move(each));
    }
  }
  // What one device gives back another may still read.
  ~PeerForestSearch() {
    for (const PeerDevice& each : devices_) each.stream().wait_quietly();
  }
  PeerForestSearch(const PeerForestSearch&) = delete;
  PeerForestSearch& operator=(const PeerForestSearch&) = delete;

  PeerForest operator()() {
    PeerForest forest;
    if (edge_count_ != 0) find(forest);
    for (PeerDevice& each : devices_) forest.parts.push_back(each.take());
    return forest;
  }

 private:
  void find(PeerForest& forest) {
    const LightEdges light = sample_light();
    for (PeerDevice& each : devices_) each.expect_light(light);
    for (PeerDevice& each : devices_) each.choose_neighbours();
    exchange([&](PeerDevice& from, PeerDevice& to) {
      copy(to.stream(), to.choices_of(from.part().own), from.choices_of(from.part().own));
    });
    for (PeerDevice& each : devices_) each.join_vertices();
    forest.round_count = 1 + merge({0, light.max, false});
    if (light.max == kAnyWeight) return;
    for (PeerDevice& each : devices_) each.label_again();
    forest.round_count += merge({light.max + 1, kAnyWeight, devices_.size() > 1});
  }

  // All devices draw the same line, by a sample of all edges.
  LightEdges sample_light() {
    const double wanted = options_.light_edges * static_cast<double>(devices_.front().vertices());
    const auto edges = static_cast<double>(edge_count_);
    if (devices_.front().part().weights.kind == WeightKind::kNone || !LightEdges::are_few(wanted, edges)) return {};
    for (PeerDevice& each : devices_) {
      const double fraction = static_cast<double>(each.entries()) / static_cast<double>(entries_);
      each.sample(static_cast<std::uint64_t>(std::ceil(fraction * kSample)));
    }
    std::vector<std::uint64_t> sample;
    for (const PeerDevice& each : devices_) {
      const std::vector<std::uint64_t> part = each.sampled();
      sample.insert(sample.end(), part.begin(), part.end());
    }
    return LightEdges::of(std::move(sample), wanted, edges);
  }

  // Merges trees along the edges of these weights. Each device finds the forest of its own, and all the same forest of
  // those forests. Returns the rounds that it took.
  std::uint64_t merge(const ListedRange& range) {
    for (PeerDevice& each : devices_) each.list(range);
    for (PeerDevice& each : devices_) each.finish_list(range);
    if (range.at_either_end) exchange_twins();
    for (PeerDevice& each : devices_) each.find_own();
    std::uint64_t rounds = 0;
    for (PeerDevice& each : devices_) rounds = std::max(rounds, each.finish_own());
    if (devices_.size() > 1) {
      const bool has_any = gather([](PeerDevice& each) { return each.found(); },
                                  [](PeerDevice& each, std::uint64_t count) { return each.expect_edges(count); });
      if (!has_any) return rounds;
      for (PeerDevice& each : devices_) each.merge_all();
    }
    for (PeerDevice& each : devices_) each.keep_chosen();
    return devices_.size() > 1 ? rounds + devices_.front().rounds() : rounds;
  }

  // What was listed at lesser ends goes to the owners of the greater ones.
  void exchange_twins() {
    for (PeerDevice& each : devices_) each.find_twins();
    for (PeerDevice& each : devices_) each.finish_twins();
    const bool has_any = gather([](PeerDevice& each) { return each.twins(); },
                                [](PeerDevice& each, std::uint64_t count) { return each.expect_twins(count); });
    if (!has_any) return;
    for (PeerDevice& each : devices_) each.add_twins();
  }

  // All devices get what all have, one behind the other, where they want it. Returns whether there is any.
  template <class Content, class Expect>
  bool gather(const Content& content, const Expect& expect) {
    std::uint64_t count = 0;
    std::vector<std::uint64_t> place;
    for (PeerDevice& each : devices_) {
      place.push_back(count);
      count += content(each).size();
    }
    if (count == 0) return false;
    std::vector<decltype(expect(devices_.front(), count))> inbox;
    for (PeerDevice& each : devices_) inbox.push_back(expect(each, count));
    const auto pass = [&](PeerDevice& from, PeerDevice& to) {
      const auto index = [&](const PeerDevice& each) { return static_cast<std::size_t>(&each - devices_.data()); };
      copy(to.stream(), inbox[index(to)].subview(place[index(from)], content(from).size()), content(from));
    };
    for (PeerDevice& each : devices_) pass(each, each);
    exchange(pass);
    return true;
  }

  // Every device takes what every other has for it, when that has it, and goes on with others when all have taken it.
  template <class Pass>
  void exchange(const Pass& pass) {
    const std::size_t count = devices_.size();
    if (count == 1) return;
    for (std::size_t i = 0; i < count; ++i) ready_[i].record(devices_[i].stream());
    for (std::size_t apart = 1; apart < count; ++apart) {
      for (std::size_t to = 0; to < count; ++to) {
        const std::size_t from = (to + apart) % count;
        devices_[to].stream().wait(ready_[from]);
        pass(devices_[from], devices_[to]);
      }
    }
    for (std::size_t i = 0; i < count; ++i) taken_[i].record(devices_[i].stream());
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t other = 0; other < count; ++other)
        if (other != i) devices_[i].stream().wait(taken_[other]);
  }

  const SpanningForestOptions& options_;
  std::uint64_t edge_count_ = 0;
  EdgeId entries_ = 0;
  std::vector<Event> ready_;
  std::vector<Event> taken_;
  std::vector<PeerDevice> devices_;
};

}  // namespace

bool may_search_together(EdgeId entries, const SpanningForestOptions& options) {
  return options.method == ForestMethod::kFiltered && entries < std::numeric_limits<std::uint32_t>::max();
}

PeerForest find_peer_forest(std::vector<PeerPart> parts, const SpanningForestOptions& options) {
  return PeerForestSearch(std::move(parts), options)();
}

}  // namespace warpgraph::algorithms::forest
