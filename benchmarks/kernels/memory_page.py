#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Draws what memory_benchmark has measured: a page of HTML with the plots and a table of the figures, or the plots
# alone as SVG. Needs nothing but Python. `memory_benchmark --report page.html` measures and draws.
#
#   memory_benchmark --benchmark_out=memory.json --benchmark_out_format=json
#   memory_page.py memory.json page.html|plots.svg [TITLE]
#   memory_page.py --beside host.json memory.json page.html     a GPU's plots on the left, the host's on the right
#   memory_page.py --lists lists.json memory.json page.html     and the steps of list ranking (rows knee/ of
#                                                               lists_benchmark)
#   memory_page.py --check memory.json plots.svg [TITLE]        whether the file is what would be drawn
import argparse
import html
import json
import math
import re
import sys
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 480, 330  # of a plot
LEFT, RIGHT, TOP, BOTTOM = 54, 14, 34, 84  # around what is drawn
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#aa3377"]
STYLE = (
    ".t{fill:#1f2937}.m{fill:#6b7280;font-size:11px}.l{stroke:#d1d5db;fill:none}"
    "@media(prefers-color-scheme:dark){.t{fill:#e5e7eb}.m{fill:#9ca3af}.l{stroke:#374151}}"
)


class Plot(NamedTuple):
    title: str
    value: str  # which field of a row, and what it is multiplied with; empty: the lines say the field
    scale: float
    lines: dict  # name: the rows whose names begin so, and end with the place; or (how they end, the field)
    place: str  # what the places count


PLOTS = [
    Plot(
        "GB/s by the bytes of a word",
        "bytes_per_second",
        1e-9,
        {
            "copy": "memory/copy/word:",
            "read in order": "memory/read/coalesced/word:",
            "read scattered": "memory/read/scattered/word:",
            "write in order": "memory/write/coalesced/word:",
            "write scattered": "memory/write/scattered/word:",
        },
        "bytes of a word",
    ),
    Plot(
        "GB/s by the distance of the words",
        "bytes_per_second",
        1e-9,
        {"read every so many words of 4 bytes": "memory/stride/words:"},
        "words from one that is read to the next",
    ),
    Plot(
        "G accesses/s by the size of the array",
        "items_per_second",
        1e-9,
        {
            "gathers": "memory/gather/bytes:",
            "atomic additions": "memory/add/bytes:",
            "a walker a lane": "memory/chase/all/bytes:",
            "eight walkers a lane": "memory/chase/eight/bytes:",
        },
        "bytes of the array",
    ),
    Plot(
        "ns of an access by the size of the array",
        "step_ns",
        1,
        {"one walker": "memory/chase/one/bytes:"},
        "bytes of the array",
    ),
]
LIST_PLOTS = [
    Plot(
        f"GiB/s of the steps of {method} by the size of the list",
        "",
        1,
        {
            "RS3, the walk": (f"/{method}", "RS3_GiB/s"),
            "RS5, ranks": (f"/{method}", "RS5_GiB/s"),
            "RS5 in order": (f"/{method}", "RS5_coalesced_GiB/s"),
        },
        "elements of a random list",
    )
    for method in ("splitters-64", "splitters-48")
]


def rows_of(text, kind):
    """Google Benchmark's file, or a list of its rows, whose names begin with `kind`; the median of repetitions."""
    data = json.loads(text)
    rows = data["benchmarks"] if isinstance(data, dict) else data
    found = {}
    for row in rows:
        name = re.sub(r"(/iterations:\d+)?/manual_time.*", "", row["name"])
        if not name.startswith(kind) or row.get("error_occurred"):
            continue
        if row.get("run_type") == "aggregate" and row.get("aggregate_name") != "median":
            continue
        found[name] = row
    return found


def points_of(plot, line, rows):
    prefix, suffix, value = (line, "", plot.value) if plot.value else ("knee/", *line)
    points = [
        (int(name.removeprefix(prefix).removesuffix(suffix)), row[value] * plot.scale)
        for name, row in rows.items()
        if name.startswith(prefix) and name.endswith(suffix) and value in row
    ]
    return sorted(points)


def in_words(number):
    """64 Ki, 2 Gi"""
    for power, unit in ((30, " Gi"), (20, " Mi"), (10, " Ki")):
        if number >= 1 << power:
            return f"{number >> power}{unit}"
    return str(number)


def short(value):
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.2g}" if value < 10 else f"{value:.3g}"


def ticks_of(lowest, highest):
    """1, 2, 5, 10, ... from below the lowest to above the highest."""
    steps = [mantissa * 10.0**power for power in range(-6, 13) for mantissa in (1, 2, 5)]
    first = max(i for i, step in enumerate(steps) if step <= lowest)
    last = min(i for i, step in enumerate(steps) if step >= highest)
    return steps[first : last + 1]


def draw(plot, rows, machine=""):
    """The plot as SVG, both axes logarithmic; nothing if there is nothing to show."""
    lines = {name: points for name, line in plot.lines.items() if (points := points_of(plot, line, rows))}
    if not lines:
        return ""
    values = [value for points in lines.values() for _, value in points]
    places = sorted({place for points in lines.values() for place, _ in points})
    ticks = ticks_of(min(values), max(values))

    def x(place):
        reach = math.log2(places[-1] / places[0]) or 1
        return LEFT + math.log2(place / places[0]) / reach * (WIDTH - LEFT - RIGHT)

    def y(value):
        reach = math.log(ticks[-1] / ticks[0]) or 1
        return HEIGHT - BOTTOM - math.log(value / ticks[0]) / reach * (HEIGHT - TOP - BOTTOM)

    parts = [f'<text x="{LEFT}" y="18" class="t">{plot.title}{machine}</text>']
    for tick in ticks:
        parts.append(f'<path class="l" d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="m" text-anchor="end" x="{LEFT - 6}" y="{y(tick) + 4:.1f}">{short(tick)}</text>')
    for place in places[:: math.ceil(len(places) / 8)]:
        parts.append(
            f'<text class="m" text-anchor="middle" x="{x(place):.1f}" y="{HEIGHT - BOTTOM + 16}">'
            f"{in_words(place)}</text>"
        )
    parts.append(
        f'<text class="m" text-anchor="middle" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - BOTTOM + 32}">'
        f"{plot.place}</text>"
    )
    for i, (name, points) in enumerate(lines.items()):
        path = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in points)
        parts.append(f'<polyline fill="none" stroke="{COLOURS[i]}" stroke-width="2" points="{path}"/>')
        for place, value in points:
            parts.append(
                f'<circle r="2.5" fill="{COLOURS[i]}" cx="{x(place):.1f}" cy="{y(value):.1f}">'
                f"<title>{name}, {in_words(place)}: {short(value)}</title></circle>"
            )
        key_x, key_y = LEFT + i % 3 * 140, HEIGHT - 30 + i // 3 * 18
        parts.append(f'<rect x="{key_x}" y="{key_y - 9}" width="10" height="10" fill="{COLOURS[i]}"/>')
        parts.append(f'<text class="m" x="{key_x + 15}" y="{key_y}">{name}</text>')
    return "\n".join(parts)


class Results(NamedTuple):
    memory: dict
    beside: dict  # of the host; may be empty
    lists: dict

    def plots(self):
        if not self.beside:
            drawn = [draw(plot, self.memory) for plot in PLOTS]
        else:
            machines = ((self.memory, " (GPU)"), (self.beside, " (host)"))
            drawn = [draw(plot, rows, machine) for plot in PLOTS for rows, machine in machines]
        return [text for text in drawn + [draw(plot, self.lists) for plot in LIST_PLOTS] if text]


def svg(results, title):
    drawn = results.plots()
    if not drawn:
        sys.exit("memory_page.py: no row of memory_benchmark in the file")
    height = (len(drawn) + 1) // 2 * HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {height}" '
        f'font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="{html.escape(title)}">',
        f"<style>{STYLE}</style>",
    ]
    for i, text in enumerate(drawn):
        lines.append(f'<g transform="translate({i % 2 * WIDTH} {i // 2 * HEIGHT})">\n{text}\n</g>')
    return "\n".join([*lines, "</svg>"]) + "\n"


FIGURES = (
    ("GB/s", "bytes_per_second", 1e-9),
    ("G accesses/s", "items_per_second", 1e-9),
    ("ns an access", "step_ns", 1),
)


def page(results, title):
    machines = [(results.memory, ""), (results.beside, ", host")] if results.beside else [(results.memory, "")]
    heads = "".join(f"<th>{figure}{machine}</th>" for _, machine in machines for figure, _, _ in FIGURES)
    lines = [
        '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">',
        f"<title>{html.escape(title)}</title>",
        "<style>body{font:15px/1.5 sans-serif;max-width:1000px;margin:2em auto;color-scheme:light dark}"
        "td,th{padding:0 1.5em 0 0;text-align:right}td:first-child,th:first-child{text-align:left}</style>",
        f"<h1>{html.escape(title)}</h1>",
        svg(results, title),
        f"<table>\n<tr><th>benchmark</th>{heads}</tr>",
    ]
    for name in results.memory:
        cells = [html.escape(name.removeprefix("memory/"))]
        for rows, _ in machines:
            row = rows.get(name, {})
            cells += [short(row[value] * scale) if value in row else "" for _, value, scale in FIGURES]
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join([*lines, "</table>\n</html>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Draws what memory_benchmark has measured.")
    parser.add_argument("--check", action="store_true", help="whether the file is what would be drawn")
    parser.add_argument("--beside", metavar="HOST.json", help="the same benchmark on the host")
    parser.add_argument("--lists", metavar="LISTS.json", help="results of lists_benchmark with the rows knee/")
    parser.add_argument("results", metavar="RESULTS.json")
    parser.add_argument("page", metavar="PAGE.html|PLOTS.svg")
    parser.add_argument("title", nargs="?", default="What the memory does")
    given = parser.parse_args()
    if not given.page.endswith((".html", ".svg")):
        parser.error("the page is a file of HTML or SVG")

    def read(name, kind):
        return rows_of(Path(name).read_text(), kind) if name else {}

    results = Results(read(given.results, "memory/"), read(given.beside, "memory/"), read(given.lists, "knee/"))
    drawn = (svg if given.page.endswith(".svg") else page)(results, given.title)
    if not given.check:
        Path(given.page).write_text(drawn)
    elif Path(given.page).read_text() != drawn:
        sys.exit(f"{given.page}: {given.results} is drawn otherwise")


if __name__ == "__main__":
    main()
