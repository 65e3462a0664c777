# SPDX-License-Identifier: Apache-2.0
"""The folder of compiled programs."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import hashlib
import os
import pathlib
import shutil
import stat
import tempfile
import time

from .errors import ProgramError

LONGEST = 1800  # seconds that a compilation may take; what is older is left by one that was ended


def cache_folder():
    """Where compiled programs are kept: $WARPGRAPH_CACHE, or the user's folder for such. Raises ProgramError if others could
    put libraries there, which would run in this process."""
    named = os.environ.get("WARPGRAPH_CACHE")
    if named:
        folder = pathlib.Path(os.path.abspath(named))
        if folder.exists() and not folder.is_dir():
            raise ProgramError(f"WARPGRAPH_CACHE names {folder}, which is no folder")
        if is_made(folder):
            wrong = distrusted(folder)
            if wrong:
                raise ProgramError(f"WARPGRAPH_CACHE names {folder}, which {wrong}; name a folder of your own")
            return folder
    else:
        folder = folder_of_user()
        if folder is not None and is_made(folder) and not distrusted(folder):
            return folder
    return private_folder()


def folder_of_user():
    """The usual one; None where there is no home."""
    try:
        base = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    except RuntimeError:
        return None
    return base / "warpgraph" / "programs"


def private_folder():
    folder = pathlib.Path(tempfile.gettempdir()) / f"warpgraph-programs-{os.getuid()}"
    if not is_made(folder):
        raise ProgramError(f"no folder for compiled programs can be made, not {folder} either; name one by WARPGRAPH_CACHE")
    wrong = "is a link" if folder.is_symlink() else distrusted(folder)
    if wrong:
        raise ProgramError(f"{folder} {wrong}; name a folder of your own by WARPGRAPH_CACHE")
    return folder


def is_made(folder):
    """Whether the folder is there, or has been made for this user alone, and can be written to."""
    try:
        for each in (*reversed(folder.parents), folder):
            with contextlib.suppress(FileExistsError):
                if not each.exists():
                    each.mkdir(mode=0o700)
        return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        return False


def distrusted(folder):
    """Why libraries in the folder are not to be trusted; empty if they are."""
    status = folder.stat()
    if status.st_uid not in (os.getuid(), 0):
        return "belongs to another user"
    return "may be written to by all users" if status.st_mode & stat.S_IWOTH else ""


class Library:
    """A compiled program in this process."""

    def __init__(self, path):
        if not is_whole(path):
            raise OSError(f"{path} is not as it was made")
        self.path = path
        self.loaded = ctypes.CDLL(str(path))
        self.address = ctypes.cast(self.loaded.warpgraph_run_program, ctypes.c_void_p).value
        value_type = self.loaded.warpgraph_value_type
        value_type.restype = ctypes.c_char_p
        self.value_type = value_type().decode()

    @property
    def searches(self):
        """Whether the program can be pushed."""
        function = self.loaded.warpgraph_searches
        function.restype = ctypes.c_bool
        return function()


SEAL = b"warpgraph sha256 "  # and the sum, behind what the loader reads


def seal(path):
    """Writes the sum of a library behind it."""
    with open(path, "rb+") as file:
        file.write(SEAL + hashlib.sha256(file.read()).hexdigest().encode())


def is_whole(path):
    """Whether the library is as it was made: the loader would find out by a signal that ends the process."""
    whole = path.read_bytes()
    body, sum_ = whole[: -len(SEAL) - 64], whole[-len(SEAL) - 64 :]
    return sum_ == SEAL + hashlib.sha256(body).hexdigest().encode()


def loaded(compiler, source, key, language, name):
    """The library of this key: of the cache, or compiled now."""
    folder = cache_folder()
    path = folder / f"{key}.so"
    try:
        with locked(path.with_suffix(".lock")):
            if path.exists():
                try:
                    return Library(path)
                except (OSError, AttributeError):  # spoiled
                    path.unlink()
            remove_leftovers(folder)
            compiler.compile(source, language, path, name)
            return Library(path)
    except OSError as error:
        raise ProgramError(
            f"{name}: it cannot be compiled in {folder}: {error.strerror or error}; WARPGRAPH_CACHE names another folder"
        ) from None


def remove_leftovers(folder):
    """What compilations that were ended have left."""
    for each in (*folder.glob("compiling-*"), *folder.glob("*.making")):
        with contextlib.suppress(OSError):
            if time.time() - each.stat().st_mtime > LONGEST:
                shutil.rmtree(each) if each.is_dir() else each.unlink()


@contextlib.contextmanager
def locked(path):
    """One process at a time compiles a program; others wait, and find it."""
    with open(path, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # a file system without locks: both compile, and the last one stays
            pass
        yield
