/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The partitioner as C sees it, in C99; the checks are counted, and c_interface_test.cpp wants none to fail.
 */
#include <warpgraph/partitioning/c_interface.h>

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

/* Two triangles and a bridge, from 1 on: {1, 2, 4} and {3, 5, 6}. */
static warpgraph_graph* create_bridge(warpgraph_runtime* runtime, warpgraph_type weight_type, const void* weights) {
  const int32_t source[] = {1, 1, 2, 2, 3, 3, 5};
  const int32_t target[] = {2, 4, 4, 3, 5, 6, 6};
  warpgraph_graph_options options;
  warpgraph_graph* graph = NULL;
  CHECK(warpgraph_graph_options_init(&options, sizeof options) == WARPGRAPH_OK);
  options.direction = WARPGRAPH_UNDIRECTED_ONCE;
  options.first_vertex = 1;
  CHECK(warpgraph_graph_create_coo(runtime, 6, 7, WARPGRAPH_INT32, source, target, weight_type, weights, &options,
                                   &graph) == WARPGRAPH_OK);
  return graph;
}

static void check_defaults(const warpgraph_graph* graph) {
  int64_t part[6];
  int64_t cut = -1;
  warpgraph_result* result = NULL;
  CHECK(warpgraph_partition(graph, 2, NULL, &cut, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_copy_int64(result, part, 6) == WARPGRAPH_OK);
  CHECK(cut == 1);
  CHECK(part[0] == part[1] && part[1] == part[3]);
  CHECK(part[2] == part[4] && part[4] == part[5]);
  CHECK(part[0] != part[2] && part[0] + part[2] == 1);
  warpgraph_result_destroy(result);
}

static void check_options(const warpgraph_graph* graph) {
  const int64_t fixed[] = {-1, 1, -1, -1, -1, 0};
  const int64_t weight[] = {1, 1, 1, 1, 1, 7};
  const int64_t max_weight[] = {7, 5};
  int64_t part[6];
  int32_t converged = -1;
  warpgraph_partition_options options;
  warpgraph_result* result = NULL;
  CHECK(warpgraph_partition_options_init(&options, sizeof options) == WARPGRAPH_OK);
  CHECK(options.tolerance == 0.03 && options.preset == WARPGRAPH_PRESET_DEFAULT);
  CHECK(options.objective == WARPGRAPH_OBJECTIVE_CUT && options.by_name == NULL);
  options.fixed = fixed;
  options.vertex_weight = weight;
  options.max_weight = max_weight;
  options.preset = WARPGRAPH_PRESET_STRONG;
  options.connected = 1;
  CHECK(warpgraph_partition(graph, 2, &options, NULL, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_copy_int64(result, part, 6) == WARPGRAPH_OK);
  CHECK(part[5] == 0 && part[0] == 1 && part[1] == 1 && part[2] == 1 && part[3] == 1 && part[4] == 1);
  CHECK(warpgraph_result_converged(result, &converged) == WARPGRAPH_OK && converged == 1);
  warpgraph_result_destroy(result);
  options.max_weight = NULL; /* the shares, and the heaviest vertex is more than one */
  CHECK(warpgraph_partition(graph, 2, &options, NULL, &result) == WARPGRAPH_OK);
  CHECK(warpgraph_result_converged(result, &converged) == WARPGRAPH_OK && converged == 0);
  warpgraph_result_destroy(result);
}

static void expect(warpgraph_status status, warpgraph_status expected, const char* message, warpgraph_result* result) {
  CHECK(status == expected);
  CHECK(strstr(warpgraph_last_error_message(), message) != NULL);
  CHECK(result == NULL);
}

static void check_mistakes(warpgraph_runtime* runtime, const warpgraph_graph* graph) {
  const int64_t max_weight[] = {2, 2};
  const int32_t source[] = {0};
  const int32_t target[] = {1};
  const float weights[] = {1, 1, 1, 1, 1, 1, 1};
  warpgraph_partition_options options;
  warpgraph_graph* directed = NULL;
  warpgraph_graph* real = create_bridge(runtime, WARPGRAPH_FLOAT, weights);
  warpgraph_result* result = NULL;
  CHECK(warpgraph_partition_options_init(&options, sizeof options) == WARPGRAPH_OK);
  CHECK(warpgraph_graph_create_coo(runtime, 2, 1, WARPGRAPH_INT32, source, target, WARPGRAPH_NONE, NULL, NULL,
                                   &directed) == WARPGRAPH_OK);
  expect(warpgraph_partition(NULL, 2, NULL, NULL, &result), WARPGRAPH_USAGE_ERROR, "graph is NULL", result);
  expect(warpgraph_partition(graph, 0, NULL, NULL, &result), WARPGRAPH_USAGE_ERROR, "0 parts", result);
  expect(warpgraph_partition(directed, 2, NULL, NULL, &result), WARPGRAPH_USAGE_ERROR, "directed", result);
  expect(warpgraph_partition(real, 2, NULL, NULL, &result), WARPGRAPH_USAGE_ERROR, "no whole numbers", result);
  options.preset = 9;
  expect(warpgraph_partition(graph, 2, &options, NULL, &result), WARPGRAPH_USAGE_ERROR, "no preset 9", result);
  options.preset = WARPGRAPH_PRESET_FAST;
  options.max_weight = max_weight;
  expect(warpgraph_partition(graph, 2, &options, NULL, &result), WARPGRAPH_USAGE_ERROR, "add up to 4", result);
  warpgraph_graph_destroy(directed);
  warpgraph_graph_destroy(real);
}

int partition_c_interface_failures(void) {
  warpgraph_runtime* runtime = NULL;
  warpgraph_graph* graph;
  CHECK(warpgraph_runtime_create("host", &runtime) == WARPGRAPH_OK);
  graph = create_bridge(runtime, WARPGRAPH_NONE, NULL);
  check_defaults(graph);
  check_options(graph);
  check_mistakes(runtime, graph);
  warpgraph_graph_destroy(graph);
  warpgraph_runtime_destroy(runtime);
  return failures;
}
