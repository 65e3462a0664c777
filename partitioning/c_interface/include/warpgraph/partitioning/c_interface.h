/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The partitioner for C, on the graphs of <warpgraph/algorithms/c_interface.h>, which says how handles, options and
 * errors are used. C99; docs/guide/c-interface.md is the guide. Link warpgraph::partitioning_c, or libwarpgraph.so,
 * which has both.
 */
#ifndef WARPGRAPH_PARTITIONING_C_INTERFACE_H
#define WARPGRAPH_PARTITIONING_C_INTERFACE_H

#include <warpgraph/algorithms/c_interface.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WARPGRAPH_PRESET_FAST = 0, WARPGRAPH_PRESET_DEFAULT = 1, WARPGRAPH_PRESET_STRONG = 2 };
enum { WARPGRAPH_OBJECTIVE_CUT = 0, WARPGRAPH_OBJECTIVE_VOLUME = 1 };
enum { WARPGRAPH_METHOD_MULTILEVEL = 0 };

/* Arrays may be NULL. Those of vertices are in the order of results. */
typedef struct warpgraph_partition_options {
  size_t size;                  /* of this struct, as the caller knows it */
  const int64_t* vertex_weight; /* [vertex * constraints + constraint]; NULL: the graph's own, or 1 each */
  int64_t constraints;          /* weights of a vertex: those given, or those of the graph */
  double tolerance;             /* by which fraction a part may be heavier than its share */
  const double* targets;        /* [part * constraints + constraint]: shares, which sum to 1; NULL: equal ones */
  const int64_t* min_weight;    /* of each part, by the first constraint */
  const int64_t* max_weight;    /* likewise; NULL: from the tolerance */
  const int64_t* fixed;         /* the part of each vertex, -1 where it is free */
  const int64_t* start;         /* a partition from which few vertices shall move */
  int32_t connected;            /* not 0: every part is connected, in each component of the graph at least */
  int32_t objective;            /* what is made small: WARPGRAPH_OBJECTIVE_CUT or _VOLUME */
  int32_t preset;               /* WARPGRAPH_PRESET_DEFAULT */
  uint64_t seed;
  const double* tolerances;   /* one for each constraint; NULL: `tolerance` for all */
  const int64_t* vertex_size; /* of each vertex, what it sends to each part beside it, for the volume; NULL: 1 each */
  int32_t method;             /* WARPGRAPH_METHOD_MULTILEVEL; plugins' methods are named by `by_name` */
  int32_t all_devices;        /* not 0: all devices of the graph's runtime, where the graph is large or does not fit the
                                 first one. 0: the device that has the graph */
  const char* by_name;        /* "preset=strong,seed=7": options by the names that `warpgraph partition --help` has, as
                                 warpgraph_run takes them, in place of the members above; NULL: none */
} warpgraph_partition_options;

/* `size`: sizeof(warpgraph_partition_options) */
warpgraph_status warpgraph_partition_options_init(warpgraph_partition_options* options, size_t size);

/* Puts the vertices of an undirected graph into parts of about equal weight with few edges between them: int64, the
 * part of every vertex, from 0 on. Weights of edges are whole numbers of at least 0; in a graph without weights each
 * edge weighs 1. `cut`, which may be NULL, gets the weight of the edges between parts. The same seed gives the same
 * partition on every device. warpgraph_result_converged says 0 if parts miss a limit of their weights, or are not
 * connected although they shall be. A usage error if the graph is directed. */
warpgraph_status warpgraph_partition(const warpgraph_graph* graph, int64_t parts,
                                     const warpgraph_partition_options* options, int64_t* cut,
                                     warpgraph_result** result);

#ifdef __cplusplus
}
#endif

#endif
