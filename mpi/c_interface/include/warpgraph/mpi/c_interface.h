/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graphs on several ranks for C: the processes of an MPI communicator work on one graph, and each has a part of it.
 * <warpgraph/algorithms/c_interface.h> says how handles, options and errors are used. C99;
 * docs/guide/several-machines.md is the guide. Link warpgraph::mpi_c.
 *
 * All ranks make the same calls in the same order, from the thread that initialised MPI. If one cannot go on, the call
 * fails on all: on the others with WARPGRAPH_DEVICE_ERROR and a line that names the rank. After a failure all further
 * calls of these ranks fail, but for the _destroy functions, unless the function says otherwise.
 *
 * All handles are to be destroyed before MPI_Finalize. The ranks wait for each other where the last handle goes that
 * uses them, unless a rank has failed. The time limit holds there: a line on standard error then names the late rank.
 * MPI_Finalize itself waits for a rank that is stopped without a limit.
 */
#ifndef WARPGRAPH_MPI_C_INTERFACE_H
#define WARPGRAPH_MPI_C_INTERFACE_H

#include <warpgraph/algorithms/c_interface.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Ranks: the processes of a communicator ----------------------------------------------------------------------- */

typedef struct warpgraph_ranks warpgraph_ranks;

/* The communicator is duplicated and stays the caller's. MPI_Abort is never called. `time_limit`: milliseconds after
 * which a rank is late, which fails the call on all others; 0: never. MPI itself must be initialised, and the creation
 * waits for all ranks without limit. */
warpgraph_status warpgraph_ranks_create(MPI_Comm communicator, uint32_t time_limit, warpgraph_ranks** ranks);
void warpgraph_ranks_destroy(warpgraph_ranks* ranks);

warpgraph_status warpgraph_ranks_rank(const warpgraph_ranks* ranks, int32_t* rank);
warpgraph_status warpgraph_ranks_size(const warpgraph_ranks* ranks, int32_t* size);

/* This rank alone: tells the others that it cannot go on, and why. Does not wait. */
warpgraph_status warpgraph_ranks_fail(warpgraph_ranks* ranks, const char* why);

/* The devices of this rank. `devices`: the same on all ranks. With "auto" and "cuda" each rank takes one GPU, and those
 * of a machine different ones, as far as there are enough; "cuda:0,2" and "host:2" mean the same on every rank. */
warpgraph_status warpgraph_ranks_create_runtime(warpgraph_ranks* ranks, const char* devices,
                                                warpgraph_runtime** runtime);

/* --- Parts: a graph that no rank has whole ------------------------------------------------------------------------ */

typedef struct warpgraph_part warpgraph_part;

/* From a file that all ranks can open: .wg, an edge list, Matrix Market or DIMACS. The part lies on all devices of the
 * runtime; `device` of the options is not looked at. An error in the file is one of all ranks, which may go on. */
warpgraph_status warpgraph_part_read(warpgraph_ranks* ranks, warpgraph_runtime* runtime, const char* path,
                                     const char* format, const warpgraph_graph_options* options, warpgraph_part** part);
void warpgraph_part_destroy(warpgraph_part* part);

/* Of the whole graph. */
warpgraph_status warpgraph_part_vertex_count(const warpgraph_part* part, int64_t* count);
/* Of the whole graph. An edge of an undirected graph counts twice. */
warpgraph_status warpgraph_part_edge_count(const warpgraph_part* part, int64_t* count);
/* Vertices that this rank has the values of. */
warpgraph_status warpgraph_part_own_count(const warpgraph_part* part, int64_t* count);
/* What they are called, in the order of the values of results. `capacity`: elements that fit. */
warpgraph_status warpgraph_part_copy_vertices(const warpgraph_part* part, uint64_t* vertices, size_t capacity);

/* As warpgraph_run, of algorithms that run on ranks and leave values of vertices. The result has a value for each own
 * vertex. The values pass through the memory of the first rank, which has room for those of all.
 *
 * All ranks name the same algorithm and the same options, in any order, and have the same max_supersteps and
 * deterministic. If they do not, or the algorithm or an option is not known, the call fails on all ranks with
 * WARPGRAPH_USAGE_ERROR, and the ranks may go on. */
warpgraph_status warpgraph_part_run(warpgraph_part* part, const char* algorithm, const char* options,
                                    const warpgraph_run_options* run, warpgraph_result** result);

/* Writes the values of all ranks into one file, in the order of the vertices: .txt, .npy or .bin. Each rank writes its
 * own, so the folder is to be one that all can write to. `result`: one of this part. */
warpgraph_status warpgraph_part_write(warpgraph_part* part, const warpgraph_result* result, const char* path);

#ifdef __cplusplus
}
#endif

#endif
