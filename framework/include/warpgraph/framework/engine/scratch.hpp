// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph {

// The pinned host memory that a run reads its counts back into. Asking the system for pinned memory takes longer than a
// short search, so those who run many searches make one and hand it to every run (EngineOptions::scratch). It serves
// one run at a time.
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
  static constexpr std::size_t kPartBytes = 20480;
  PinnedBuffer<std::byte> pinned_;
};

}  // namespace warpgraph
