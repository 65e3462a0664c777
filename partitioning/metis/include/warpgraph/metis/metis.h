/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WARPGRAPH_METIS_METIS_H
#define WARPGRAPH_METIS_METIS_H

/* The C interface of METIS 5.1, answered by Warpgraph's partitioner.
 *
 * A program that was written for METIS runs on libwarpgraph_metis by relinking: names, option numbers, return codes and
 * array layouts are those of METIS 5.1.0. All scalars are passed by pointer, and NULL asks for the default wherever
 * METIS has one. libwarpgraph_metis has indices of 32 bits, libwarpgraph_metis64 of 64; define IDXTYPEWIDTH as 64
 * before the header is included for the latter. docs/reference/partitioning.md says which options have an effect. */

#include <stdint.h>

#ifndef IDXTYPEWIDTH
#define IDXTYPEWIDTH 32
#endif
#define REALTYPEWIDTH 32

#if IDXTYPEWIDTH == 32
typedef int32_t idx_t;
#define IDX_MAX INT32_MAX
#define IDX_MIN INT32_MIN
#elif IDXTYPEWIDTH == 64
typedef int64_t idx_t;
#define IDX_MAX INT64_MAX
#define IDX_MIN INT64_MIN
#else
#error "IDXTYPEWIDTH is 32 or 64"
#endif
typedef float real_t;

/* The version whose interface this is. */
#define METIS_VER_MAJOR 5
#define METIS_VER_MINOR 1
#define METIS_VER_SUBMINOR 0

/* Elements of an array of options; -1 in one asks for the default. */
#define METIS_NOPTIONS 40

typedef enum { METIS_OK = 1, METIS_ERROR_INPUT = -2, METIS_ERROR_MEMORY = -3, METIS_ERROR = -4 } rstatus_et;

/* Places in an array of options. */
typedef enum {
  METIS_OPTION_PTYPE = 0, /* of the mesh calls: how the graph is partitioned */
  METIS_OPTION_OBJTYPE = 1,
  METIS_OPTION_CTYPE = 2,
  METIS_OPTION_IPTYPE = 3,
  METIS_OPTION_RTYPE = 4,
  METIS_OPTION_DBGLVL = 5, /* METIS_DBG_INFO: a call that fails says why in a line on standard error */
  METIS_OPTION_NITER = 6,
  METIS_OPTION_NCUTS = 7, /* so many partitions are made, and the best is returned */
  METIS_OPTION_SEED = 8,
  METIS_OPTION_NO2HOP = 9,
  METIS_OPTION_MINCONN = 10,
  METIS_OPTION_CONTIG = 11,
  METIS_OPTION_COMPRESS = 12,
  METIS_OPTION_CCORDER = 13,
  METIS_OPTION_PFACTOR = 14,
  METIS_OPTION_NSEPS = 15,
  METIS_OPTION_UFACTOR = 16, /* thousandths by which a part may be too heavy */
  METIS_OPTION_NUMBERING = 17,
  METIS_OPTION_HELP = 18,
  METIS_OPTION_TPWGTS = 19,
  METIS_OPTION_NCOMMON = 20,
  METIS_OPTION_NOOUTPUT = 21,
  METIS_OPTION_BALANCE = 22,
  METIS_OPTION_GTYPE = 23,
  METIS_OPTION_UBVEC = 24
} moptions_et;

typedef enum { METIS_OP_PMETIS = 0, METIS_OP_KMETIS = 1, METIS_OP_OMETIS = 2 } moptype_et;
typedef enum { METIS_PTYPE_RB = 0, METIS_PTYPE_KWAY = 1 } mptype_et;
typedef enum { METIS_GTYPE_DUAL = 0, METIS_GTYPE_NODAL = 1 } mgtype_et;
typedef enum { METIS_CTYPE_RM = 0, METIS_CTYPE_SHEM = 1 } mctype_et;
typedef enum {
  METIS_IPTYPE_GROW = 0,
  METIS_IPTYPE_RANDOM = 1,
  METIS_IPTYPE_EDGE = 2,
  METIS_IPTYPE_NODE = 3,
  METIS_IPTYPE_METISRB = 4
} miptype_et;
typedef enum {
  METIS_RTYPE_FM = 0,
  METIS_RTYPE_GREEDY = 1,
  METIS_RTYPE_SEP2SIDED = 2,
  METIS_RTYPE_SEP1SIDED = 3
} mrtype_et;
typedef enum { METIS_OBJTYPE_CUT = 0, METIS_OBJTYPE_VOL = 1, METIS_OBJTYPE_NODE = 2 } mobjtype_et;
typedef enum {
  METIS_DBG_INFO = 1,
  METIS_DBG_TIME = 2,
  METIS_DBG_COARSEN = 4,
  METIS_DBG_REFINE = 8,
  METIS_DBG_IPART = 16,
  METIS_DBG_MOVEINFO = 32,
  METIS_DBG_SEPINFO = 64,
  METIS_DBG_CONNINFO = 128,
  METIS_DBG_CONTIGINFO = 256,
  METIS_DBG_MEMORY = 2048
} mdbglvl_et;

#ifdef __cplusplus
extern "C" {
#endif

/* Puts the vertices of an undirected graph into parts of about equal weight. vwgt[vertex * ncon + constraint],
 * vsize[vertex], adjwgt[edge], tpwgts[part * ncon + constraint], ubvec[constraint] and options may be NULL. `objval`
 * becomes the cut, or the communication volume if that is the objective; part[vertex] its part. */
int METIS_PartGraphKway(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize, idx_t* adjwgt,
                        idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options, idx_t* objval, idx_t* part);

/* The same method under the other name. By default the parts are nearly equal, as in METIS. */
int METIS_PartGraphRecursive(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize,
                             idx_t* adjwgt, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options, idx_t* objval,
                             idx_t* part);

/* The graph of a mesh's elements: two are neighbours that share `ncommon` nodes, or all but one of the nodes of either.
 * The nodes of element i are eind[eptr[i]] ... eind[eptr[i + 1] - 1]. The caller gives the arrays to METIS_Free. */
int METIS_MeshToDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* ncommon, idx_t* numflag, idx_t** r_xadj,
                     idx_t** r_adjncy);

/* The graph of a mesh's nodes: two are neighbours that are in one element. */
int METIS_MeshToNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* numflag, idx_t** r_xadj, idx_t** r_adjncy);

/* Partitions the nodes of a mesh by its nodal graph, and gives each element to a part that has many of its nodes. */
int METIS_PartMeshNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* nparts,
                        real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart);

/* Partitions the elements of a mesh by its dual graph, and gives each node to a part that has many of its elements. */
int METIS_PartMeshDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* ncommon,
                       idx_t* nparts, real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart);

/* Warpgraph has no orderings: returns METIS_ERROR and leaves the arrays as they are. It is here so that programs link
 * that call it on some of their ways only. */
int METIS_NodeND(idx_t* nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* options, idx_t* perm, idx_t* iperm);

/* Fills the METIS_NOPTIONS elements with -1. */
int METIS_SetDefaultOptions(idx_t* options);
/* Gives back an array of METIS_MeshToDual or METIS_MeshToNodal; NULL is allowed. */
int METIS_Free(void* ptr);

#ifdef __cplusplus
}
#endif

#endif
