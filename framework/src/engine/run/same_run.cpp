// SPDX-License-Identifier: Apache-2.0
#include "same_run.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cxxabi.h>

#include <warpgraph/framework/graph/global_ids.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/same_call.hpp>

namespace warpgraph::detail {

namespace {

std::string readable(const char* type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type, nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type;
}

// The name of an optional choice.
template <class Choice>
std::string chosen(std::string_view name, const Choice& choice) {
  return ranks::call_word(name, choice ? to_string(*choice) : "none");
}

void add_thresholds(const PlanThresholds& thresholds, std::vector<std::string>& words) {
  words.push_back(ranks::call_word("alpha", thresholds.alpha));
  words.push_back(ranks::call_word("beta", thresholds.beta));
  words.push_back(ranks::call_word("push_fraction", thresholds.push_fraction));
  words.push_back(ranks::call_word("unsettled_fraction", thresholds.unsettled_fraction));
  words.push_back(ranks::call_word("unsettled_factor", thresholds.unsettled_factor));
  words.push_back(ranks::call_word("active_fraction", thresholds.active_fraction));
  words.push_back(ranks::call_word("loop_edges", thresholds.loop_edges));
  words.push_back(ranks::call_word("peer_loop_edges", thresholds.peer_loop_edges));
  words.push_back(ranks::call_word("peer_list_edges", thresholds.peer_list_edges));
}

// The rank that has the vertex; -1 if none has.
int owner_of(const ranks::RankLayout& layout, GlobalId vertex) {
  const std::vector<ranks::GlobalRange>& held = layout.numbers->held;
  const auto device = std::ranges::find_if(held, [&](const auto& range) { return range.contains(vertex); });
  return device == held.end() ? -1 : layout.rank_of[static_cast<std::size_t>(device - held.begin())];
}

// Where ids have 64 bits each rank has numbers of its own for vertices. All ranks that know a target have the same id
// for it, and the rank that has the vertex knows it. expect_same_run has compared their number.
void expect_same_targets(const ranks::RankLayout& layout, const std::vector<VertexId>& until) {
  const std::vector<GlobalId>& id = layout.numbers->id;
  std::vector<GlobalId> mine;
  for (const VertexId target : until) mine.push_back(target < id.size() ? id[target] : kNoGlobalId);
  std::vector<GlobalId> all(mine.size() * static_cast<std::size_t>(layout.ranks->size()));
  layout.ranks->all_gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
  for (std::size_t i = 0; i < mine.size(); ++i) {
    GlobalId known = kNoGlobalId;
    for (std::size_t at = i; at < all.size(); at += mine.size()) {
      if (known != kNoGlobalId && all[at] != kNoGlobalId && all[at] != known)
        throw DifferentCalls("run: the ranks have other vertices in EngineOptions::until");
      known = std::min(known, all[at]);
    }
    const int owner = known == kNoGlobalId ? -1 : owner_of(layout, known);
    expects(owner != -1, "run: EngineOptions::until has a vertex that the graph has not");
    if (all[static_cast<std::size_t>(owner) * mine.size() + i] != known)
      throw DifferentCalls("run: EngineOptions::until has a vertex that the rank which has it was not given");
  }
}

}  // namespace

void expect_same_run(const ranks::RankLayout& layout, const PeerProgram& program, const EngineOptions& options) {
  if (layout.has_others()) {
    std::vector<std::string> words{ranks::call_word("program", readable(program.type)),
                                   ranks::call_word("bytes", program.bytes),
                                   ranks::call_word("max_supersteps", options.max_supersteps),
                                   ranks::call_word("deterministic", options.deterministic),
                                   layout.numbers ? ranks::call_word("until", options.until.size())
                                                  : ranks::call_word("until", std::span<const VertexId>(options.until)),
                                   chosen("plan", options.plan),
                                   ranks::call_word("priority_step", options.tuning.priority_step),
                                   chosen("hub", options.exchange.hub),
                                   ranks::call_word("refinement", to_string(options.exchange.refinement)),
                                   ranks::call_word("moves_borders", options.exchange.moves_borders)};
    add_thresholds(options.tuning.thresholds, words);
    ranks::expect_same_call(layout.ranks, "run", words);
  }
  if (layout.numbers && !options.until.empty()) expect_same_targets(layout, options.until);
}

}  // namespace warpgraph::detail
