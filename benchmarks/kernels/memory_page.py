#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Draws what memory_benchmark has measured: a page of HTML with the plots and a table of the figures, or the plots
# alone as SVG. Needs nothing but Python.
#
#   memory_benchmark --benchmark_out=memory.json --benchmark_out_format=json
#   memory_page.py memory.json page.html|plots.svg [TITLE]
#   memory_page.py --check memory.json plots.svg [TITLE]        whether the file is what would be drawn
import html
import json
import math
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
    value: str  # which field of a row, and what it is multiplied with
    scale: float
    lines: dict  # name: the rows whose names begin so, and end with the place
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


def rows_of(text):
    """Google Benchmark's file, or a list of its rows; the median of repetitions."""
    data = json.loads(text)
    rows = data["benchmarks"] if isinstance(data, dict) else data
    found = {}
    for row in rows:
        name = row["name"].split("/manual_time")[0]
        if not name.startswith("memory/") or row.get("error_occurred"):
            continue
        if row.get("run_type") == "aggregate" and row.get("aggregate_name") != "median":
            continue
        found[name] = row
    return found


def points_of(plot, prefix, rows):
    points = [
        (int(name[len(prefix) :]), row[plot.value] * plot.scale)
        for name, row in rows.items()
        if name.startswith(prefix) and plot.value in row
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


def draw(plot, rows):
    """The plot as SVG, both axes logarithmic; nothing if there is nothing to show."""
    lines = {name: points for name, prefix in plot.lines.items() if (points := points_of(plot, prefix, rows))}
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

    parts = [f'<text x="{LEFT}" y="18" class="t">{plot.title}</text>']
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


def svg(rows, title):
    drawn = [text for plot in PLOTS if (text := draw(plot, rows))]
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


def page(rows, title):
    lines = [
        '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">',
        f"<title>{html.escape(title)}</title>",
        "<style>body{font:15px/1.5 sans-serif;max-width:1000px;margin:2em auto;color-scheme:light dark}"
        "td,th{padding:0 1.5em 0 0;text-align:right}td:first-child,th:first-child{text-align:left}</style>",
        f"<h1>{html.escape(title)}</h1>",
        svg(rows, title),
        "<table>\n<tr><th>benchmark</th><th>GB/s</th><th>G accesses/s</th><th>ns an access</th></tr>",
    ]
    for name, row in rows.items():
        cells = [html.escape(name.removeprefix("memory/"))]
        for value, scale in (("bytes_per_second", 1e-9), ("items_per_second", 1e-9), ("step_ns", 1)):
            cells.append(short(row[value] * scale) if value in row else "")
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join([*lines, "</table>\n</html>"]) + "\n"


def main(arguments):
    checks = arguments[:1] == ["--check"]
    arguments = arguments[checks:]
    if len(arguments) not in (2, 3) or not arguments[1].endswith((".html", ".svg")):
        sys.exit("usage: memory_page.py [--check] RESULTS.json PAGE.html|PLOTS.svg [TITLE]")
    rows = rows_of(Path(arguments[0]).read_text())
    title = arguments[2] if len(arguments) == 3 else "What the memory does"
    drawn = (svg if arguments[1].endswith(".svg") else page)(rows, title)
    if not checks:
        Path(arguments[1]).write_text(drawn)
    elif Path(arguments[1]).read_text() != drawn:
        sys.exit(f"{arguments[1]}: {arguments[0]} is drawn otherwise")


if __name__ == "__main__":
    main(sys.argv[1:])
