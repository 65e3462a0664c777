// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two annotations make one source serve two machines. WARPGRAPH_DEVICE marks a function that a kernel may call: nvcc
// compiles it for the GPU and for the host, any other compiler for the host alone. WARPGRAPH_ON_GPU is true only while
// nvcc compiles GPU code, so it separates the two bodies of a collective and nothing else.
// WARPGRAPH_UNROLL, before a loop, unrolls it in GPU code.
#if defined(__CUDACC__)
#define WARPGRAPH_DEVICE __host__ __device__
#else
#define WARPGRAPH_DEVICE
#endif

#if defined(__CUDA_ARCH__)
#define WARPGRAPH_ON_GPU 1
#define WARPGRAPH_UNROLL _Pragma("unroll")
#else
#define WARPGRAPH_ON_GPU 0
#define WARPGRAPH_UNROLL
#endif

// Checked builds test every index and every device border in View. The build sets it for the whole project, because it
// changes the layout of View.
#if !defined(WARPGRAPH_CHECKED)
#define WARPGRAPH_CHECKED 0
#endif

// Set for the code of plugins (warpgraph_add_plugin), which another program loads.
#if !defined(WARPGRAPH_IN_PLUGIN)
#define WARPGRAPH_IN_PLUGIN 0
#endif
