// SPDX-License-Identifier: Apache-2.0
#include "same_run.hpp"

#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cxxabi.h>

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

}  // namespace

void expect_same_run(const ranks::RankLayout& layout, const PeerProgram& program, const EngineOptions& options) {
  if (!layout.has_others()) return;
  std::vector<std::string> words{
      ranks::call_word("program", readable(program.type)), ranks::call_word("bytes", program.bytes),
      ranks::call_word("max_supersteps", options.max_supersteps),
      ranks::call_word("deterministic", options.deterministic),
      // Where ids have 64 bits, each rank has numbers of its own for vertices.
      layout.numbers ? ranks::call_word("until", options.until.size())
                     : ranks::call_word("until", std::span<const VertexId>(options.until)),
      chosen("plan", options.plan), ranks::call_word("priority_step", options.tuning.priority_step),
      chosen("hub", options.exchange.hub), ranks::call_word("refinement", to_string(options.exchange.refinement)),
      ranks::call_word("moves_borders", options.exchange.moves_borders)};
  add_thresholds(options.tuning.thresholds, words);
  ranks::expect_same_call(layout.ranks, "run", words);
  expects(options.until.empty() || !layout.numbers,
          "run: EngineOptions::until is for graphs whose ids have 32 bits, and the graph's have 64");
}

}  // namespace warpgraph::detail
