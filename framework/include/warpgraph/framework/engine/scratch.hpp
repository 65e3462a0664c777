// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

// The pinned host memory that a run reads its counts back into. Asking the system for pinned memory takes longer than a
// short search, so those who run many searches make one and hand it to every run (EngineOptions::scratch). It serves
// one run at a time; a second one throws UsageError.
class EngineScratch {
 public:
  explicit EngineScratch(Runtime& runtime) : pinned_(runtime, 2 * kPartBytes) {}

  // Two parts, for two structs of the engine's.
  template <class T>
  [[nodiscard]] T* part(std::size_t index) const {
    static_assert(sizeof(T) <= kPartBytes && alignof(T) <= 64);
    return reinterpret_cast<T*>(pinned_.data() + index * kPartBytes);
  }

 private:
  friend class ScratchUse;
  static constexpr std::size_t kPartBytes = 20480;
  PinnedBuffer<std::byte> pinned_;
  std::atomic<bool> is_used_ = false;
};

// Keeps a scratch, if there is one, for a run. Throws UsageError if another run has it.
class ScratchUse {
 public:
  ScratchUse(EngineScratch* scratch, std::string_view complaint) : scratch_(scratch) {
    expects(scratch_ == nullptr || !scratch_->is_used_.exchange(true), complaint);
  }
  ~ScratchUse() {
    if (scratch_ != nullptr) scratch_->is_used_ = false;
  }
  ScratchUse(const ScratchUse&) = delete;
  ScratchUse& operator=(const ScratchUse&) = delete;

 private:
  EngineScratch* scratch_;
};

}  // namespace warpgraph
