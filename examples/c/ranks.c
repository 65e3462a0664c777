/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several processes search one graph, and each has a part of it.
 *   mpirun -n 2 ranks_c FILE SOURCE OUTPUT     a graph; a vertex of it; where the levels go
 */
#include <warpgraph/mpi/c_interface.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All ranks fail together, and one says why. No MPI_Finalize, which would wait for all. */
static void check(warpgraph_status status, int32_t rank) {
  if (status == WARPGRAPH_OK) return;
  fprintf(stderr, "rank %d: %s\n", (int)rank, warpgraph_last_error_message());
  _Exit(status);
}

static void print_reached(const warpgraph_part* part, const warpgraph_result* levels, int32_t rank) {
  int64_t count = 0;
  int64_t reached = 0;
  int64_t i;
  int64_t* level;
  check(warpgraph_part_own_count(part, &count), rank);
  level = (int64_t*)malloc((size_t)(count + 1) * sizeof *level);
  if (level == NULL) _Exit(WARPGRAPH_OUT_OF_MEMORY);
  check(warpgraph_result_copy_int64(levels, level, (size_t)count), rank);
  for (i = 0; i < count; ++i) reached += level[i] >= 0;
  printf("rank %d has %ld vertices, of which the search has reached %ld\n", (int)rank, (long)count, (long)reached);
  free(level);
}

int main(int argc, char** argv) {
  warpgraph_ranks* ranks = NULL;
  warpgraph_runtime* runtime = NULL;
  warpgraph_part* part = NULL;
  warpgraph_result* levels = NULL;
  char options[64];
  int32_t rank = 0;
  if (argc != 4 || strlen(argv[2]) > 20) {
    fprintf(stderr, "usage: mpirun -n 2 %s FILE SOURCE OUTPUT\n", argv[0]);
    return WARPGRAPH_USAGE_ERROR;
  }
  MPI_Init(&argc, &argv);
  check(warpgraph_ranks_create(MPI_COMM_WORLD, 60000, &ranks), -1);
  check(warpgraph_ranks_rank(ranks, &rank), rank);
  check(warpgraph_ranks_create_runtime(ranks, "auto", &runtime), rank);
  check(warpgraph_part_read(ranks, runtime, argv[1], NULL, NULL, &part), rank);

  sprintf(options, "source=%s", argv[2]);
  check(warpgraph_part_run(part, "bfs", options, NULL, &levels), rank);
  print_reached(part, levels, rank);
  check(warpgraph_part_write(part, levels, argv[3]), rank);

  warpgraph_result_destroy(levels);
  warpgraph_part_destroy(part);
  warpgraph_runtime_destroy(runtime);
  warpgraph_ranks_destroy(ranks);
  MPI_Finalize();
  return 0;
}
