// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/papers.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/runtime/error.hpp>

#include "component_methods.hpp"
#include "forest_methods.hpp"
#include "list_methods.hpp"
#include "partition_methods.hpp"

namespace warpgraph::papers {
namespace {

// A program may have methods of its own.
template <class Methods>
void expect_free(const Methods& brought, const std::vector<std::string>& taken) {
  for (const auto& method : brought)
    if (std::ranges::find(taken, method->name()) != taken.end())
      throw UsageError("there are two methods called \"" + method->name() + '"');
}

const std::vector<std::string>& method_names(std::string_view algorithm) {
  const std::vector<algorithms::AlgorithmOption>& options = algorithms::find_algorithm(algorithm).options;
  return std::ranges::find(options, "method", &algorithms::AlgorithmOption::name)->choices;
}

bool add_all() {
  const auto of_partitions = partition_methods();
  const auto of_lists = list_methods();
  const auto of_components = component_methods();
  const auto of_forests = forest_methods();
  expect_free(of_partitions, partitioning::methods().names());
  expect_free(of_lists, algorithms::list_methods().names());
  expect_free(of_components, method_names("cc"));
  expect_free(of_forests, method_names("msf"));
  for (const auto& method : of_partitions) partitioning::methods().add(method);
  for (const auto& method : of_lists) algorithms::list_methods().add(method);
  for (const auto& method : of_components) algorithms::add_method("cc", method);
  for (const auto& method : of_forests) algorithms::add_method("msf", method);
  return true;
}

}  // namespace

void add_methods() {
  static const bool are_added = add_all();
  static_cast<void>(are_added);
}

}  // namespace warpgraph::papers
