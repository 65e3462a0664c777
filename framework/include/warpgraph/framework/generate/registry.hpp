// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/runtime/option.hpp>

// The generators by name, with their parameters as text: what a command line needs.
namespace warpgraph::generators {

struct GeneratorInfo {
  std::string name;  // "rmat"
  std::string summary;
  GeneratorSpec defaults;
  std::vector<option::Option> parameters;  // the family's own, then those that all generators have
};

// All generators, in the order of the documentation.
[[nodiscard]] std::span<const GeneratorInfo> generator_registry();

// Throws InputError, which lists the names, if there is none of that name.
[[nodiscard]] const GeneratorInfo& find_generator(std::string_view name);

using GeneratorArguments = std::map<std::string, std::string, std::less<>>;

// The generator's defaults with the arguments put in. Whole numbers may be written 1000000, 2^20, 64k, 64M or 2G
// (powers of ten). Throws InputError for a parameter that the generator does not have, a value that is not one or out
// of range, and a graph of more than 2^32 - 1 vertices.
[[nodiscard]] GeneratorSpec parse_generator(std::string_view name, const GeneratorArguments& arguments);

// Whether the graph depends on the seed.
[[nodiscard]] bool is_random(const GeneratorSpec& spec);

}  // namespace warpgraph::generators
