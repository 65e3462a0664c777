# SPDX-License-Identifier: Apache-2.0
"""Threads, Ctrl-C, forks and the end of the interpreter."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import warpgraph as wg


def test_several_threads_use_one_graph(devices):
    graph = wg.generate("grid2d", width=40, height=40, weights="uniform")
    expected = {source: graph.sssp(source, devices=devices).values for source in range(8)}
    wrong = []

    def work(source):
        for _ in range(10):
            if not np.array_equal(graph.sssp(source, devices=devices).values, expected[source]):
                wrong.append(source)

    threads = [threading.Thread(target=work, args=(source,)) for source in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_go_on_during_a_run():
    graph = wg.generate("kron", scale=17)
    graph.pagerank()
    turns, done = 0, threading.Event()
    seconds = []

    def run():
        begin = time.perf_counter()
        graph.pagerank(tolerance=0, iterations=60)
        seconds.append(time.perf_counter() - begin)
        done.set()

    threading.Thread(target=run).start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    assert turns > 100 * seconds[0]


ENDLESS = {
    "pagerank": "graph.pagerank(tolerance=0, iterations=10**9)",
    "betweenness": "graph.betweenness()",
    "sssp": "[graph.sssp(0) for _ in range(10**6)]",
    "from another": "graph.pagerank(tolerance=0, iterations=10**9, devices='host:2')",
}


@pytest.mark.parametrize("run", list(ENDLESS))
def test_ctrl_c_ends_a_run(run):
    """Within 0.2 s on a machine that has nothing else to do; tests share theirs. Afterwards the graph is as before."""
    script = f"""
        import os, signal, threading, time
        import warpgraph as wg
        graph = wg.generate("grid2d", width=1000, height=1000, weights="uniform")
        before = graph.bfs(0).values
        begin = []
        def interrupt():
            begin.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Timer(0.5, interrupt).start()
        try:
            {ENDLESS[run]}
        except KeyboardInterrupt:
            took = time.perf_counter() - begin[0]
        assert took < 1, took
        assert (graph.bfs(0).values == before).all()
        print("interrupted", took)
    """
    done = _python(script, timeout=60)
    assert done.stdout.startswith("interrupted"), done.stderr


@pytest.mark.parametrize("name", ["pagerank", "hits", "heat"])
def test_signals_are_heard_during_a_run_on_a_small_graph(name):
    """The thread that calls does such a run itself."""
    script = f"""
        import os, signal, threading, time
        import warpgraph as wg
        graph = wg.generate("grid2d", width=20, height=20, weights="uniform")
        before = graph.bfs(0).values
        heard = []
        signal.signal(signal.SIGALRM, lambda *_: heard.append(time.perf_counter()))
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        begin = []
        def interrupt():
            begin.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Timer(0.4, interrupt).start()
        try:
            graph.{name}(tolerance=0, iterations=10**9)
        except KeyboardInterrupt:
            took = time.perf_counter() - begin[0]
        assert took < 1, took
        assert heard and heard[0] < begin[0]
        assert (graph.bfs(0).values == before).all()
        print("interrupted", took)
    """
    done = _python(script, timeout=60)
    assert done.stdout.startswith("interrupted"), done.stderr


def test_a_run_on_a_small_graph_waits_for_its_turn_interruptibly():
    script = """
        import os, signal, threading, time
        import warpgraph as wg
        graph = wg.generate("grid2d", width=20, height=20)
        ends = []
        def run():
            try:
                graph.pagerank(tolerance=0, iterations=10**9, progress=lambda step: not ends)
            finally:
                ends.append(True)
        thread = threading.Thread(target=run)
        thread.start()
        time.sleep(0.2)
        begin = []
        def interrupt():
            begin.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Timer(0.3, interrupt).start()
        try:
            graph.pagerank()
        except KeyboardInterrupt:
            took = time.perf_counter() - begin[0]
        assert took < 1, took
        ends.append(True)
        thread.join()
        graph.pagerank()
        print("interrupted", took)
    """
    done = _python(script, timeout=60)
    assert done.stdout.startswith("interrupted"), done.stderr


def test_a_script_that_is_interrupted_ends():
    script = """
        import os, signal, threading
        import warpgraph as wg
        graph = wg.generate("grid2d", width=1000, height=1000)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        graph.pagerank(tolerance=0, iterations=10**9)
    """
    done = _python(script, timeout=60)
    assert "KeyboardInterrupt" in done.stderr
    assert done.returncode in (1, 130, -signal.SIGINT)


def test_handlers_of_other_signals_run_during_a_run():
    graph = wg.generate("kron", scale=17)
    caught = []
    previous = signal.signal(signal.SIGALRM, lambda *_: caught.append(time.perf_counter()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        result = graph.pagerank(tolerance=0, iterations=60)
        end = time.perf_counter()
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert result.report.seconds < 0.2 or caught[0] < end


def test_a_graph_works_in_the_child_of_a_fork():
    graph = wg.from_edges(["a", "b"], ["b", "c"])
    graph.bfs("a")
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if graph.bfs("a").values.tolist() == [0, 1, 2] else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert graph.bfs("c").values.tolist() == [2, 1, 0]


def test_results_outlive_the_graph_and_the_interpreter_ends():
    script = """
        import warpgraph as wg
        values = wg.generate("kron", scale=8).pagerank().values
        assert abs(values.sum() - 1) < 1e-3
        kept = wg.generate("kron", scale=8).pagerank()
    """
    done = _python(script, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def _python(script, timeout):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=timeout
    )
