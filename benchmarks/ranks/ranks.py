#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Runs algorithms on 1 to 8 ranks of this machine, beside what the model of a superstep predicts from the costs that
# `warpgraph devices --measure` finds, and draws both, with what the model says of larger machines. Needs nothing but
# Python, and mpirun to measure.
#
#   ranks.py measure WARPGRAPH RESULTS.json [SCALE...]      Kronecker graphs of these scales; 16, 18 and 20 by default
#   ranks.py gpus WARPGRAPH RESULTS.json [SCALE...]         two GPUs as two ranks (two_gpus.py); 24 and 26 by default
#   ranks.py draw MODEL.json PLOTS.svg [RESULTS.json]       MODEL.json: what ranks_scaling_model prints
#   ranks.py check MODEL.json PLOTS.svg [RESULTS.json]      whether the file is what would be drawn
#
# Measured and predicted are sums over the supersteps of the fastest of REPEATS runs. Run it on a quiet machine: ranks
# that wait for a core take many times as long. Each entry has the load of the machine at its end.
import html
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import two_gpus

RANKS = [1, 2, 4, 8]
ALGORITHMS = {"pagerank": [], "bfs": [], "sssp": []}
REPEATS = 3
MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_btl_base_warn_component_unused": "0",
}

WIDTH, HEIGHT = 480, 330  # of a plot
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 34, 84  # around what is drawn
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#aa3377", "#66ccee"]
STYLE = (
    ".t{fill:#1f2937}.m{fill:#6b7280;font-size:11px}.l{stroke:#d1d5db;fill:none}"
    "@media(prefers-color-scheme:dark){.t{fill:#e5e7eb}.m{fill:#9ca3af}.l{stroke:#374151}}"
)


def called(ranks, program, *arguments):
    """What the program prints as JSON; each rank has one core, if there are enough."""
    cores = sorted(os.sched_getaffinity(0))[:ranks]
    start = ["taskset", "-c", ",".join(map(str, cores))] + (["mpirun", "-n", str(ranks)] if ranks > 1 else [])
    line = [*start, program, *arguments, "--devices", "host", "--json"]
    done = subprocess.run(line, env=os.environ | MPI, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def measured(program, graph, algorithm, options, ranks, costs):
    fastest = None
    for _ in range(REPEATS):
        run = called(ranks, program, "run", algorithm, graph, *options, "--superstep-times", "--costs", costs)
        steps = run["superstep_statistics"]
        seconds = sum(step["microseconds"] for step in steps) * 1e-6
        if fastest is None or seconds < fastest["seconds"]:
            fastest = {
                "seconds": seconds,
                "predicted_seconds": run["predicted_seconds"],
                "bottleneck": run["bottleneck"],
                "supersteps": len(steps),
                "bytes_sent": run.get("bytes_sent", 0),
            }
    return fastest


def measure(program, target, scales):
    results = {"cores": len(os.sched_getaffinity(0)), "costs": {}, "runs": []}
    with tempfile.TemporaryDirectory() as folder:
        costs = {}
        for ranks in RANKS:
            results["costs"][ranks] = called(ranks, program, "devices", "--measure")
            costs[ranks] = str(Path(folder, f"costs{ranks}.json"))
            Path(costs[ranks]).write_text(json.dumps(results["costs"][ranks]))
        for scale in scales:
            graph = str(Path(folder, f"kron{scale}.wg"))
            generate = ["generate", "kron", "--scale", str(scale), "--weights", "uniform", "-o", graph, "-q"]
            subprocess.run([program, *generate], check=True)
            for algorithm, options in ALGORITHMS.items():
                for ranks in RANKS:
                    entry = {"graph": f"kron{scale}", "algorithm": algorithm, "ranks": ranks}
                    entry |= measured(program, graph, algorithm, options, ranks, costs[ranks])
                    entry["load"] = os.getloadavg()[0]
                    results["runs"].append(entry)
                    print(entry, file=sys.stderr)
            os.remove(graph)
    Path(target).write_text(json.dumps(results, indent=1) + "\n")


def short(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def in_words(number):
    return f"{number >> 10} Ki" if number >= 1024 else str(number)


def ticks_of(lowest, highest):
    """1, 10, 100, ... from below the lowest to above the highest."""
    return [10.0**power for power in range(math.floor(math.log10(lowest)), math.ceil(math.log10(highest)) + 1)]


def draw(title, unit, lines, columns=2):
    """A plot as SVG, both axes logarithmic. lines: (name, colour, is dashed, points)."""
    values = [value for *_, points in lines for _, value in points]
    places = sorted({place for *_, points in lines for place, _ in points})
    ticks = ticks_of(min(values), max(values))

    def x(place):
        return LEFT + math.log2(place / places[0]) / math.log2(places[-1] / places[0]) * (WIDTH - LEFT - RIGHT)

    def y(value):
        return HEIGHT - BOTTOM - math.log(value / ticks[0]) / math.log(ticks[-1] / ticks[0]) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<text x="{LEFT}" y="18" class="t">{html.escape(title)}</text>']
    for tick in ticks:
        parts.append(f'<path class="l" d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="m" text-anchor="end" x="{LEFT - 6}" y="{y(tick) + 4:.1f}">{tick:g}</text>')
    for place in places:
        parts.append(
            f'<text class="m" text-anchor="middle" x="{x(place):.1f}" y="{HEIGHT - BOTTOM + 16}">'
            f"{in_words(place)}</text>"
        )
    parts.append(
        f'<text class="m" text-anchor="middle" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - BOTTOM + 32}">'
        f"{unit}</text>"
    )
    for i, (name, colour, is_dashed, points) in enumerate(lines):
        path = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in points)
        dashes = ' stroke-dasharray="5 4"' if is_dashed else ""
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2"{dashes} points="{path}"/>')
        for place, value in points:
            parts.append(
                f'<circle r="2.5" fill="{colour}" cx="{x(place):.1f}" cy="{y(value):.1f}">'
                f"<title>{name}, {in_words(place)}: {short(value)}</title></circle>"
            )
        key_x = LEFT + i % columns * (WIDTH - LEFT - RIGHT) / columns
        key_y = HEIGHT - 34 + i // columns * 14
        parts.append(f'<path stroke="{colour}" stroke-width="3"{dashes} d="M{key_x} {key_y - 4}h18"/>')
        parts.append(f'<text class="m" x="{key_x + 23}" y="{key_y}">{name}</text>')
    return "\n".join(parts)


def measured_lines(results, graph):
    lines = []
    for i, algorithm in enumerate(ALGORITHMS):
        runs = [run for run in results["runs"] if (run["graph"], run["algorithm"]) == (graph, algorithm)]
        for name, value in (("measured", "seconds"), ("predicted", "predicted_seconds")):
            points = [(run["ranks"], run[value] * 1e3) for run in runs]
            lines.append((f"{algorithm}, {name}", COLOURS[i], value != "seconds", points))
    return lines


def model_lines(model, shape):
    rows = [row for row in model if row["shape"] == shape]
    terms = ["seconds", "gathering", "bytes", "sweeping", "messages", "queueing"]
    return [
        (
            "all together" if term == "seconds" else term,
            COLOURS[i],
            term != "seconds",
            [(row["ranks"], row[term]) for row in rows if row[term] > 0],
        )
        for i, term in enumerate(terms)
    ]


def drawn_results(results):
    """The smallest and the largest graph."""
    graphs = sorted({run["graph"] for run in results["runs"]}, key=lambda name: int(name.removeprefix("kron")))
    title = f"ms of all supersteps, {results['cores']} cores"
    ends = dict.fromkeys(graphs[:1] + graphs[-1:])
    return [draw(f"{graph}, {title}", "ranks", measured_lines(results, graph)) for graph in ends]


def svg(model, results):
    drawn = drawn_results(results) if results else []
    for shape, title in (("rows", "ranges of rows"), ("grid", "a grid of ranks")):
        drawn.append(draw(f"Model: 2^40 edges, {title}, seconds", "H200", model_lines(model, shape), 3))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {(len(drawn) + 1) // 2 * HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="The time of a superstep on ranks">',
        f"<style>{STYLE}</style>",
    ]
    for i, text in enumerate(drawn):
        lines.append(f'<g transform="translate({i % 2 * WIDTH} {i // 2 * HEIGHT})">\n{text}\n</g>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main(arguments):
    usage = "usage: ranks.py measure|gpus WARPGRAPH RESULTS.json [SCALE...] | draw|check MODEL.json PLOTS.svg [RESULTS.json]"
    if arguments[:1] == ["measure"] and len(arguments) >= 3:
        return measure(arguments[1], arguments[2], [int(scale) for scale in arguments[3:]] or [16, 18, 20])
    if arguments[:1] == ["gpus"] and len(arguments) >= 3:
        return two_gpus.main(arguments[1:], MPI)
    if arguments[:1] not in (["draw"], ["check"]) or len(arguments) not in (3, 4):
        sys.exit(usage)
    model, *results = (json.loads(Path(name).read_text()) for name in (arguments[1], *arguments[3:]))
    drawn = svg(model, results[0] if results else None)
    if arguments[0] == "draw":
        Path(arguments[2]).write_text(drawn)
    elif Path(arguments[2]).read_text() != drawn:
        sys.exit(f"{arguments[2]}: {arguments[1]} is drawn otherwise")


if __name__ == "__main__":
    main(sys.argv[1:])
