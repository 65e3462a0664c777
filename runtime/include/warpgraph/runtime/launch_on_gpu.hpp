// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <warpgraph/runtime/detail/type_name.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::kernel {

// launch() of a kernel that no virtual device launches: nothing of it is compiled for the host. Throws UsageError on a
// virtual device.
template <class Shape, class K, class... Args>
void launch_on_gpu(StreamRef stream, [[maybe_unused]] Shape shape, [[maybe_unused]] const K& kernel,
                   [[maybe_unused]] const Args&... args) {
  if (stream.backend().gpu() == nullptr)
    throw UsageError("kernel " + std::string(detail::type_name<K>()) + " is for GPUs alone");
#if WARPGRAPH_GPU_COMPILER
  detail::check_shape(shape);
  if (!detail::is_empty(shape)) detail::queue_on_gpu(*stream.backend().gpu(), shape, kernel, args...);
#else
  detail::refuse_gpu(detail::type_name<K>());
#endif
}

}  // namespace warpgraph::kernel
