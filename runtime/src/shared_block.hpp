// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include <warpgraph/runtime/stream.hpp>

// Memory of one process that others map.
namespace warpgraph::detail {

// What others find it by.
struct SharedHandle {
  std::array<std::byte, 64> bytes{};
};

struct SharedBlock {
  std::shared_ptr<void> data;  // gives it back; null if the system does not share memory
  SharedHandle handle;
  std::shared_ptr<void> path;  // to be kept until the others have mapped it
};

// share_host_memory makes memory of a virtual device; map_host_memory maps what another process of this host has made,
// and returns null if the system refuses.
[[nodiscard]] SharedBlock share_host_memory(std::size_t bytes);
[[nodiscard]] std::shared_ptr<void> map_host_memory(const SharedHandle& handle, std::size_t bytes);

// The same two for the GPU of the stream. share_cuda_memory throws OutOfMemory.
[[nodiscard]] SharedBlock share_cuda_memory(StreamRef stream, std::size_t bytes, std::string_view name);
[[nodiscard]] std::shared_ptr<void> map_cuda_memory(StreamRef stream, const SharedHandle& handle);

}  // namespace warpgraph::detail
