// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include <warpgraph/metis/metis.h>

// Libraries with METIS's interface, loaded so that several of them fit into one program.
namespace warpgraph::test {

// A library with METIS's calls, by the width of its indices.
template <class Index>
struct Calls {
  explicit Calls(const char* file) : library(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (library == nullptr) return;
    find("METIS_PartGraphKway", kway);
    find("METIS_PartGraphRecursive", recursive);
    find("METIS_MeshToDual", mesh_to_dual);
    find("METIS_MeshToNodal", mesh_to_nodal);
    find("METIS_PartMeshNodal", part_mesh_nodal);
    find("METIS_PartMeshDual", part_mesh_dual);
    find("METIS_NodeND", node_nd);
    find("METIS_SetDefaultOptions", set_default_options);
    find("METIS_Free", free);
  }

  using PartGraph = int (*)(Index*, Index*, Index*, Index*, Index*, Index*, Index*, Index*, float*, float*, Index*,
                            Index*, Index*);
  PartGraph kway = nullptr;
  PartGraph recursive = nullptr;
  int (*mesh_to_dual)(Index*, Index*, Index*, Index*, Index*, Index*, Index**, Index**) = nullptr;
  int (*mesh_to_nodal)(Index*, Index*, Index*, Index*, Index*, Index**, Index**) = nullptr;
  int (*part_mesh_nodal)(Index*, Index*, Index*, Index*, Index*, Index*, Index*, float*, Index*, Index*, Index*,
                         Index*) = nullptr;
  int (*part_mesh_dual)(Index*, Index*, Index*, Index*, Index*, Index*, Index*, Index*, float*, Index*, Index*, Index*,
                        Index*) = nullptr;
  int (*node_nd)(Index*, Index*, Index*, Index*, Index*, Index*, Index*) = nullptr;
  int (*set_default_options)(Index*) = nullptr;
  int (*free)(void*) = nullptr;
  void* library;

 private:
  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
  }
};

template <class Index>
const Calls<Index>& ours() {
  static const Calls<Index> calls(sizeof(Index) == 4 ? WARPGRAPH_METIS_LIBRARY : WARPGRAPH_METIS64_LIBRARY);
  return calls;
}

// A graph and all that METIS_PartGraph* take; a test changes what it is about.
template <class Index>
struct GraphCall {
  std::vector<Index> xadj;
  std::vector<Index> adjncy;
  std::vector<Index> vwgt = {};
  std::vector<Index> vsize = {};
  std::vector<Index> adjwgt = {};
  std::vector<float> tpwgts = {};
  std::vector<float> ubvec = {};
  std::vector<Index> options = {};
  Index ncon = 1;
  Index nparts = 4;
  Index objval = -1;
  std::vector<Index> part = {};

  // A square grid.
  explicit GraphCall(Index side) {
    for (Index v = 0; v < side * side; ++v) {
      xadj.push_back(static_cast<Index>(adjncy.size()));
      if (v >= side) adjncy.push_back(v - side);
      if (v % side > 0) adjncy.push_back(v - 1);
      if (v % side < side - 1) adjncy.push_back(v + 1);
      if (v < side * side - side) adjncy.push_back(v + side);
    }
    xadj.push_back(static_cast<Index>(adjncy.size()));
    part.assign(xadj.size() - 1, -7);
  }

  GraphCall& with(moptions_et option, Index value) {
    if (options.empty()) options.assign(METIS_NOPTIONS, -1);
    options[option] = value;
    return *this;
  }

  int run(typename Calls<Index>::PartGraph function) {
    auto nvtxs = static_cast<Index>(xadj.size() - 1);
    const auto or_null = [](auto& array) { return array.empty() ? nullptr : array.data(); };
    return function(&nvtxs, &ncon, xadj.data(), adjncy.data(), or_null(vwgt), or_null(vsize), or_null(adjwgt), &nparts,
                    or_null(tpwgts), or_null(ubvec), or_null(options), &objval, part.data());
  }

  [[nodiscard]] std::vector<Index> weights() const {
    std::vector<Index> sums(static_cast<std::size_t>(nparts));
    for (std::size_t v = 0; v < part.size(); ++v)
      sums.at(static_cast<std::size_t>(part[v])) += vwgt.empty() ? 1 : vwgt[v];
    return sums;
  }
  [[nodiscard]] Index cut() const {
    Index sum = 0;
    for (std::size_t v = 0; v < part.size(); ++v)
      for (Index e = xadj[v]; e < xadj[v + 1]; ++e)
        if (part[v] != part[adjncy[e]]) sum += adjwgt.empty() ? 1 : adjwgt[e];
    return sum / 2;
  }
  [[nodiscard]] Index volume() const {
    Index sum = 0;
    for (std::size_t v = 0; v < part.size(); ++v) {
      std::set<Index> others;
      for (Index e = xadj[v]; e < xadj[v + 1]; ++e)
        if (part[adjncy[e]] != part[v]) others.insert(part[adjncy[e]]);
      sum += static_cast<Index>(others.size()) * (vsize.empty() ? 1 : vsize[v]);
    }
    return sum;
  }
};

}  // namespace warpgraph::test
