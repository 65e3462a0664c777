#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The tables that Yogaratnam (2010), chapter 6, has of connected components, with `warpgraph run cc`: time over the
# number of edges, iterations by kind of graph and by the children of a tree, and time of an iteration with and without
# each step. Prints Markdown; raw figures go to RESULTS.json. Needs nothing but Python.
#
#   components_tables.py WARPGRAPH RESULTS.json [--devices LIST] [--edges M,...] [--runs N]
#
# Edges count both ways. Every first run of a method is verified. Times are those of the fastest run, of the algorithm
# alone; `sequential` is one thread of the host. Run it on a quiet machine.
import argparse
import json
import subprocess
import tempfile
from pathlib import Path

METHODS = ("sequential", "union-find", "shiloach-vishkin")
STEPS = ("all", "apart", "no-sv3", "no-sv4", "no-sv3-sv4")
CHILDREN = range(1, 21)


def list_of(edges):
    return ["list", "--vertices", str(edges // 2 + 1)]


def tree_of(edges, children=2):
    return ["tree", "--vertices", str(edges // 2 + 1), "--children", str(children)]


def random_of(edges, density):
    return ["random-blocks", "--edges", str(edges // 2), "--density", density, "--symmetrise"]


KINDS = {
    "list": list_of,
    "tree, 2 children": tree_of,
    "random, 0.001": lambda edges: random_of(edges, "0.001"),
    "random, 0.01": lambda edges: random_of(edges, "0.01"),
}


class Bench:
    def __init__(self, options):
        self.options = options
        self.rows = []

    def call(self, *arguments):
        return subprocess.run([self.options.program, *arguments], check=True, stdout=subprocess.PIPE).stdout

    def graph(self, folder, generator):
        file = str(Path(folder) / "g.wg")
        self.call("generate", *generator, "-q", "-o", file)
        return file

    # The fastest of the runs; `what` says of which graph it is.
    def fastest(self, file, what, method, steps=None):
        line = ["run", "cc", file, "--json", "--devices", self.options.devices, "--method", method]
        if steps is not None:
            line += ["--steps", steps]
        runs = [json.loads(self.call(*line, *(["--verify"] if i == 0 else []))) for i in range(self.options.runs)]
        best = min(runs, key=lambda run: run["seconds"])
        row = {**what, "method": method, "steps": steps, "ms": best["seconds"] * 1e3}
        if method == "shiloach-vishkin":
            row["iterations"] = best["supersteps"]
        self.rows.append(row)
        return row


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def time_over_edges(bench, folder):
    print("Time in ms, and iterations of Shiloach and Vishkin's method:\n")
    rows = []
    for name, kind in KINDS.items():
        for edges in bench.options.edges:
            file = bench.graph(folder, kind(edges))
            found = [bench.fastest(file, {"kind": name, "edges": edges}, method) for method in METHODS]
            rows.append([name, f"{edges:,}", *(f"{row['ms']:.3g}" for row in found), str(found[-1]["iterations"])])
    table(["graph", "edges", *METHODS, "iterations"], rows)


def iterations_of_trees(bench, folder):
    edges = bench.options.edges[-1]
    print(f"Iterations on trees of {edges:,} edges by the most children of a vertex, and ms of an iteration:\n")
    rows = []
    for children in CHILDREN:
        file = bench.graph(folder, tree_of(edges, children))
        row = bench.fastest(file, {"kind": "tree", "children": children, "edges": edges}, "shiloach-vishkin")
        rows.append([str(children), str(row["iterations"]), f"{row['ms'] / row['iterations']:.3g}"])
    table(["children", "iterations", "ms of an iteration"], rows)


def time_of_steps(bench, folder):
    edges = bench.options.edges[-1]
    print(f"Time of an iteration in ms by --steps, and iterations in brackets, of {edges:,} edges:\n")
    rows = []
    for name, kind in KINDS.items():
        file = bench.graph(folder, kind(edges))
        found = [bench.fastest(file, {"kind": name, "edges": edges}, "shiloach-vishkin", steps) for steps in STEPS]
        rows.append([name, *(f"{row['ms'] / row['iterations']:.3g} ({row['iterations']})" for row in found)])
    table(["graph", *STEPS], rows)


def parse():
    parser = argparse.ArgumentParser(prog="components_tables.py")
    parser.add_argument("program", metavar="WARPGRAPH")
    parser.add_argument("results", metavar="RESULTS.json")
    parser.add_argument("--devices", default="host", help="default: %(default)s")
    parser.add_argument("--edges", type=lambda text: [int(each) for each in text.split(",")],
                        default=[10**6, 2 * 10**6, 4 * 10**6, 8 * 10**6], help="default: 1, 2, 4 and 8 million")
    parser.add_argument("--runs", type=int, default=3, help="default: %(default)s")
    return parser.parse_args()


def main():
    bench = Bench(parse())
    with tempfile.TemporaryDirectory() as folder:
        for study in (time_over_edges, iterations_of_trees, time_of_steps):
            study(bench, folder)
    facts = {"devices": bench.options.devices, "runs": bench.options.runs, "rows": bench.rows}
    Path(bench.options.results).write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
