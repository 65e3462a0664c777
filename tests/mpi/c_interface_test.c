/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpirun -n N mpi_c_interface_test FOLDER: the C interface of ranks as C sees it, in C99. The exit status is 0 if all
 * checks pass on all ranks.
 */
#include <warpgraph/mpi/c_interface.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kVertices = 1000 };

static int failures;

#define CHECK(condition)                                                                                  \
  do {                                                                                                    \
    if (!(condition)) {                                                                                   \
      ++failures;                                                                                         \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, warpgraph_last_error_message()); \
    }                                                                                                     \
  } while (0)

/* A path of the vertices 5, 15, 25, ... */
static void write_path(const char* name) {
  FILE* const file = fopen(name, "w");
  int v;
  if (file == NULL) exit(1);
  for (v = 0; v + 1 < kVertices; ++v) fprintf(file, "%d %d\n", 10 * v + 5, 10 * v + 15);
  fclose(file);
}

static int64_t own_count(const warpgraph_part* part) {
  int64_t count = -1;
  CHECK(warpgraph_part_own_count(part, &count) == WARPGRAPH_OK);
  return count;
}

static void check_counts(const warpgraph_part* part, MPI_Comm communicator) {
  int64_t count = 0;
  int64_t own = own_count(part);
  uint64_t vertices[kVertices];
  CHECK(warpgraph_part_vertex_count(part, &count) == WARPGRAPH_OK && count == kVertices);
  CHECK(warpgraph_part_edge_count(part, &count) == WARPGRAPH_OK && count == kVertices - 1);
  if (own > 0) CHECK(warpgraph_part_copy_vertices(part, vertices, (size_t)own - 1) == WARPGRAPH_USAGE_ERROR);
  CHECK(warpgraph_part_own_count(part, NULL) == WARPGRAPH_USAGE_ERROR);
  MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_INT64_T, MPI_SUM, communicator);
  CHECK(own == kVertices);
}

static void check_file(const char* name) {
  FILE* const file = fopen(name, "r");
  int v;
  CHECK(file != NULL);
  if (file == NULL) return;
  for (v = 0; v < kVertices; ++v) {
    long vertex = -1;
    long level = -2;
    if (fscanf(file, "%ld %ld", &vertex, &level) != 2 || vertex != 10 * v + 5 || level != (v == 0 ? -1 : v - 1)) {
      CHECK(!"the file has the levels of all vertices");
      break;
    }
  }
  fclose(file);
}

/* From the second vertex, so that the first cannot be reached. */
static void check_levels(warpgraph_part* part, int32_t rank, const char* name) {
  warpgraph_result* result = NULL;
  int64_t level[kVertices];
  uint64_t vertex[kVertices];
  const int64_t count = own_count(part);
  int64_t i;
  CHECK(warpgraph_part_run(part, "bfs", "source=15", NULL, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_copy_int64(result, level, kVertices) == WARPGRAPH_OK);
  CHECK(warpgraph_part_copy_vertices(part, vertex, kVertices) == WARPGRAPH_OK);
  for (i = 0; i < count; ++i) CHECK(level[i] == (vertex[i] == 5 ? -1 : ((int64_t)vertex[i] - 15) / 10));
  CHECK(warpgraph_part_write(part, result, name) == WARPGRAPH_OK);
  if (rank == 0) check_file(name);
  warpgraph_result_destroy(result);
}

static void check_pagerank(warpgraph_part* part, MPI_Comm communicator) {
  warpgraph_result* result = NULL;
  double value[kVertices];
  double sum = 0;
  const int64_t count = own_count(part);
  int64_t i;
  CHECK(warpgraph_part_run(part, "pagerank", "double", NULL, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_copy_double(result, value, kVertices) == WARPGRAPH_OK);
  for (i = 0; i < count; ++i) sum += value[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, communicator);
  CHECK(fabs(sum - 1) < 1e-6);
  warpgraph_result_destroy(result);
}

/* All vertices hang together, on one rank as on several. */
static void check_components(warpgraph_part* part) {
  warpgraph_result* result = NULL;
  int64_t label[kVertices];
  const int64_t count = own_count(part);
  int64_t i;
  CHECK(warpgraph_part_run(part, "cc", NULL, NULL, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_copy_int64(result, label, kVertices) == WARPGRAPH_OK);
  for (i = 0; i < count; ++i) CHECK(label[i] == 5);
  warpgraph_result_destroy(result);
}

/* A fault of the input is one of all ranks, which go on. */
static void check_missing_file(warpgraph_ranks* ranks, warpgraph_runtime* runtime) {
  warpgraph_part* part = (warpgraph_part*)&failures;
  CHECK(warpgraph_part_read(ranks, runtime, "/no/such/file.el", NULL, NULL, &part) == WARPGRAPH_INPUT_ERROR);
  CHECK(part == NULL);
  CHECK(strstr(warpgraph_last_error_message(), "/no/such/file.el") != NULL);
}

/* A run that fails on all ranks with one message, of which they have all `words`. */
static void check_refused(warpgraph_part* part, const char* algorithm, const char* options,
                          const warpgraph_run_options* run, const char* words) {
  warpgraph_result* result = (warpgraph_result*)&failures;
  CHECK(warpgraph_part_run(part, algorithm, options, run, &result) == WARPGRAPH_USAGE_ERROR);
  CHECK(result == NULL);
  CHECK(strstr(warpgraph_last_error_message(), words) != NULL);
}

/* The last rank makes another call than the others: no rank runs anything, all say so, and go on. */
static void check_different_calls(warpgraph_part* part, int32_t rank, int32_t size) {
  warpgraph_result* result = NULL;
  warpgraph_run_options run;
  const int differs = rank == size - 1;
  char words[200];
  CHECK(warpgraph_run_options_init(&run, sizeof run) == WARPGRAPH_OK);
  sprintf(words, "rank %d has \"algorithm=bfs\", and the first rank has \"algorithm=pagerank\"", (int)(size - 1));
  check_refused(part, differs ? "bfs" : "pagerank", differs ? "source=15" : NULL, NULL, words);
  sprintf(words, "rank %d has \"source=25\", and the first rank has \"source=15\"", (int)(size - 1));
  check_refused(part, "bfs", differs ? "source=25" : "source=15", NULL, words);
  if (differs) run.max_supersteps = 3;
  sprintf(words, "rank %d has \"max_supersteps=3\"", (int)(size - 1));
  check_refused(part, "bfs", "source=15", &run, words);
  check_refused(part, differs ? "nonsense" : "pagerank", NULL, NULL, "nonsense");
  check_refused(part, differs ? NULL : "bfs", "source=15", NULL, "NULL");
  check_refused(part, "nonsense", NULL, NULL, "nonsense");
  check_refused(part, "pagerank", "nonsense=1", NULL, "nonsense");
  CHECK(warpgraph_part_run(part, "pagerank", differs ? "damping=0.5,tolerance=0.1" : "tolerance=0.1,damping=0.5", NULL,
                           &result) == WARPGRAPH_OK);
  warpgraph_result_destroy(result);
}

/* The last rank has failed: the call of the others fails by its name, and so does every later one. */
static void check_failure(warpgraph_ranks* ranks, warpgraph_part* part, int32_t rank, int32_t size) {
  warpgraph_result* result = NULL;
  const int fails = rank == size - 1;
  char name[64];
  if (fails) CHECK(warpgraph_ranks_fail(ranks, "no more space") == WARPGRAPH_OK);
  CHECK(warpgraph_part_run(part, "pagerank", NULL, NULL, &result) == WARPGRAPH_DEVICE_ERROR);
  CHECK(result == NULL);
  sprintf(name, "rank %d: no more space", (int)(size - 1));
  CHECK(strcmp(warpgraph_last_error_message(), name) == 0);
  CHECK(warpgraph_part_run(part, "pagerank", NULL, NULL, &result) == WARPGRAPH_DEVICE_ERROR);
}

static void check_ranks(MPI_Comm communicator, const char* folder) {
  warpgraph_ranks* ranks = NULL;
  warpgraph_runtime* runtime = NULL;
  warpgraph_part* part = NULL;
  int32_t rank = -1;
  int32_t size = -1;
  int expected = -1;
  char graph[1000];
  char levels[1000];
  CHECK(warpgraph_ranks_create(MPI_COMM_NULL, 0, &ranks) == WARPGRAPH_USAGE_ERROR && ranks == NULL);
  CHECK(warpgraph_ranks_create(communicator, 30000, &ranks) == WARPGRAPH_OK);
  CHECK(warpgraph_ranks_rank(ranks, &rank) == WARPGRAPH_OK && warpgraph_ranks_size(ranks, &size) == WARPGRAPH_OK);
  MPI_Comm_rank(communicator, &expected);
  CHECK(rank == expected);
  MPI_Comm_size(communicator, &expected);
  CHECK(size == expected);
  CHECK(warpgraph_ranks_rank(NULL, &rank) == WARPGRAPH_USAGE_ERROR);

  snprintf(graph, sizeof graph, "%s/path_%d.el", folder, (int)size);
  snprintf(levels, sizeof levels, "%s/levels_%d.txt", folder, (int)size);
  if (rank == 0) write_path(graph);
  MPI_Barrier(communicator);
  CHECK(warpgraph_ranks_create_runtime(ranks, "host:2", &runtime) == WARPGRAPH_OK);
  check_missing_file(ranks, runtime);
  CHECK(warpgraph_part_read(ranks, runtime, graph, NULL, NULL, &part) == WARPGRAPH_OK);
  check_counts(part, communicator);
  check_levels(part, rank, levels);
  check_pagerank(part, communicator);
  check_components(part);
  if (size > 1) check_different_calls(part, rank, size);
  if (size > 1) check_failure(ranks, part, rank, size);

  warpgraph_ranks_destroy(ranks); /* the part keeps them */
  warpgraph_runtime_destroy(runtime);
  warpgraph_part_destroy(part);
}

int main(int argc, char** argv) {
  MPI_Comm own = MPI_COMM_NULL;
  MPI_Init(&argc, &argv);
  if (argc != 2) return 2;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  check_ranks(own, argv[1]);
  MPI_Comm_free(&own);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
