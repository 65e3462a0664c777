// SPDX-License-Identifier: Apache-2.0
#pragma once

// GCC 12 and 13 compile correct code wrongly at -O2 and -O3; GCC 11 and 14 do not. Where a function passes `*pointer`
// by value to a function from which IPA-SRA has removed a parameter, IPA-modref forgets that the caller reads
// `*pointer`. Stores to it then vanish, or the frame that holds it is released before the call. Kernels are full of
// such calls, so both passes are off for all that follows this line, whatever the flags.
// tests/runtime/kernel/by_value_test.cpp has the smallest case.
#if defined(__GNUC__) && !defined(__clang__) && (__GNUC__ == 12 || __GNUC__ == 13)
#if defined(__CUDACC__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675  // nvcc does not know the pragma, and hands it to GCC
#endif
#pragma GCC optimize("no-ipa-sra", "no-ipa-modref")
#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif
#endif

// Two annotations make one source serve two machines. WARPGRAPH_DEVICE marks a function that a kernel may call: nvcc
// compiles it for the GPU and for the host, any other compiler for the host alone. WARPGRAPH_ON_GPU is true only while
// nvcc compiles GPU code, so it separates the two bodies of a collective and nothing else. WARPGRAPH_GPU_COMPILER is
// true in both passes of nvcc, whose code can launch kernels on GPUs.
// WARPGRAPH_UNROLL, before a loop, unrolls it in GPU code.
#if defined(__CUDACC__)
#define WARPGRAPH_GPU_COMPILER 1
#define WARPGRAPH_DEVICE __host__ __device__
#else
#define WARPGRAPH_GPU_COMPILER 0
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
