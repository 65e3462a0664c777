# SPDX-License-Identifier: Apache-2.0
"""The machine's compiler."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from .cache import LONGEST, SEAL, cache_folder, seal
from .errors import ProgramError

# g++ collects no garbage of its own: a compilation takes 250 MB then, 30 MB more, and a sixth less time.
KEEPS_ALL = ["--param=ggc-min-expand=1000", "--param=ggc-min-heapsize=4000000"]


class Compiler:
    """The machine's compiler, as the package's build has left it in compiler.json."""

    def __init__(self, description, folder):
        self.description = description
        self.folder = pathlib.Path(folder)  # the package's
        self.versions = {}

    @classmethod
    def of_package(cls):
        folder = pathlib.Path(__file__).resolve().parent.parent
        path = folder / "lib" / "compiler.json"
        try:
            return cls(json.loads(path.read_text()), folder)
        except OSError:
            raise ProgramError(
                "this package was built without what it takes to compile programs (lib/compiler.json is missing)"
            ) from None

    def program(self, language):
        """The path of the compiler of C++ ("cxx") or CUDA ("cuda")."""
        if language == "cuda":
            found = shutil.which(os.environ.get("NVCC") or self.description.get("nvcc") or "nvcc")
            if not found:
                raise ProgramError("no nvcc is on this machine, which compiles programs for GPUs; devices='host' needs none")
            return found
        named = os.environ.get("WARPGRAPH_CXX")
        if named:
            found = shutil.which(named)
            if not found:
                raise ProgramError(f"WARPGRAPH_CXX names {named}, which is no program on this machine")
            return found
        for each in (self.description.get("cxx"), "g++", "clang++", "c++"):
            found = each and shutil.which(each)
            if found:
                return found
        raise ProgramError(
            "no C++ compiler is on this machine, which programs are compiled by: install g++ 12 or newer, or name one by the "
            "environment variable WARPGRAPH_CXX"
        )

    def flags(self, language):
        folders = [str(each) for each in self.description["include"]]
        include = ["-I" + (each if os.path.isabs(each) else str(self.folder / each)) for each in folders]
        flags = list(self.description["cuda_flags" if language == "cuda" else "cxx_flags"])
        if language != "cuda":
            flags += os.environ.get("WARPGRAPH_CXXFLAGS", "").split()
            if "Free Software Foundation" in self.version("cxx"):
                flags += KEEPS_ALL
        return flags + include

    def version(self, language):
        """What the compiler says that it is."""
        path = self.program(language)
        if path not in self.versions:
            self.versions[path] = run([path, "--version"]).stdout
        return self.versions[path]

    def link(self):
        each = []
        for library in self.description["link"]:
            is_path = not library.startswith("-") and not os.path.isabs(library)
            each.append(str(self.folder / library) if is_path else library)
        return each

    def identity(self, language):
        """What decides, beside the source, what is compiled: the compiler, its flags, and the package."""
        parts = [self.program(language), self.version(language), *self.flags(language), *self.link(), self.description["version"]]
        if language == "cuda":
            parts += gpu_models()  # -arch=native
        for each in self.link():
            if os.path.exists(each):
                status = os.stat(each)
                parts.append(f"{status.st_size} {status.st_mtime_ns}")
        return "\0".join(parts)

    def compile(self, source, language, target, name):
        path = self.program(language)
        suffix = ".cu" if language == "cuda" else ".cpp"
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="compiling-") as folder:
            written = pathlib.Path(folder) / ("program" + suffix)
            written.write_text(source, encoding="utf-8")
            made = pathlib.Path(folder) / target.name
            headers = Headers(self, language)
            command = [path, *self.flags(language), str(written), "-o", str(made), *self.link()]
            done = None
            if headers.is_there():
                done = run([path, *headers.flags(), *command[1:]])
                if done.returncode != 0 and headers.are_blamed(done.stderr):
                    headers.remove()
                    done = None
            else:
                headers.make()  # meanwhile, for the next program
            done = done or run(command)
            if done.returncode != 0:
                raise explained(done.stderr, name, command, done.returncode)
            if not made.exists():
                raise ProgramError(f"{name}: the compiler {path} has made no library")
            seal(made)
            os.replace(made, target)
            kept = target.with_suffix(suffix)
            with contextlib.suppress(OSError):  # the library is there
                shutil.copyfile(written, kept)
                if language == "cxx" and works_behind():
                    better = [path, *self.flags(language), "-O3", str(kept), "-o", "MADE", *self.link()]
                    make_behind(better, target, is_library=True)


def run(command):
    """Runs a compiler; what it says is in English."""
    try:
        return subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except OSError as error:
        raise ProgramError(f"the compiler {command[0]} cannot be run: {error.strerror or error}") from None


def gpu_models():
    """Those of this machine, as far as the driver tells without being asked for them."""
    found = set()
    for each in pathlib.Path("/proc/driver/nvidia/gpus").glob("*/information"):
        with contextlib.suppress(OSError):
            found.update(line for line in each.read_text().splitlines() if line.startswith("Model:"))
    return sorted(found)


UNUSED = 86400  # seconds after which parsed headers of another version go


def works_behind():
    return os.environ.get("WARPGRAPH_BACKGROUND", "1") != "0"


def make_behind(command, target, is_library=False):
    """Starts a process that makes a file, under another name until it is whole: MADE in the command. A library is sealed."""
    made = f"{target}.{os.getpid()}.making"
    command = [made if each == "MADE" else each for each in command]
    sealed = f"""sum=$(sha256sum < "$MADE") && printf '{SEAL.decode()}%.64s' "$sum" >> "$MADE" && """ if is_library else ""
    script = f'nice -n 10 "$@" && {sealed}mv "$MADE" "$TARGET" || rm -f "$MADE"'
    with contextlib.suppress(OSError):
        subprocess.Popen(
            ["/bin/sh", "-c", script, "sh", *command],
            env={**os.environ, "MADE": made, "TARGET": str(target)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


class Headers:
    """The headers of all programs, which g++ reads parsed: that saves a third of the time that a program takes.

    They are made while the first program is compiled, and behind its back, and take some 150 MB of the cache.
    """

    TEXT = "#include <warpgraph/python/compiled_program.hpp>\n#include <warpgraph/python/program_arithmetic.hpp>\n"

    def __init__(self, compiler, language):
        identity = compiler.identity(language)
        self.compiler = compiler
        self.is_used = (
            language == "cxx"
            and "Free Software Foundation" in compiler.version(language)
            and works_behind()
        )
        self.folder = cache_folder() / ("headers-" + hashlib.sha256(identity.encode()).hexdigest()[:16])
        self.header = self.folder / "program.hpp"
        self.parsed = self.folder / "program.hpp.gch"

    def is_there(self):
        return self.is_used and self.parsed.exists()

    def flags(self):
        if not self.is_there():
            return []
        with contextlib.suppress(OSError):
            os.utime(self.folder)
        return ["-include", str(self.header)]

    def are_blamed(self, stderr):
        """Whether it is they that a compilation failed by: cut off, or removed by another process."""
        return bool(re.search(rf"{re.escape(self.header.name)}|PCH|precompiled header|internal compiler error", stderr))

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def make(self):
        """Starts a process that makes them, unless they are there or being made."""
        if not self.is_used or self.parsed.exists():
            return
        try:
            if self.folder.exists() and time.time() - self.folder.stat().st_mtime > LONGEST:
                shutil.rmtree(self.folder)
            self.folder.mkdir()
            self.header.write_text(self.TEXT)
        except OSError:  # another process has been faster, or the disk is full
            return
        for each in self.folder.parent.glob("headers-*"):  # of versions that are no longer in use
            with contextlib.suppress(OSError):
                if time.time() - each.stat().st_mtime > UNUSED:
                    shutil.rmtree(each)
        flags = [each for each in self.compiler.flags("cxx") if each != "-shared"]
        command = [self.compiler.program("cxx"), *flags, "-x", "c++-header", str(self.header), "-o", "MADE"]
        make_behind(command, self.parsed)


ERROR = re.compile(r"^(.+?)[:(](\d+)\)?(?::\d+)?:? (?:fatal )?error:? (.*)$", re.MULTILINE)

# What the machine lacks, among the lines that follow from it.
OF_MACHINE = re.compile(r"no space left|file (size limit|too large)|out of memory|memory exhausted|allocate memory|killed|permission denied", re.IGNORECASE)


def own_errors(stderr, name):
    """Those at lines of Python, or of the C++ that was given: the file, the line, and what it says."""
    errors = ERROR.findall(stderr)
    return [each for each in errors if each[0].endswith((".py", ">", ".ipynb")) or each[0] == name]


def explained(stderr, name, command, code=1):
    """The error of a compiler, at the line of Python, or of the C++ that was given."""
    said = re.search(r"vertex program: ([^\n]*)", stderr)
    errors = ERROR.findall(stderr)
    own = own_errors(stderr, name)
    if said:
        text = re.sub(r"[\"']$", "", said.group(1).strip())
        return ProgramError(f"{name}: {text}", *((own[0][0], int(own[0][1])) if own else ()))
    if own:
        return ProgramError(f"{name}: {own[0][2]}", own[0][0], int(own[0][1]))
    if code < 0:
        return ProgramError(f"{name}: the compiler {command[0]} was ended by {signal.Signals(-code).name}")
    lines = stderr.strip().splitlines() or ["no message"]
    machine = [each for each in lines if OF_MACHINE.search(each)]
    text = machine[0] if machine else errors[0][2] if errors else next((each for each in lines if "error:" in each), lines[-1])
    return ProgramError(f"{name}: the compiler {command[0]} failed: {text}")
