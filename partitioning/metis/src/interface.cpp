// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/metis/metis.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>

#include "graph.hpp"
#include "mesh.hpp"
#include "settings.hpp"

namespace warpgraph::metis {

namespace {

int failed(int code, const char* what, const idx_t* options) {
  if (wants_messages(options)) std::fprintf(stderr, "warpgraph_metis: %s\n", what);
  return code;
}

// METIS's code for what happens in `body`.
template <class Body>
int call(const idx_t* options, Body&& body) noexcept {
  try {
    body();
    return METIS_OK;
  } catch (const InputError& error) {
    return failed(METIS_ERROR_INPUT, support::message_of(error), options);
  } catch (const UsageError& error) {
    return failed(METIS_ERROR_INPUT, support::message_of(error), options);
  } catch (const OutOfMemory& error) {
    return failed(METIS_ERROR_MEMORY, support::message_of(error), options);
  } catch (const std::bad_alloc& error) {
    return failed(METIS_ERROR_MEMORY, support::message_of(error), options);
  } catch (const std::exception& error) {
    return failed(METIS_ERROR, support::message_of(error), options);
  } catch (...) {
    return failed(METIS_ERROR, "unknown failure", options);
  }
}

void copy_parts(const std::vector<std::uint32_t>& part, idx_t numbering, idx_t* result) {
  for (std::size_t i = 0; i < part.size(); ++i) result[i] = static_cast<idx_t>(part[i]) + numbering;
}

using OwnedArray = std::unique_ptr<idx_t[], decltype(&std::free)>;

// For METIS_Free.
template <class Number>
OwnedArray to_array(const std::vector<Number>& numbers, idx_t numbering) {
  OwnedArray result(static_cast<idx_t*>(std::malloc(std::max<std::size_t>(numbers.size(), 1) * sizeof(idx_t))),
                    &std::free);
  if (result == nullptr) throw std::bad_alloc();
  for (std::size_t i = 0; i < numbers.size(); ++i) result[i] = static_cast<idx_t>(numbers[i]) + numbering;
  return result;
}

void give_away(const Rows& graph, idx_t numbering, idx_t** xadj, idx_t** adjncy) {
  expect_input(graph.column.size() <= static_cast<std::uint64_t>(IDX_MAX - numbering),
               "the graph has more edges than idx_t holds");
  OwnedArray row = to_array(graph.row, numbering);
  *adjncy = to_array(graph.column, numbering).release();
  *xadj = row.release();
}

// The arguments of the two calls for graphs.
struct GraphCall {
  const idx_t *nvtxs, *ncon, *xadj, *adjncy, *vwgt, *vsize, *adjwgt, *nparts;
  const real_t *tpwgts, *ubvec;
  const idx_t* options;
  idx_t *objval, *part;
};

void partition_graph(const GraphCall& in, bool recursive) {
  Request request;
  request.settings = read_settings(in.options);
  request.settings.recursive = recursive;
  const idx_t vertices = required(in.nvtxs, "nvtxs");
  request.constraints = required(in.ncon, "ncon");
  request.parts = required(in.nparts, "nparts");
  request.vertex_weight = in.vwgt;
  request.vertex_size = in.vsize;
  request.edge_weight = in.adjwgt;
  request.targets = in.tpwgts;
  request.ubvec = in.ubvec;
  expect_input(in.objval != nullptr && (in.part != nullptr || vertices == 0), "objval or part is missing");
  const idx_t numbering = request.settings.numbering;
  const Rows graph = copy_rows(vertices, in.xadj, in.adjncy, vertices, numbering, "xadj");
  const Answer answer = partition_rows(graph, request);
  *in.objval = answer.objective;
  copy_parts(answer.part, numbering, in.part);
}

// The arguments that the two calls for meshes share.
struct MeshCall {
  const idx_t *ne, *nn, *eptr, *eind, *vwgt, *vsize, *nparts;
  const real_t* tpwgts;
  const idx_t* options;
  idx_t *objval, *epart, *npart;
};

// Either the elements are partitioned, and the nodes follow, or the other way round.
void partition_mesh(const MeshCall& in, bool by_elements, idx_t common) {
  Request request;
  request.settings = read_settings(in.options);
  const idx_t elements = required(in.ne, "ne");
  const idx_t nodes = required(in.nn, "nn");
  request.parts = required(in.nparts, "nparts");
  request.vertex_weight = in.vwgt;
  request.vertex_size = in.vsize;
  request.targets = in.tpwgts;
  expect_input(in.objval != nullptr, "objval is missing");
  expect_input((in.epart != nullptr || elements == 0) && (in.npart != nullptr || nodes == 0),
               "epart or npart is missing");
  const idx_t numbering = request.settings.numbering;
  const Rows mesh = copy_rows(elements, in.eptr, in.eind, nodes, numbering, "eptr");
  const Answer answer =
      partition_rows(by_elements ? dual_graph(mesh, nodes, common) : nodal_graph(mesh, nodes), request);
  const auto targets = std::span(in.tpwgts, in.tpwgts == nullptr ? 0 : static_cast<std::size_t>(request.parts));
  const Rows followers = by_elements ? elements_of_nodes(mesh, nodes) : mesh;
  const auto followed = parts_of_rows(followers, answer.part, request.parts, targets);
  *in.objval = answer.objective;
  copy_parts(answer.part, numbering, by_elements ? in.epart : in.npart);
  copy_parts(followed, numbering, by_elements ? in.npart : in.epart);
}

// The arguments that the two graphs of a mesh share.
template <class MakeGraph>
void convert_mesh(const idx_t* ne, const idx_t* nn, const idx_t* eptr, const idx_t* eind, const idx_t* numflag,
                  idx_t** xadj, idx_t** adjncy, MakeGraph&& make_graph) {
  expect_input(xadj != nullptr && adjncy != nullptr, "r_xadj or r_adjncy is missing");
  *xadj = *adjncy = nullptr;
  const idx_t elements = required(ne, "ne");
  const idx_t nodes = required(nn, "nn");
  const idx_t numbering = required(numflag, "numflag");
  expect_input(numbering == 0 || numbering == 1, "numflag is neither 0 nor 1");
  give_away(make_graph(copy_rows(elements, eptr, eind, nodes, numbering, "eptr"), nodes), numbering, xadj, adjncy);
}

}  // namespace

}  // namespace warpgraph::metis

using namespace warpgraph::metis;

extern "C" {

int METIS_PartGraphKway(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize, idx_t* adjwgt,
                        idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options, idx_t* objval, idx_t* part) {
  return call(options, [&] {
    partition_graph({nvtxs, ncon, xadj, adjncy, vwgt, vsize, adjwgt, nparts, tpwgts, ubvec, options, objval, part},
                    false);
  });
}

int METIS_PartGraphRecursive(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize,
                             idx_t* adjwgt, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options, idx_t* objval,
                             idx_t* part) {
  return call(options, [&] {
    partition_graph({nvtxs, ncon, xadj, adjncy, vwgt, vsize, adjwgt, nparts, tpwgts, ubvec, options, objval, part},
                    true);
  });
}

int METIS_MeshToDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* ncommon, idx_t* numflag, idx_t** r_xadj,
                     idx_t** r_adjncy) {
  return call(nullptr, [&] {
    const idx_t common = required(ncommon, "ncommon");
    convert_mesh(ne, nn, eptr, eind, numflag, r_xadj, r_adjncy,
                 [&](const Rows& mesh, idx_t nodes) { return dual_graph(mesh, nodes, common); });
  });
}

int METIS_MeshToNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* numflag, idx_t** r_xadj,
                      idx_t** r_adjncy) {
  return call(nullptr, [&] { convert_mesh(ne, nn, eptr, eind, numflag, r_xadj, r_adjncy, nodal_graph); });
}

int METIS_PartMeshNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* nparts,
                        real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart) {
  return call(options, [&] {
    partition_mesh({ne, nn, eptr, eind, vwgt, vsize, nparts, tpwgts, options, objval, epart, npart}, false, 1);
  });
}

int METIS_PartMeshDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* ncommon,
                       idx_t* nparts, real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart) {
  return call(options, [&] {
    partition_mesh({ne, nn, eptr, eind, vwgt, vsize, nparts, tpwgts, options, objval, epart, npart}, true,
                   required(ncommon, "ncommon"));
  });
}

int METIS_NodeND(idx_t*, idx_t*, idx_t*, idx_t*, idx_t* options, idx_t*, idx_t*) {
  return failed(METIS_ERROR, "METIS_NodeND: there are no orderings", options);
}

int METIS_SetDefaultOptions(idx_t* options) {
  std::fill(options, options + METIS_NOPTIONS, idx_t{-1});
  return METIS_OK;
}

int METIS_Free(void* ptr) {
  std::free(ptr);
  return METIS_OK;
}

}  // extern "C"
