#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of whole Python calls, beside other libraries, in one process: from arrays of NumPy to an array of NumPy.

  peers.py [--graphs kron:16,road:400,web:16] [--algorithms bfs,...] [--repeats 5] [--threads N] [--json FILE]
  peers.py --devices cuda:0 --graphs kron:21     beside pylibcugraph and CuPy

A cell is the time of a call whose graph is there, and in brackets that of making the graph and calling once. Repeats go round
all libraries, and the least time of each counts, because other work on the machine only ever adds to it. Times stand only
where the library's answer is Warpgraph's. A library that is not installed, and a call that fails, is said and left out.
"""

import argparse
import contextlib
import gc
import json
import os
import platform
import signal
import time

ALGORITHMS = ("bfs", "sssp", "pagerank", "cc", "scc", "kcore", "triangles", "betweenness", "msf")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", default="host:1", help="of Warpgraph; with cuda the others are libraries for GPUs")
    parser.add_argument("--graphs", default="kron:16,road:400,web:16", help="kron:SCALE, road:WIDTH, web:SCALE")
    parser.add_argument("--algorithms", default=",".join(ALGORITHMS))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of libraries that have some")
    parser.add_argument("--longest", type=float, default=20, help="seconds after which a call is given up, if it is Python's")
    parser.add_argument("--without", default="", help="libraries that are left out")
    parser.add_argument("--json", help="file for everything that was measured")
    return parser.parse_args()


def libraries(given):
    """Those that are installed. Warpgraph is the first."""
    import libraries as on_host

    makers = {"Warpgraph": lambda: on_host.Warpgraph(given.devices, "GPU" if on_gpu(given) else given.threads)}
    if on_gpu(given):
        import gpu_libraries as on_gpus

        makers |= {"cuGraph": lambda: on_gpus.CuGraph("COO"), "cuGraph, CSR": lambda: on_gpus.CuGraph("CSR"), "CuPy": on_gpus.CuPy}
    else:
        makers |= {
            "NetworKit": lambda: on_host.NetworKit(given.threads),
            "igraph": on_host.IGraph,
            "SciPy": on_host.SciPy,
            "NetworkX": on_host.NetworkX,
        }
    found = []
    for name, make in makers.items():
        if name in given.without.split(","):
            continue
        try:
            found.append(make())
        except Exception as error:
            print(f"{name} is left out: {type(error).__name__}: {error}", flush=True)
    return found


def on_gpu(given):
    return given.devices.startswith("cuda")


def synchronise(given):
    if on_gpu(given):
        from gpu_libraries import synchronise as wait

        wait()


@contextlib.contextmanager
def at_most(seconds):
    """Ends Python code that lasts longer. Calls into C end by themselves first."""

    def end(*_):
        raise TimeoutError(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Row:
    """The times of a library's calls of an algorithm on a graph, in milliseconds."""

    def __init__(self, library):
        self.library, self.made, self.whole, self.call, self.answer, self.problem = library, [], [], [], None, None

    def repeat(self, name, arrays, given):
        """A graph that is made, a call that is the first on it, and another call."""
        call = getattr(self.library, name)
        gc.collect()
        synchronise(given)
        with at_most(given.longest):
            begin = time.perf_counter()
            graph = self.library.graph(arrays, name)
            made = time.perf_counter()
            self.answer = call(graph, arrays)
            first = time.perf_counter()
        self.made.append(1e3 * (made - begin))
        self.whole.append(1e3 * (first - begin))
        self.call.append(1e3 * (first - made))
        if first - made < given.longest / 4:
            synchronise(given)
            begin = time.perf_counter()
            self.answer = call(graph, arrays)
            self.call.append(1e3 * (time.perf_counter() - begin))

    def slow(self, given):
        return bool(self.whole) and self.whole[0] > 250 * given.longest

    def record(self, graph, algorithm):
        least = lambda times: min(times) if times and not self.problem else None  # noqa: E731
        return {
            "graph": graph,
            "algorithm": algorithm,
            "library": self.library.name,
            "call_ms": least(self.call),
            "whole_ms": least(self.whole),
            "making_ms": least(self.made),
            "repeats": len(self.whole),
            "problem": self.problem,
        }


def last(answer):
    """What is compared: of several arrays the last, such as the weights of a forest."""
    return answer[-1] if isinstance(answer, tuple) else answer


def measured(name, arrays, present, given):
    from answers import SAME

    rows = [Row(library) for library in present if hasattr(library, name)]
    for repeat in range(given.repeats):
        for row in rows:
            if row.problem or (repeat and row.slow(given)):
                continue
            try:
                row.repeat(name, arrays, given)
            except Exception as error:
                row.problem = f"{type(error).__name__}: {str(error)[:200]}"
                print(f"  {row.library.name}, {name}: {row.problem}", flush=True)
        if not repeat:
            for row in rows[1:]:
                if not row.problem and not rows[0].problem and not SAME[name](last(rows[0].answer), last(row.answer)):
                    row.problem = "another answer"
                    print(f"  {row.library.name}, {name}: another answer than {rows[0].library.name}", flush=True)
        for row in rows:
            row.answer = None
    return rows


def shown(time):
    return f"{time:,.0f}" if time >= 100 else f"{time:.1f}" if time >= 1 else f"{time:.2f}"


PROBLEMS = {"TimeoutError": "too long", "another answer": "another answer"}


def cell(record):
    if record is None:
        return "-"
    if record["problem"]:
        return next((says for problem, says in PROBLEMS.items() if record["problem"].startswith(problem)), "failed")
    return f"{shown(record['call_ms'])} ({shown(record['whole_ms'])})"


def table(records, names):
    """A table for each graph, in Markdown."""
    out = []
    for graph in dict.fromkeys(record["graph"] for record in records):
        out += ["", f"| {graph} | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
        here = {(each["algorithm"], each["library"]): each for each in records if each["graph"] == graph}
        for algorithm in dict.fromkeys(key[0] for key in here):
            out.append(f"| `{algorithm}` | " + " | ".join(cell(here.get((algorithm, name))) for name in names) + " |")
        made = {name: [r["making_ms"] for r in here.values() if r["library"] == name and r["making_ms"]] for name in names}
        out.append("| making the graph | " + " | ".join(shown(min(made[n])) if made[n] else "-" for n in names) + " |")
    return "\n".join(out)


def machine(given):
    """What the times are of."""
    cpu = platform.processor() or "CPU"
    with contextlib.suppress(OSError):
        with open("/proc/cpuinfo") as lines:
            cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), cpu)
    import warpgraph as wg

    devices = [device.get("name", "") for device in wg.devices(given.devices)] if on_gpu(given) else []
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "devices": devices,
        "python": platform.python_version(),
        "command": f"peers.py --devices {given.devices} --graphs {given.graphs} --repeats {given.repeats} --threads {given.threads}",
    }


def main():
    given = arguments()
    os.environ["OMP_NUM_THREADS"] = str(given.threads)
    wanted = given.algorithms.split(",")
    for name in wanted:
        if name not in ALGORITHMS:
            raise SystemExit(f"{name} is none of {', '.join(ALGORITHMS)}")
    from answers import DIRECTED_TOO
    from arrays import made

    present = libraries(given)
    about = machine(given) | {"libraries": {each.name: {"version": each.version(), "threads": each.threads} for each in present}}
    print(json.dumps(about, indent=1), flush=True)
    records = []
    for text in given.graphs.split(","):
        arrays = made(text, given.devices, iterations=20 if on_gpu(given) else None)
        print(arrays, flush=True)
        for name in wanted:
            if arrays.directed and name not in DIRECTED_TOO or name == "scc" and not arrays.directed:
                continue
            rows = measured(name, arrays, present, given)
            records += [row.record(text, name) for row in rows]
            line = ", ".join(f"{record['library']} {cell(record)}" for record in records[-len(rows) :])
            print(f"  {name}: {line}", flush=True)
            if given.json:
                with open(given.json, "w") as file:
                    json.dump({"context": about, "records": records}, file, indent=1)
    print(table(records, [library.name for library in present]))


if __name__ == "__main__":
    main()
