// SPDX-License-Identifier: Apache-2.0
#pragma once

// Said at the call of an atomic operation (kernel/atomic.hpp): which of the thread's other accesses keep their side of
// it, and among which threads it is atomic.
namespace warpgraph::kernel {

enum class Order { kRelaxed, kAcquire, kRelease, kAcquireRelease };
enum class AtomicScope { kBlock, kDevice, kSystem };

}  // namespace warpgraph::kernel
