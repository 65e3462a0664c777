// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::algorithms {

// Values as the catalogue's columns have whole numbers: `none` is -1, and all others have `base` added. There are
// instances for integers of 32 and 64 bits. Queues work and returns. Allocates what it returns.
template <class Value>
[[nodiscard]] Buffer<std::int64_t> as_int64(StreamRef stream, View<const Value> values, std::optional<Value> none,
                                            std::int64_t base = 0);

}  // namespace warpgraph::algorithms
