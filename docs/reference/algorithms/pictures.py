#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The pictures of the algorithms' pages: what `warpgraph run` computes on small graphs, drawn. Needs Python and the program.
#
#   pictures.py draw WARPGRAPH    writes NAME.svg beside this file
#   pictures.py check WARPGRAPH   whether these are what would be drawn
import html
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
WIDTH, HEIGHT, MARGIN = 560, 300, 22
RAMP = ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"]  # from the lowest value to the highest
KINDS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee9944", "#88aa66"]
STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#1f2937}.e{stroke:#9ca3af}.b{stroke:#dc2626;stroke-width:2.6}"
    "@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.e{stroke:#4b5563}.b{stroke:#f87171}}"
)
# W. Zachary's karate club (1977), and where its members are drawn.
KARATE = """0-1 0-2 0-3 0-4 0-5 0-6 0-7 0-8 0-10 0-11 0-12 0-13 0-17 0-19 0-21 0-31 1-2 1-3 1-7 1-13 1-17 1-19 1-21 1-30 2-3 2-7
2-8 2-9 2-13 2-27 2-28 2-32 3-7 3-12 3-13 4-6 4-10 5-6 5-10 5-16 6-16 8-30 8-32 8-33 9-33 13-33 14-32 14-33 15-32 15-33 18-32
18-33 19-33 20-32 20-33 22-32 22-33 23-25 23-27 23-29 23-32 23-33 24-25 24-27 24-31 25-31 26-29 26-33 27-33 28-31 28-33 29-32
29-33 30-32 30-33 31-32 31-33 32-33"""
CLUB_AT = """49,62 32,57 54,43 61,56 65,76 64,82 46,82 73,55 30,43 53,27 82,73 29,79 87,65 39,46 0,25 3,19 62,100 21,72 10,13 21,47
19,8 12,68 32,7 69,14 100,26 98,34 42,0 73,27 64,26 53,8 11,38 65,39 31,25 37,24"""


class Graph:
    """Vertices at places, edges (a, b, weight), and the file that the program reads."""

    def __init__(self, folder, name, places, edges, directed=False):
        self.places, self.edges, self.directed = places, edges, directed
        self.file = str(Path(folder, name + ".el"))
        arrow = "Directed graph" if directed else "Undirected graph, each edge once"
        lines = [f"# {arrow}", f"# Nodes: {len(places)} Edges: {len(edges)}"]
        lines += [" ".join(str(part) for part in edge if part is not None) for edge in edges]
        Path(self.file).write_text("\n".join(lines) + "\n")


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def call(self, *arguments):
        done = subprocess.run([self.path, *map(str, arguments), "--quiet"], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout

    # The values of all vertices, in the order of their ids.
    def run(self, algorithm, graph, *options):
        text = self.call("run", algorithm, graph.file, "--devices", "host", "--ids", "keep", *options, "-o", "-")
        return [float(line.split()[1]) for line in text.splitlines() if line and line[0] != "#"]

    # The edges that `msf` leaves.
    def forest(self, graph):
        target = str(Path(self.folder, "forest.el"))
        self.call("run", "msf", graph.file, "--devices", "host", "--ids", "keep", "-o", target)
        rows = [line.split() for line in Path(target).read_text().splitlines() if line[0] != "#"]
        return {frozenset((int(row[0]), int(row[1]))) for row in rows}

    def generated(self, name, *options, **changes):
        places = Path(self.folder, name + ".xy")
        text = self.call("generate", name, *options, "--coordinates", places, "-o", "-", "--format", "edges")
        rows = [line.split() for line in text.splitlines() if line[0] != "#"]
        edges = [(int(row[0]), int(row[1]), int(row[2]) if len(row) > 2 else None) for row in rows]
        at = [tuple(map(float, line.split())) for line in places.read_text().splitlines()]
        return Graph(self.folder, f"{name}{len(at)}", at, edges, **changes)


def blend(value):
    """The colour of a value from 0 to 1."""
    place = min(max(value, 0), 1) * (len(RAMP) - 1)
    i = min(int(place), len(RAMP) - 2)
    low, high = ([int(RAMP[at][k : k + 2], 16) for k in (1, 3, 5)] for at in (i, i + 1))
    return "#" + "".join(f"{round(a + (b - a) * (place - i)):02x}" for a, b in zip(low, high))


def by_value(values):
    known = [value for value in values if value >= 0]
    low, high = min(known), max(known)
    return [blend((value - low) / ((high - low) or 1)) if value >= 0 else "#d1d5db" for value in values]


def by_kind(values):
    """The largest set has a colour of its own; a vertex that is alone is grey."""
    sizes = {value: values.count(value) for value in dict.fromkeys(values)}
    large = sorted((value for value in sizes if sizes[value] > 1), key=lambda value: -sizes[value])
    colours = {value: KINDS[0] if i == 0 else KINDS[1 + (i - 1) % (len(KINDS) - 1)] for i, value in enumerate(large)}
    return [colours.get(value, "#d1d5db") for value in values]


def points_of(graph):
    xs, ys = zip(*graph.places)
    scale = min((WIDTH - 2 * MARGIN) / ((max(xs) - min(xs)) or 1), (HEIGHT - 2 * MARGIN) / ((max(ys) - min(ys)) or 1))
    left = (WIDTH - scale * (max(xs) - min(xs))) / 2
    top = (HEIGHT - scale * (max(ys) - min(ys))) / 2
    return [(left + scale * (x - min(xs)), top + scale * (y - min(ys))) for x, y in graph.places]


# Where a word of so many letters may begin that stands beside a vertex: on the right, on the left, above, below, and
# at the corners.
def sides_of(x, y, radius, letters):
    wide, near, far = 6.4 * letters, radius + 2, 0.75 * radius + 2
    return [(x + near, y + 4), (x - near - wide, y + 4), (x - wide / 2, y - near - 1), (x - wide / 2, y + near + 8),
            (x + far, y - far + 2), (x + far, y + far + 6), (x - far - wide, y - far + 2), (x - far - wide, y + far + 6)]


# How much of a word (left, base line, width) lies on a circle or another word, or outside of the picture.
def hidden(word, circles, others):
    left, base, wide = word
    top, right = base - 8, left + wide
    sum_of = 0 if left >= 1 and right <= WIDTH - 1 and top >= 1 and base <= HEIGHT - 1 else 99
    for x, y, radius in circles:
        dx, dy = x - min(max(x, left), right), y - min(max(y, top), base)
        sum_of += max(0, radius + 1 - (dx * dx + dy * dy) ** 0.5)
    for other_left, other_base, other_wide in others:
        over = min(right, other_left + other_wide) - max(left, other_left)
        sum_of += 9 if over > -1 and abs(base - other_base) < 10 else 0
    return round(sum_of, 1)


# Beside each vertex, on the side where the least of it is hidden.
def placed_words(at, radius, words):
    circles = [(x, y, radius(v)) for v, (x, y) in enumerate(at)]
    placed, parts = [], []
    for v, (x, y) in enumerate(at):
        if words(v):
            sides = [(left, base, 6.4 * len(words(v))) for left, base in sides_of(x, y, radius(v), len(words(v)))]
            placed.append(min(sides, key=lambda side: hidden(side, circles, placed)))
            parts.append(f'<text x="{placed[-1][0]:.1f}" y="{placed[-1][1]:.1f}">{html.escape(words(v))}</text>')
    return parts


# `radius`: of each vertex; `bold`: whether an edge is one of the result; `words`: beside each vertex.
def drawn(title, graph, colours, radius=lambda v: 6, bold=lambda edge: False, width=lambda edge: 1, words=lambda v: ""):
    at = points_of(graph)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
             f"<title>{html.escape(title)}</title><style>{STYLE}</style>"]
    if graph.directed:
        parts.append('<marker id="a" viewBox="0 0 8 8" refX="15" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
                     '<path d="M0 0L8 4L0 8z" fill="#9ca3af"/></marker>')
    for edge in graph.edges:
        (x1, y1), (x2, y2) = at[edge[0]], at[edge[1]]
        kind = 'class="b"' if bold(edge) else f'class="e" stroke-width="{width(edge):.1f}"'
        end = ' marker-end="url(#a)"' if graph.directed else ""
        parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {kind}{end}/>')
    for v, (x, y) in enumerate(at):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius(v):.1f}" fill="{colours[v]}" stroke="#6b7280"/>')
    return "\n".join([*parts, *placed_words(at, radius, words), "</svg>\n"])


def by_size(values, low=3, high=16):
    top = max(values)
    return lambda v: low + (high - low) * values[v] / top


def whole(values):
    return lambda v: f"{values[v]:.0f}"


def pictures(program):
    folder = program.folder
    town = program.generated("road", "--width", 12, "--height", 7, "--segments", 1, "--keep", 0.6, "--seed", 4, "--weights", "uniform",
                             "--highest-weight", 9)
    club = Graph(folder, "karate", [tuple(map(float, place.split(","))) for place in CLUB_AT.split()],
                 [(*map(int, edge.split("-")), None) for edge in KARATE.split()])
    islands = program.generated("rgg", "--vertices", 130, "--radius", 0.095, "--seed", 5)
    grid = program.generated("grid2d", "--width", 16, "--height", 8)
    mesh = program.generated("mesh", "--width", 20, "--height", 11, "--seed", 2)
    small = program.generated("mesh", "--width", 11, "--height", 6, "--seed", 3)
    one_ways = Graph(folder, "one_ways", small.places,
                     [(a, b, None) if (a * b + 3 * a) % 5 < 3 else (b, a, None) for a, b, _ in small.edges if (a + 2 * b) % 4], directed=True)
    pages = Graph(folder, "pages", [(x, 2 * (y + (0.5 if x else 0))) for x in (0, 12) for y in range(6 if x == 0 else 5)],
                  [(a, 6 + b, None) for a in range(6) for b in range(5) if (3 * a + 5 * b + a * b) % 4 < 2], directed=True)
    layers = [(0, y) for y in (1, 2, 3)] + [(2, y) for y in (0, 1, 2, 3, 4)] + [(4, y) for y in (1, 2, 3)]
    neurons = Graph(folder, "neurons", layers, [(a, b, (5 * a + 3 * b) % 7 - 3) for a in range(3) for b in range(3, 8)] +
                    [(a, b, (2 * a + 5 * b) % 5 - 2) for a in range(3, 8) for b in range(8, 11)], directed=True)

    levels, parents = program.run("bfs", town, "--source", 0), program.run("bfs", town, "--source", 0, "--parents")
    is_step = lambda edge: edge[1] == parents[edge[0]] or edge[0] == parents[edge[1]]
    yield "bfs", drawn("Levels of a breadth-first search from the vertex on the top left, and a tree of parents", town, by_value(levels),
                       bold=is_step, words=whole(levels))
    far = program.run("sssp", town, "--source", 0)
    yield "sssp", drawn("Lengths of the shortest paths from the vertex on the top left; thin edges are short", town, by_value(far),
                        bold=lambda e: abs(far[e[0]] - far[e[1]]) == e[2], width=lambda e: 0.6 + e[2] / 3, words=whole(far))
    wide = program.run("sswp", town, "--source", 0)
    wide = [-1 if value > 9 else value for value in wide]  # the source
    yield "sswp", drawn("Widths of the widest paths from the grey vertex; thick edges are wide", town, by_value(wide),
                        width=lambda e: 0.5 + e[2] / 1.6, words=lambda v: "" if wide[v] < 0 else f"{wide[v]:.0f}")
    yield "cc", drawn("Components, each with a colour; grey vertices are alone", islands, by_kind(program.run("cc", islands)))
    yield "scc", drawn("Strong components, each with a colour: one gets from each vertex to each other one. Grey vertices are alone",
                       one_ways, by_kind(program.run("scc", one_ways)))
    ranks = program.run("pagerank", club)
    yield "pagerank", drawn("PageRank of the members of a karate club", club, by_value(ranks), by_size(ranks))
    hubs, authorities = program.run("hits", pages, "--hubs"), program.run("hits", pages)
    score = [max(pair) for pair in zip(hubs, authorities)]
    yield "hits", drawn("Hubs on the left, authorities on the right", pages, by_value(score), by_size(score, 4, 14))
    between = program.run("betweenness", club, "--normalised")
    yield "betweenness", drawn("Betweenness of the members of a karate club: the part of the shortest paths that lead through each", club,
                               by_value(between), by_size(between))
    cores = program.run("kcore", club)
    yield "kcore", drawn("Core numbers of a karate club", club, by_value(cores), lambda v: 8, words=whole(cores))
    corners = program.run("triangles", club)
    yield "triangles", drawn("Triangles at each member of a karate club", club, by_value(corners), by_size(corners), words=whole(corners))
    forest = program.forest(town)
    yield "msf", drawn("The spanning forest of least weight; thick edges are heavy", town, ["#d1d5db"] * len(town.places), lambda v: 4,
                       bold=lambda e: frozenset(e[:2]) in forest, width=lambda e: 0.5 + e[2] / 1.6)
    volts = program.run("circuit", grid, "--fix", "18=5", "--fix", "109=0", "--iterations", 20000, "--tolerance", 1e-6)
    yield "circuit", drawn("Potentials in a grid of equal resistors between 5 volts and 0", grid, by_value(volts))
    heat = program.run("heat", mesh, "--hot", "110=100", "--iterations", 40, "--tolerance", 0)
    yield "heat", drawn("A mesh with one hot vertex, after 40 steps", mesh, by_value([value**0.25 for value in heat]), lambda v: 5)
    outputs = program.run("neural-network", neurons, "--input", "0=0.9", "--input", "1=-0.4", "--input", "2=0.2")
    yield "neural-network", drawn("Outputs of three layers of neurons", neurons, by_value([value + 1 for value in outputs]), lambda v: 10,
                                  words=lambda v: f"{outputs[v]:.2f}")


# Sums of floats differ in their last bits from build to build, so a colour or a radius may be rounded to its neighbour.
def is_same(one, other):
    number = re.compile(r"#[0-9a-f]{6}|-?\d+(?:\.\d+)?")
    if number.sub("", one) != number.sub("", other):
        return False
    pairs = zip(number.findall(one), number.findall(other))
    return all(abs(a - b) <= 2 * unit for pair in pairs for a, b, unit in parts_of(*pair))


def parts_of(one, other):
    if one[0] == "#" and other[0] == "#":
        return [(int(one[k : k + 2], 16), int(other[k : k + 2], 16), 1) for k in (1, 3, 5)]
    return [(float(one), float(other), 0.05)] if one[0] != "#" and other[0] != "#" else [(0, 9, 1)]


def main(command, program):
    with tempfile.TemporaryDirectory() as folder:
        for name, picture in pictures(Program(program, folder)):
            file = FOLDER / f"{name}.svg"
            if command == "draw":
                file.write_text(picture)
            elif not is_same(file.read_text(), picture):
                sys.exit(f"docs/reference/algorithms/{name}.svg is not what the program computes: run pictures.py draw")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in {"draw", "check"}:
        sys.exit("usage: pictures.py draw|check WARPGRAPH")
    main(*sys.argv[1:])
