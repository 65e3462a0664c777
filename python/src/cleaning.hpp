// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <warpgraph/framework/graph/build.hpp>

#include "choice.hpp"

namespace warpgraph::python {

// What becomes of the edges of a list or a file.
struct Cleaning {
  std::string duplicates = "keep";
  bool drop_self_loops = false;
  bool symmetrise = false;

  [[nodiscard]] BuildOptions options() const {
    BuildOptions build;
    build.duplicates = chosen<Duplicates>(duplicates,
                                          {{"keep", Duplicates::kKeep},
                                           {"first", Duplicates::kFirst},
                                           {"min", Duplicates::kMin},
                                           {"sum", Duplicates::kSum}},
                                          "duplicates");
    build.drop_self_loops = drop_self_loops;
    build.symmetrise = symmetrise;
    build.outgoing = true;
    return build;
  }
};

}  // namespace warpgraph::python
