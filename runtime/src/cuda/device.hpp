// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <warpgraph/runtime/detail/backend.hpp>

#include "kernel_table.hpp"
#include "memory_pool.hpp"
#include "trace.hpp"

namespace warpgraph::detail {

class CudaStream;

// One GPU as one runtime sees it, with a memory pool of its own. Outlives its streams. Thread-safe.
class CudaDevice final : public DeviceBackend {
 public:
  // Creates the device's context if the process has none yet, which takes a good part of a second.
  explicit CudaDevice(int ordinal);

  [[nodiscard]] std::shared_ptr<StreamBackend> make_stream(Device& device, std::string_view name) override;
  [[nodiscard]] std::unique_ptr<EventBackend> make_event() override;
  void report_memory(MemoryUse& use) override;
  void trim_pool() override { pool_.trim(); }
  void synchronize() override;

  [[nodiscard]] int ordinal() const noexcept { return ordinal_; }
  [[nodiscard]] CudaMemoryPool& pool() noexcept { return pool_; }
  [[nodiscard]] CudaKernelTable& kernels() noexcept { return kernels_; }
  // What an allocation may find: what the system has left and what the pool keeps unused.
  [[nodiscard]] std::size_t free_bytes() const;
  // Read on the first call; streams of a device share it, so that their spans line up.
  [[nodiscard]] const CudaClock& clock(const Runtime& runtime);

 private:
  [[nodiscard]] std::vector<std::shared_ptr<CudaStream>> streams();

  const int ordinal_;
  CudaMemoryPool pool_;
  CudaKernelTable kernels_;
  std::mutex mutex_;  // guards what follows
  std::vector<std::weak_ptr<CudaStream>> streams_;
  std::optional<CudaClock> clock_;
};

}  // namespace warpgraph::detail
