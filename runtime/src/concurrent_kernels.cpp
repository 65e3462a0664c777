// SPDX-License-Identifier: Apache-2.0
#include "concurrent_kernels.hpp"

#include <algorithm>
#include <atomic>
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

// The kernel of one device. A launch that does not return before its kernel has ended is no use either: the host must
// be able to stop a kernel whose others do not come.
struct Meet {
  View<const View<std::uint32_t>> has_begun;  // a word of each device, wherever it lies
  View<std::uint32_t> host_is_back;
  View<std::uint32_t> is_given_up;
  std::uint64_t device;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<32>& grid) const {
    grid.elect([&] { wait(); });
  }

  WARPGRAPH_DEVICE void wait() const {
    const View<std::uint32_t> mine = has_begun[device];
    atomic::store<kernel::Order::kRelease, kernel::AtomicScope::kSystem>(mine[0], 1u);
    const std::uint64_t begin = kernel::clock_nanoseconds();
    bool have_met = is_set(host_is_back, begin);
    for (std::uint64_t other = 0; other < has_begun.size(); ++other) {
      const View<std::uint32_t> theirs = has_begun[other];
      have_met = have_met && is_set(theirs, begin);
    }
    if (!have_met) atomic::store<kernel::Order::kRelease, kernel::AtomicScope::kSystem>(is_given_up[0], 1u);
  }

 private:
  // False if that takes too long.
  WARPGRAPH_DEVICE static bool is_set(const View<std::uint32_t>& word, std::uint64_t begin) {
    kernel::Backoff back_off;
    while (atomic::load<kernel::Order::kAcquire, kernel::AtomicScope::kSystem>(word[0]) == 0) {
      if (kernel::clock_nanoseconds() - begin > kPatience) return false;
      back_off();
    }
    return true;
  }
};

// Never destroyed: threads may hold a lock when the program ends.
std::mutex& lock_of_gpu(int ordinal) {
  static auto* const guard = new std::mutex;
  static auto* const locks = new std::map<int, std::mutex>;
  const std::lock_guard lock(*guard);
  return (*locks)[ordinal];
}

// Two kernels that each take half of every multiprocessor have room beside each other. Of more, which do not divide one
// evenly, the last might find none, and the others would wait for it.
bool is_a_gpu_crowded(const Runtime& runtime) {
  constexpr int kMaxSharers = 2;
  std::map<int, int> sharers;
  for (int i = 0; i < runtime.device_count(); ++i)
    if (++sharers[runtime.device(i).info().ordinal] > kMaxSharers) return true;
  return false;
}

}  // namespace

bool is_side_by_side_off() {
  const char* const value = std::getenv("WARPGRAPH_CONCURRENT_KERNELS");
  return value != nullptr && std::string_view(value) == "0";
}

bool kernels_meet(std::span<const StreamRef> streams, std::span<const View<std::uint32_t>> has_begun,
                  std::size_t first) {
  Runtime& runtime = streams.front().device().runtime();
  PinnedBuffer<View<std::uint32_t>> words(runtime, has_begun.size());
  std::ranges::copy(has_begun, words.span().begin());
  PinnedBuffer<std::uint32_t> host_is_back(runtime, 1);
  PinnedBuffer<std::uint32_t> is_given_up(runtime, 1);
  host_is_back[0] = is_given_up[0] = 0;
  for (const StreamRef each : streams) kernel::prepare<Meet>(each, kernel::WholeDevice{});
  for (std::size_t i = 0; i < streams.size(); ++i)
    kernel::launch(streams[i], kernel::WholeDevice{1},
                   Meet{words.view(), host_is_back.view(), is_given_up.view(), first + i});
  std::atomic_ref(host_is_back[0]).store(1, std::memory_order_release);
  wait_for_all(streams, [](StreamRef each) { each.synchronize(); });
  return is_given_up[0] == 0;
}

bool kernels_meet(Runtime& runtime) {
  const auto count = static_cast<std::size_t>(runtime.device_count());
  if (count == 1) return true;
  if (is_a_gpu_crowded(runtime)) return false;
  PinnedBuffer<std::uint32_t> flags(runtime, count);
  std::ranges::fill(flags.span(), 0u);
  std::vector<Stream> streams;
  std::vector<View<std::uint32_t>> has_begun;
  for (std::size_t i = 0; i < count; ++i) {
    streams.emplace_back(runtime.device(static_cast<int>(i)), "side by side");
    has_begun.push_back(flags.view().subview(i, 1));
  }
  return kernels_meet(std::vector<StreamRef>(streams.begin(), streams.end()), has_begun, 0);
}

std::optional<bool> SideBySide::answer() {
  const std::lock_guard lock(mutex_);
  if (meet_) return true;
  if (left_ == 0) return std::nullopt;
  --left_;
  return false;
}

void SideBySide::tell(bool meet) {
  const std::lock_guard lock(mutex_);
  meet_ = meet_ || meet;
  left_ = patience_;
  patience_ *= 2;
}

Runtime::ConcurrentKernelsLock lock_gpus(std::vector<int> ordinals) {
  std::ranges::sort(ordinals);
  const auto repeated = std::ranges::unique(ordinals);
  ordinals.erase(repeated.begin(), repeated.end());
  Runtime::ConcurrentKernelsLock locks;
  for (const int each : ordinals) locks.emplace_back(lock_of_gpu(each));
  return locks;
}

}  // namespace warpgraph::detail
