// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/detail/backend.hpp>

#include "handle.hpp"

namespace warpgraph::detail {

class CudaEvent final : public EventBackend {
 public:
  explicit CudaEvent(int ordinal) : handle_(make_cuda_event(ordinal)) {}

  void synchronize() override;
  [[nodiscard]] bool is_done() override;
  [[nodiscard]] double microseconds_since(EventBackend& earlier) override;

  [[nodiscard]] cudaEvent_t handle() const noexcept { return handle_.get(); }

 private:
  CudaEventHandle handle_;
};

// Device time from one event to the other, both of one device and done.
[[nodiscard]] double microseconds_between(cudaEvent_t earlier, cudaEvent_t later);

}  // namespace warpgraph::detail
