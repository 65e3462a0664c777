/* SPDX-License-Identifier: Apache-2.0
 *
 * A program for METIS: it knows METIS's own header, and is linked to libwarpgraph_metis. Exits with 0 if all is right.
 */
#include <metis.h>

#include <stdio.h>

enum { kSide = 24, kVertices = kSide * kSide, kParts = 4 };

static int failures = 0;

static void expect(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "not so: %s\n", what);
  ++failures;
}

/* A square grid, each vertex with its neighbours in the four directions. */
static idx_t make_grid(idx_t* xadj, idx_t* adjncy) {
  idx_t count = 0;
  for (idx_t v = 0; v < kVertices; ++v) {
    xadj[v] = count;
    if (v >= kSide) adjncy[count++] = v - kSide;
    if (v % kSide > 0) adjncy[count++] = v - 1;
    if (v % kSide < kSide - 1) adjncy[count++] = v + 1;
    if (v < kVertices - kSide) adjncy[count++] = v + kSide;
  }
  xadj[kVertices] = count;
  return count;
}

static void partition_a_grid(int recursive) {
  static idx_t xadj[kVertices + 1], adjncy[4 * kVertices], part[kVertices];
  idx_t options[METIS_NOPTIONS], vertices = kVertices, constraints = 1, parts = kParts, cut = -1, found = 0;
  idx_t sizes[kParts] = {0};
  make_grid(xadj, adjncy);
  expect(METIS_SetDefaultOptions(options) == METIS_OK, "METIS_SetDefaultOptions returns METIS_OK");
  options[METIS_OPTION_SEED] = 7;
  const int code = (recursive ? METIS_PartGraphRecursive : METIS_PartGraphKway)(
      &vertices, &constraints, xadj, adjncy, NULL, NULL, NULL, &parts, NULL, NULL, options, &cut, part);
  expect(code == METIS_OK, "a partition is found");
  for (idx_t v = 0; v < kVertices; ++v) {
    expect(part[v] >= 0 && part[v] < kParts, "a part has a number below that of the parts");
    ++sizes[part[v]];
    for (idx_t e = xadj[v]; e < xadj[v + 1]; ++e)
      if (adjncy[e] > v && part[adjncy[e]] != part[v]) ++found;
  }
  expect(found == cut, "objval is the cut");
  for (int p = 0; p < kParts; ++p) expect(sizes[p] > 0, "no part is empty");
}

static void convert_a_mesh(void) {
  /* 0 - 1 - 2    two squares that share the nodes 1 and 4 */
  /* 3 - 4 - 5                                             */
  idx_t elements = 2, nodes = 6, eptr[] = {0, 4, 8}, eind[] = {0, 1, 4, 3, 1, 2, 5, 4}, common = 2, numbering = 0;
  idx_t *xadj = NULL, *adjncy = NULL;
  expect(METIS_MeshToDual(&elements, &nodes, eptr, eind, &common, &numbering, &xadj, &adjncy) == METIS_OK,
         "a mesh becomes a graph");
  expect(xadj[1] == 1 && xadj[2] == 2 && adjncy[0] == 1 && adjncy[1] == 0, "the squares are neighbours");
  expect(METIS_Free(xadj) == METIS_OK && METIS_Free(adjncy) == METIS_OK, "the arrays are given back");
}

int main(void) {
  partition_a_grid(0);
  partition_a_grid(1);
  convert_a_mesh();
  return failures == 0 ? 0 : 1;
}
