// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <warpgraph/runtime/detail/type_name.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

// How kernels are started. A kernel is a trivially copyable function object whose operator() says its scope:
//
//   void operator()(Warp& warp, Args...) const                      launch(stream, Warps{n}, kernel, args...)
//   void operator()(Block<256>& block, Args...) const               launch(stream, Blocks{n}, kernel, args...)
//   void operator()(Grid<256>& grid, Args...) const                 launch(stream, WholeDevice{}, kernel, args...)
//
// With a member type Shared, warp and block kernels take a Shared& behind the scope: memory that one warp or one block
// shares, uninitialised. The call queues work and returns; errors inside the kernel appear when the stream is
// synchronised. The same source serves both machines: a file that launches on CUDA devices must be compiled by nvcc;
// compiled by another compiler it launches on the host only and says so if asked for more.
namespace warpgraph::kernel {

struct Warps {
  std::uint64_t count;
};
struct Blocks {
  std::uint64_t count;
};
// As many blocks as the device holds at once; fewer if `max_blocks` is not 0.
struct WholeDevice {
  unsigned max_blocks = 0;
};

}  // namespace warpgraph::kernel

namespace warpgraph {

namespace detail {

inline constexpr std::uint64_t kMaxBlocks = 0x7fffffffu;

template <class Method>
struct ScopeOf;
template <class K, class S, class... A>
struct ScopeOf<void (K::*)(S&, A...) const> {
  using type = S;
};
template <class K>
using Scope = typename ScopeOf<decltype(&K::operator())>::type;

template <class S>
struct ScopeTraits;
template <>
struct ScopeTraits<kernel::Warp> {
  using Shape = kernel::Warps;
  static constexpr int kThreads = 256;
};
template <int N>
struct ScopeTraits<kernel::Block<N>> {
  using Shape = kernel::Blocks;
  static constexpr int kThreads = N;
};
template <int N>
struct ScopeTraits<kernel::Grid<N>> {
  using Shape = kernel::WholeDevice;
  static constexpr int kThreads = N;
};

template <class K>
concept HasShared = requires {
  typename K::Shared;
};

// Per block.
template <class K>
inline constexpr int kThreadsOf = ScopeTraits<Scope<K>>::kThreads;

// How many blocks of a WholeDevice kernel a multiprocessor must hold: K::kMinBlocks, for which the compiler saves
// registers.
template <class K>
inline constexpr int kMinBlocksOf = 0;  // as many as registers allow
template <class K>
requires requires { K::kMinBlocks; }
inline constexpr int kMinBlocksOf<K> = K::kMinBlocks;

// The bytes of one scope's Shared: a warp's, or a block's.
template <class K>
inline constexpr std::size_t kSharedOf = 0;
template <HasShared K>
inline constexpr std::size_t kSharedOf<K> = sizeof(typename K::Shared);

template <class K, class S, class... Args>
WARPGRAPH_DEVICE void call_kernel(const K& kernel, S& scope, [[maybe_unused]] void* shared, const Args&... args) {
  if constexpr (HasShared<K>)
    kernel(scope, *static_cast<typename K::Shared*>(shared), args...);
  else
    kernel(scope, args...);
}

#if WARPGRAPH_GPU_COMPILER

template <class K, class... Args>
__global__ void __launch_bounds__(kThreadsOf<K>) warp_entry(K kernel, std::uint32_t warps, Args... args) {
#if WARPGRAPH_ON_GPU
  extern __shared__ __align__(128) unsigned char shared[];
  constexpr std::uint32_t kWarps = kThreadsOf<K> / kernel::Warp::kSize;
  const std::uint32_t in_block = threadIdx.x / kernel::Warp::kSize;
  const std::uint32_t index = blockIdx.x * kWarps + in_block;
  if (index >= warps) return;
  kernel::Warp warp(index, warps, in_block);
  call_kernel(kernel, warp, shared + in_block * kSharedOf<K>, args...);
#endif
}

template <class K, class... Args>
__global__ void __launch_bounds__(kThreadsOf<K>) block_entry(K kernel, Args... args) {
#if WARPGRAPH_ON_GPU
  extern __shared__ __align__(128) unsigned char shared[];
  kernel::Block<kThreadsOf<K>> block;
  call_kernel(kernel, block, shared, args...);
#endif
}

template <class K, class... Args>
__global__ void __launch_bounds__(kThreadsOf<K>, kMinBlocksOf<K>) grid_entry(K kernel, void* scratch, Args... args) {
#if WARPGRAPH_ON_GPU
  kernel::Grid<kThreadsOf<K>> grid(scratch);
  kernel(grid, args...);
#endif
}

template <class F>
__global__ void __launch_bounds__(256) for_each_entry(std::uint64_t n, F body) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * 256 + threadIdx.x;
  if (i < n) body(i);
}

template <class... Parameters>
const void* gpu_function(void (*entry)(Parameters...)) {
  return gpu::kernel_handle(reinterpret_cast<const void*>(entry));
}

template <class... Parameters, class... Args>
void start_on_gpu(GpuLauncher& gpu, GpuLaunch launch, void (*entry)(Parameters...), const Args&... args) {
  void* arguments[] = {const_cast<void*>(static_cast<const void*>(std::addressof(args)))...};
  launch.function = gpu_function(entry);
  launch.arguments = arguments;
  gpu.launch(launch);  // CudaStream::launch (src/cuda/stream.cpp), which starts the entry
}

inline unsigned gpu_blocks(std::uint64_t units, unsigned per_block) {
  const std::uint64_t blocks = units / per_block + (units % per_block != 0);
  expects(blocks <= kMaxBlocks, "launch: more than 2^31 - 1 blocks");
  return static_cast<unsigned>(blocks);
}

template <class K, class... Args>
void queue_on_gpu(GpuLauncher& gpu, kernel::Warps shape, const K& kernel, const Args&... args) {
  GpuLaunch launch{type_name<K>(), nullptr,
                   nullptr,        gpu_blocks(shape.count, kThreadsOf<K> / kernel::Warp::kSize),
                   kThreadsOf<K>,  kSharedOf<K> * (kThreadsOf<K> / kernel::Warp::kSize)};
  start_on_gpu(gpu, launch, &warp_entry<K, Args...>, kernel, static_cast<std::uint32_t>(shape.count), args...);
}

template <class K, class... Args>
void queue_on_gpu(GpuLauncher& gpu, kernel::Blocks shape, const K& kernel, const Args&... args) {
  GpuLaunch launch{type_name<K>(), nullptr, nullptr, gpu_blocks(shape.count, 1), kThreadsOf<K>, kSharedOf<K>};
  start_on_gpu(gpu, launch, &block_entry<K, Args...>, kernel, args...);
}

template <class K, class... Args>
void queue_on_gpu(GpuLauncher& gpu, kernel::WholeDevice shape, const K& kernel, const Args&... args) {
  const auto entry = &grid_entry<K, Args...>;
  unsigned blocks = gpu.resident_blocks(gpu_function(entry), kThreadsOf<K>, 0);
  if (shape.max_blocks != 0) blocks = std::min(blocks, shape.max_blocks);
  blocks = std::min(blocks, GpuLauncher::kMaxGridBlocks);
  GpuLaunch launch{type_name<K>(), nullptr, nullptr, blocks, kThreadsOf<K>, 0, /*cooperative=*/true};
  void* scratch = gpu.grid_scratch();
  start_on_gpu(gpu, launch, entry, kernel, scratch, args...);
}

template <class K, class... Args>
void prepare_on_gpu(GpuLauncher& gpu) {
  static_cast<void>(gpu.resident_blocks(gpu_function(&grid_entry<K, Args...>), kThreadsOf<K>, 0));
  static_cast<void>(gpu.grid_scratch());
}

#endif  // WARPGRAPH_GPU_COMPILER

[[noreturn]] inline void refuse_gpu(std::string_view kernel) {
  throw UsageError("kernel " + std::string(kernel) + " was launched on a GPU, but its file was not compiled by nvcc");
}

#if !WARPGRAPH_ON_GPU

// How many units a launch has on the host, and how many of them a thread takes at a time.
struct HostExtent {
  std::uint64_t count;
  std::size_t grain;
};
[[nodiscard]] HostExtent host_extent(StreamRef stream, kernel::Warps shape, int threads_in_block);
[[nodiscard]] HostExtent host_extent(StreamRef stream, kernel::Blocks shape, int threads_in_block);
[[nodiscard]] HostExtent host_extent(StreamRef stream, kernel::WholeDevice shape, int threads_in_block);

// Uninitialised storage for one Shared, overwritten before each use if the runtime poisons memory.
template <class K>
class HostShared {
 public:
  explicit HostShared(bool poison) : poison_(poison) {
    if constexpr (HasShared<K>) storage_ = std::make_unique_for_overwrite<Storage>();
  }
  void* fresh() {
    if constexpr (HasShared<K>) {
      if (poison_) std::memset(storage_->bytes, 0xCB, sizeof(Storage));
      return storage_->bytes;
    } else {
      return nullptr;
    }
  }

 private:
  template <class Kernel>
  struct Bytes {
    unsigned char bytes[1];
  };
  template <HasShared Kernel>
  struct Bytes<Kernel> {
    alignas(typename Kernel::Shared) unsigned char bytes[sizeof(typename Kernel::Shared)];
  };
  using Storage = Bytes<K>;

  bool poison_;
  std::unique_ptr<Storage> storage_;
};

// The i-th of `count` scopes of a launch.
template <class S>
struct HostScope;
template <>
struct HostScope<kernel::Warp> {
  static kernel::Warp at(std::size_t i, std::uint64_t count, std::uint64_t order_seed) {
    constexpr std::size_t kWarps = ScopeTraits<kernel::Warp>::kThreads / kernel::Warp::kSize;
    return kernel::Warp(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(count),
                        static_cast<std::uint32_t>(i % kWarps), LaneOrder(order_seed, i));
  }
};
template <int N>
struct HostScope<kernel::Block<N>> {
  static kernel::Block<N> at(std::size_t i, std::uint64_t count, std::uint64_t order_seed) {
    return kernel::Block<N>(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(count), LaneOrder(order_seed, i));
  }
};

// The only code of a launch on the host that is compiled for every kernel. Call: the kernel with its arguments.
template <class K, class Call>
void run_on_host(const void* call, const HostUnits& units) {
  static_assert(std::is_trivially_copyable_v<Call> && alignof(Call) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  const Call& kernel = *static_cast<const Call*>(call);
  const HostOptions& host = units.runtime.options().host;
  if constexpr (std::is_same_v<typename ScopeTraits<Scope<K>>::Shape, kernel::WholeDevice>) {
    Scope<K> grid(units.runtime.threads(), static_cast<std::uint32_t>(units.count), host.lane_order_seed);
    kernel(grid, nullptr);
  } else {
    HostShared<K> shared(host.poison);
    for (std::size_t i = units.first; i < units.last; ++i) {
      Scope<K> scope = HostScope<Scope<K>>::at(i, units.count, host.lane_order_seed);
      kernel(scope, shared.fresh());
    }
  }
}

template <class F>
void run_loop_on_host(const void* body, const HostUnits& units) {
  static_assert(alignof(F) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  run_some(host_loop(*static_cast<const F*>(body)), units.first, units.last,
           units.runtime.options().host.lane_order_seed);
}

#endif

inline void check_shape(kernel::Warps shape) {
  expects(shape.count <= 0xffffffffu, "launch: more than 2^32 - 1 warps");
}
inline void check_shape(kernel::Blocks shape) {
  expects(shape.count <= kMaxBlocks, "launch: more than 2^31 - 1 blocks");
}
inline void check_shape(kernel::WholeDevice) {}

inline bool is_empty(kernel::Warps shape) { return shape.count == 0; }
inline bool is_empty(kernel::Blocks shape) { return shape.count == 0; }
inline bool is_empty(kernel::WholeDevice) { return false; }

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::kernel {

template <class Shape, class K, class... Args>
void launch(StreamRef stream, Shape shape, const K& kernel, const Args&... args) {
  static_assert(std::is_trivially_copyable_v<K> && (std::is_trivially_copyable_v<Args> && ...),
                "a kernel and its arguments travel to the device byte by byte");
  static_assert(
      std::is_same_v<Shape, typename detail::ScopeTraits<detail::Scope<K>>::Shape>,
      "the shape must match the kernel's scope: Warps for Warp&, Blocks for Block<N>&, WholeDevice for Grid<N>&");
  detail::check_shape(shape);
  if (detail::is_empty(shape)) return;
#if WARPGRAPH_GPU_COMPILER
  if (auto* gpu = stream.backend().gpu()) return detail::queue_on_gpu(*gpu, shape, kernel, args...);
#else
  if (stream.backend().gpu() != nullptr) detail::refuse_gpu(detail::type_name<K>());
#endif
#if !WARPGRAPH_ON_GPU
  const auto call = [=](detail::Scope<K>& scope, void* shared) { detail::call_kernel(kernel, scope, shared, args...); };
  const auto [count, grain] = detail::host_extent(stream, shape, detail::kThreadsOf<K>);
  // HostStream::launch (src/host/stream.cpp), whose threads call run_on_host.
  stream.backend().host()->launch(
      {detail::type_name<K>(), &call, sizeof(call), count, grain, &detail::run_on_host<K, decltype(call)>});
#endif
}

// What the first launch of the kernel on the stream would do beside launching: loads the kernel, asks how many of its
// blocks the device holds, and allocates. Any of these may wait for work of other devices, so all kernels that wait for
// each other are prepared before the first of them is launched.
template <class K, class... Args>
void prepare([[maybe_unused]] StreamRef stream, WholeDevice) {
  static_assert(std::is_same_v<WholeDevice, typename detail::ScopeTraits<detail::Scope<K>>::Shape>,
                "only kernels that a whole device runs wait for other kernels");
#if WARPGRAPH_GPU_COMPILER
  if (auto* gpu = stream.backend().gpu()) detail::prepare_on_gpu<K, Args...>(*gpu);
#endif
}

// body(i) for every i in [0, n), in any order and in parallel. `body` is a trivially copyable function object whose
// operator() is marked WARPGRAPH_DEVICE. Queues work and returns.
template <class F>
void for_each(StreamRef stream, std::uint64_t n, const F& body) {
  static_assert(std::is_trivially_copyable_v<F>, "a function object travels to the device byte by byte");
  if (n == 0) return;
#if WARPGRAPH_GPU_COMPILER
  if (auto* gpu = stream.backend().gpu()) {
    const detail::GpuLaunch launch{detail::type_name<F>(), nullptr, nullptr, detail::gpu_blocks(n, 256), 256};
    return detail::start_on_gpu(*gpu, launch, &detail::for_each_entry<F>, n, body);
  }
#else
  if (stream.backend().gpu() != nullptr) detail::refuse_gpu(detail::type_name<F>());
#endif
#if !WARPGRAPH_ON_GPU
  // HostStream::launch (src/host/stream.cpp), whose threads call run_on_host.
  stream.backend().host()->launch(
      {detail::type_name<F>(), &body, sizeof(F), n, detail::kShuffledGrain, &detail::run_loop_on_host<F>});
#endif
}

}  // namespace warpgraph::kernel
