# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Components and cores of a street map
# Streets join points that are near to each other. A third of them are one-way.

# %%
import numpy as np
from picture import KINDS, Picture, ramp

import warpgraph as wg

chance = np.random.default_rng(7)
place = chance.random((260, 2)) * (540, 280) + (10, 10)
near = np.hypot(*(place[:, None] - place[None]).transpose(2, 0, 1)) < 27
a, b = np.nonzero(np.triu(near, 1))
one_way = chance.random(a.size) < 1 / 3

# %% [markdown]
# Who can walk reaches all of a connected component. Who drives reaches what a strongly connected component has, and comes back.

# %%
streets = wg.from_edges(a, b, vertices=len(place))
lanes = wg.from_edges(np.append(a, b[~one_way]), np.append(b, a[~one_way]), directed=True, vertices=len(place))

islands = streets.cc()
loops = lanes.scc()
cores = streets.kcore()
print(f"{islands.components} islands, the largest has {islands.largest} points")
print(f"{loops.components} strongly connected components, the largest has {loops.largest} points")
print(f"every point of the {cores.degeneracy}-core has {cores.degeneracy} neighbours in it: {cores.innermost_core} points")

# %% [markdown]
# The colour of a street is its strongly connected component, where that has three points or more; a point's size is its core number.

# %%
picture = Picture("Strongly connected components of streets, some of which are one-way, and core numbers")
names, sizes = np.unique(loops.values, return_counts=True)
large = names[np.argsort(-sizes, kind="stable")][: len(KINDS)]
colour = {name: KINDS[i] for i, name in enumerate(large.tolist()) if sizes[names == name] > 2}
for u, v in zip(a.tolist(), b.tolist()):
    same = loops.values[u] == loops.values[v]
    picture.line(place[u], place[v], colour.get(int(loops.values[u]), "") if same else "", 1.5)
for v, core in enumerate(cores.values.tolist()):
    picture.dot(place[v], 1.2 + 0.7 * core, ramp(core / cores.degeneracy))
picture.save("components.svg")
