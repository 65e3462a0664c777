#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The machine model of Manoochehri (2017) beside measured times of the partitioner, as a table of Markdown:
#   T = max(work / p, span * latency, transfers * latency / (threads in flight))
#
#   partition_benchmark --benchmark_out=RUN.json --benchmark_out_format=json          once for each method
#   memory_benchmark --benchmark_out=MEMORY.json --benchmark_out_format=json
#   machine_model.py MEMORY.json LANES GHZ RUN.json...
#
# Work and transfers are the edges of all levels, both ways, once for coarsening and once for each pass of refinement.
# A lane makes an operation a clock. `latency / threads in flight` is one over the rate of gathers from 4 bytes a vertex
# of the finest level. A step of the span is a read that waits for the one before, from an array of that size.
import json
import sys
from pathlib import Path


def rows_of(name):
    data = json.loads(Path(name).read_text())
    return data["benchmarks"] if isinstance(data, dict) else data


def memory_at(rows, kind, field, size):
    """The field of the row memory/<kind>/bytes:<size> with the least size that is not below this one."""
    found = {}
    for row in rows:
        prefix = f"memory/{kind}/bytes:"
        if row["name"].startswith(prefix) and field in row:
            found[int(row["name"][len(prefix) :].split("/")[0])] = row[field]
    return found[min((each for each in found if each >= size), default=max(found))]


def short(milliseconds):
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.2g}"


def table_row(row, memory, operations_per_second):
    size = 4 * row["finest_vertices"]
    gathers = memory_at(memory, "gather", "items_per_second", size)
    latency = memory_at(memory, "chase/one", "step_ns", size) * 1e-9
    edges = row["level_edges"] + row["passed_edges"]
    transacts = "trials" in row
    work = edges / operations_per_second * 1e3
    span = max(row["scan_span"], row["wait_span"] if transacts else 0) * latency * 1e3
    transfers = edges / gathers * 1e3
    predicted = max(work, span, transfers)
    measured = row["coarsen_ms"] + row["refine_ms"]
    cells = [
        row["name"].split("/")[1],
        "transactional" if transacts else "multilevel",
        f"{row['levels']:.0f}; {row['passes']:.0f}",
        f"{edges * 1e-6:.0f}",
        *(short(each) for each in (work, span, transfers, predicted, measured)),
        f"{measured / predicted:.2g}",
        f"{row['aborts'] / row['trials']:.2f}" if transacts else "",
    ]
    return "| " + " | ".join(cells) + " |"


def main(arguments):
    if len(arguments) < 4:
        sys.exit("usage: machine_model.py MEMORY.json LANES GHZ RUN.json...")
    memory = rows_of(arguments[0])
    operations_per_second = float(arguments[1]) * float(arguments[2]) * 1e9
    heads = ["graph", "method", "levels; passes", "edges, M", "work / p, ms", "span, ms", "transfers, ms"]
    heads += ["predicted, ms", "measured, ms", "measured / predicted", "aborts / trials"]
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    for name in arguments[3:]:
        for row in rows_of(name):
            if row["name"].startswith("partition/") and "level_edges" in row and "aggregate_name" not in row:
                print(table_row(row, memory, operations_per_second))


if __name__ == "__main__":
    main(sys.argv[1:])
