// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <warpgraph/algorithms/serial_steps.hpp>

// The steps of simulations are the library's serial ones; here they are made until nothing moves.
namespace warpgraph::test::oracle {

using Reals = std::vector<double>;

// Repeats a step until no vertex changes by more than `tolerance`.
template <class Step>
Reals settle(Reals values, double tolerance, Step&& step) {
  for (double change = tolerance + 1; change > tolerance;) {
    const Reals next = step(values);
    change = 0;
    for (VertexId v = 0; v < next.size(); ++v) change = std::max(change, std::abs(next[v] - values[v]));
    values = next;
  }
  return values;
}

}  // namespace warpgraph::test::oracle
