/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface as C sees it; the checks are counted, and c_interface_test.cpp wants none to fail. What belongs to
 * particular values and failures is there, too: this is the whole way once, from arrays to results, in C99.
 */
#include <warpgraph/algorithms/c_interface.h>

#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                                                  \
  do {                                                                                                    \
    if (!(condition)) {                                                                                   \
      ++failures;                                                                                         \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, warpgraph_last_error_message()); \
    }                                                                                                     \
  } while (0)

/* 0 -> 1 -> 3 -> 2 and 4 -> 5 */
static warpgraph_graph* create_paths(warpgraph_runtime* runtime) {
  const int32_t source[] = {0, 1, 3, 4};
  const int32_t target[] = {1, 3, 2, 5};
  const float length[] = {5, 1, 2, 3};
  warpgraph_graph* graph = NULL;
  CHECK(warpgraph_graph_create_coo(runtime, 6, 4, WARPGRAPH_INT32, source, target, WARPGRAPH_FLOAT, length, NULL,
                                   &graph) == WARPGRAPH_OK);
  return graph;
}

static void check_levels(const warpgraph_graph* graph) {
  const int64_t expected[] = {0, 1, 3, 2, -1, -1};
  int64_t level[6];
  warpgraph_result* result = NULL;
  CHECK(warpgraph_bfs_levels(graph, 0, NULL, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_copy_int64(result, level, 6) == WARPGRAPH_OK);
  CHECK(memcmp(level, expected, sizeof expected) == 0);
  warpgraph_result_destroy(result);
}

static void check_supersteps(const warpgraph_graph* graph) {
  warpgraph_run_options options;
  warpgraph_superstep steps[2];
  warpgraph_result* result = NULL;
  int64_t count = 0;
  int32_t converged = 1;
  CHECK(warpgraph_run_options_init(&options, sizeof options) == WARPGRAPH_OK);
  options.max_supersteps = 2;
  CHECK(warpgraph_bfs_levels(graph, 0, &options, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_converged(result, &converged) == WARPGRAPH_OK && !converged);
  CHECK(warpgraph_result_superstep_count(result, &count) == WARPGRAPH_OK && count == 2);
  CHECK(warpgraph_result_copy_supersteps(result, steps, sizeof steps[0], 2) == WARPGRAPH_OK);
  CHECK(steps[1].superstep == 1 && steps[0].active_vertices == 1);
  CHECK(warpgraph_plan_name(steps[0].plan) != NULL);
  warpgraph_result_destroy(result);
}

static void check_options(const warpgraph_graph* graph) {
  const uint64_t vertices[] = {0};
  const float values[] = {5};
  double potential[6];
  int64_t triangles = 0;
  warpgraph_simulation_options options;
  warpgraph_result* result = NULL;
  CHECK(warpgraph_simulation_options_init(&options, sizeof options) == WARPGRAPH_OK);
  options.vertices = vertices;
  options.values = values;
  options.count = 1;
  CHECK(warpgraph_circuit(graph, &options, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_copy_double(result, potential, 6) == WARPGRAPH_OK);
  CHECK(potential[2] == 5 && potential[5] == 0);
  CHECK(warpgraph_triangles(graph, &triangles, NULL) == WARPGRAPH_USAGE_ERROR);
  warpgraph_result_destroy(result);
}

int check_c_interface(const char* devices) {
  warpgraph_runtime* runtime = NULL;
  warpgraph_graph* graph;
  failures = 0;
  CHECK(warpgraph_abi_version() == WARPGRAPH_ABI_VERSION);
  CHECK(warpgraph_runtime_create(devices, &runtime) == WARPGRAPH_OK);
  graph = create_paths(runtime);
  check_levels(graph);
  check_supersteps(graph);
  check_options(graph);
  warpgraph_graph_destroy(graph);
  warpgraph_runtime_destroy(runtime);
  return failures;
}
