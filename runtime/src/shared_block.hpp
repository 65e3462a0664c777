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

// Of a virtual device, and of another process of this host; null if the system refuses.
[[nodiscard]] SharedBlock share_host_memory(std::size_t bytes);
[[nodiscard]] std::shared_ptr<void> map_host_memory(const SharedHandle& handle, std::size_t bytes);

// The same of GPUs: the stream's, and one that another process has. Throws OutOfMemory.
[[nodiscard]] SharedBlock share_cuda_memory(StreamRef stream, std::size_t bytes, std::string_view name);
[[nodiscard]] std::shared_ptr<void> map_cuda_memory(StreamRef stream, const SharedHandle& handle);

}  // namespace warpgraph::detail
