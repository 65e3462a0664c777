# SPDX-License-Identifier: Apache-2.0
"""Libraries for the host: how each makes a graph of arrays, and is called for an array.

A class has `name`, `threads`, `version()`, `graph(arrays, algorithm)` and, for each algorithm, a function of the graph and the arrays.
The constructor imports the library, and raises ImportError without it.
"""

import numpy as np
from answers import WEIGHTED

TOLERANCE = 1e-6  # of PageRank: the sum of what ranks change by


def of_shares(clustering, a):
    """Triangles of each vertex, by the share of the pairs of its neighbours that are joined."""
    degree = np.diff(a.row)
    return np.rint(np.asarray(clustering) * degree * (degree - 1) / 2).astype(np.int64)


class Warpgraph:
    name = "Warpgraph"

    def __init__(self, devices, threads):
        import warpgraph as wg

        self.wg, self.devices, self.threads = wg, devices, threads

    def version(self):
        from importlib.metadata import distributions

        found = [each for each in distributions() if (each.metadata["Name"] or "").lower().startswith("warpgraph")]
        return found[0].version if found else "of the path"

    def graph(self, a, algorithm):
        weight = a.weight if algorithm in WEIGHTED else None
        return self.wg.from_csr(a.row, a.column, weight, directed=a.directed, devices=self.devices)

    def bfs(self, g, a):
        return g.bfs(a.start).values

    def sssp(self, g, a):
        return g.sssp(a.start).values

    def pagerank(self, g, a):
        if a.iterations:
            return g.pagerank(tolerance=0, iterations=a.iterations).values
        return g.pagerank(tolerance=TOLERANCE).values

    def cc(self, g, a):
        return g.cc().values

    def scc(self, g, a):
        return g.scc().values

    def kcore(self, g, a):
        return g.kcore().values

    def triangles(self, g, a):
        return g.triangles().values

    def betweenness(self, g, a):
        return g.betweenness(sources=a.samples).values

    def msf(self, g, a):
        forest = g.msf()
        return forest.source, forest.target, forest.weight


class NetworKit:
    """Without betweenness, for which it draws the sources itself, so that nothing could be compared."""

    name = "NetworKit"

    def __init__(self, threads):
        import networkit as nk

        self.nk, self.threads = nk, threads
        nk.setNumberOfThreads(threads)

    def version(self):
        return self.nk.__version__

    def graph(self, a, algorithm):
        weighted = algorithm in WEIGHTED
        edges = (a.length.astype(np.float64), a.ends) if weighted else a.ends
        return self.nk.GraphFromCoo(edges, n=a.n, weighted=weighted, directed=a.directed)

    def bfs(self, g, a):
        return np.asarray(self.nk.distance.BFS(g, a.start, False).run().getDistances())

    def sssp(self, g, a):
        return np.asarray(self.nk.distance.Dijkstra(g, a.start, False).run().getDistances())

    def pagerank(self, g, a):
        central = self.nk.centrality
        ranks = central.PageRank(g, 0.85, TOLERANCE, distributeSinks=central.SinkHandling.DistributeSinks)
        ranks.norm = central.Norm.L1_NORM
        ranks = np.asarray(ranks.run().scores())
        return ranks / ranks.sum()

    def cc(self, g, a):
        components = self.nk.components
        of_kind = components.WeaklyConnectedComponents if a.directed else components.ParallelConnectedComponents
        return self._labels(of_kind(g))

    def scc(self, g, a):
        return self._labels(self.nk.components.StronglyConnectedComponents(g))

    @staticmethod
    def _labels(components):
        return np.asarray(components.run().getPartition().getVector())

    def kcore(self, g, a):
        return np.asarray(self.nk.centrality.CoreDecomposition(g).run().scores())

    def triangles(self, g, a):
        return of_shares(self.nk.centrality.LocalClusteringCoefficient(g, True).run().scores(), a)

    def msf(self, g, a):
        forest = self.nk.graph.KruskalMSF(g)
        forest.run()
        return (forest.getTotalWeight(),)


class IGraph:
    name = "igraph"
    threads = 1

    def __init__(self):
        import igraph

        self.igraph = igraph

    def version(self):
        return self.igraph.__version__

    def graph(self, a, algorithm):
        graph = self.igraph.Graph(n=a.n, edges=np.column_stack(a.ends), directed=a.directed)
        if algorithm in WEIGHTED:
            graph.es["weight"] = a.length
        return graph

    def bfs(self, g, a):
        return np.asarray(g.distances(a.start, mode="out")[0])

    def sssp(self, g, a):
        return np.asarray(g.distances(a.start, weights="weight", mode="out")[0])

    def pagerank(self, g, a):
        return np.asarray(g.pagerank())

    def cc(self, g, a):
        return np.asarray(g.connected_components(mode="weak").membership)

    def scc(self, g, a):
        return np.asarray(g.connected_components(mode="strong").membership)

    def kcore(self, g, a):
        return np.asarray(g.coreness())

    def triangles(self, g, a):
        return of_shares(g.transitivity_local_undirected(mode="zero"), a)

    def betweenness(self, g, a):
        return np.asarray(g.betweenness(sources=a.samples))

    def msf(self, g, a):
        forest = g.spanning_tree(weights="weight", return_tree=False)
        return (a.length[forest],)


class SciPy:
    name = "SciPy"
    threads = 1

    def __init__(self):
        import scipy
        from scipy.sparse import csgraph, csr_array

        self.scipy, self.csgraph, self.csr_array = scipy, csgraph, csr_array

    def version(self):
        return self.scipy.__version__

    def graph(self, a, algorithm):
        weight = a.weight.astype(np.float64) if algorithm in WEIGHTED else np.ones(a.column.size)
        return self.csr_array((weight, a.column, a.row32), shape=(a.n, a.n))

    def bfs(self, g, a):
        order, before = self.csgraph.breadth_first_order(g, a.start)
        level = np.full(a.n, -1, np.int64)
        level[a.start] = 0
        begin, end = 1, 1  # of the vertices whose predecessors have levels
        place = np.empty(a.n, np.int64)
        place[order] = np.arange(order.size)
        of = place[before[order[1:]]]  # where predecessors stand; these places ascend
        while begin < order.size:
            end = 1 + int(np.searchsorted(of, begin))
            level[order[begin:end]] = level[before[order[begin]]] + 1
            begin = end
        return level

    def sssp(self, g, a):
        return self.csgraph.dijkstra(g, indices=a.start)

    def cc(self, g, a):
        return self.csgraph.connected_components(g, connection="weak")[1]

    def scc(self, g, a):
        return self.csgraph.connected_components(g, connection="strong")[1]

    def msf(self, g, a):
        forest = self.csgraph.minimum_spanning_tree(g).tocoo()
        return forest.row, forest.col, forest.data


class NetworkX:
    name = "NetworkX"
    threads = 1

    def __init__(self):
        import networkx as nx

        self.nx = nx

    def version(self):
        return self.nx.__version__

    def graph(self, a, algorithm):
        graph = (self.nx.DiGraph if a.directed else self.nx.Graph)()
        graph.add_nodes_from(range(a.n))
        ends = [each.tolist() for each in a.ends]
        if algorithm in WEIGHTED:
            graph.add_weighted_edges_from(zip(*ends, a.length.tolist()))
        else:
            graph.add_edges_from(zip(*ends))
        return graph

    @staticmethod
    def _array(found, n):
        values = np.full(n, -1, np.float64)
        values[np.fromiter(found.keys(), np.int64, len(found))] = np.fromiter(found.values(), np.float64, len(found))
        return values

    def _labels(self, sets, n):
        labels = np.empty(n, np.int64)
        for i, members in enumerate(sets):
            labels[list(members)] = i
        return labels

    def bfs(self, g, a):
        return self._array(self.nx.single_source_shortest_path_length(g, a.start), a.n)

    def sssp(self, g, a):
        return self._array(self.nx.single_source_dijkstra_path_length(g, a.start), a.n)

    def pagerank(self, g, a):
        return self._array(self.nx.pagerank(g, tol=TOLERANCE / a.n, weight=None), a.n)

    def cc(self, g, a):
        nx = self.nx
        return self._labels(nx.weakly_connected_components(g) if a.directed else nx.connected_components(g), a.n)

    def scc(self, g, a):
        return self._labels(self.nx.strongly_connected_components(g), a.n)

    def kcore(self, g, a):
        return self._array(self.nx.core_number(g), a.n)

    def triangles(self, g, a):
        return self._array(self.nx.triangles(g), a.n)

    def betweenness(self, g, a):
        return self._array(self.nx.betweenness_centrality_subset(g, a.samples, list(g)), a.n)

    def msf(self, g, a):
        edges = [(u, v, data["weight"]) for u, v, data in self.nx.minimum_spanning_edges(g)]
        return tuple(np.array(edges, np.int64).reshape(-1, 3).T)
