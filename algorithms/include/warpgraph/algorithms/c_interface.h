/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ready algorithms for C, and for all languages that call C: Fortran, Python's ctypes, Julia. C99;
 * docs/guide/c-interface.md is the guide. Link warpgraph::algorithms, or what `pkg-config --libs warpgraph` says, with
 * a C++ compiler.
 *
 * Every function that can fail returns a status, and puts a line about it where warpgraph_last_error_message finds it.
 * Handles are made by functions that take a pointer to where the handle goes; that is NULL after a failure. They are
 * destroyed by their _destroy function, in any order; NULL is nothing to destroy. A handle may be used by one thread at
 * a time, different handles by different threads; a graph and its runtime count as one.
 *
 * Options are structs that may grow. Fill them with the defaults by their _init function, which is told the size that
 * the caller knows, or pass NULL for the defaults.
 */
#ifndef WARPGRAPH_ALGORITHMS_C_INTERFACE_H
#define WARPGRAPH_ALGORITHMS_C_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up when something that is here changes or goes away; additions leave it alone. */
#define WARPGRAPH_ABI_VERSION 1

/* That of the library, which should be the header's. */
int32_t warpgraph_abi_version(void);
/* "0.1.0" */
const char* warpgraph_version(void);

/* The numbers are the exit codes of the command line. */
typedef enum warpgraph_status {
  WARPGRAPH_OK = 0,
  WARPGRAPH_INTERNAL_ERROR = 1, /* a mistake of ours; please report it */
  WARPGRAPH_USAGE_ERROR = 2,    /* the caller broke a contract */
  WARPGRAPH_INPUT_ERROR = 3,    /* a file, a graph or an option's text is at fault */
  WARPGRAPH_OUT_OF_MEMORY = 4,  /* on the host or on a device */
  WARPGRAPH_DEVICE_ERROR = 5,   /* a device failed, or another rank */
  WARPGRAPH_CANCELLED = 7       /* a time limit, or the caller's function, has ended the run */
} warpgraph_status;

/* One line about the last call of this thread that failed; "" if none has. Valid until another one fails. */
const char* warpgraph_last_error_message(void);

typedef enum warpgraph_type {
  WARPGRAPH_NONE = 0, /* edges without values */
  WARPGRAPH_INT32 = 1,
  WARPGRAPH_INT64 = 2,
  WARPGRAPH_FLOAT = 3,
  WARPGRAPH_DOUBLE = 4
} warpgraph_type;

/* --- Runtimes: the devices that a program works on ---------------------------------------------------------------- */

typedef struct warpgraph_runtime warpgraph_runtime;

/* `devices`: "auto" (all GPUs, or the host where there is none), "cuda", "cuda:0,2", "host", "host:2" (two virtual
 * devices that share the cores). */
warpgraph_status warpgraph_runtime_create(const char* devices, warpgraph_runtime** runtime);
void warpgraph_runtime_destroy(warpgraph_runtime* runtime);

warpgraph_status warpgraph_runtime_device_count(const warpgraph_runtime* runtime, int32_t* count);

/* --- Graphs, in the memory of a device ---------------------------------------------------------------------------- */

typedef struct warpgraph_graph warpgraph_graph;

/* How the entries of arrays, and of files that do not say, relate to edges. */
enum {
  WARPGRAPH_DIRECTED = 0,        /* an entry is an edge from source to target */
  WARPGRAPH_UNDIRECTED_ONCE = 1, /* an entry stands for both directions */
  WARPGRAPH_UNDIRECTED_BOTH = 2  /* both directions are listed, with the same weights */
};

/* What becomes of edges with the same source and target. */
enum {
  WARPGRAPH_KEEP_DUPLICATES = 0,
  WARPGRAPH_KEEP_FIRST = 1,
  WARPGRAPH_KEEP_MIN = 2, /* one, with the least value */
  WARPGRAPH_KEEP_SUM = 3  /* one, with the sum of the values */
};

typedef struct warpgraph_graph_options {
  size_t size;             /* of this struct, as the caller knows it */
  int32_t device;          /* of the runtime, from 0 on */
  int32_t direction;       /* of the edges; -1: directed, and what a file says */
  int32_t symmetrise;      /* not 0: adds the reverse of every edge of a directed graph, which is then undirected */
  int32_t drop_self_loops; /* not 0: leaves out edges from a vertex to itself */
  int32_t duplicates;
  int32_t weights;       /* of files: a warpgraph_type to read them as; -1: the narrowest that holds them all */
  uint64_t first_vertex; /* of arrays: what the first vertex is called, there and in results; Fortran's is 1 */
} warpgraph_graph_options;

/* `size`: sizeof(warpgraph_graph_options) */
warpgraph_status warpgraph_graph_options_init(warpgraph_graph_options* options, size_t size);

/* From edges in no particular order: edge i leads from source[i] to target[i] with the value weights[i]. Vertices and
 * edges are arrays of `index_type`, WARPGRAPH_INT32 or WARPGRAPH_INT64. With the weight type WARPGRAPH_NONE, `weights`
 * is not looked at. The arrays are copied, and the call waits until the graph is on the device. Host memory: 8 bytes an
 * edge, and the weights; on virtual devices the graph is built there, too. */
warpgraph_status warpgraph_graph_create_coo(warpgraph_runtime* runtime, int64_t vertex_count, int64_t edge_count,
                                            warpgraph_type index_type, const void* source, const void* target,
                                            warpgraph_type weight_type, const void* weights,
                                            const warpgraph_graph_options* options, warpgraph_graph** graph);

/* From compressed rows of outgoing edges, as a sparse matrix has them: those of vertex v lead to
 * target[offset[v] - offset[0]] ... target[offset[v + 1] - offset[0] - 1], with the values beside them: a piece of
 * larger rows begins with its own first edge. Offsets and vertices are both of `index_type`. Costs what
 * warpgraph_graph_create_coo costs. */
warpgraph_status warpgraph_graph_create_csr(warpgraph_runtime* runtime, int64_t vertex_count, warpgraph_type index_type,
                                            const void* offset, const void* target, warpgraph_type weight_type,
                                            const void* weights, const warpgraph_graph_options* options,
                                            warpgraph_graph** graph);

/* From a file of any format that the library reads (docs/reference/formats.md). `format`: its name, "wg" or that of
 * another; NULL: by the extension. All checks are made, so the whole file is read; the call waits until the graph is on
 * the device. */
warpgraph_status warpgraph_graph_read(warpgraph_runtime* runtime, const char* path, const char* format,
                                      const warpgraph_graph_options* options, warpgraph_graph** graph);

/* By a generator, which has the name and the parameters of the command line (docs/reference/generators.md):
 * "scale=10,weights=uniform". `parameters`: as the options of warpgraph_run; NULL: the defaults. warpgraph_describe has
 * all of them. The same graph on every machine. Of the options of graphs those that change edges count. The call waits
 * until the graph is on the device, where GPUs make it. */
warpgraph_status warpgraph_graph_generate(warpgraph_runtime* runtime, const char* generator, const char* parameters,
                                          const warpgraph_graph_options* options, warpgraph_graph** graph);

void warpgraph_graph_destroy(warpgraph_graph* graph);

warpgraph_status warpgraph_graph_vertex_count(const warpgraph_graph* graph, int64_t* count);
/* An edge of an undirected graph counts twice. */
warpgraph_status warpgraph_graph_edge_count(const warpgraph_graph* graph, int64_t* count);
/* 1 if it is, 0 if not. */
warpgraph_status warpgraph_graph_is_undirected(const warpgraph_graph* graph, int32_t* is_undirected);
/* Of the edges' values: a warpgraph_type. */
warpgraph_status warpgraph_graph_weight_type(const warpgraph_graph* graph, int32_t* type);
/* What the vertices are called, in the order of all results: ascending. `capacity`: elements that fit. They are sorted
 * in each call. */
warpgraph_status warpgraph_graph_copy_vertices(const warpgraph_graph* graph, uint64_t* vertices, size_t capacity);

/* --- Algorithms: each waits until it is done, and leaves a result ------------------------------------------------- */

/* Functions and structs of options for one algorithm stay as they are: for new algorithms and options,
 * warpgraph_run. */

typedef struct warpgraph_result warpgraph_result;

/* What a run has done so far. Neither number ever falls. */
typedef struct warpgraph_progress {
  double seconds; /* since it began */
  uint64_t waits; /* how often it has waited for the device, as it does after a round or several */
} warpgraph_progress;
/* 0 ends the run. Valid during the call: `progress`; of the options: `data`. */
typedef int32_t (*warpgraph_progress_function)(const warpgraph_progress* progress, void* data);

typedef struct warpgraph_run_options {
  size_t size;             /* of this struct, as the caller knows it */
  uint32_t max_supersteps; /* a usage error for cc by union-find, scc and kcore, which have no supersteps; for pagerank
                              and hits the lesser of this and their iterations counts */
  int32_t deterministic;   /* not 0: the same bits from run to run, for parents too */
  int32_t time_supersteps; /* not 0: on the device's clock */
  int32_t no_facts;        /* not 0: results have no facts that cost a pass over the values */
  double time_limit;       /* seconds; a run that takes longer is WARPGRAPH_CANCELLED; 0: none */
  warpgraph_progress_function on_progress; /* called when a run begins, and after each wait; NULL: nothing */
  void* progress_data;                     /* its second argument */
} warpgraph_run_options;

/* `size`: sizeof(warpgraph_run_options) */
warpgraph_status warpgraph_run_options_init(warpgraph_run_options* options, size_t size);

/* How many edges away from the source every vertex is: int64, -1 if it cannot be reached. */
warpgraph_status warpgraph_bfs_levels(const warpgraph_graph* graph, uint64_t source,
                                      const warpgraph_run_options* options, warpgraph_result** result);
/* From which vertex each was reached first: int64; the source from itself, -1 if it cannot be reached. Vertices that
 * are called 2^63 or more come as the negative numbers of the same bits; 2^64 - 1 beside a -1 is an input error. */
warpgraph_status warpgraph_bfs_parents(const warpgraph_graph* graph, uint64_t source,
                                       const warpgraph_run_options* options, warpgraph_result** result);
/* The length of the shortest path from the source: int64, -1 if there is none; of graphs with weights of float or
 * double in these, and infinity. Edges without weights have length 1; negative and infinite ones are an input error,
 * and so is a distance that does not fit: 2^32 - 1 or more of int32 weights, 2^63 or more of int64. */
warpgraph_status warpgraph_sssp(const warpgraph_graph* graph, uint64_t source, const warpgraph_run_options* options,
                                warpgraph_result** result);
/* The width of the widest path from the source, which is that of its narrowest edge: int64, or float or double as the
 * weights are. The source has the largest number, or infinity, and vertices that cannot be reached the least one. */
warpgraph_status warpgraph_widest_path(const warpgraph_graph* graph, uint64_t source,
                                       const warpgraph_run_options* options, warpgraph_result** result);
/* The lowest vertex of its component, for every vertex: int64, as parents are. By union-find: the fastest way;
 * directions do not matter; without supersteps. */
warpgraph_status warpgraph_connected_components(const warpgraph_graph* graph, const warpgraph_run_options* options,
                                                warpgraph_result** result);
/* The same by label propagation; a usage error if the graph is directed. */
warpgraph_status warpgraph_component_labels(const warpgraph_graph* graph, const warpgraph_run_options* options,
                                            warpgraph_result** result);

typedef struct warpgraph_pagerank_options {
  size_t size; /* of this struct, as the caller knows it */
  double damping;
  double tolerance; /* ends when the ranks have changed by no more in sum; 0: after max_iterations */
  uint32_t max_iterations;
  int32_t time_supersteps; /* not 0: on the device's clock */
  const uint64_t* sources; /* personalised: the walker starts over at one of these, each given once; NULL: anywhere */
  size_t source_count;     /* of sources that are not NULL at least 1 */
} warpgraph_pagerank_options;

/* `size`: sizeof(warpgraph_pagerank_options) */
warpgraph_status warpgraph_pagerank_options_init(warpgraph_pagerank_options* options, size_t size);

/* The rank of every vertex: float; all together are 1. */
warpgraph_status warpgraph_pagerank(const warpgraph_graph* graph, const warpgraph_pagerank_options* options,
                                    warpgraph_result** result);

/* The same in double, for tolerances that floats do not settle within. */
warpgraph_status warpgraph_pagerank_double(const warpgraph_graph* graph, const warpgraph_pagerank_options* options,
                                           warpgraph_result** result);

typedef struct warpgraph_hits_options {
  size_t size;      /* of this struct, as the caller knows it */
  double tolerance; /* ends when the hubs have changed by no more in sum; 0: after max_iterations */
  uint32_t max_iterations;
  int32_t time_supersteps; /* not 0: on the device's clock */
} warpgraph_hits_options;

/* `size`: sizeof(warpgraph_hits_options) */
warpgraph_status warpgraph_hits_options_init(warpgraph_hits_options* options, size_t size);

/* How good a hub, and how good an authority every vertex is: float; each are 1 all together. Two results, or after a
 * failure none. */
warpgraph_status warpgraph_hits(const warpgraph_graph* graph, const warpgraph_hits_options* options,
                                warpgraph_result** hubs, warpgraph_result** authorities);

typedef struct warpgraph_betweenness_options {
  size_t size;             /* of this struct, as the caller knows it */
  const uint64_t* sources; /* where paths start, each given once; NULL: at so many samples */
  size_t source_count;     /* of sources that are not NULL at least 1 */
  uint64_t samples;        /* vertices drawn; 0, and no sources: all vertices */
  uint64_t seed;           /* of the samples */
  int32_t normalised;      /* not 0: in parts of the highest value there can be, for any number of sources */
  int32_t deterministic;   /* not 0: the same bits from run to run */
} warpgraph_betweenness_options;

/* `size`: sizeof(warpgraph_betweenness_options) */
warpgraph_status warpgraph_betweenness_options_init(warpgraph_betweenness_options* options, size_t size);

/* The part of the shortest paths that lead through every vertex, over all ordered pairs of others: double. */
warpgraph_status warpgraph_betweenness(const warpgraph_graph* graph, const warpgraph_betweenness_options* options,
                                       warpgraph_result** result);

/* The largest k for which a vertex has a place in a subgraph where all have k neighbours: int64. A usage error if the
 * graph is directed. */
warpgraph_status warpgraph_core_numbers(const warpgraph_graph* graph, warpgraph_result** result);

/* How many triangles there are, and with `of_vertices`, which may be NULL, how many every vertex belongs to: int64. A
 * usage error if the graph is directed. */
warpgraph_status warpgraph_triangles(const warpgraph_graph* graph, int64_t* total, warpgraph_result** of_vertices);

/* Of all simulations. values[i], for i below count, is of vertices[i]; the last one counts. */
typedef struct warpgraph_simulation_options {
  size_t size;              /* of this struct, as the caller knows it */
  const uint64_t* vertices; /* with a value of their own */
  const float* values;
  size_t count;
  const float* initial; /* of all vertices, in the order of results; NULL: 0 */
  double rate;          /* of heat: the length of a step; 0: half of what is stable */
  double tolerance;     /* ends when no value has changed by more; 0: after max_iterations */
  uint32_t max_iterations;
  int32_t deterministic;   /* not 0: the same bits from run to run */
  int32_t time_supersteps; /* not 0: on the device's clock */
} warpgraph_simulation_options;

/* `size`: sizeof(warpgraph_simulation_options) */
warpgraph_status warpgraph_simulation_options_init(warpgraph_simulation_options* options, size_t size);

/* Potentials in a network whose edges are conductances: float. The options' vertices are held at their values. */
warpgraph_status warpgraph_circuit(const warpgraph_graph* graph, const warpgraph_simulation_options* options,
                                   warpgraph_result** result);
/* Temperatures that even out along edges of so much conductivity: float. The options' vertices begin with their
 * values. */
warpgraph_status warpgraph_heat(const warpgraph_graph* graph, const warpgraph_simulation_options* options,
                                warpgraph_result** result);
/* Outputs of neurons, the tanh of the sum of those before them by the edges' weights: float. The options' vertices
 * begin with their values, and inputs keep them. */
warpgraph_status warpgraph_neural_network(const warpgraph_graph* graph, const warpgraph_simulation_options* options,
                                          warpgraph_result** result);

/* Any algorithm of the command line, by its name there, with its options as text: warpgraph_run(graph, "pagerank",
 * "damping=0.9,sources=17,sources=4,double", NULL, &result). Options are named as on the command line, without dashes,
 * and separated by commas; a switch needs no value, and \, is a comma in a value, \\ a backslash. "source=17" says
 * where "bfs", "sssp" and "sswp" start, and must be there. The engine's options are among them: "plan=push". `options`:
 * NULL or "" for the defaults; `run`: NULL for these; an option in the text comes before what `run` says. Values are as
 * those of the algorithm's own function, and an option that is none, or has no effect, is a usage error.
 * "columns=level,columns=parent" asks for the columns of these names, where an algorithm has several: of "bfs" these
 * two, of "hits" authority and hub; without it there is the first, or the one that a switch asks for. The result of
 * "msf", the minimum spanning forest, has a value for every edge of the forest: its weight, 1 in graphs without. */
warpgraph_status warpgraph_run(const warpgraph_graph* graph, const char* algorithm, const char* options,
                               const warpgraph_run_options* run, warpgraph_result** result);

/* An option and its value, as text or as an array. */
typedef struct warpgraph_argument {
  const char* name;  /* "initial"; one that takes several values may come again */
  const char* text;  /* NULL: `array` is the value, or, if that is NULL too, the option is a switch that is on */
  const void* array; /* NULL: `text` is the value */
  int32_t type;      /* of the array: WARPGRAPH_INT32, WARPGRAPH_INT64, WARPGRAPH_FLOAT or WARPGRAPH_DOUBLE */
  size_t count;      /* elements of the array */
} warpgraph_argument;

/* The same, with options one by one: nothing in a text needs an escape. Options that take a file with a value for every
 * vertex take an array of these, in the order of results, and options that take vertices an array of them. Arrays are
 * copied. `argument_size`: sizeof(warpgraph_argument); `count`: arguments, which may be NULL if there are none. */
warpgraph_status warpgraph_run_arguments(const warpgraph_graph* graph, const char* algorithm,
                                         const warpgraph_argument* arguments, size_t argument_size, size_t count,
                                         const warpgraph_run_options* run, warpgraph_result** result);

/* What warpgraph_run and warpgraph_run_arguments know, as JSON: all algorithms with their options, and the options of
 * the engine, each with its type, bounds, default and help, as `warpgraph run --list --json` prints them. Valid as long
 * as the library is loaded; NULL if there is no memory for it. After warpgraph_load_plugins ask again. */
const char* warpgraph_describe(void);

/* Loads a shared library of plugins: warpgraph_run and warpgraph_describe know the algorithms and methods that it
 * brings from now on. Its commands are for the program warpgraph alone. The library has no code of Warpgraph, so this
 * program must show its own: one that is linked statically is linked with -rdynamic, or by warpgraph_loads_plugins of
 * CMake. WARPGRAPH_INPUT_ERROR if the file is none, was built for another version, or has a name that is taken; then
 * nothing of it is there. Not while other threads call functions of this header. */
warpgraph_status warpgraph_load_plugins(const char* library);

/* --- Results: values for every vertex, in ascending order of what they are called, on the host; or for every edge ---
 */

void warpgraph_result_destroy(warpgraph_result* result);

/* The type of the values of the first column, which most results have alone: a warpgraph_type, WARPGRAPH_INT64,
 * WARPGRAPH_FLOAT or WARPGRAPH_DOUBLE. */
warpgraph_status warpgraph_result_type(const warpgraph_result* result, int32_t* type);
warpgraph_status warpgraph_result_size(const warpgraph_result* result, int64_t* size);
/* Copies all values of the first column; `capacity`: elements that fit. A usage error if there are more, or if they are
 * of another type; but _double takes floats, too. */
warpgraph_status warpgraph_result_copy_int64(const warpgraph_result* result, int64_t* values, size_t capacity);
warpgraph_status warpgraph_result_copy_float(const warpgraph_result* result, float* values, size_t capacity);
warpgraph_status warpgraph_result_copy_double(const warpgraph_result* result, double* values, size_t capacity);

/* A column of values, as `warpgraph run --list` and the pages of the algorithms name it. Names are valid as long as the
 * result. */
typedef struct warpgraph_column {
  const char* name;        /* "distance" */
  int32_t type;            /* WARPGRAPH_INT64, WARPGRAPH_FLOAT or WARPGRAPH_DOUBLE */
  int32_t is_vertex;       /* not 0: values are what vertices are called */
  int32_t has_missing;     /* not 0: one of these stands for a value that there is not */
  int64_t missing_integer; /* of int64 */
  double missing_real;     /* of float and double; of int64, too, rounded */
} warpgraph_column;

warpgraph_status warpgraph_result_column_count(const warpgraph_result* result, int64_t* count);
/* `index`: from 0 on; `column_size`: sizeof(warpgraph_column). */
warpgraph_status warpgraph_result_column(const warpgraph_result* result, int64_t index, warpgraph_column* column,
                                         size_t column_size);
/* The index of the column of this name; a usage error if there is none. */
warpgraph_status warpgraph_result_find_column(const warpgraph_result* result, const char* name, int64_t* index);
/* As warpgraph_result_copy_int64 and so on, of any column. */
warpgraph_status warpgraph_result_copy_column_int64(const warpgraph_result* result, int64_t column, int64_t* values,
                                                    size_t capacity);
warpgraph_status warpgraph_result_copy_column_float(const warpgraph_result* result, int64_t column, float* values,
                                                    size_t capacity);
warpgraph_status warpgraph_result_copy_column_double(const warpgraph_result* result, int64_t column, double* values,
                                                     size_t capacity);

/* The type of a fact that is no number, beside those of warpgraph_type. */
enum { WARPGRAPH_TEXT = 5 };

/* What a run by name tells beside its values: how many components there are, the weight of a forest. Names, units and
 * texts are valid as long as the result. The results of other functions have no facts. */
typedef struct warpgraph_fact {
  const char* name; /* "components" */
  int32_t type; /* WARPGRAPH_INT64, WARPGRAPH_DOUBLE or WARPGRAPH_TEXT; WARPGRAPH_NONE: there is none in this graph */
  int32_t is_vertex; /* not 0: what a vertex is called */
  const char* unit;  /* "seconds"; "": none */
  int64_t integer;   /* of int64; 2^63 and more as the negative number of the same bits */
  double real;       /* of double; of int64, too, rounded */
  const char* text;  /* of texts; "" otherwise */
} warpgraph_fact;

warpgraph_status warpgraph_result_fact_count(const warpgraph_result* result, int64_t* count);
/* `index`: from 0 on; `fact_size`: sizeof(warpgraph_fact). */
warpgraph_status warpgraph_result_fact(const warpgraph_result* result, int64_t index, warpgraph_fact* fact,
                                       size_t fact_size);
/* The fact of this name; a usage error if there is none. */
warpgraph_status warpgraph_result_find_fact(const warpgraph_result* result, const char* name, warpgraph_fact* fact,
                                            size_t fact_size);

/* The ends of the edges that the values belong to. `capacity`: edges that fit. A usage error if the values belong to
 * vertices. */
warpgraph_status warpgraph_result_copy_edges(const warpgraph_result* result, uint64_t* source, uint64_t* target,
                                             size_t capacity);

/* 1 if the run has come to its end, 0 if a limit of supersteps or iterations has ended it. */
warpgraph_status warpgraph_result_converged(const warpgraph_result* result, int32_t* converged);

typedef struct warpgraph_superstep {
  uint32_t superstep;
  int32_t plan; /* warpgraph_plan_name has its name */
  uint64_t active_vertices;
  uint64_t active_edges;
  uint64_t updated_vertices;
  double microseconds; /* 0 unless the options asked for it */
} warpgraph_superstep;

warpgraph_status warpgraph_result_superstep_count(const warpgraph_result* result, int64_t* count);
/* `step_size`: sizeof(warpgraph_superstep); `capacity`: structs that fit. */
warpgraph_status warpgraph_result_copy_supersteps(const warpgraph_result* result, warpgraph_superstep* supersteps,
                                                  size_t step_size, size_t capacity);
/* "push"; NULL if there is no such plan. */
const char* warpgraph_plan_name(int32_t plan);

#ifdef __cplusplus
}
#endif

#endif
