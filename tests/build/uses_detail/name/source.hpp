// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/program.hpp>

namespace warpgraph {

using detail::Contribution;

}  // namespace warpgraph
