// SPDX-License-Identifier: Apache-2.0
#include "staged_copy.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "check.hpp"
#include "handle.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kLeast = std::size_t{32} << 20;
constexpr std::size_t kBlock = std::size_t{512} << 10;  // small enough for the pool of pinned memory to keep it
constexpr std::size_t kBlocks = 16;                     // that are on their way together
constexpr std::size_t kStage = kBlock * kBlocks;

// Blocks for one stage of a copy.
class Stage {
 public:
  Stage(Runtime& runtime, cudaStream_t stream, int ordinal) : stream_(stream), sent_(make_cuda_event(ordinal)) {
    for (PinnedBuffer<std::byte>& each : block_) each = PinnedBuffer<std::byte>(runtime, kBlock);
  }
  // For each block of the `bytes` in this stage: each(the block, its place, its size).
  template <class Each>
  void for_each_block(std::size_t bytes, Each each) const {
    for (std::size_t i = 0; i * kBlock < bytes; ++i)
      each(block_[i].data(), i * kBlock, std::min(kBlock, bytes - i * kBlock));
  }
  // The same on all threads.
  template <class Each>
  void on_threads(ThreadPool& threads, std::size_t bytes, Each each) const {
    threads.for_each((bytes + kBlock - 1) / kBlock, 1,
                     [&](std::size_t i) { each(block_[i].data(), i * kBlock, std::min(kBlock, bytes - i * kBlock)); });
  }
  void mark() { check(cudaEventRecord(sent_.get(), stream_)); }
  // Until what was marked is over; a stage that was never marked is free.
  void wait() const { check(cudaEventSynchronize(sent_.get())); }

 private:
  cudaStream_t stream_;
  CudaEventHandle sent_;
  std::array<PinnedBuffer<std::byte>, kBlocks> block_;
};

// Two stages take turns. The stream is done with their blocks when they go, whatever was thrown.
class Stages {
 public:
  Stages(Runtime& runtime, cudaStream_t stream)
      : stream_(stream), stages_{Stage(runtime, stream, current()), Stage(runtime, stream, current())} {}
  ~Stages() { log_failure(cudaStreamSynchronize(stream_)); }
  Stages(const Stages&) = delete;
  Stages& operator=(const Stages&) = delete;

  [[nodiscard]] Stage& operator[](std::size_t turn) { return stages_[turn % 2]; }

 private:
  static int current() {
    int ordinal = 0;
    check(cudaGetDevice(&ordinal));
    return ordinal;
  }

  cudaStream_t stream_;
  std::array<Stage, 2> stages_;
};

std::size_t bytes_of_turn(std::size_t turn, std::size_t bytes) { return std::min(kStage, bytes - turn * kStage); }

}  // namespace

bool pays_staging(const void* host, std::size_t bytes) {
  if (bytes < kLeast) return false;
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, host));
  return attributes.type == cudaMemoryTypeUnregistered;
}

void copy_to_device(Runtime& runtime, cudaStream_t stream, void* to, const void* from, std::size_t bytes) {
  Stages stages(runtime, stream);
  for (std::size_t turn = 0; turn * kStage < bytes; ++turn) {
    Stage& stage = stages[turn];
    const std::size_t size = bytes_of_turn(turn, bytes);
    const auto* const source = static_cast<const std::byte*>(from) + turn * kStage;
    auto* const target = static_cast<std::byte*>(to) + turn * kStage;
    stage.wait();
    stage.on_threads(runtime.threads(), size, [&](std::byte* block, std::size_t at, std::size_t count) {
      std::memcpy(block, source + at, count);
    });
    stage.for_each_block(size, [&](const std::byte* block, std::size_t at, std::size_t count) {
      check(cudaMemcpyAsync(target + at, block, count, cudaMemcpyDefault, stream));
    });
    stage.mark();
  }
}

void copy_to_host(Runtime& runtime, cudaStream_t stream, void* to, const void* from, std::size_t bytes) {
  Stages stages(runtime, stream);
  const auto send = [&](std::size_t turn) {
    const auto* const source = static_cast<const std::byte*>(from) + turn * kStage;
    stages[turn].for_each_block(bytes_of_turn(turn, bytes), [&](std::byte* block, std::size_t at, std::size_t count) {
      check(cudaMemcpyAsync(block, source + at, count, cudaMemcpyDefault, stream));
    });
    stages[turn].mark();
  };
  send(0);
  for (std::size_t turn = 0; turn * kStage < bytes; ++turn) {
    if ((turn + 1) * kStage < bytes) send(turn + 1);
    auto* const target = static_cast<std::byte*>(to) + turn * kStage;
    stages[turn].wait();
    stages[turn].on_threads(
        runtime.threads(), bytes_of_turn(turn, bytes),
        [&](const std::byte* block, std::size_t at, std::size_t count) { std::memcpy(target + at, block, count); });
  }
}

}  // namespace warpgraph::detail
