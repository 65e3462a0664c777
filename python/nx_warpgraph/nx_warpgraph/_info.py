# SPDX-License-Identifier: Apache-2.0
"""What NetworkX is told of the backend whenever it is imported; so this module imports nothing."""

_SORTED = "without `sort_neighbors`"
_LENGTHS = "lengths of at least 0 by an attribute, not by a function; the shortest of parallel edges counts"
_ASCENDING = _LENGTHS + "; equal distances come in the graph's order"
_DIJKSTRA = _LENGTHS + "; of equally short paths Dijkstra's"
_GUIDED = _LENGTHS + "; without `heuristic` and `cutoff`"
_ALL = "`weight` as below, with `method=\"dijkstra\"`"
_ECCENTRICITIES = "without `e` and `usebounds`; `weight` as above"
_SINKS_FIRST = "edges lead to earlier components, as in NetworkX; of acyclic graphs the order is the same"
_KRUSKAL = "`algorithm=\"kruskal\"`"
_CORES = "undirected graphs"
_CLUSTERS = "undirected graphs without parallel edges, no `weight`"

# Every function of the backend, by NetworkX's name, and what it takes; "" for all that NetworkX does.
FUNCTIONS = {
    "connected_components": "",
    "number_connected_components": "",
    "is_connected": "",
    "node_connected_component": "",
    "weakly_connected_components": "",
    "number_weakly_connected_components": "",
    "is_weakly_connected": "",
    "number_strongly_connected_components": "",
    "is_strongly_connected": "",
    "strongly_connected_components": _SINKS_FIRST,
    "kosaraju_strongly_connected_components": "without `source`; the order is that of `strongly_connected_components`",
    "attracting_components": "",
    "number_attracting_components": "",
    "is_attracting_component": "",
    "condensation": "without `scc`; numbers are those of `strongly_connected_components`",
    "bfs_edges": _SORTED,
    "bfs_tree": _SORTED,
    "bfs_predecessors": _SORTED,
    "bfs_successors": _SORTED,
    "bfs_layers": "",
    "ancestors": "",
    "descendants": "",
    "descendants_at_distance": "",
    "single_source_shortest_path": "",
    "single_source_shortest_path_length": "",
    "single_target_shortest_path": "",
    "single_target_shortest_path_length": "",
    "all_pairs_shortest_path": "",
    "all_pairs_shortest_path_length": "",
    "has_path": "",
    "predecessor": "",
    "all_shortest_paths": _ALL,
    "single_source_all_shortest_paths": _ALL,
    "all_pairs_all_shortest_paths": _ALL,
    "bidirectional_shortest_path": "the path is that of a search from the source",
    "shortest_path": "`weight` as below; between two nodes the path is that of a search from the source",
    "shortest_path_length": "`weight` as below",
    "single_source_dijkstra": _LENGTHS,
    "single_source_dijkstra_path": _LENGTHS,
    "multi_source_dijkstra": _LENGTHS,
    "multi_source_dijkstra_path": _LENGTHS,
    "dijkstra_path": _LENGTHS,
    "dijkstra_path_length": _LENGTHS,
    "dijkstra_predecessor_and_distance": _LENGTHS,
    "all_pairs_dijkstra": _LENGTHS,
    "all_pairs_dijkstra_path": _LENGTHS,
    "johnson": _LENGTHS,
    "bellman_ford_path_length": _LENGTHS,
    "astar_path": _GUIDED,
    "astar_path_length": _GUIDED,
    "single_source_dijkstra_path_length": _ASCENDING,
    "multi_source_dijkstra_path_length": _ASCENDING,
    "all_pairs_dijkstra_path_length": _ASCENDING,
    "single_source_bellman_ford_path_length": _ASCENDING,
    "all_pairs_bellman_ford_path_length": _ASCENDING,
    "bidirectional_dijkstra": _DIJKSTRA,
    "single_source_bellman_ford": _DIJKSTRA,
    "single_source_bellman_ford_path": _DIJKSTRA,
    "bellman_ford_path": _DIJKSTRA,
    "all_pairs_bellman_ford_path": _DIJKSTRA,
    "eccentricity": "without `sp`; `weight` as above",
    "diameter": _ECCENTRICITIES,
    "radius": _ECCENTRICITIES,
    "periphery": _ECCENTRICITIES,
    "center": _ECCENTRICITIES,
    "average_shortest_path_length": "without the methods of Floyd and Warshall; `weight` as above",
    "wiener_index": "`weight` as above",
    "harmonic_diameter": "without `sp`; `weight` as above",
    "global_efficiency": "",
    "closeness_centrality": "without `sp`; `distance` as `weight` above",
    "harmonic_centrality": "`distance` as `weight` above",
    "minimum_spanning_edges": _KRUSKAL,
    "maximum_spanning_edges": _KRUSKAL,
    "minimum_spanning_tree": _KRUSKAL,
    "maximum_spanning_tree": _KRUSKAL,
    "core_number": _CORES,
    "k_core": _CORES,
    "k_shell": _CORES,
    "k_crust": _CORES,
    "k_corona": _CORES,
    "onion_layers": "",
    "triangles": "",
    "clustering": _CLUSTERS,
    "average_clustering": _CLUSTERS,
    "transitivity": _CLUSTERS,
    "betweenness_centrality": "no `weight`",
    "pagerank": "all edges weigh 1; `personalization` of equal values; no `nstart`, no `dangling`",
    "hits": "all edges weigh 1; no `nstart`",
}


def get_info():
    """What the group networkx.backend_info asks for."""
    return {
        "backend_name": "warpgraph",
        "project": "warpgraph",
        "package": "nx_warpgraph",
        "short_summary": "Graph processing on one or several GPUs, and on the CPU.",
        "default_config": {},
        "functions": {name: {"additional_docs": limits} if limits else {} for name, limits in FUNCTIONS.items()},
    }
