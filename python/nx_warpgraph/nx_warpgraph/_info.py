# SPDX-License-Identifier: Apache-2.0
"""What NetworkX is told of the backend whenever it is imported; so this module imports nothing."""

_CORES = "Undirected graphs. "
_KRUSKAL = "Kruskal's algorithm only, whose edges these are, in its order."
_LENGTHS = "Lengths of at least 0 by an attribute, not by a function; of parallel edges the shortest counts."
_SORTED = "Without `sort_neighbors`."
_CLUSTERS = "Undirected graphs without parallel edges, and without weights."

# Every function of the backend, by NetworkX's name, and what it does not take; "" where it takes all that NetworkX does.
FUNCTIONS = {
    "connected_components": "",
    "number_connected_components": "",
    "is_connected": "",
    "node_connected_component": "",
    "weakly_connected_components": "",
    "number_weakly_connected_components": "",
    "is_weakly_connected": "",
    "strongly_connected_components": "Edges lead to earlier components, as in NetworkX; the order may be another one.",
    "number_strongly_connected_components": "",
    "is_strongly_connected": "",
    "bfs_edges": _SORTED,
    "bfs_tree": _SORTED,
    "bfs_predecessors": _SORTED,
    "bfs_successors": _SORTED,
    "bfs_layers": "",
    "descendants_at_distance": "",
    "single_source_shortest_path": "",
    "single_source_shortest_path_length": "",
    "single_target_shortest_path": "",
    "single_target_shortest_path_length": "",
    "all_pairs_shortest_path": "",
    "all_pairs_shortest_path_length": "",
    "bidirectional_shortest_path": "The path is that of a search from the source.",
    "has_path": "",
    "shortest_path": "With `weight`: lengths as for `single_source_dijkstra`.",
    "shortest_path_length": "With `weight`: lengths as for `single_source_dijkstra`.",
    "single_source_dijkstra": _LENGTHS,
    "single_source_dijkstra_path": _LENGTHS,
    "single_source_dijkstra_path_length": _LENGTHS + " Equal distances come in the graph's order.",
    "multi_source_dijkstra": _LENGTHS,
    "multi_source_dijkstra_path": _LENGTHS,
    "multi_source_dijkstra_path_length": _LENGTHS + " Equal distances come in the graph's order.",
    "dijkstra_path": _LENGTHS,
    "dijkstra_path_length": _LENGTHS,
    "dijkstra_predecessor_and_distance": _LENGTHS,
    "bidirectional_dijkstra": _LENGTHS + " The path is that of a search from the source.",
    "all_pairs_dijkstra": _LENGTHS,
    "all_pairs_dijkstra_path": _LENGTHS,
    "all_pairs_dijkstra_path_length": _LENGTHS + " Equal distances come in the graph's order.",
    "single_source_bellman_ford": _LENGTHS + " Of several shortest paths Dijkstra's.",
    "single_source_bellman_ford_path": _LENGTHS + " Of several shortest paths Dijkstra's.",
    "single_source_bellman_ford_path_length": _LENGTHS,
    "bellman_ford_path": _LENGTHS + " Of several shortest paths Dijkstra's.",
    "bellman_ford_path_length": _LENGTHS,
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
    "betweenness_centrality": "Paths by their number of edges, not by `weight`.",
    "pagerank": "All edges weigh 1; `personalization` of equal values; no `nstart`, no `dangling`.",
    "hits": "All edges weigh 1; no `nstart`.",
}
FUNCTIONS = {name: limits.strip() for name, limits in FUNCTIONS.items()}


def get_info():
    """What the group networkx.backend_info asks for."""
    return {
        "backend_name": "warpgraph",
        "project": "warpgraph",
        "package": "nx_warpgraph",
        "url": "https://github.com/warpgraph/warpgraph",
        "short_summary": "Graph processing on one or several GPUs, and on the CPU.",
        "default_config": {},
        "functions": {name: {"additional_docs": limits} if limits else {} for name, limits in FUNCTIONS.items()},
    }
