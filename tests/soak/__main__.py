# SPDX-License-Identifier: Apache-2.0
"""Trials until the time is over; see scripts/soak."""

import argparse
import multiprocessing
import os
import queue
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback

from . import allocations, changing, files, limited, lists, mutations, partitions, runs, simulations, surroundings
from .process import Finding
from .trial import Trial

# How often, and what.
TRIALS = ((8, runs.bfs), (14, runs.sssp), (8, runs.sswp), (7, runs.components),
          (4, runs.strong_components), (4, runs.communities), (3, runs.core_numbers), (3, runs.triangles), (4, runs.betweenness),
          (7, runs.spanning_forest), (4, limited.levels), (5, limited.distances), (3, limited.labels),
          (7, lists.rank), (4, lists.tree), (9, simulations.pagerank), (4, simulations.hits), (3, simulations.circuit), (3, simulations.heat), (3, simulations.neural_network),
          (6, partitions.partition), (6, files.round_trip), (3, files.info), (2, files.one_sided), (1, files.output_is_input),
          (2, surroundings.little_memory), (2, surroundings.wrong_options), (1, surroundings.odd_name),
          (2, changing.changing_file), (2, allocations.failing_allocation), (30, mutations.damaged_file))
MOST_SHOWN = 5  # findings of one kind
TRIAL_LIMIT = 200  # seconds, with the oracle


def parse():
    parser = argparse.ArgumentParser(prog="scripts/soak", description="""Runs random algorithms on random graphs, and
        damaged files through every reader, for so many minutes, and compares all results with oracles that share
        nothing with the project. Ends with 1 if anything is wrong; what is needed to repeat it is kept.""")
    parser.add_argument("minutes", type=float, metavar="MINUTES")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="default: another one every time")
    parser.add_argument("--build", default="build/host-release", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--devices", nargs="+", default=[], metavar="LIST",
                        help="such as cuda:0 cuda:0,1; default: host, host:2, host:3, host:4 and host:7")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="trials at a time; default: %(default)s")
    parser.add_argument("--trials", type=int, default=None, metavar="N", help="not more than so many trials")
    parser.add_argument("--trial", type=int, default=None, metavar="N", help="only this trial of the seed")
    parser.add_argument("--keep", default="build/soak", metavar="DIR", help="for findings; default: %(default)s")
    return parser.parse_args()


def make_trial(seed, number, binary, devices, keep):
    """One trial; returns (what it tried, the finding or None)."""
    rng = random.Random(f"{seed}:{number}")
    what = rng.choices([each for _, each in TRIALS], [share for share, _ in TRIALS])[0]
    folder = tempfile.mkdtemp(prefix="soak-")
    trial = Trial(rng, folder, binary, devices)
    found = None
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(TRIAL_LIMIT)
    try:
        what(trial)
    except Finding as finding:
        found = finding
    except Exception:  # output that cannot be read is a finding, too
        found = Finding("unexpected output", traceback.format_exc().strip().replace("\n", " | ")[-600:])
    signal.alarm(0)
    if found is not None:
        found = describe(seed, number, what.__name__, trial, found, keep)
    shutil.rmtree(folder, ignore_errors=True)
    return what.__name__, found


def stop(*_):
    raise TimeoutError("the trial takes too long")


def describe(seed, number, name, trial, finding, keep):
    """(kind, text); the folder of the trial stays, with its commands."""
    kind = f"{name}: {finding.kind}"
    kept = os.path.join(keep, f"{seed}-{number}")
    with open(os.path.join(trial.folder, "commands"), "w", errors="surrogateescape") as file:
        file.write("\n".join(trial.commands) + "\n")
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(trial.folder, kept)
    command = trial.commands[-1] if trial.commands else ""
    text = f"  {trial.title}\n  {finding.text}\n  cd {kept} && {command}"
    return kind, text.encode("utf-8", "backslashreplace").decode()


def work(job, options, seed, binary, end, results):
    number = job
    while time.monotonic() < end and (options.trials is None or number < options.trials):
        results.put((number, *make_trial(seed, number, binary, options.devices, options.keep)))
        number += options.jobs
    results.put(None)


def report(number, seed, begin, found, counts):
    kind, text = found
    counts[kind] = counts.get(kind, 0) + 1
    if counts[kind] <= MOST_SHOWN:
        print(f"{kind} (seed {seed}, trial {number}, after {time.monotonic() - begin:.0f} s)\n{text}", flush=True)


def soak(options, seed, binary):
    """The number of trials by what they tried, and of findings by kind."""
    begin = time.monotonic()
    results = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, daemon=True,
                                       args=(job, options, seed, binary, begin + options.minutes * 60, results))
               for job in range(options.jobs)]
    for worker in workers:
        worker.start()
    tried, counts, running = {}, {}, len(workers)
    while running:
        try:
            result = results.get(timeout=10)
        except queue.Empty:
            if any(worker.exitcode for worker in workers):
                counts["soak: a worker has died"] = 1
                break
            continue
        if result is None:
            running -= 1
            continue
        number, name, found = result
        tried[name] = tried.get(name, 0) + 1
        if found is not None:
            report(number, seed, begin, found, counts)
    return tried, counts


def main():
    options = parse()
    binary = os.path.abspath(os.path.join(options.build, "cli", "warpgraph"))
    if not os.access(binary, os.X_OK):
        sys.exit(f"soak: there is no {binary}; build the target warpgraph")
    options.keep = os.path.abspath(options.keep)
    os.makedirs(options.keep, exist_ok=True)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    if options.trial is not None:
        name, found = make_trial(seed, options.trial, binary, options.devices, options.keep)
        print(f"{name}: nothing found" if found is None else "\n".join(found))
        return found is not None
    print(f"seed {seed}", flush=True)
    tried, counts = soak(options, seed, binary)
    for kind in sorted(counts):
        print(f"{counts[kind]:6}  {kind}")
    trials = ", ".join(f"{name} {tried[name]}" for name in sorted(tried))
    print(f"seed {seed}: {sum(tried.values())} trials ({trials}), {sum(counts.values())} findings")
    return bool(counts)


if __name__ == "__main__":
    sys.exit(main())
