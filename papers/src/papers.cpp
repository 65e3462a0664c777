// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/papers.hpp>

#include "forest_methods.hpp"
#include "list_methods.hpp"
#include "partition_methods.hpp"

namespace warpgraph::papers {

void add_methods() {
  static const bool are_added = [] {
    add_partition_methods();
    add_forest_methods();
    add_list_methods();
    return true;
  }();
  static_cast<void>(are_added);
}

}  // namespace warpgraph::papers
