# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A program of one's own
# How long does one walk from the valley to each place of a hilly country? A step takes longer the more it climbs. The engine asks a
# class in Python what a vertex does, and compiles it at the first run.

# %%
import numpy as np
from picture import Picture, ramp

import warpgraph as wg

WIDTH, HEIGHT = 56, 30


class Walk(wg.Program):
    """Minutes from the start, where a step takes one minute, and each metre of climbing `effort` more."""

    VertexValue = wg.float32
    Reduction = wg.Min
    start: wg.Vertex
    height: wg.Array[wg.float32]
    effort: wg.float32 = 0.5

    def initial(self, v):
        return 0 if v == self.start else np.inf

    def active_initially(self, v):
        return v == self.start

    def visit(self, minutes, _, start, end):
        return minutes + 1 + self.effort * max(self.height[end] - self.height[start], 0)

    def updated(self, old, minutes):
        return minutes < old


# %% [markdown]
# The country is a grid, and its hills are a formula.

# %%
x, y = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
height = 150 * np.sin(x / 7.0) ** 2 * np.cos(y / 9.0) ** 2 + 120 * np.exp(-((x - 40) ** 2 + (y - 8) ** 2) / 40.0)
height = np.rint(height).astype(np.float32).ravel()  # whole metres
country = wg.generate("grid2d", width=WIDTH, height=HEIGHT)

walk = country.run(Walk, start=0, height=height)
level = country.run(Walk, start=0, height=height, effort=0)  # another parameter: nothing is compiled
print(f"the last place is reached after {walk.value.max():.1f} minutes, without hills after {level.value.max():.0f}")
print(f"in Python, a step that climbs 30 m: {Walk(start=0, height=[0, 30]).visit(0, None, 0, 1):.1f} minutes")

# %%
picture = Picture("Minutes from the top left, in steps of ten; it takes long up the hills", WIDTH * 10, HEIGHT * 10)
bands = np.floor(walk.value.reshape(HEIGHT, WIDTH) / 10)
for j in range(HEIGHT):
    begin = 0
    for i in range(1, WIDTH + 1):
        if i == WIDTH or bands[j, i] != bands[j, begin]:  # a box for places of one band
            picture.box((begin * 10, j * 10), (i - begin) * 10, 10, ramp(bands[j, begin] / bands.max()))
            begin = i
picture.save("own_program.svg")
