# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Several devices
# The devices of a run are an argument. `host:4` are four virtual devices, each with memory of its own, which a run uses as it uses GPUs;
# where there are GPUs, `cuda` is all of them.

# %%
import numpy as np
from picture import KINDS, Picture

import warpgraph as wg

G = wg.generate("kron", scale=15)
choices = ["host:1", "host:4"]
try:
    choices += ["cuda"] if wg.devices("cuda") else []
except wg.Error:
    pass  # there is no GPU

# %% [markdown]
# Results are equal.

# %%
first = G.triangles(devices="host:1")
for devices in choices:
    found = G.triangles(devices=devices, memory_limit="10M" if devices == "host:4" else None)
    assert np.array_equal(found.values, first.values)
    if devices != "cuda":
        print(f"{devices}: {found.facts['triangles']:,} triangles, on {found.report.devices} of the devices")

# %% [markdown]
# A run takes as many devices as pay, and more where one has not the memory. Smaller limits stand for larger graphs.

# %%
ranks = G.pagerank(devices="host:1")
limits = [8, 7, 6.5, 6, 5, 4.5, 4, 3.5, 3]
used = {1: [], 2: [], 4: []}
for count, runs in used.items():
    for limit in limits:
        try:
            run = G.pagerank(devices=f"host:{count}", memory_limit=f"{limit}M")
            assert np.allclose(run.values, ranks.values, rtol=1e-4)
            runs.append(run.report.devices)
        except wg.OutOfMemory:
            runs.append(0)
    print(f"host:{count}:", ", ".join(f"{limit} MB on {n}" if n else f"{limit} MB too little" for limit, n in zip(limits, runs)))

# %%
picture = Picture("How many devices PageRank takes, by the memory that each has", 560, 235)
for i, limit in enumerate(limits):
    picture.text((75 + 54 * i, 226), f"{limit} MB", "middle")
    for k, (count, runs) in enumerate(used.items()):
        for n in range(runs[i]):
            picture.box((54 + 54 * i + 15 * k, 180 - 36 * n), 13, 32, KINDS[k])
for k, count in enumerate(used):
    picture.box((360 + 66 * k, 8), 10, 10, KINDS[k])
    picture.text((374 + 66 * k, 17), f"host:{count}")
for n in range(1, 5):
    picture.text((20, 200 - 36 * (n - 1)), str(n))
picture.save("several_devices.svg")
