# SPDX-License-Identifier: Apache-2.0
"""Runs of programs on ranks: all ranks agree on the call and on its library before the engine runs."""

from __future__ import annotations

import json
import os
import socket
import threading

from .. import _core
from ..errors import Error, UsageError
from . import library as libraries
from .errors import ProgramError
from .program import package_compiler

_ROUND = 1.0  # seconds between two messages of a rank that compiles
_CALL = "function=run"


def agree_on_call(ranks, describe):
    """What describe() returns, where all ranks describe the same call as a list of words. All ranks raise the error of one."""
    error, made, words = None, None, None
    try:
        made, words = describe()
    except Exception as raised:  # noqa: BLE001: told to all, and raised again
        error, words = raised, _told(raised)
    other = _core.find_other_call(ranks._devices, [_CALL, *words])
    if error is not None:
        raise error
    if other is None:
        return made
    rank, its_words, first = other
    for whose, each in ((rank, its_words), (0, first)):
        if len(each) > 1 and each[0] == _CALL and each[1].startswith("error="):
            raise _told_by(whose, each[1:])
    differ = next((pair for pair in zip(its_words, first) if pair[0] != pair[1]), ("more", "less"))
    raise UsageError(
        f"all ranks are to make the same call with the same arguments: rank {rank} has \"{differ[0]}\", and the first "
        f'rank has "{differ[1]}"'
    )


def library_of_all(ranks, compiled, kind, text):
    """The program's library, of which each machine compiles one while the ranks that wait for it hear of that."""
    if text not in ranks._programs:
        place, error = None, None
        try:
            place = _place_of(compiled, kind)
        except Exception as raised:  # noqa: BLE001: told to all, and raised again
            error = raised
        all_said = _say(ranks, place, error)
        is_first = [each["said"] for each in all_said].index(place) == ranks.rank
        _work_together(ranks, (lambda: compiled.for_graph(kind)) if is_first else None)
        _work_together(ranks, lambda: compiled.for_graph(kind))
        ranks._programs.add(text)
    return compiled.for_graph(kind)


def _place_of(compiled, kind):
    """Ranks with the same place find each other's library."""
    folder = os.path.realpath(libraries.cache_folder())
    return f"{socket.gethostname()} {folder} {libraries.key_of(package_compiler(), compiled.translated(), *kind)[1]}"


def _say(ranks, what, error):
    """What all ranks say, in their order; all raise the error of one."""
    said = json.dumps({"said": what, "error": _told(error) if error is not None else None})
    all_said = [json.loads(each) for each in _core.tell_all(ranks._devices, said.encode())]
    if error is not None:
        raise error
    for rank, each in enumerate(all_said):
        if each["error"]:
            raise _told_by(rank, each["error"])
    return all_said


def _work_together(ranks, work):
    """Does the work in a thread of its own, as those ranks do that have any; an error of one is raised by all."""
    raised = []

    def do():
        try:
            work()
        except BaseException as error:  # noqa: BLE001: told to all, and raised again
            raised.append(error)

    thread = threading.Thread(target=do, daemon=True) if work is not None else None
    if thread is not None:
        thread.start()
    limit = ranks._carrier.milliseconds / 1000
    while True:
        if thread is not None:
            thread.join(min(_ROUND, limit / 4) if limit else _ROUND)
        is_done = thread is None or not thread.is_alive()
        if all(each["said"] for each in _say(ranks, is_done, raised[0] if raised else None)):
            return


def _told(error):
    """An error as words."""
    known = isinstance(error, ProgramError)
    name = "ProgramError" if known else "UsageError" if isinstance(error, UsageError) else type(error).__name__
    return [f"error={name}", str(error)[:4000], str(error.file or "") if known else "", str(error.line or 0) if known else "0"]


def _told_by(rank, words):
    """The error of another rank."""
    name, text, file, line = words[0][len("error=") :], words[1], words[2], int(words[3])
    if name == "UsageError":
        return UsageError(f"rank {rank}: {text}")
    if name != "ProgramError":
        return Error(f"rank {rank}: {name}: {text}")
    error = ProgramError(f"rank {rank}: {text}")
    error.file, error.line = file or None, line or None
    return error
