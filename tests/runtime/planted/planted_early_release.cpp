// SPDX-License-Identifier: Apache-2.0
//
// planted_early_release correct|wrong
//
// A buffer of one stream is used by another and then released. `wrong` leaves out the wait that keeps the release
// behind the use: AddressSanitizer must report the use of released memory, and ThreadSanitizer the race with the pool,
// which overwrites what is released. About `correct` both must say nothing.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <thread>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace {

using namespace warpgraph;

struct Double {
  View<const std::uint64_t> numbers;
  View<std::uint64_t> doubled;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { doubled[i] = 2 * numbers[i]; }
};

std::uint64_t last_doubled(bool waits) {
  constexpr std::size_t kCount = 10000;
  RuntimeOptions options;
  options.host.threads = 1;
  options.host.poison = true;
  Runtime runtime("host", options);
  const Stream owner(runtime.device(), "owner");
  const Stream user(runtime.device(), "user");
  Buffer<std::uint64_t> doubled(user, kCount, "doubled");
  {
    Buffer<std::uint64_t> numbers(owner, kCount, "numbers");
    fill(owner, numbers, 21);
    Event filled(runtime.device());
    Event used(runtime.device());
    filled.record(owner);
    user.wait(filled);
    user.call("be late", [] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
    kernel::for_each(user, kCount, Double{numbers, doubled});
    used.record(user);
    if (waits) owner.wait(used);
  }
  const std::uint64_t last = to_host(user, doubled).back();
  owner.synchronize();
  return last;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view variant = argc == 2 ? argv[1] : "";
  if (variant != "correct" && variant != "wrong") {
    std::fputs("usage: planted_early_release correct|wrong\n", stderr);
    return 2;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(last_doubled(variant == "correct")));
  return 0;
}
