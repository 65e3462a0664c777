// SPDX-License-Identifier: Apache-2.0
//
// planted_missing_wait correct|wrong
//
// One stream writes an array, another reads it. `wrong` leaves out the wait between the two, which ThreadSanitizer must
// report as a data race; about `correct` it must say nothing. Kernels run in their stream's own thread, so that no lock
// of the thread pool stands between the two streams by chance.
#include <cstdint>
#include <cstdio>
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
  const Stream writer(runtime.device(), "writer");
  const Stream reader(runtime.device(), "reader");
  Buffer<std::uint64_t> numbers(writer, kCount, "numbers");
  Buffer<std::uint64_t> doubled(reader, kCount, "doubled");
  Event written(runtime.device());

  for_each(writer, kCount, Write{numbers});
  written.record(writer);
  if (waits) reader.wait(written);
  for_each(reader, kCount, Double{numbers, doubled});

  const std::uint64_t last = to_host(reader, doubled).back();
  writer.synchronize();
  return last;
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
