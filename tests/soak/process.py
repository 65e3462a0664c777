# SPDX-License-Identifier: Apache-2.0
"""Runs the program under limits, and says what no run may ever do."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass

MEMORY_LIMIT = 4 << 30  # bytes of address space
UNLIMITED = None  # for CUDA, which reserves more than any machine has
CPU_LIMIT = 5  # seconds of processor time: load on the machine does not lengthen them
WRONG_RESULT = 6  # the exit code of a result that is not what was asked for
WALL_LIMIT = 90  # for runs that wait instead of working


class Finding(Exception):
    """Something that is wrong: what kind of thing, and one line about it."""

    def __init__(self, kind, text=""):
        super().__init__(f"{kind}: {text}" if text else kind)
        self.kind = kind
        self.text = text


@dataclass
class Outcome:
    code: int
    out: str
    err: str
    peak: int  # bytes of memory at most
    seconds: float


def _text(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def run(command, folder, memory=MEMORY_LIMIT, meanwhile=None, misses=None):
    """Runs a command in a folder, and meanwhile(its pid) beside it. Raises Finding if the command crashes, does not end, or
    ends with an internal error. `misses`: what its error says if it may end with a result that misses a limit."""
    out_path, err_path = os.path.join(folder, "stdout"), os.path.join(folder, "stderr")
    # The shell sets the limits: a function that did so after the fork could meet a lock that a thread has left.
    space = "unlimited" if memory is UNLIMITED else memory >> 10
    limits = f'ulimit -c 0; ulimit -v {space}; ulimit -S -t {CPU_LIMIT}; ulimit -H -t {CPU_LIMIT + 1}; exec "$@"'
    begin = time.monotonic()
    with open(out_path, "wb") as out, open(err_path, "wb") as err:
        process = subprocess.Popen(["bash", "-c", limits, "bash", *command], cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err)
    if meanwhile is not None:
        meanwhile(process.pid)
    status, usage = _wait(process.pid, begin + WALL_LIMIT)
    process.returncode = os.waitstatus_to_exitcode(status)
    outcome = Outcome(process.returncode, _text(out_path), _text(err_path), usage.ru_maxrss * 1024,
                      time.monotonic() - begin)
    _expect_sane(outcome, misses)
    return outcome


def _wait(pid, end):
    """The status and what the process has used; it is killed at the end."""
    pause = 0.001
    while True:
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        if ended:
            return status, usage
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)


def _expect_sane(outcome, misses):
    code, message = outcome.code, outcome.err.strip()
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        raise Finding("no end", f"killed after {outcome.seconds:.0f} s")
    if code < 0:
        raise Finding("crash", f"{signal.Signals(-code).name} {message}")
    if code == 1:
        raise Finding("internal error", message)
    if code == 5:
        raise Finding("device error", message)
    if code == WRONG_RESULT and not (misses and misses in message):
        raise Finding("verification fails", message)
    if code not in (0, 2, 3, 4, WRONG_RESULT):
        raise Finding("unknown exit code", f"{code} {message}")
    errors = [line for line in message.splitlines() if not line.startswith("warpgraph: note: ")]
    if code != 0 and (len(errors) != 1 or not message.splitlines()[-1].startswith("warpgraph: ")):
        raise Finding("not one line of error", f"exit {code}: {message[:300]!r}")
