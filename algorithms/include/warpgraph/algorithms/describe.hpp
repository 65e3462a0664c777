// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/option.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/runtime/cancellation.hpp>

// What programs that do not know the algorithms need besides the catalogue: the options of the engine, which all
// algorithms share, and everything that can be said of both as one text.
namespace warpgraph::algorithms {

// Those of EngineOptions that are values, in the order of help. No algorithm has an option of the same name.
[[nodiscard]] std::span<const AlgorithmOption> engine_options();

// False: no run of the algorithm looks at this option of the engine.
[[nodiscard]] bool takes_engine_option(const Algorithm& algorithm, std::string_view name);

// `engine` with what the arguments say, which are all of the engine. Throws UsageError for one that is not, and for a
// value that an option does not accept.
[[nodiscard]] EngineOptions read_engine_options(const AlgorithmArguments& arguments, EngineOptions engine = {});

// `engine` with what those of the engine among the arguments say, which are taken out of the arguments. Throws what
// read_engine_options throws, and UsageError for one that has no effect on the algorithm; but all fulfil
// `deterministic`.
[[nodiscard]] EngineOptions take_engine_options(const Algorithm& algorithm, AlgorithmArguments& arguments,
                                                EngineOptions engine = {});

// Those of cancellation::Control that are values: what every run of every algorithm takes. No algorithm has an option
// of the same name, nor has the engine.
[[nodiscard]] std::span<const AlgorithmOption> control_options();

// `control` with what those among the arguments say, which are taken out of the arguments. Throws UsageError for a
// value that an option does not accept.
[[nodiscard]] cancellation::Control take_control_options(AlgorithmArguments& arguments,
                                                         cancellation::Control control = {});

// As in describe_json: "paths".
[[nodiscard]] std::string_view to_string(Family family);

// As in describe_json: "any", "forest", "lists".
[[nodiscard]] std::string_view to_string(GraphKind kind);

// The catalogue, the options of the engine, those of every run, and the generators as JSON, with names that stay, which
// docs/reference/cli.md has.
// Methods that were added (add_method) are in it.
[[nodiscard]] std::string describe_json();

}  // namespace warpgraph::algorithms
