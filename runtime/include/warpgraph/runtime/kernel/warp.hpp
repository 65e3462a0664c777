// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>

// class Warp: 32 lanes that work together, the scope of most kernels. Two classes of one name and one interface: nvcc's
// GPU pass sees gpu/warp.hpp, every other pass sees host/warp.hpp. The interface:
//
//   kSize                          32
//   global_index(), count()        this warp's number in the launch, and how many there are
//   index_in_block()
//
//   phase(body)                    body(Lane) for every lane, in any order; ends in a barrier (rule R1)
//   relaxed_phase(body)            the same without the barrier on the GPU, for profiled hot spots: what it writes to
//                                  memory is not to be read by other lanes before the next barrier
//   elect(body)                    body() once, on one lane; ends in a barrier
//
// Collectives are called by the whole warp, between phases, and cannot be called by a lane (rule R2). T is any
// trivially copyable type; results without PerLane are the same for all lanes.
//
//   reduce(value, op) -> T                       the same tree on both machines: floating sums agree bit for bit
//   group_reduce<W>(value, op) -> PerLane        for each aligned group of W lanes: virtual warps
//   inclusive_scan(value, op) -> PerLane
//   exclusive_scan(value, op, initial) -> Scan   {before, total}
//   ballot(flag) -> uint32, any(flag), all(flag)
//   broadcast(value, lane) -> T
//   segmented_reduce(head, value, op) -> PerLane a segment runs from a lane with `head` to the one before the next;
//                                                lane 0 always starts one. Its first lane gets the sum, the others
//                                                are undefined
//   append(counter, keep) -> PerLane             one atomic addition for the warp; each lane that keeps gets its own
//                                                place behind the counter, in lane order
//   sorted_search(sorted, key) -> PerLane        how many of the 32 ascending values are not greater than each key
//
// Collaborative task engagement (Khorasani 2016, section 4.2): every lane holds a coarse task, the range [first, last)
// of fine tasks; sizes may differ wildly. The warp walks the list of all fine tasks together, one a lane and step, and
// reduces the results for each coarse task. It wins over one lane a task, and over fixed sub-warps, where sizes are
// uneven inside a warp; a task that is much larger than all others of the launch still occupies a single warp.
//
//   engage(form, first, last, initial, map, op, descriptors...) -> PerLane
//     form          Scanned{}: consecutive tasks adjoin (CSR rows); Disjoint{}: any ranges, found by a scan
//     map(fine, descriptor...)   computes one fine task; runs on any lane, so what it needs of the coarse task comes as
//                                descriptors (PerLane values, handed to the lane that runs the fine task)
//     op            associative and commutative: the fine tasks of a long coarse task are combined out of order
//   A warp's fine tasks are fewer than 2^31.
#if WARPGRAPH_ON_GPU
#include <warpgraph/runtime/kernel/gpu/warp.hpp>
#else
#include <warpgraph/runtime/kernel/host/warp.hpp>
#endif
