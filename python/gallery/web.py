# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # PageRank of a web
# A frame with a row for each link, from a page to a page.

# %%
import math

import pandas as pd
from picture import Picture, ramp

import warpgraph as wg

LINKS = {
    "Graph": "Vertex, Edge, Path, Tree, Network",
    "Vertex": "Graph, Edge, Degree",
    "Edge": "Graph, Vertex, Weight",
    "Degree": "Graph, Vertex",
    "Weight": "Edge, Shortest path",
    "Path": "Graph, Edge, Shortest path",
    "Tree": "Graph, Spanning tree, Path",
    "Network": "Graph, Flow, Road network, Web",
    "Shortest path": "Path, Graph, Weight, Dijkstra, Breadth-first search",
    "Dijkstra": "Shortest path, Priority queue, Graph",
    "Breadth-first search": "Graph, Shortest path, Queue",
    "Queue": "Breadth-first search",
    "Priority queue": "Queue, Dijkstra",
    "Spanning tree": "Tree, Graph, Weight, Kruskal",
    "Kruskal": "Spanning tree, Union-find, Weight",
    "Union-find": "Tree, Component, Kruskal",
    "Component": "Graph, Path, Union-find",
    "Strong component": "Component, Graph, Path",
    "Flow": "Network, Cut, Graph",
    "Cut": "Graph, Flow, Partition",
    "Partition": "Graph, Cut, Mesh",
    "Mesh": "Graph, Partition",
    "Road network": "Network, Shortest path, Dijkstra",
    "Web": "Network, PageRank",
    "PageRank": "Web, Graph, Centrality",
    "Centrality": "Graph, PageRank, Betweenness, Degree",
    "Betweenness": "Centrality, Shortest path",
    "Core number": "Graph, Degree",
    "Triangle": "Graph, Edge, Clustering",
    "Clustering": "Triangle, Graph, Network",
}
links = pd.DataFrame([(page, to) for page, listed in LINKS.items() for to in listed.split(", ")], columns=["page", "to"])

# %%
G = wg.from_pandas(links, "page", "to", directed=True)
ranks = G.pagerank(tolerance=1e-9, double=True)
for page, rank in ranks.top(10):
    print(f"{rank:.4f} {page}")

# %% [markdown]
# As a frame, beside how many links lead to each page.

# %%
frame = ranks.to_pandas().assign(links=G.in_degrees()).sort_values("rank", ascending=False)
frame.head()

# %%
picture = Picture("Pages around a circle, as large as their PageRank", 600, 400)
pages = frame["vertex"].tolist()
angle = {page: 2 * math.pi * i / len(pages) - math.pi / 2 for i, page in enumerate(pages)}


def at(page, radius=1.0):
    return 300 + 160 * radius * math.cos(angle[page]), 200 + 160 * radius * math.sin(angle[page])


for page, to in zip(links["page"], links["to"]):
    picture.line(at(page), at(to), width=0.6)
for page in pages:
    share = ranks[page] / ranks.highest
    picture.dot(at(page), 3 + 13 * math.sqrt(share), ramp(share))
    anchor = "start" if math.cos(angle[page]) > 0.1 else "end" if math.cos(angle[page]) < -0.1 else "middle"
    picture.text((at(page, 1.13)[0], at(page, 1.13)[1] + 4), page, anchor)
picture.save("web.svg")
