// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/mpi/mpi_ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// The host memory that build_part takes on ranks that are processes, at its peak.
namespace warpgraph::test {
namespace {

constexpr std::size_t kEdges = std::size_t{1} << 24;  // of a rank
constexpr VertexId kVertices = VertexId{1} << 21;

// The process's memory, from the kernel: now ("VmRSS") or at its peak since the last reset ("VmHWM").
std::size_t resident_bytes(std::string_view key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kilobytes = 0;
    if (word == std::string(key) + ":" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}
void reset_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// Edges between any vertices, other ones on each rank.
EdgeList edges_of(int rank, bool has_weights) {
  std::uint64_t state = static_cast<std::uint64_t>(rank) + 1;
  const auto draw = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<VertexId>((state >> 33) % kVertices);
  };
  EdgeList list;
  list.vertex_count = kVertices;
  list.source.resize(kEdges);
  list.target.resize(kEdges);
  std::ranges::generate(list.source, draw);
  std::ranges::generate(list.target, draw);
  if (has_weights) list.values = std::vector<std::int32_t>(kEdges, 7);
  return list;
}

std::size_t bytes_of(const ranks::AnyGraphPart& part) {
  return std::visit(
      [](const auto& each) {
        const auto& in = each.incoming;
        return in.row.span().size_bytes() + in.column.span().size_bytes() + in.value.span().size_bytes();
      },
      part);
}

// What build_part takes beyond what was there before the list, as a multiple of list and part.
double peak_share(bool has_weights, const BuildOptions& options) {
  MpiRanks ranks;
  ranks.set_time_limit(std::chrono::seconds(60));
  ThreadPool threads(1);
  const std::size_t before = resident_bytes("VmRSS");
  EdgeList list = edges_of(ranks.rank(), has_weights);
  const std::size_t list_bytes = kEdges * (2 * sizeof(VertexId) + (has_weights ? sizeof(std::int32_t) : 0));
  reset_peak();
  const ranks::AnyGraphPart part = ranks::build_part(ranks, threads, std::move(list), options);
  const std::size_t peak = resident_bytes("VmHWM") - before;
  const std::size_t part_bytes = bytes_of(part);
  const double share = static_cast<double>(peak) / static_cast<double>(list_bytes + part_bytes);
  std::printf("rank %d: %zu MiB at the peak, %zu of the list, %zu of the part: %.2f times both\n", ranks.rank(),
              peak >> 20, list_bytes >> 20, part_bytes >> 20, share);
  return share;
}

TEST(BuildMemory, IsAtMostTwiceListAndPart) { EXPECT_LE(peak_share(false, {}), 2.0); }
TEST(BuildMemory, IsAtMostTwiceListAndPartWithWeights) { EXPECT_LE(peak_share(true, {}), 2.0); }
TEST(BuildMemory, IsAtMostTwiceListAndPartOfBothDirections) { EXPECT_LE(peak_share(false, {.symmetrise = true}), 2.0); }

}  // namespace
}  // namespace warpgraph::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int status = RUN_ALL_TESTS();
  MPI_Finalize();
  return status;
}
