// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph {

// What the values of a run are, so that they can be told in another order of the vertices.
enum class ValuesAre : std::uint8_t {
  kNumbers,         // the same in every order
  kVertices,        // vertices, or kNoVertex: the parents of a search
  kLowestVertices,  // one value for all vertices of a set, the lowest of them: the labels of components
};

namespace detail {
// What the values of a program are: its kValuesAre, if it has one.
template <class P>
constexpr ValuesAre values_are() {
  if constexpr (requires { P::kValuesAre; }) {
    static_assert(P::kValuesAre == ValuesAre::kNumbers || std::same_as<typename P::VertexValue, VertexId>,
                  "vertex program: kValuesAre says that values are vertices, and VertexValue is not VertexId");
    return P::kValuesAre;
  } else {
    return ValuesAre::kNumbers;
  }
}
}  // namespace detail

}  // namespace warpgraph
