// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the runtime's launches and barriers are compared with: the same in plain CUDA. `stream` is a cudaStream_t.
namespace warpgraph::benchmarks {

// Starts an empty kernel by <<<>>> and checks the launch.
void launch_bare(void* stream);

// Starts a cooperative kernel that passes `rounds` barriers of cooperative groups.
void start_bare_barriers(void* stream, unsigned blocks, unsigned threads, unsigned rounds);

}  // namespace warpgraph::benchmarks
