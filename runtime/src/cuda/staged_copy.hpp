// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <cuda_runtime_api.h>

#include <warpgraph/runtime/buffer.hpp>

#include "event.hpp"

namespace warpgraph::detail {

// Whether `host` is pageable, and the copy large enough to pay for a StagedCopy.
[[nodiscard]] bool pays_staging(const void* host, std::size_t bytes);

// A large copy between a GPU and pageable host memory. It goes through pinned blocks, which the threads of the runtime
// fill or empty while others are on their way. The driver does that with one thread, at a fraction of what the bus
// carries. Waits for the stream, as the driver does. The stream's device must be current.
class StagedCopy {
 public:
  StagedCopy(Runtime& runtime, int ordinal, cudaStream_t stream);
  // The stream is done with the blocks when they go, whatever was thrown.
  ~StagedCopy();
  StagedCopy(const StagedCopy&) = delete;
  StagedCopy& operator=(const StagedCopy&) = delete;

  void to_device(void* to, const void* from, std::size_t bytes);
  void to_host(void* to, const void* from, std::size_t bytes);

 private:
  static constexpr std::size_t kBlock = std::size_t{512}
                                        << 10;  // small enough for the pool of pinned memory to keep it
  static constexpr std::size_t kBlocks = 16;    // that are on their way together
  static constexpr std::size_t kStage = kBlock * kBlocks;

  // Two stages take turns.
  struct Stage {
    CudaEvent sent;  // an event that was never recorded is done
    std::array<PinnedBuffer<std::byte>, kBlocks> block;
  };
  [[nodiscard]] Stage& stage(std::size_t turn) { return stages_[turn % 2]; }
  [[nodiscard]] static std::size_t blocks_of(std::size_t turn, std::size_t bytes) {
    return std::min(kBlocks, (bytes - turn * kStage + kBlock - 1) / kBlock);
  }
  // One block of a turn, of which the array's last one may not be full.
  template <class Copy>
  void copy_block(std::size_t turn, std::size_t index, std::size_t bytes, Copy copy);
  // Copies that the stream does, from or to the blocks of the stage: copy(block, place in the array, bytes).
  template <class Copy>
  void send(std::size_t turn, std::size_t bytes, Copy copy);
  // The same by the threads, once the stream is done with the stage.
  template <class Copy>
  void carry(std::size_t turn, std::size_t bytes, Copy copy);

  Runtime& runtime_;
  cudaStream_t stream_;
  std::array<Stage, 2> stages_;
};

}  // namespace warpgraph::detail
