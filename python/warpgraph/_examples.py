# SPDX-License-Identifier: Apache-2.0
"""Examples for the docstrings of the catalogue's methods, which the tests run."""

# By the name of the method. `wg` is there; what is not for the reader to see is not in here.
EXAMPLES = {
    "bfs": """
        >>> G = wg.from_edges(["a", "b", "x"], ["b", "c", "y"])
        >>> hops = G.bfs("a", columns=["level", "parent"])
        >>> hops.level.tolist(), hops.parent.tolist()  # -1, None: there is no path
        ([0, 1, 2, -1, -1], ['a', 'a', 'b', None, None])
        >>> hops.reached
        3
    """,
    "sssp": """
        >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
        >>> far = G.sssp("Rome")
        >>> far["Bern"], dict(zip(far.names, far.values.tolist()))
        (4, {'Bern': 4, 'Oslo': 3, 'Rome': 0})
    """,
    "sswp": """
        >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 1, 2])
        >>> G.sswp("Rome")["Bern"]  # over Oslo, where the narrowest edge has 2
        2
    """,
    "cc": """
        >>> parts = wg.from_edges(["a", "x", "b"], ["b", "y", "c"]).cc()
        >>> parts.components, parts.largest, parts["c"], parts["y"]
        (2, 3, 'a', 'x')
    """,
    "cc_labels": """
        >>> wg.from_edges(["a", "x", "b"], ["b", "y", "c"]).cc_labels().values.tolist()
        ['a', 'a', 'a', 'x', 'x']
    """,
    "scc": """
        >>> loops = wg.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=True).scc()
        >>> loops.components, loops.values.tolist()
        (2, [0, 0, 0, 3])
    """,
    "betweenness": """
        >>> path = wg.from_edges(["a", "b", "c"], ["b", "c", "d"])
        >>> path.betweenness(normalised=True).top(2)
        [('b', 0.666...), ('c', 0.666...)]
        >>> path.betweenness(sources=["a"]).values.tolist()  # of the paths from one vertex
        [0.0, 2.0, 1.0, 0.0]
    """,
    "hits": """
        >>> links = wg.from_edges(["list", "list", "blog"], ["page", "site", "page"], directed=True)
        >>> found = links.hits(columns=["authority", "hub"])
        >>> found.top(1)[0][0], found.top(1, by="hub")[0][0]
        ('page', 'list')
    """,
    "pagerank": """
        >>> links = wg.from_edges(["a", "b", "c", "c"], ["c", "c", "a", "b"], directed=True)
        >>> ranks = links.pagerank()
        >>> [(page, round(rank, 2)) for page, rank in ranks.top(3)]
        [('c', 0.49), ('a', 0.26), ('b', 0.26)]
        >>> links.pagerank(sources=["b"], damping=0.5).highest_vertex  # seen from b
        'b'
    """,
    "kcore": """
        >>> cores = wg.from_edges([0, 0, 1, 2], [1, 2, 2, 3]).kcore()
        >>> cores.values.tolist(), cores.degeneracy
        ([2, 2, 2, 1], 2)
    """,
    "label_propagation": """
        >>> friends = wg.from_edges(["a", "a", "b", "d", "d", "e"], ["b", "c", "c", "e", "f", "f"])
        >>> communities = friends.label_propagation()
        >>> communities["f"], communities.communities
        ('d', 2)
    """,
    "msf": """
        >>> forest = wg.from_edges(["a", "b", "a"], ["b", "c", "c"], weight=[1, 2, 5]).msf()
        >>> sorted(sorted(pair) for pair in zip(forest.source, forest.target))
        [['a', 'b'], ['b', 'c']]
        >>> forest.facts["weight"], forest.components
        (3, 1)
    """,
    "trees": """
        >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
        >>> tree.depth.tolist(), tree.common_ancestors(["d"], ["c"])[0]
        ([0, 1, 1, 2], 'a')
    """,
    "list_ranking": """
        >>> line = wg.from_edges(["Rome", "Oslo"], ["Oslo", "Bern"], directed=True)
        >>> line.list_ranking()["Bern"], line.list_ranking(columns=["head"])["Bern"]
        (2, 'Rome')
    """,
    "contraction": """
        >>> road = wg.from_edges(["a", "b", "c", "c", "c"], ["b", "c", "d", "e", "f"])  # a - b - c with leaves
        >>> road.contraction().facts
        {'vertices_left': 1, 'edges_left': 0, 'in_chains': 0, 'hanging': 5}
    """,
    "triangles": """
        >>> found = wg.from_edges([0, 0, 1, 2], [1, 2, 2, 3]).triangles()
        >>> found.values.tolist(), found.facts["triangles"], round(found.clustering, 2)
        ([1, 1, 1, 0], 1, 0.6)
    """,
    "circuit": """
        >>> wires = wg.from_edges([0, 1, 2], [1, 2, 3])  # of the same resistance
        >>> wires.circuit(fix={0: 9, 3: 0}, tolerance=1e-6).values.round(2).tolist()
        [9.0, 6.0, 3.0, 0.0]
    """,
    "heat": """
        >>> rod = wg.from_edges([0, 1], [1, 2])
        >>> rod.heat(hot={0: 30}, iterations=50, tolerance=0).mean
        10.0
    """,
    "neural_network": """
        >>> net = wg.from_edges([0, 1, 2], [2, 2, 3], weight=[0.5, -0.5, 2.0], directed=True)
        >>> [round(each, 2) for each in net.neural_network(input={0: 1, 1: 0}).values.tolist()]
        [1.0, 0.0, 0.46, 0.73]
    """,
}
