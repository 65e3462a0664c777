// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <warpgraph/runtime/detail/backend.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "pinned_pool.hpp"

namespace warpgraph::detail {

class CudaDevice;
class CudaMemoryPool;

// The GPUs that the driver shows. Neither asking about them nor opening them creates a context: a device's first use
// does.
class CudaMachine final : public Machine {
 public:
  [[nodiscard]] std::vector<DeviceInfo> devices() override;
  [[nodiscard]] std::vector<std::unique_ptr<DeviceBackend>> open(const std::vector<int>& ordinals) override;
  [[nodiscard]] Link link(int from_ordinal, int to_ordinal) override;
  [[nodiscard]] void* allocate_pinned(std::size_t bytes) override;
  void free_pinned(void* block, std::size_t bytes) noexcept override;
  // Held while a device opens.
  [[nodiscard]] std::unique_lock<std::mutex> lock_opening() { return std::unique_lock(opening_); }
  // Gives a device that opens, and those that have opened before, access to each other. Within the lock.
  void connect(int ordinal, CudaMemoryPool& pool);
  void push_range(const char* name) noexcept override;
  void pop_range() noexcept override;
  [[nodiscard]] std::string address(int ordinal) override;
  [[nodiscard]] const Primitives& primitives() const override;
  [[nodiscard]] const CollectiveHubs* collective_hubs() const noexcept override;

 private:
  std::vector<CudaDevice*> devices_;  // of the runtime
  std::mutex opening_;
  PinnedPool pinned_;
};

}  // namespace warpgraph::detail
