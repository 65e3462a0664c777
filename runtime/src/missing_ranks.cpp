// SPDX-License-Identifier: Apache-2.0
#include "missing_ranks.hpp"

#include <atomic>
#include <cstdio>

namespace warpgraph::detail {

namespace {

std::atomic<bool> has_made_ranks{false};
std::atomic<bool> was_said{false};

}  // namespace

std::optional<std::string> missing_ranks(bool has_made_ranks, const ranks::Environment& environment) {
  if (has_made_ranks) return std::nullopt;
  const std::optional<ranks::ProcessLauncher> launcher = ranks::find_launcher(environment);
  if (!launcher || launcher->processes <= 1) return std::nullopt;
  const std::optional<ranks::LocalRank> local = ranks::find_local_rank(environment);
  if (local && local->value != 0) return std::nullopt;
  return "this is one of " + std::to_string(launcher->processes) +
         " processes, each of which works alone and does all of the work; a Runtime that is made with ranks shares it";
}

void say_if_ranks_are_missing() {
  const auto text = missing_ranks(has_made_ranks.load(), ranks::process_environment);
  if (text && !was_said.exchange(true)) std::fprintf(stderr, "warpgraph: %s\n", text->c_str());
}

void ranks_were_made() { has_made_ranks.store(true); }

}  // namespace warpgraph::detail
