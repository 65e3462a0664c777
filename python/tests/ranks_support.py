# SPDX-License-Identifier: Apache-2.0
"""Programs that mpirun starts."""

import os
import shutil
import subprocess
import sys
import textwrap

import pytest

mpirun = shutil.which("mpirun")
try:
    import mpi4py  # noqa: F401
except ImportError:
    mpirun = None

needs_mpi = pytest.mark.skipif(mpirun is None, reason="needs mpirun and mpi4py")

# Lines of several ranks do not mix: each is one piece.
HEAD = """
import sys
from mpi4py import MPI
import numpy as np
import warpgraph as wg
comm = MPI.COMM_WORLD


def print(*each):
    sys.stdout.write(" ".join(map(str, each)) + chr(10))
    sys.stdout.flush()
"""


def run_ranks(folder, count, program, expected=0, **environment):
    """What the ranks print, in the order of the lines."""
    file = folder / "program.py"
    file.write_text(HEAD + textwrap.dedent(program))
    command = [mpirun, "-n", str(count), "--oversubscribe", "--bind-to", "none", sys.executable, str(file)]
    environment = {
        **os.environ,
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
        "WARPGRAPH_DEVICES": "host",
        "PYTHONPATH": os.pathsep.join(each for each in sys.path if each),
        **environment,
    }
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, env=environment, cwd=folder)
    assert (done.returncode == 0) == (expected == 0), done.stdout + done.stderr
    return sorted(done.stdout.splitlines()), done.stderr
