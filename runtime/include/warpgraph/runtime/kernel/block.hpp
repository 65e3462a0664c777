// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>

// class Block<kThreads>: the threads of one block, for kernels that share memory or need more than a warp. kThreads is
// a power of two from 32 to 1024. A kernel that declares `struct Shared` gets one for each block, uninitialised, as the
// second argument of operator(). The interface is Warp's at block scope; values that outlive a phase are
// PerLane<T, kThreads>.
//
//   kSize, index(), count()
//   phase(body), relaxed_phase(body), elect(body)
//   warps(body)                    body(Warp&) for every warp of the block; ends in a barrier
//   reduce, inclusive_scan, exclusive_scan, any, all, broadcast, append
#if WARPGRAPH_ON_GPU
#include <warpgraph/runtime/kernel/gpu/block.hpp>
#else
#include <warpgraph/runtime/kernel/host/block.hpp>
#endif
