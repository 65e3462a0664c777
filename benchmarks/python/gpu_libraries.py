# SPDX-License-Identifier: Apache-2.0
"""Libraries for one GPU, as in libraries.py: graphs are made of NumPy's arrays, and results are NumPy's arrays."""

import importlib

from answers import WEIGHTED



class CuGraph:
    """pylibcugraph, which cuGraph's own functions call. `layout`: COO, or CSR, which is less to copy."""

    threads = "GPU"

    def __init__(self, layout, pool=16 << 30):
        import cupy
        import pylibcugraph

        self.cupy, self.pg, self.layout = cupy, pylibcugraph, layout
        self.name = "cuGraph" if layout == "COO" else "cuGraph, CSR"
        try:  # as its users do: memory from a pool
            import rmm
            from rmm.allocators.cupy import rmm_cupy_allocator

            if not CuGraph._has_pool:
                rmm.reinitialize(pool_allocator=True, initial_pool_size=pool)
                cupy.cuda.set_allocator(rmm_cupy_allocator)
                CuGraph._has_pool = True
        except Exception as error:
            print(f"cuGraph works without a pool of memory: {type(error).__name__}: {error}")
        self.handle = pylibcugraph.ResourceHandle()

    _has_pool = False

    def version(self):
        return getattr(self.pg, "__version__", "?")

    def _function(self, name):
        found = getattr(self.pg, name, None)
        return found if callable(found) else getattr(importlib.import_module(f"pylibcugraph.{name}"), name)

    def graph(self, a, algorithm):
        cp, csr = self.cupy, self.layout == "CSR"
        everything = {} if csr else {"vertices_array": cp.arange(a.n, dtype=cp.int32)}
        graph = self.pg.SGGraph(
            self.handle,
            self.pg.GraphProperties(is_symmetric=not a.directed, is_multigraph=False),
            cp.asarray(a.row32 if csr else a.source),
            cp.asarray(a.column),
            weight_array=cp.asarray(a.weight32) if algorithm in WEIGHTED else None,
            store_transposed=algorithm == "pagerank",
            renumber=True,
            do_expensive_check=False,
            input_array_format=self.layout,
            **everything,
        )
        synchronise()
        return graph

    def _in_order(self, vertices, values, n):
        if vertices.size != n:
            raise RuntimeError(f"values of {vertices.size} vertices, and there are {n}")
        out = self.cupy.empty(n, values.dtype)
        out[vertices] = values
        return self.cupy.asnumpy(out)

    def bfs(self, g, a):
        sources = self.cupy.asarray([a.start], dtype=self.cupy.int32)
        found = self._function("bfs")(self.handle, g, sources, not a.directed, 2**31 - 1, False, False)
        return self._in_order(found[2], found[0], a.n)

    def sssp(self, g, a):
        vertices, distances, _ = self._function("sssp")(self.handle, g, a.start, 3e38, True, False)
        return self._in_order(vertices, distances, a.n)

    def pagerank(self, g, a):
        found = self._function("pagerank")(
            self.handle,
            g,
            None,
            None,
            None,
            None,
            0.85,
            0.0 if a.iterations else 1e-6,
            a.iterations or 100,
            False,
            fail_on_nonconvergence=False,
        )
        return self._in_order(found[0], found[1], a.n)

    def _components(self, name, g, a):
        vertices, labels = self._function(name)(self.handle, g, None, None, None, None, False)
        return self._in_order(vertices, labels, a.n)

    def cc(self, g, a):
        return self._components("weakly_connected_components", g, a)

    def scc(self, g, a):
        return self._components("strongly_connected_components", g, a)

    def kcore(self, g, a):
        return self._in_order(*self._function("core_number")(self.handle, g, "incoming", False), a.n)

    def triangles(self, g, a):
        return self._in_order(*self._function("triangle_count")(self.handle, g, None, False), a.n)

    def betweenness(self, g, a):
        sources = self.cupy.asarray(a.samples, dtype=self.cupy.int32)
        found = self._function("betweenness_centrality")(self.handle, g, sources, None, False, False, False)
        return self._in_order(*found, a.n)

    def msf(self, g, a):
        found = self._function("minimum_spanning_tree")(self.handle, g, False)
        return tuple(self.cupy.asnumpy(each) for each in found[:3])


class CuPy:
    """What CuPy has for graphs: a power iteration with its sparse matrices."""

    name = "CuPy"
    threads = "GPU"

    def __init__(self):
        import cupy
        from cupyx.scipy import sparse

        self.cupy, self.sparse = cupy, sparse

    def version(self):
        return self.cupy.__version__

    def graph(self, a, algorithm):
        cp = self.cupy
        row, column = cp.asarray(a.row32), cp.asarray(a.column)
        links = self.sparse.csr_matrix((cp.ones(a.column.size, cp.float32), column, row), shape=(a.n, a.n))
        return links, links.T.tocsr() if a.directed else links

    def pagerank(self, g, a):
        cp = self.cupy
        links, incoming = g
        degree = cp.diff(links.indptr).astype(cp.float32)
        share = cp.where(degree > 0, 1 / cp.maximum(degree, 1), 0).astype(cp.float32)
        is_sink = degree == 0
        ranks = cp.full(a.n, 1 / a.n, cp.float32)
        for _ in range(a.iterations or 100):
            lost = ranks[is_sink].sum()
            new = (0.85 * (incoming @ (ranks * share)) + (0.15 + 0.85 * lost) / a.n).astype(cp.float32)
            change = cp.abs(new - ranks).sum()
            ranks = new
            if not a.iterations and float(change) <= 1e-6:
                break
        return cp.asnumpy(ranks)


def synchronise():
    """Waits for what other libraries have queued, so that none pays for the work of another."""
    try:
        import cupy

        cupy.cuda.Device().synchronize()
    except Exception:
        pass
