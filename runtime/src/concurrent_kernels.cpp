// SPDX-License-Identifier: Apache-2.0
#include "concurrent_kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/backoff.hpp>
#include <warpgraph/runtime/kernel/clock.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "wait_for_all.hpp"

namespace warpgraph::detail {

namespace {

// Long beside the time in which the host launches a kernel on each device, short beside a user's patience.
constexpr std::uint64_t kPatience = 1'000'000'000;  // nanoseconds

// The kernel of one device. What it waits for lies in the host's memory.
struct Meet {
  View<std::uint32_t> has_begun;  // of each device
  View<std::uint32_t> is_given_up;
  std::uint32_t device;

  WARPGRAPH_DEVICE void operator()(Grid<32>& grid) const {
    grid.elect([&] { wait(); });
  }

  WARPGRAPH_DEVICE void wait() const {
    atomic::store<Order::kRelease, AtomicScope::kSystem>(has_begun[device], 1u);
    const std::uint64_t begin = clock_nanoseconds();
    for (std::uint64_t other = 0; other < has_begun.size(); ++other) {
      Backoff back_off;
      while (atomic::load<Order::kAcquire, AtomicScope::kSystem>(has_begun[other]) == 0) {
        if (clock_nanoseconds() - begin > kPatience) {
          atomic::store<Order::kRelease, AtomicScope::kSystem>(is_given_up[0], 1u);
          return;
        }
        back_off();
      }
    }
  }
};

// Never destroyed: threads may hold a lock when the program ends.
std::mutex& lock_of_gpu(int ordinal) {
  static auto* const guard = new std::mutex;
  static auto* const locks = new std::map<int, std::mutex>;
  const std::lock_guard lock(*guard);
  return (*locks)[ordinal];
}

}  // namespace

bool is_side_by_side_off() {
  const char* const value = std::getenv("WARPGRAPH_CONCURRENT_KERNELS");
  return value != nullptr && std::string_view(value) == "0";
}

bool kernels_meet(Runtime& runtime) {
  const auto count = static_cast<std::size_t>(runtime.device_count());
  if (count == 1) return true;
  PinnedBuffer<std::uint32_t> flags(runtime, count + 1);  // behind those that have begun: whether one has given up
  std::ranges::fill(flags.span(), 0u);
  std::vector<Stream> streams;
  for (int i = 0; i < runtime.device_count(); ++i) streams.emplace_back(runtime.device(i), "side by side");
  for (const Stream& each : streams) prepare<Meet>(each, WholeDevice{});
  for (std::size_t i = 0; i < count; ++i)
    launch(streams[i], WholeDevice{1},
           Meet{flags.view().subview(0, count), flags.view().subview(count, 1), static_cast<std::uint32_t>(i)});
  wait_for_all(streams, [](const Stream& each) { each.synchronize(); });
  return flags[count] == 0;
}

Runtime::ConcurrentKernelsLock lock_gpus(std::vector<int> ordinals) {
  std::ranges::sort(ordinals);
  Runtime::ConcurrentKernelsLock locks;
  for (const int each : ordinals) locks.emplace_back(lock_of_gpu(each));
  return locks;
}

}  // namespace warpgraph::detail
