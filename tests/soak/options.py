# SPDX-License-Identifier: Apache-2.0
"""Random options of `warpgraph run` that must not change a result."""

ENGINE = {"bfs", "sssp", "sswp", "cc-labels", "label-propagation", "pagerank", "circuit", "heat", "neural-network"}
WITHOUT_SHAPES = {"bfs", "betweenness", "cc", "scc", "kcore", "label-propagation", "triangles"}  # which refuse --gather
PLANS = ("pull-all", "pull-active", "pull-first", "pull-unsettled", "push", "push-loop", "priority")
SHAPES = ("thread", "virtual-2", "virtual-4", "virtual-8", "virtual-16", "virtual-32", "segments", "equal-split")


def device_options(trial):
    """The options, and whether the run may be on several devices."""
    if trial.device_choices:
        devices = trial.rng.choice(trial.device_choices)
    else:
        devices = trial.rng.choice(["host"] * 4 + ["host:2", "host:2", "host:3", "host:4", "host:7"])
    options = ["--devices", devices]
    several = ":" in devices and not devices.endswith(":0")
    if several and trial.chance(0.85):
        options.append("--all-devices")
    return options, several


def engine_options(trial, algorithm):
    """The options, and whether the program may refuse them."""
    options, several = device_options(trial)
    rng, refused, engine = trial.rng, False, algorithm in ENGINE
    if trial.chance(0.4) and engine:
        options += ["--plan", rng.choice(PLANS)]
        refused = True  # not every plan is possible everywhere
    if trial.chance(0.25) and algorithm not in WITHOUT_SHAPES:
        options += ["--gather", rng.choice(SHAPES)]
    if trial.chance(0.2):
        options.append("--deterministic")
    if trial.chance(0.1) and engine:
        options += ["--max-supersteps", "1000000000"]  # more than any run takes
    if trial.chance(0.1):
        options += ["--memory-limit", rng.choice(("64M", "1G"))]
    if trial.chance(0.05):
        options += ["--report", "report.html"]
    if several and trial.chance(0.5):
        options += ["--hub", rng.choice(("host", "peer"))]
    if several and trial.chance(0.3):
        options += ["--copies", rng.choice(("all", "read"))]
        refused = True
    if several and engine and trial.chance(0.4):
        options += ["--refinement", rng.choice(("all", "marked", "updated"))]
    if several and engine and trial.chance(0.2):
        options += ["--overlap", rng.choice(("0", "0.3", "1", "100"))]
        refused = True
    elif several and engine and trial.chance(0.2):
        options += ["--place", "multilevel"]
    if several and engine and trial.chance(0.1):
        options += ["--superstep-timeout", "60000"]
    return options, refused
