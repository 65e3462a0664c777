// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include <warpgraph/runtime/detail/backend.hpp>

#include "../stream_list.hpp"
#include "kernel_table.hpp"
#include "memory_pool.hpp"
#include "trace.hpp"

namespace warpgraph::detail {

class CudaMachine;

// One GPU as one runtime sees it, or an equal part of one that several devices share; with a memory pool of its own.
// Outlives its streams. Thread-safe.
class CudaDevice final : public DeviceBackend {
 public:
  // Does nothing to the GPU. The first use opens it.
  CudaDevice(CudaMachine& machine, int ordinal, unsigned sharers);

  [[nodiscard]] std::shared_ptr<StreamBackend> make_stream(Device& device, std::string_view name) override;
  [[nodiscard]] std::unique_ptr<EventBackend> make_event() override;
  void report_memory(MemoryUse& use) override;
  void trim_pool() override;
  void synchronize() override;
  // In shared_block.cpp.
  [[nodiscard]] SharedBlock share_memory(Device& device, std::size_t bytes, std::string_view name) override;
  [[nodiscard]] std::shared_ptr<void> map_memory(const SharedHandle& handle, std::size_t bytes) override;

  [[nodiscard]] int ordinal() const noexcept { return ordinal_; }
  // Opens the device: creates its context if the process has none yet, which takes a good part of a second.
  [[nodiscard]] CudaMemoryPool& pool();
  [[nodiscard]] bool is_open() const noexcept { return pool_.load() != nullptr; }
  [[nodiscard]] CudaKernelTable& kernels() noexcept { return kernels_; }
  // What an allocation may find: what the system has left and what the pool keeps unused. On a GPU that is shared no
  // more than what is left of the device's part.
  [[nodiscard]] std::size_t free_bytes();
  // Read on the first call; streams of a device share it, so that their spans line up.
  [[nodiscard]] const CudaClock& clock(const Runtime& runtime);

 private:
  CudaMachine& machine_;
  const int ordinal_;
  const unsigned sharers_;                      // devices that are this GPU
  std::unique_ptr<CudaMemoryPool> owned_pool_;  // guarded by the machine, as it makes it
  std::atomic<CudaMemoryPool*> pool_ = nullptr;
  CudaKernelTable kernels_;
  StreamList streams_;
  std::mutex mutex_;  // guards the clock
  std::optional<CudaClock> clock_;
};

}  // namespace warpgraph::detail
