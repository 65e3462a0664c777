// SPDX-License-Identifier: Apache-2.0
//
// A program with a communicator of its own: the processes that it holds search one graph, and each has a part of it.
//   mpirun -n 3 ranks FILE SOURCE OUTPUT     a graph; a vertex of it; where the levels go
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <warpgraph/mpi/mpi_ranks.hpp>
#include <warpgraph/warpgraph.hpp>

namespace {

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

void search(MPI_Comm communicator, const std::string& file, std::uint64_t source, const std::string& output) try {
  warpgraph::MpiRanks ranks(communicator);
  ranks.set_time_limit(std::chrono::minutes(1));
  warpgraph::Runtime runtime(ranks);

  const auto graph = warpgraph::read_graph(runtime, file);
  const auto found = warpgraph::algorithms::bfs_levels(graph, {.source = source});

  std::vector<std::int64_t> level(found.values.size());  // -1 where the search has not come
  std::ranges::transform(found.values, level.begin(), [](std::uint32_t each) {
    return each == warpgraph::algorithms::kUnreachable<std::uint32_t> ? -1 : std::int64_t{each};
  });
  const auto reached = std::ranges::count_if(level, [](std::int64_t each) { return each >= 0; });
  std::printf("rank %d has %zu vertices, of which the search has reached %ld\n", ranks.rank(), level.size(),
              static_cast<long>(reached));
  warpgraph::files::write_values(output, std::span<const std::int64_t>(level), graph);
} catch (const std::exception& error) {
  std::fprintf(stderr, "ranks: %s\n", error.what());
  std::_Exit(EXIT_FAILURE);  // no MPI_Finalize, which would wait for all ranks
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t source = 0;
  if (argc != 4 || !read_number(argv[2], source)) {
    std::fprintf(stderr, "usage: mpirun -n 3 %s FILE SOURCE OUTPUT\n", argv[0]);
    return EXIT_FAILURE;
  }
  MPI_Init(&argc, &argv);
  // All but the last process, which has other things to do.
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const bool searches = rank < size - 1 || size == 1;
  MPI_Comm searching = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, searches ? 0 : MPI_UNDEFINED, rank, &searching);
  if (searches) {
    search(searching, argv[1], source, argv[3]);
    MPI_Comm_free(&searching);
  }
  MPI_Finalize();
  return EXIT_SUCCESS;
}
