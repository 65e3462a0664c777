# SPDX-License-Identifier: Apache-2.0
"""Several threads call functions for one graph."""
import threading

import networkx as nx
from graphs import make, of_networkx, plain

nx.config.warnings_to_ignore.add("cache")


def test_threads_may_use_one_graph_with_several_weights():
    graph = make("digraph")
    calls = [("single_source_dijkstra", 5, "weight"), ("single_source_dijkstra", 5, "length"),
             ("single_source_shortest_path", 5, None), ("strongly_connected_components", None, None)]
    begin, failures = threading.Barrier(len(calls)), []

    def work(name, source, weight):
        given = {"weight": weight} if weight else {}
        sources = [] if source is None else [source]
        expected = plain(of_networkx(name)(graph, *sources, **given))
        begin.wait()
        for _ in range(20):
            found = plain(getattr(nx, name)(graph, *sources, **given, backend="warpgraph"))
            if found != expected and sorted(map(str, found)) != sorted(map(str, expected)):
                failures.append((name, weight))

    threads = [threading.Thread(target=work, args=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
