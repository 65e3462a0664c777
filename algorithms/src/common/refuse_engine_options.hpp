// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/runtime/error.hpp>

// Options of the engine that mean nothing to an algorithm are refused: a caller who wants to stop a run, or to choose
// its plan, must not wait for the end of another run.
namespace warpgraph::algorithms {

inline void refuse_plan(const EngineOptions& options, std::string_view algorithm) {
  constexpr const char* kWhy = " has no effect, because it is no program of the engine";
  expects(!options.plan, std::string(algorithm) + ": plan" + kWhy);
  expects(options.until.empty(), std::string(algorithm) + ": until" + kWhy);
}

// `because`: why the run has no supersteps, "all rounds are one launch".
inline void refuse_supersteps(const EngineOptions& options, std::string_view algorithm, std::string_view because) {
  const auto refuse = [&](bool is_set, std::string_view option) {
    expects(!is_set,
            std::string(algorithm) + ": " + std::string(option) + " has no effect, because " + std::string(because));
  };
  refuse(options.max_supersteps != std::numeric_limits<std::uint32_t>::max(), "max_supersteps");
  refuse(static_cast<bool>(options.after_superstep), "after_superstep");
}

}  // namespace warpgraph::algorithms
