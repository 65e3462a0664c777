#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Draws the charts of docs/benchmarks.md from the raw results (raw.py). Needs nothing but Python.
#
#   charts.py draw     writes docs/benchmarks/peers.svg and scaling.svg
#   charts.py check    whether these files are what would be drawn
import html
import json
import math
import sys
from pathlib import Path

import raw

FOLDER = raw.ARCHIVE.parent
COLOURS = {"kron21": "#4477aa", "kron24": "#66ccee", "rmat24": "#228833", "road": "#ccbb44"}
PROGRAMS = {"bfs": "#4477aa", "sssp": "#ee6677", "pagerank, 10": "#228833", "cc (labels)": "#ccbb44", "sswp": "#aa3377"}
NAMES = {"bfs": "BFS", "sssp": "SSSP", "pagerank, 10": "PageRank", "cc (labels)": "components, labels", "sswp": "widest paths"}
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1f2937}.m{fill:#6b7280;font-size:11px}.l{stroke:#d1d5db}.o{stroke:#6b7280}"
    "@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.m{fill:#9ca3af}.l{stroke:#374151}}"
)


def svg(width, height, title, parts):
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
         f"<title>{html.escape(title)}</title><style>{STYLE}</style>", *parts, "</svg>\n"]
    )


def text(x, y, words, anchor="start", kind=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind and f" class={kind!r}"}>{html.escape(words)}</text>'


def line(x1, y1, x2, y2, kind="l"):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def as_factor(value):
    return f"{value:.2f}" if value < 2 else f"{value:.1f}" if value < 20 else f"{value:.0f}"


# Bars on a logarithmic axis: how many times as fast as cuGraph, an algorithm behind the other, a bar for each graph.
def peers():
    rows = raw.rows_of(json.loads(raw.load()["cugraph-h200"]))
    left, width, bar, gap = 175, 735, 15, 9
    algorithms = list(dict.fromkeys(row["algorithm"] for row in rows))
    x_of = lambda factor: left + (width - left - 60) * (math.log10(factor) + 0.1) / 2.6  # from 0.8 to 316
    parts, y = [], 40
    for algorithm in algorithms:
        bars = [row for row in rows if row["algorithm"] == algorithm]
        parts.append(text(left - 8, y + bar * len(bars) / 2 + 4, algorithm, "end"))
        for row in bars:
            factor = row["cugraph_ms"] / row["ms"]
            begin, end = sorted((x_of(1), x_of(factor)))
            parts.append(
                f'<rect x="{begin:.1f}" y="{y}" width="{end - begin:.1f}" height="{bar - 2}" fill="{COLOURS[row["graph"]]}">'
                f'<title>{row["graph"]}: {row["ms"]:g} ms, cuGraph {row["cugraph_ms"]:g} ms</title></rect>'
            )
            parts.append(text(max(end, x_of(1)) + 5, y + 10, as_factor(factor), kind="m"))
            y += bar
        y += gap
    axis = [line(x_of(at), 34, x_of(at), y, "o" if at == 1 else "l") for at in (1, 3, 10, 30, 100, 300)]
    axis += [text(x_of(at), y + 14, f"{at}", "middle", "m") for at in (1, 3, 10, 30, 100, 300)]
    for i, (graph, colour) in enumerate(COLOURS.items()):
        axis.append(f'<rect x="{left + 90 * i}" y="10" width="12" height="12" fill="{colour}"/>')
        axis.append(text(left + 90 * i + 17, 20, graph))
    axis.append(text(left, y + 30, "times as fast as cuGraph 26.10 on the same H200 (logarithmic)", kind="m"))
    return svg(width, y + 38, "Times as fast as cuGraph 26.10 on one H200", axis + parts)


# Lines: how many times as fast 2 and 4 devices are as one, on Kronecker graphs of several sizes.
def scaling():
    rows = raw.rows_of(json.loads(raw.load()["devices-4-h200"]))
    times = {}
    for row in rows:
        key = (row["graph"], row["program"], row["devices"])
        if row["way"] in ("one", "several"):
            times[key] = min(row["ms"], times.get(key, math.inf))
    graphs = [graph for graph in ("kron21", "kron24", "kron26") if any(key[0] == graph for key in times)]
    size, left, top = 200, 34, 40
    parts = []
    for i, graph in enumerate(graphs):
        x0 = left + i * (size + 40)
        x_of = lambda devices, x0=x0: x0 + size * math.log2(devices) / 2
        y_of = lambda factor: top + size - size * factor / 4
        for at in range(5):
            parts += [line(x0, y_of(at), x0 + size, y_of(at)), text(x0 - 6, y_of(at) + 4, f"{at}", "end", "m")]
        for devices in (1, 2, 4):
            parts.append(text(x_of(devices), top + size + 16, f"{devices}", "middle", "m"))
        parts.append(text(x0 + size / 2, top - 10, graph, "middle"))
        for program, colour in PROGRAMS.items():
            points = [(devices, times[graph, program, 1] / times[graph, program, devices])
                      for devices in (1, 2, 4) if (graph, program, devices) in times and (graph, program, 1) in times]
            if len(points) < 2:
                continue
            path = " ".join(f"{x_of(devices):.1f},{y_of(factor):.1f}" for devices, factor in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts += [f'<circle cx="{x_of(d):.1f}" cy="{y_of(f):.1f}" r="3" fill="{colour}"><title>{NAMES[program]}: '
                      f"{f:.2f}</title></circle>" for d, f in points]
    for i, (program, colour) in enumerate(PROGRAMS.items()):
        parts.append(f'<rect x="{left + 145 * i}" y="{top + size + 30}" width="12" height="12" fill="{colour}"/>')
        parts.append(text(left + 145 * i + 17, top + size + 40, NAMES[program]))
    parts.append(text(left, top + size + 62, "times as fast as one H200, by the number of devices", kind="m"))
    return svg(left + len(graphs) * (size + 40), top + size + 72, "How many times as fast several devices are as one", parts)


CHARTS = {"peers.svg": peers, "scaling.svg": scaling}


def main(arguments):
    if arguments == ["draw"]:
        for name, chart in CHARTS.items():
            (FOLDER / name).write_text(chart())
    elif arguments == ["check"]:
        for name, chart in CHARTS.items():
            if (FOLDER / name).read_text() != chart():
                sys.exit(f"docs/benchmarks/{name} does not show the raw results: run benchmarks/results/charts.py draw")
    else:
        sys.exit("usage: charts.py draw | check")


if __name__ == "__main__":
    main(sys.argv[1:])
