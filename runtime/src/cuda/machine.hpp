// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <warpgraph/runtime/detail/backend.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "pinned_pool.hpp"

namespace warpgraph::detail {

// The GPUs that the driver shows. Asking about them creates no context on any; opening does, on those opened.
class CudaMachine final : public Machine {
 public:
  [[nodiscard]] std::vector<DeviceInfo> devices() override;
  [[nodiscard]] std::vector<std::unique_ptr<DeviceBackend>> open(const std::vector<int>& ordinals) override;
  [[nodiscard]] Link link(int from_ordinal, int to_ordinal) override;
  [[nodiscard]] void* allocate_pinned(std::size_t bytes) override;
  void free_pinned(void* block, std::size_t bytes) noexcept override;
  void push_range(const char* name) noexcept override;
  void pop_range() noexcept override;

 private:
  int first_opened_ = 0;
  PinnedPool pinned_;
};

}  // namespace warpgraph::detail
