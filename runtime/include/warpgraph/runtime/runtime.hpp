// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/timeline.hpp>

namespace warpgraph {

class Ranks;
class ThreadPool;

namespace detail {
class Machine;
struct RuntimeState;
}  // namespace detail

// How virtual devices execute. The results of a correct program do not depend on it.
enum class HostExecution {
  kThreads,   // a worker thread per stream: a missing wait is a data race that ThreadSanitizer sees
  kInline,    // work runs inside the call that asks for it: for debuggers
  kShuffled,  // work is held back until the program waits; then ready work of all streams runs in an order drawn from
              // the seed, in one thread: a missing wait gives wrong results, and the same ones again for the same seed
};

// Faults that the host backend injects, drawn from the seed, so that error paths are tested and not hoped for.
struct FaultPlan {
  std::uint64_t seed = 0;
  double allocation_failure = 0;               // probability that an allocation throws OutOfMemory
  std::int64_t failing_allocation = -1;        // the n-th allocation of the runtime throws (0 = the first)
  bool pinned_failure = false;                 // no host memory can be pinned: OutOfMemory
  std::chrono::microseconds longest_delay{0};  // each piece of work starts up to this much later
  // This virtual device is lost after `lost_after` pieces of work of its streams. Work of it that comes later fails
  // with a DeviceError ("host:2 is lost"), and so does every wait for it but those for events.
  int lost_device = -1;
  std::int64_t lost_after = 0;
};

struct HostOptions {
  HostExecution execution = HostExecution::kThreads;
  // The order in which lanes, threads and blocks run inside a kernel (rule R3); 0 is ascending.
  std::uint64_t lane_order_seed = 0;
  FaultPlan faults;
  bool peer_access = true;
  // Fresh and freed memory is overwritten with a pattern. Sanitizers see uses after release only with it.
  bool poison = WARPGRAPH_CHECKED != 0;
  unsigned threads = 0;  // of the runtime, shared by its virtual devices; 0: one a core
  // A launch returns when its kernel has ended, as launches on GPUs do with CUDA_LAUNCH_BLOCKING=1 and under some
  // tools.
  bool launches_block = false;
};

struct RuntimeOptions {
  HostOptions host;
  std::size_t memory_limit = 0;  // bytes of each device that may be used; 0: all of it
  bool timeline = false;
  // Whether kernels of several devices may wait for each other. False: supports_concurrent_kernels() is false without a
  // trial, and the engine queues every superstep of several devices from the host. The environment variable
  // WARPGRAPH_CONCURRENT_KERNELS=0 does the same.
  bool concurrent_kernels = true;
  bool works_alone = false;  // without ranks, whatever started the process
};

// What two devices can do with each other's memory.
enum class Link {
  kSelf,
  kPeerAtomics,  // direct loads, stores and atomics (NVLink)
  kPeer,         // direct loads and stores (PCIe)
  kNone,         // copies go through the host; kernels may not touch it
};
std::string_view to_string(Link link);

// Owns the devices that a program works on. Everything hangs off a runtime that is passed in, and two runtimes do not
// know each other. The one thing that belongs to the process are the turns of kernels that wait for each other
// (lock_concurrent_kernels), because two runtimes may have the same GPUs. A runtime and what was made of it may be
// destroyed in any order, since streams, events and buffers keep the devices. A process that fork() makes may destroy
// them too, which waits for nothing there; their use is a UsageError, and a runtime of its own works on the host.
class Runtime {
 public:
  // `devices` is one of
  //   "auto"       all CUDA devices, or "host" where there is none
  //   "cuda"       all CUDA devices
  //   "cuda:0,2"   these, in this order
  //   "cuda:0,0"   two devices that share this GPU: each has half of its multiprocessors and of its memory
  //   "host"       one virtual device on all cores
  //   "host:4"     four virtual devices that share the cores
  // A GPU opens when it is first used: one that nothing uses has no context, and takes no time and no memory.
  // Throws InputError if the text is none of these or names a device that is not there.
  // A process that a launcher has started as one of several, and that has no ranks, works alone: the first of them says
  // so on standard error, once, unless RuntimeOptions::works_alone says that it is meant. Starts the host's worker
  // threads (HostOptions::threads).
  explicit Runtime(std::string_view devices = "auto", const RuntimeOptions& options = {});
  // The devices of one of several ranks: graphs are read and run by all of them together. `devices` means the same for
  // every rank; with "auto" and "cuda" each takes a GPU of its own where there are enough (ranks::choose_rank_devices),
  // and virtual devices share the cores of a host. The ranks must outlive the runtime. Collective.
  explicit Runtime(Ranks& ranks, std::string_view devices = "auto", const RuntimeOptions& options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  [[nodiscard]] int device_count() const noexcept;
  [[nodiscard]] Device& device(int index = 0) const;
  [[nodiscard]] Device& device(DeviceId id) const { return device(id.value); }
  [[nodiscard]] Link link(DeviceId from, DeviceId to) const;

  [[nodiscard]] const RuntimeOptions& options() const noexcept;
  // Those that it was made with, or null.
  [[nodiscard]] Ranks* ranks() const noexcept;
  // Null unless the options asked for it.
  [[nodiscard]] Timeline* timeline() const noexcept;
  // Microseconds since the runtime began: the timeline's clock.
  [[nodiscard]] double now() const;
  // The host's worker threads, for parallel work of the library on the host.
  [[nodiscard]] ThreadPool& threads() const noexcept;
  // Whether kernels of several devices run at the same time, so that they may wait for each other. The first call tries
  // it with small kernels: launches that block, and tools that let one kernel run after the other, show in no property
  // of a device. The trial takes a second where the answer is no, and needs room on every device. A yes holds for good.
  // A no may come from a device that was busy for that second, so a later call tries again, after 256 calls at first
  // and after twice as many each time. Throws what a launch throws.
  [[nodiscard]] bool supports_concurrent_kernels();
  // Held while such kernels run: two sets of them might wait for each other's place on a device. GPUs are locked for
  // the whole process, whatever runtime opened them, in the order of their numbers. Waits for those that hold it, and
  // where devices share a GPU for all streams.
  using ConcurrentKernelsLock = std::vector<std::unique_lock<std::mutex>>;
  [[nodiscard]] ConcurrentKernelsLock lock_concurrent_kernels();
  // Waits for all streams of all devices.
  void synchronize();

  [[nodiscard]] detail::Machine& machine() const noexcept;
  // The same devices for what may be used after this runtime has gone.
  [[nodiscard]] std::shared_ptr<Runtime> keep_alive() const;

 private:
  friend struct detail::RuntimeState;
  explicit Runtime(detail::RuntimeState& state) noexcept : state_(&state) {}
  void open(std::string_view devices);

  std::shared_ptr<detail::RuntimeState> owner_;  // null in the runtime that the state has itself
  detail::RuntimeState* state_;
};

// The CUDA devices that the driver shows; empty without a driver or without CUDA in the build.
std::vector<DeviceInfo> cuda_devices();

}  // namespace warpgraph
