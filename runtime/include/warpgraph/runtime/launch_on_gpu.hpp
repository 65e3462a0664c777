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
  if (stream.backend().cuda() == nullptr)
    throw UsageError("kernel " + std::string(detail::type_name<K>()) + " is for GPUs alone");
#if defined(__CUDACC__)
  detail::check_shape(shape);
  if (!detail::is_empty(shape)) detail::launch_on_cuda(*stream.backend().cuda(), shape, kernel, args...);
#else
  detail::refuse_cuda(detail::type_name<K>());
#endif
}

}  // namespace warpgraph::kernel
