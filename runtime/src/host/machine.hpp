// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <warpgraph/runtime/detail/backend.hpp>

namespace warpgraph::detail {

// `count` virtual devices that share the machine's cores and memory, configured by the runtime's HostOptions.
std::unique_ptr<Machine> make_host_machine(Runtime& runtime, int count);

}  // namespace warpgraph::detail
