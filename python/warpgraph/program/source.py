# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a function, from its file, notebook or interpreter."""

from __future__ import annotations

import __future__
import ast
import dis
import functools
import inspect
import linecache
import operator
import os
import types

from .errors import ProgramError

FUTURE = functools.reduce(operator.or_, (getattr(__future__, each).compiler_flag for each in __future__.all_feature_names))


class Function:
    """A function in Python: its tree, where that stands, and what its names mean."""

    def __init__(self, function, what):
        self.object = function
        self.what = what
        code = function.__code__
        self.file = code.co_filename
        self.line = code.co_firstlineno
        if function.__name__ == "<lambda>":
            raise ProgramError(f"{what} is a lambda, which cannot be translated; write it with def", self.file, self.line)
        try:
            lines, first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            raise ProgramError(
                f"the source of {what} cannot be read, and a program is translated from it; write the class into a "
                "file or a notebook, or hand C++ to wg.compile_program",
                self.file,
                self.line,
            ) from None
        text = "".join(lines)
        shift = first - 1
        if text[:1].isspace():
            text = "if 1:\n" + text
            shift -= 1
        try:
            tree = ast.parse(text)
        except SyntaxError as error:
            raise ProgramError(f"the source of {what} cannot be parsed: {error.msg}", self.file, self.line) from None
        ast.increment_lineno(tree, shift)
        found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function.__name__]
        if not found:
            raise ProgramError(
                f"the source of {what} is not found where it was defined: has the file been changed since?",
                self.file,
                self.line,
            )
        self.node = found[0]
        if os.path.exists(self.file) and not is_code_of(self.node, function):
            raise ProgramError(
                f"the source of {what} has been changed since it was imported; import it again", self.file, self.line
            )
        cells = function.__closure__ or ()
        self.enclosed = dict(zip(code.co_freevars, cells))

    def error(self, node, text):
        line = getattr(node, "lineno", self.line)
        return ProgramError(f"{self.what}: {text}", self.file, line)

    def meaning(self, name):
        """The object that a name from outside of the function has now. Raises KeyError."""
        if name in self.enclosed:
            try:
                return self.enclosed[name].cell_contents
            except ValueError:
                raise KeyError(name) from None
        space = self.object.__globals__
        if name in space:
            return space[name]
        builtins = space.get("__builtins__", {})
        if isinstance(builtins, types.ModuleType):
            builtins = vars(builtins)
        return builtins[name]


def is_code_of(node, function):
    """Whether the function was compiled from the tree."""
    code = function.__code__
    *_, within, _ = ("", "", *function.__qualname__.split("."))
    body = [node]
    if within.isidentifier():  # names with two underscores are those of the class
        body = [ast.ClassDef(name=within, bases=[], keywords=[], body=body, decorator_list=[], type_params=[])]
    given = [ast.parse(f"{each} = None").body[0] for each in code.co_freevars if each != "__class__"]
    around = ast.parse("def around(): pass")
    around.body[0].body = given + body
    flags = code.co_flags & FUTURE
    compiled = compile(ast.fix_missing_locations(around), "<around>", "exec", flags, True)
    return any(_says(code) == _says(each) for each in _codes_within(compiled) if each.co_name == code.co_name)


def _says(code):
    """What the code computes, whatever the module around it makes of its calls."""
    constants = [repr(each) for each in code.co_consts if not isinstance(each, types.CodeType)]
    operations = [
        (each.opname, each.argrepr)
        for each in dis.get_instructions(code)
        if each.opname.startswith(("BINARY", "COMPARE", "UNARY", "LOAD_CONST", "LOAD_FAST", "STORE"))
    ]
    return code.co_names, code.co_varnames, code.co_freevars, constants, operations


def _codes_within(code):
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield each
            yield from _codes_within(each)


class ClassSource:
    """Where a class and the names in it are defined, as far as that can be found."""

    def __init__(self, python_class):
        self.file, self.line, self.lines = None, None, {}
        within = None
        for each in vars(python_class).values():
            function = each.__func__ if isinstance(each, (staticmethod, classmethod)) else each
            if isinstance(function, types.FunctionType) and function.__qualname__.startswith(python_class.__qualname__):
                code = function.__code__
                if within is None or code.co_firstlineno < within:
                    self.file, within = code.co_filename, code.co_firstlineno
        if within is None:
            try:
                self.file = inspect.getsourcefile(python_class)
                within = inspect.getsourcelines(python_class)[1]
            except (OSError, TypeError):
                return
        try:
            tree = ast.parse("".join(linecache.getlines(self.file)))
        except SyntaxError:  # of a notebook, with its own commands
            self.line = within
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name == python_class.__name__:
                if node.lineno <= within <= node.end_lineno:
                    self.line = node.lineno
                    self.lines = self.names_in(node)
        if self.line is None:
            self.line = within

    @staticmethod
    def names_in(node):
        lines = {}
        for each in node.body:
            targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", None)]
            names = [each.name] if isinstance(each, ast.FunctionDef) else []
            names += [target.id for target in targets if isinstance(target, ast.Name)]
            for name in names:
                lines[name] = each.lineno
        return lines
