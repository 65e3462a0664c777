// SPDX-License-Identifier: Apache-2.0
//
// planted_missing_wait correct|wrong
//
// One stream writes an array, another reads it. `wrong` leaves out the wait between the two, which ThreadSanitizer must
// report as a data race; about `correct` it must say nothing. Nothing but that wait may order the two streams, not even
// by chance: they start when all work is queued, and kernels run in their stream's own thread.
#include <cstdint>
#include <cstdio>
#include <latch>
#include <string_view>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace {

using namespace warpgraph;

struct Write {
  View<std::uint64_t> numbers;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { numbers[i] = i; }
};
struct Double {
  View<const std::uint64_t> numbers;
  View<std::uint64_t> doubled;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { doubled[i] = 2 * numbers[i]; }
};

std::uint64_t last_doubled(bool waits) {
  constexpr std::size_t kCount = 10000;
  RuntimeOptions options;
  options.host.threads = 1;
  Runtime runtime("host", options);
  PinnedBuffer<std::uint64_t> result(runtime, kCount);
  const Stream writer(runtime.device(), "writer");
  const Stream reader(runtime.device(), "reader");
  Buffer<std::uint64_t> numbers(writer, kCount, "numbers");
  Buffer<std::uint64_t> doubled(reader, kCount, "doubled");
  Event written(runtime.device());
  Event read(runtime.device());
  std::latch all_is_queued(1);

  for (const Stream* stream : {&writer, &reader}) stream->call("start", [&] { all_is_queued.wait(); });
  kernel::for_each(writer, kCount, Write{numbers});
  written.record(writer);
  if (waits) reader.wait(written);
  kernel::for_each(reader, kCount, Double{numbers, doubled});
  copy(reader, result, doubled);
  read.record(reader);
  all_is_queued.count_down();

  read.synchronize();
  written.synchronize();
  return result[kCount - 1];
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view variant = argc == 2 ? argv[1] : "";
  if (variant != "correct" && variant != "wrong") {
    std::fputs("usage: planted_missing_wait correct|wrong\n", stderr);
    return 2;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(last_doubled(variant == "correct")));
  return 0;
}
