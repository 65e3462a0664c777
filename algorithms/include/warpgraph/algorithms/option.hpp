// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/option.hpp>

// The options of algorithms and of the engine, as they are described to programs that do not know them, and what such a
// program says.
namespace warpgraph::algorithms {

using AlgorithmOption = option::Option;
using OptionValue = option::Value;
using option::accepted_values;
using option::is_called;
using option::shown_default;
using option::to_string;
using option::to_text;

// Borrowed numbers. They must stay where they are until Algorithm::read returns, which copies what it needs.
using AlgorithmArray = std::variant<std::span<const float>, std::span<const double>, std::span<const std::int32_t>,
                                    std::span<const std::int64_t>, std::span<const std::uint64_t>>;

// What an option is given: texts, of which all but kVertices and kVertexValues take one, or an array: the names of
// kVertices; or for kArray the values of all vertices, in ascending order of what the vertices are called.
struct AlgorithmArgument {
  AlgorithmArgument() = default;
  AlgorithmArgument(std::initializer_list<std::string> given) : texts(given) {}
  AlgorithmArgument(std::vector<std::string> given) : texts(std::move(given)) {}
  AlgorithmArgument(AlgorithmArray given) : array(given) {}

  std::vector<std::string> texts = {};
  std::optional<AlgorithmArray> array = {};
};

// By the options' names, without dashes. A switch has the text "true".
using AlgorithmArguments = std::map<std::string, AlgorithmArgument, std::less<>>;

}  // namespace warpgraph::algorithms
