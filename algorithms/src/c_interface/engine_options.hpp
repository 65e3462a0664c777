// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/runtime/cancellation.hpp>

#include "options.hpp"

namespace warpgraph::c_interface {

// What the options say, of whatever struct they are.
template <class Options>
EngineOptions engine_options(const Options& options) {
  EngineOptions engine;
  if constexpr (requires { options.max_supersteps; }) engine.max_supersteps = options.max_supersteps;
  if constexpr (requires { options.deterministic; }) engine.deterministic = options.deterministic != 0;
  if constexpr (requires { options.time_supersteps; }) engine.time_supersteps = options.time_supersteps != 0;
  return engine;
}

inline constexpr warpgraph_run_options kStandardRun = {
    sizeof(warpgraph_run_options), 0xffffffffu, 0, 0, 0, 0, nullptr, nullptr};

inline EngineOptions run_options(const warpgraph_run_options* given) {
  return engine_options(options_of(given, kStandardRun));
}

// How the caller follows the run and ends it.
inline cancellation::Control control_of(const warpgraph_run_options* given) {
  const warpgraph_run_options options = options_of(given, kStandardRun);
  cancellation::Control control{.time_limit = std::chrono::duration<double>(options.time_limit)};
  if (options.on_progress != nullptr) {
    control.on_progress = [options](const cancellation::Progress& progress) {
      const warpgraph_progress so_far{progress.seconds, progress.waits};
      return options.on_progress(&so_far, options.progress_data) != 0;
    };
  }
  return control;
}

inline bool leaves_out_facts(const warpgraph_run_options* given) {
  return options_of(given, kStandardRun).no_facts != 0;
}

}  // namespace warpgraph::c_interface
