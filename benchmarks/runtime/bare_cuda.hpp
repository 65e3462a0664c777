// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// What the runtime's launches, copies and barriers are compared with: the same in plain CUDA. `stream` is a
// cudaStream_t.
namespace warpgraph::benchmarks {

// Starts an empty kernel by <<<>>> and checks the launch.
void launch_bare(void* stream);

// Copies between a GPU and the host, whose memory may be pageable, and waits.
void copy_bare(void* stream, void* to, const void* from, std::size_t bytes);

// Starts a cooperative kernel that passes `rounds` barriers of cooperative groups.
void start_bare_barriers(void* stream, unsigned blocks, unsigned threads, unsigned rounds);

}  // namespace warpgraph::benchmarks
