// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>

// class Grid<kThreads>: all threads of a cooperative launch, so that a loop over supersteps lives in one kernel: a
// barrier costs about 1 us on a GPU where a launch with a read-back costs 17. The code between the calls below runs in
// every thread and must decide alike everywhere: decide by what reduce and any return, never by memory that a phase
// of the loop writes.
//
//   thread_count(), block_count()
//   for_each(n, body)              body(i) for every i in [0, n), strided over the grid; ends in a grid barrier
//   blocks(body)                   body(Block<kThreads>&) for every block of the grid; ends in a grid barrier
//   sharing_blocks<Shared>(body)   the same as body(Block<kThreads>&, Shared&), with memory that the threads of the
//                                  block share, uninitialised; Shared is trivial, of at most 48 KiB
//   warps(body)                    body(Warp&) for every warp of the grid; ends in a grid barrier
//   warps(body, then)              the same, and then(Warp&) on one warp when all have done so; one barrier for both
//   elect(body)                    body() once; ends in a grid barrier
//   reduce(n, initial, op, value) -> T     op over value(i), i in [0, n); the same in all threads; `initial` is op's
//                                  neutral element; T of at most 8 bytes
//   any(n, holds) -> bool
//
// On the host the calls run one after the other and each spreads over the worker threads.
#if WARPGRAPH_ON_GPU
#include <warpgraph/runtime/kernel/gpu/grid.hpp>
#else
#include <warpgraph/runtime/kernel/host/grid.hpp>
#endif
