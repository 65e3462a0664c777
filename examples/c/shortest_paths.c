/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shortest paths in C, from arrays to distances.
 *   shortest_paths [DEVICES]     auto, cuda:0, host
 */
#include <warpgraph/algorithms/c_interface.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kTowns = 5, kRoads = 5 };
static const char* const town[kTowns] = {"Aachen", "Bonn", "Celle", "Dresden", "Kiel"};

/* Every function returns a status; a program as short as this one goes no further when it is not WARPGRAPH_OK. */
static void check(warpgraph_status status) {
  if (status == WARPGRAPH_OK) return;
  fprintf(stderr, "shortest_paths: %s\n", warpgraph_last_error_message());
  exit(status);
}

static warpgraph_graph* create_roads(warpgraph_runtime* runtime) {
  const int32_t from[kRoads] = {0, 0, 2, 1, 3};
  const int32_t to[kRoads] = {1, 2, 1, 3, 0};
  const double kilometres[kRoads] = {5, 1.5, 2, 4, 10};
  warpgraph_graph_options options;
  warpgraph_graph* roads = NULL;
  check(warpgraph_graph_options_init(&options, sizeof options));
  options.symmetrise = 1; /* roads lead both ways */
  check(warpgraph_graph_create_coo(runtime, kTowns, kRoads, WARPGRAPH_INT32, from, to, WARPGRAPH_DOUBLE, kilometres,
                                   &options, &roads));
  return roads;
}

static void print_distances(const warpgraph_result* result) {
  double distance[kTowns];
  int64_t supersteps = 0;
  int i;
  check(warpgraph_result_copy_double(result, distance, kTowns));
  check(warpgraph_result_superstep_count(result, &supersteps));
  printf("From %s, after %d supersteps:\n", town[0], (int)supersteps);
  for (i = 1; i < kTowns; ++i) {
    if (isinf(distance[i]))
      printf("%s: no way\n", town[i]);
    else
      printf("%s: %g km\n", town[i], distance[i]);
  }
}

int main(int argc, char** argv) {
  warpgraph_runtime* runtime = NULL;
  warpgraph_graph* roads;
  warpgraph_result* result = NULL;
  check(warpgraph_runtime_create(argc > 1 ? argv[1] : "auto", &runtime));
  roads = create_roads(runtime);

  check(warpgraph_sssp(roads, 0, NULL, &result));
  print_distances(result);

  warpgraph_result_destroy(result);
  warpgraph_graph_destroy(roads);
  warpgraph_runtime_destroy(runtime);
  return 0;
}
