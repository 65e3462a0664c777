# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A mesh in parts
# Triangles around a hole, for six processors: each shall get about as many, and shall share few sides with others.

# %%
import numpy as np
from picture import KINDS, Picture

import warpgraph as wg

WIDTH, HEIGHT, STEP = 27, 14, 20
chance = np.random.default_rng(3)
x, y = np.meshgrid(np.arange(WIDTH + 1), np.arange(HEIGHT + 1))
corner = np.stack([x, y], -1) * STEP + 10 + chance.uniform(-5, 5, (*x.shape, 2))
squares = [(i, j) for j in range(HEIGHT) for i in range(WIDTH) if np.hypot(i - 17, (j - 6.5)) > 3.3]
triangles = [
    half for i, j in squares for half in (((i, j), (i + 1, j), (i, j + 1)), ((i + 1, j), (i + 1, j + 1), (i, j + 1)))
]

# %% [markdown]
# A vertex of the graph is a triangle. An edge joins two triangles that share a side.

# %%
owners = {}
for t, corners in enumerate(triangles):
    for k in range(3):
        owners.setdefault(frozenset((corners[k], corners[k - 1])), []).append(t)
sides = np.array([pair for pair in owners.values() if len(pair) == 2])
G = wg.from_edges(sides[:, 0], sides[:, 1], vertices=len(triangles))
parts = G.partition(6, seed=1)
print(f"{G.n} triangles in 6 parts: {parts.cut} sides between parts, imbalance {parts.imbalance:.3f}")
print("triangles of each part:", np.bincount(parts.part).tolist())

# %%
picture = Picture("A mesh in six parts", WIDTH * STEP + 20, HEIGHT * STEP + 20)
for corners, part in zip(triangles, parts.part.tolist()):
    picture.polygon([corner[j, i] for i, j in corners], KINDS[part])
for (a, b), pair in ((tuple(side), pair) for side, pair in owners.items()):
    if len(pair) == 2:
        apart = parts.part[pair[0]] != parts.part[pair[1]]
        if apart:
            picture.line(corner[a[1], a[0]], corner[b[1], b[0]], "#111111", 2)
picture.save("mesh.svg")
