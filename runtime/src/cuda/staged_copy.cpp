// SPDX-License-Identifier: Apache-2.0
#include "staged_copy.hpp"

#include <algorithm>
#include <cstring>

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "check.hpp"

namespace warpgraph::detail {

bool pays_staging(const void* host, std::size_t bytes) {
  constexpr std::size_t kLeast = std::size_t{32} << 20;
  if (bytes < kLeast) return false;
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, host));
  return attributes.type == cudaMemoryTypeUnregistered;
}

StagedCopy::StagedCopy(Runtime& runtime, int ordinal, cudaStream_t stream)
    : runtime_(runtime), stream_(stream), stages_{Stage{CudaEvent(ordinal), {}}, Stage{CudaEvent(ordinal), {}}} {
  for (Stage& stage : stages_)
    for (PinnedBuffer<std::byte>& each : stage.block) each = PinnedBuffer<std::byte>(runtime, kBlock);
}

StagedCopy::~StagedCopy() { log_failure(cudaStreamSynchronize(stream_)); }

template <class Copy>
void StagedCopy::copy_block(std::size_t turn, std::size_t index, std::size_t bytes, Copy copy) {
  const std::size_t at = turn * kStage + index * kBlock;
  copy(stage(turn).block[index].data(), at, std::min(kBlock, bytes - at));
}

template <class Copy>
void StagedCopy::send(std::size_t turn, std::size_t bytes, Copy copy) {
  for (std::size_t i = 0; i < blocks_of(turn, bytes); ++i) copy_block(turn, i, bytes, copy);
  check(cudaEventRecord(stage(turn).sent.handle(), stream_));
}

template <class Copy>
void StagedCopy::carry(std::size_t turn, std::size_t bytes, Copy copy) {
  stage(turn).sent.synchronize();
  runtime_.threads().for_each(blocks_of(turn, bytes), 1, [&](std::size_t i) { copy_block(turn, i, bytes, copy); });
}

void StagedCopy::to_device(void* to, const void* from, std::size_t bytes) {
  auto* const target = static_cast<std::byte*>(to);
  const auto* const source = static_cast<const std::byte*>(from);
  for (std::size_t turn = 0; turn * kStage < bytes; ++turn) {
    carry(turn, bytes,
          [&](std::byte* block, std::size_t at, std::size_t count) { std::memcpy(block, source + at, count); });
    send(turn, bytes, [&](const std::byte* block, std::size_t at, std::size_t count) {
      check(cudaMemcpyAsync(target + at, block, count, cudaMemcpyDefault, stream_));
    });
  }
}

void StagedCopy::to_host(void* to, const void* from, std::size_t bytes) {
  auto* const target = static_cast<std::byte*>(to);
  const auto* const source = static_cast<const std::byte*>(from);
  const auto fill_stage = [&](std::size_t turn) {
    if (turn * kStage >= bytes) return;
    send(turn, bytes, [&](std::byte* block, std::size_t at, std::size_t count) {
      check(cudaMemcpyAsync(block, source + at, count, cudaMemcpyDefault, stream_));
    });
  };
  fill_stage(0);
  for (std::size_t turn = 0; turn * kStage < bytes; ++turn) {
    fill_stage(turn + 1);
    carry(turn, bytes,
          [&](const std::byte* block, std::size_t at, std::size_t count) { std::memcpy(target + at, block, count); });
  }
}

}  // namespace warpgraph::detail
