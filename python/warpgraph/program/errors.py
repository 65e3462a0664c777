# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a program."""

from __future__ import annotations

from ..errors import UsageError


class ProgramError(UsageError):
    """A vertex program that cannot be translated or compiled. `file` and `line` say where, if that is known.

    >>> import warpgraph as wg
    >>> wg.compile_program("struct Hops {};", "Steps")
    Traceback (most recent call last):
    warpgraph.program.errors.ProgramError: the text declares no struct Steps
    """

    def __init__(self, text, file=None, line=None):
        place = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
        super().__init__(place + text)
        self.file = file
        self.line = line
