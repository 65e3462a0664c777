// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ids.hpp>

#include <cstdint>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

void detail::throw_negative_name(std::int64_t number) {
  throw UsageError("the name of a vertex is a number from 0 on, not " + std::to_string(number));
}

}  // namespace warpgraph
