// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/part/device_part.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::detail {

// The vertices that Plan::kPullActive evaluates: those with a neighbour in the frontier.
class ActiveVertices {
 public:
  // Those of now(), into the mask; along outgoing edges.
  void find(DevicePart& part);
  // How many edges they have, into the readback.
  void count_edges(DevicePart& part);

  [[nodiscard]] View<std::uint32_t> mask() { return mask_; }  // by local id
  // The heavy ones among them, which the kernels list; none after find().
  [[nodiscard]] View<VertexId> heavy() { return heavy_; }
  [[nodiscard]] View<std::uint32_t> heavy_count() { return heavy_count_; }

 private:
  void ensure(DevicePart& part);

  Buffer<std::uint32_t> mask_;
  Buffer<VertexId> heavy_;
  Buffer<std::uint32_t> heavy_count_;
  Buffer<std::uint64_t> edges_;
};

}  // namespace warpgraph::detail
