# SPDX-License-Identifier: Apache-2.0
#
# Two GPUs in one process beside the same two GPUs as two ranks with one GPU each, on Kronecker graphs that are made for it
# in a temporary folder (TMPDIR names another one; kron26 takes 26 GB there). Each run is the fastest of REPEATS in a
# process, and its seconds are the sum of those of the supersteps. The values of both must be the same bytes; those of
# PageRank, which are sums of floating-point numbers, may differ by TOLERANCE.
import array
import filecmp
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPEATS = 5
TOLERANCE = 1e-4  # of a value, relative
# What is run, whether it reads weights, whether its values are integers.
ALGORITHMS = [("pagerank", False, False), ("cc-labels", False, True), ("bfs", False, True), ("sssp", True, True)]
# For one process, for each of two ranks, and for the generator.
DEVICES = {"cuda": ("cuda:0,1", "cuda", "cuda:0"), "host": ("host:2", "host", "host")}


def run(line, environment):
    done = subprocess.run(line, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"exit code {done.returncode}: {' '.join(line)}\n{done.stdout}")
    return done.stdout


def run_once(program, ranks, devices, arguments, values, environment):
    """The summary of a run, with the seconds of its supersteps. `values` is the file that it writes."""
    line = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
    line += [program, "run", *arguments, "--devices", devices, "--all-devices", "--repeat", str(REPEATS)]
    begin = time.monotonic()
    facts = json.loads(run([*line, "--superstep-times", "--json", "--quiet", "-o", str(values)], environment))
    facts["wall_seconds"] = time.monotonic() - begin
    steps = facts.pop("superstep_statistics")
    facts["superstep_seconds"] = sum(step["microseconds"] for step in steps) * 1e-6
    facts["superstep_microseconds"] = [step["microseconds"] for step in steps]
    return facts


def numbers(path):
    """The single-precision numbers of a .npy file."""
    content = path.read_bytes()
    found = array.array("f")
    found.frombytes(content[10 + int.from_bytes(content[8:10], "little"):])
    return found


def difference(one, two, are_integers):
    """None if the files have the same values; how they differ otherwise."""
    if filecmp.cmp(one, two, shallow=False):
        return None
    if are_integers:
        return "other bytes"
    a, b = numbers(one), numbers(two)
    if len(a) != len(b):
        return "another number of values"
    stride = max(1, len(a) >> 20)  # a million of them
    largest = max(abs(x - y) / max(x, y) for x, y in zip(a[::stride], b[::stride]) if x != y) if a != b else 0
    return None if largest <= TOLERANCE else f"values differ by {largest:.1e}"


def compare(program, graph, algorithm, source, are_integers, devices, folder, environment):
    arguments = [algorithm, str(graph)] + ([] if source is None else ["--source", str(source)])
    values = [folder / "one.npy", folder / "two.npy"]
    one = run_once(program, 1, DEVICES[devices][0], arguments, values[0], environment)
    if one["device_count"] != 2:
        sys.exit(f"{algorithm} ran on {one['device_count']} devices, not on two")
    if "source" in one and source is None:
        arguments += ["--source", str(one["source"])]
    two = run_once(program, 2, DEVICES[devices][1], arguments, values[1], environment)
    return {
        "graph": graph.stem.removesuffix("-weights"),
        "algorithm": algorithm,
        "ratio": two["superstep_seconds"] / one["superstep_seconds"],
        "difference": difference(*values, are_integers),
        "one_process": one,
        "two_ranks": two,
    }


def row(entry):
    one, two = entry["one_process"], entry["two_ranks"]
    return (f"| {entry['graph']} | {entry['algorithm']} | {one['superstep_seconds'] * 1e3:.2f} ({one['hub']}) "
            f"| {two['superstep_seconds'] * 1e3:.2f} ({two['hub']}) | {entry['ratio']:.2f} "
            f"| {entry['difference'] or 'same values'} |")


def measure(program, target, scales, devices, environment):
    print("| graph | algorithm | one process, ms (hub) | two ranks, ms (hub) | ratio | values |\n|---|---|---|---|---|---|")
    entries = []
    for scale in scales:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            source = None  # bfs finds one that has edges, for sssp too
            for algorithm, has_weights, are_integers in ALGORITHMS:
                graph = folder / f"kron{scale}{'-weights' if has_weights else ''}.wg"
                if not graph.exists():
                    weights = ["--weights", "uniform"] if has_weights else []
                    run([program, "generate", "kron", "--scale", str(scale), *weights, "--devices", DEVICES[devices][2],
                         "--quiet", "-o", str(graph)], environment)
                start = source if algorithm in ("bfs", "sssp") else None
                entry = compare(program, graph, algorithm, start, are_integers, devices, folder, environment)
                source = entry["one_process"].get("source", source)
                entries.append(entry)
                print(row(entry), flush=True)
    Path(target).write_text(json.dumps(entries, indent=1) + "\n")
    wrong = [entry for entry in entries if entry["difference"]]
    return f"{len(wrong)} results differ" if wrong else 0


def main(arguments, environment):
    devices = "cuda"
    if "--devices" in arguments:
        at = arguments.index("--devices")
        devices = arguments[at + 1]
        arguments = arguments[:at] + arguments[at + 2:]
    scales = [int(scale) for scale in arguments[2:]] or [24, 26]
    sys.exit(measure(arguments[0], arguments[1], scales, devices, os.environ | environment))
