# SPDX-License-Identifier: Apache-2.0
"""A class of Python as a vertex program in C++."""

from __future__ import annotations

import difflib
import inspect
import sys
import types as python_types
import typing

from . import types
from .errors import ProgramError
from .expressions import Value, VertexHere, nearest
from .functions import FunctionTranslator
from .names import cpp_name
from .source import ClassSource, Function
from .types import Array, Reduction, Struct, Type

# The functions that the engine calls, with what they are handed: docs/guide/programming-guide.md has the contracts.
FUNCTIONS = {
    "initial": "(v)",
    "visit": "(published, edge_value), and the two ends of the edge, from and to, behind them if it wants them",
    "updated": "(old, new)",
    "reduce": "(a, b)",
    "identity": "()",
    "publish": "(value, v)",
    "apply": "(old, sum), and v behind them if it wants it",
    "active_initially": "(v)",
    "priority": "(value)",
    "aggregate": "(old, new, v)",
    "next": "(sum, superstep)",
}
PROMISES = (
    "kIdempotentReduce kMonotoneVisit kFirstHitSuffices kUniformUpdates kSynchronous kEvaluateAll kNeedsOutDegree".split()
)
ATTRIBUTES = ["VertexValue", "EdgeValue", "Reduction", "Aggregate", "kPriorityStep", "kValuesAre", *PROMISES]
VALUES_ARE = {"numbers": "kNumbers", "vertices": "kVertices", "lowest_vertices": "kLowestVertices"}


class Helper:
    def __init__(self, cpp, argument_types, returns, reads_self):
        self.cpp = cpp
        self.argument_types = argument_types  # None: a vertex
        self.returns = returns
        self.reads_self = reads_self


class Translated:
    """A program in C++, and what of it Python must know."""

    def __init__(self, name, file, line, body, parameters, value, program_name=None):
        self.name = name
        self.file = file
        self.line = line
        self.body = body  # C++: the structs, and the program, which is called program_name
        self.parameters = parameters  # Types and Arrays by name
        self.value = value  # the Type or Struct of VertexValue; None if that is known to C++ alone
        self.program_name = program_name or name
        self.is_cpp = False  # given as C++: its parameters are called as its members are
        self.includes = ""  # lines of #include, which stand outside of its namespace


class ProgramTranslator:
    def __init__(self, python_class, base):
        self.python_class = python_class
        self.base = base  # wg.Program
        self.structs = []
        self.helpers = {}
        self.under_way = []
        self.text = []
        self.at_line = None
        self.needs_out_degree = False
        self.functions = {}
        self.classes = [each for each in python_class.__mro__ if each not in (base, *base.__mro__)]
        source = ClassSource(python_class)
        self.file, self.line = source.file, source.line
        self.parameters = self.find_parameters()

    # What the class has

    def error(self, text, name=None):
        """An error of the class, or of the member that is called so."""
        for each in self.classes:
            if name in vars(each) or name in vars(each).get("__annotations__", ()):
                source = ClassSource(each)
                if name in source.lines:
                    return ProgramError(f"{self.python_class.__name__}: {text}", source.file, source.lines[name])
        return ProgramError(f"{self.python_class.__name__}: {text}", self.file, self.line)

    def find_parameters(self):
        found = {}
        for each in reversed(self.classes):
            for name, annotation in self.annotations(each).items():
                if typing.get_origin(annotation) is typing.ClassVar or annotation is typing.ClassVar:
                    continue
                if name in FUNCTIONS or name in ATTRIBUTES:
                    raise self.error(f"{name} is not annotated, but given a value: {name} = ...", name)
                type_ = annotation if isinstance(annotation, Array) else types.as_type(annotation)
                if isinstance(type_, Array) and isinstance(type_.element, Type):
                    found[name] = type_
                    continue
                if not isinstance(type_, Type):
                    raise self.error(
                        f"the parameter {name} is annotated as {annotation!r}; a parameter is a number such as wg.float32, a "
                        "wg.Vertex or a wg.Array",
                        name,
                    )
                found[name] = type_
        return found

    @staticmethod
    def annotations(python_class):
        if sys.version_info >= (3, 10):
            raw = inspect.get_annotations(python_class)
        else:
            raw = python_class.__dict__.get("__annotations__", {})
        module = sys.modules.get(python_class.__module__)
        space = dict(vars(module)) if module else {}
        for each in vars(python_class).values():
            function = each.__func__ if isinstance(each, staticmethod) else each
            if isinstance(function, python_types.FunctionType):
                space.update(function.__globals__)
                for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
                    try:
                        space[name] = cell.cell_contents
                    except ValueError:
                        pass
        evaluated = {}
        for name, annotation in raw.items():
            if isinstance(annotation, str):
                try:
                    annotation = eval(annotation, space, dict(vars(python_class)))  # noqa: S307: what the class says
                except Exception:  # noqa: BLE001: it stays text, which is no type
                    pass
            evaluated[name] = annotation
        return evaluated

    def attribute(self, name):
        for each in self.classes:
            if name in vars(each):
                return vars(each)[name]
        return None

    def has(self, name):
        return any(name in vars(each) for each in self.classes)

    def constant_member(self, name):
        """(True, the value) of a class attribute that is no parameter and no function."""
        if not self.has(name) or name in self.parameters:
            return False, None
        value = self.attribute(name)
        if isinstance(value, (python_types.FunctionType, staticmethod, classmethod, property)):
            return False, None
        return True, value

    def member_names(self):
        names = set(self.parameters)
        for each in self.classes:
            names.update(name for name in vars(each) if not name.startswith("__"))
        return names

    def method(self, name):
        """The Function of a method of the class; None if it has none."""
        if not self.has(name):
            return None
        value = self.attribute(name)
        if isinstance(value, (classmethod, property)):
            raise self.error(f"{name} is a {type(value).__name__}, which programs do not have", name)
        is_static = isinstance(value, staticmethod)
        function = value.__func__ if is_static else value
        if not isinstance(function, python_types.FunctionType):
            return None
        return self.function(function, f"{self.python_class.__name__}.{name}", is_static)

    def function(self, function, what=None, is_static=True):
        key = (function, is_static)
        if key not in self.functions:
            read = Function(function, what or function.__name__)
            node = read.node
            if node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
                raise read.error(node, "it takes * or ** arguments, or such that are given by name only")
            if node.decorator_list and not is_static:
                raise read.error(node, "its decorator is not translated; leave it out")
            names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
            read.is_static = is_static
            read.self_name = None if is_static else (names.pop(0) if names else "self")
            read.names = names
            read.nodes = [*node.args.posonlyargs, *node.args.args][0 if is_static else 1 :]
            self.functions[key] = read
        return self.functions[key]

    # What functions ask for

    def uses_degree(self, name):
        self.needs_out_degree = self.needs_out_degree or name == "out_degree"

    def struct(self, where, node, python_class):
        type_ = types.as_type(python_class)
        if not isinstance(type_, Struct):
            text = f"{python_class.__name__} is no struct of numbers; annotate its members, as in distance: wg.float32"
            raise where.error(node, text) if where else self.error(text)
        if type_ not in self.structs:
            if any(each.name == type_.name for each in self.structs):
                raise self.error(f"two structs are called {type_.name}")
            self.structs.append(type_)
        return type_

    def helper(self, caller, node, function, name, takes_self, values):
        """Another function, translated for arguments of these types."""
        if len(values) > len(function.names):
            raise caller.error(node, f"{name} takes {len(function.names)} arguments, not {len(values)}")
        defaults = function.object.__defaults__ or ()
        for i in range(len(values), len(function.names)):
            at = i - len(function.names) + len(defaults)
            if at < 0:
                raise caller.error(node, f"{name} takes {len(function.names)} arguments, not {len(values)}")
            values.append(caller.expressions.settled(caller.expressions.of_object(node, defaults[at])))
        types_of = tuple(None if isinstance(each, VertexHere) else each.type for each in values)
        key = (function, types_of)
        if key in self.under_way:
            raise caller.error(node, f"{name} calls itself, which programs cannot")
        if key not in self.helpers:
            self.under_way.append(key)
            cpp = f"{cpp_name(name)}_{len(self.helpers) + len(self.under_way)}"
            self.helpers[key] = self.translate_function(function, cpp, list(types_of), None, is_helper=True)
            self.under_way.remove(key)
        return self.helpers[key]

    # Translation

    def translate_function(self, function, cpp, given, returns, is_helper=False, may_assign=False):
        """Translates one function; `given`: the types of its arguments, None for a vertex."""
        arguments, argument_types = [], []
        for name, node, type_ in zip(function.names, function.nodes, given):
            code = cpp_name(name)
            probe = FunctionTranslator(self, function, [], None)
            if node.annotation is not None:
                annotated = probe.annotation(node.annotation)
                if is_helper:
                    type_ = type_ if type_ is None and annotated is types.Vertex else annotated
                elif annotated is not (types.Vertex if type_ is None else type_):
                    expected = types.Vertex if type_ is None else type_
                    raise function.error(node, f"{name} is annotated as {annotated.name}, but is {expected.name}")
            arguments.append((name, VertexHere(code) if type_ is None else Value(code, type_)))
            argument_types.append(type_)
        translator = FunctionTranslator(self, function, arguments, returns, may_assign)
        if function.node.returns is not None:
            annotated = translator.annotation(function.node.returns)
            if returns is not None and annotated is not returns:
                raise function.error(function.node, f"it is annotated to return {annotated.name}, but returns {returns.name}")
            translator.returns = annotated
        lines, found = translator.translate()
        reads_self = translator.reads_self
        signature, head = [], []
        for i, ((_, value), type_) in enumerate(zip(arguments, argument_types)):
            if type_ is not None:
                by = "const " + type_.cpp + "& " if isinstance(type_, Struct) else type_.cpp + " "
                signature.append(by + value.code)
            elif translator.uses_vertex:
                signature.append(f"const warpgraph::Vertex& {value.vertex}")
                head.append(f"[[maybe_unused]] const warpgraph::VertexId {value.code} = {value.vertex}.id;")
            else:
                signature.append(f"warpgraph::VertexId {value.code}")
                argument_types[i] = types.Vertex
        static = "" if reads_self or (not is_helper and cpp != "publish") else "static "
        const = "" if static or translator.assigns_self else " const"
        where = "" if cpp == "next" else "WARPGRAPH_DEVICE "
        self.add(f"  {static}{where}{found.cpp} {cpp}({', '.join(signature)}){const} {{", function.node.lineno, function.file)
        for each in head:
            self.add("    " + each)
        for each in lines:
            if isinstance(each, tuple):
                self.add("    " + each[1], each[0], function.file)
            else:
                self.add("    " + each)
        self.add("  }")
        return Helper(cpp, argument_types, found, reads_self)

    def add(self, text, line=None, file=None):
        if line is not None:
            quoted = file.replace("\\", "\\\\").replace('"', '\\"')
            self.text.append(f'#line {line} "{quoted}"')
        self.text.append(text)

    def member(self, name, given, returns, is_optional_last=0):
        """Translates a function that the engine calls, if the class has it. What it returns."""
        function = self.method(name)
        if function is None:
            return None
        wanted = len(given)
        if not wanted - is_optional_last <= len(function.names) <= wanted:
            raise function.error(function.node, f"it takes {name}{FUNCTIONS[name]}")
        return self.translate_function(
            function, name, given[: len(function.names)], returns, may_assign=name == "next"
        ).returns

    def type_attribute(self, name):
        value = self.attribute(name)
        if types.is_struct_class(value):
            return self.struct(None, None, value)
        type_ = types.as_type(value)
        if not isinstance(type_, Type):
            raise self.error(f"{name} is {value!r}, which is no type; such are wg.float32, wg.int64 and structs", name)
        return type_

    def check_names(self):
        """A name that is nearly one of the engine's would do nothing."""
        known = [*FUNCTIONS, *ATTRIBUTES]
        called = {each.object.__name__ for each in self.functions.values()}
        for name in sorted(self.member_names()):
            if name in known or name in self.parameters or name in called:
                continue
            is_function = self.method_exists(name)
            near = difflib.get_close_matches(name, FUNCTIONS if is_function else ATTRIBUTES, 1, 0.8)
            snake = {"k" + "".join(part.title() for part in name.split("_")), "".join(p.title() for p in name.split("_"))}
            near = near or [each for each in ATTRIBUTES if each in snake]
            if near and not self.has(near[0]):
                raise self.error(f"{name} is no member that the engine knows; did you mean {near[0]}?", name)
            if is_function and not name.startswith("_"):
                raise self.error(
                    f"{name} is no member that the engine calls, nor does another function; it calls {', '.join(FUNCTIONS)}",
                    name,
                )

    def method_exists(self, name):
        value = self.attribute(name)
        return isinstance(value, (python_types.FunctionType, staticmethod))

    def check_complete(self):
        for each in self.classes:
            for function in FUNCTIONS:
                if function in vars(each) and not self.method_exists(function):
                    raise self.error(f"{function} is no function; write def {function}(self, ...)", function)
        missing = [each for each in ("VertexValue", "initial", "visit", "updated") if not self.has(each)]
        if missing:
            first = missing[0]
            near = nearest(first, self.member_names() - set(FUNCTIONS) - set(ATTRIBUTES))
            what = "VertexValue = wg.float32, or another type," if first == "VertexValue" else f"{first}{FUNCTIONS[first]}"
            raise self.error(f"{what} is missing{near}")
        if self.has("Reduction") == self.has("reduce"):
            text = "has both Reduction and reduce" if self.has("reduce") else "lacks Reduction = wg.Min, wg.Max, wg.Plus or wg.Or"
            also = "" if self.has("reduce") else ", or reduce(a, b) and identity()"
            raise self.error(text + also)
        if self.has("reduce") and not self.has("identity"):
            raise self.error("identity(), the neutral element of reduce, is missing")
        aggregates = [each for each in ("Aggregate", "aggregate", "next") if self.has(each)]
        if aggregates and len(aggregates) < 3:
            lacking = ({"Aggregate", "aggregate", "next"} - set(aggregates)).pop()
            raise self.error(f"Aggregate, aggregate and next go together, and {lacking} is missing")

    def translate(self):
        self.check_complete()
        value = self.type_attribute("VertexValue")
        if value is types.bool_:
            raise self.error("VertexValue is bool; wg.uint8 holds 0 and 1 in as many bytes, and wg.uint32 can be pushed", "VertexValue")
        edge = self.attribute("EdgeValue")
        edge_type = None if edge is None else self.type_attribute("EdgeValue")
        aggregate = self.type_attribute("Aggregate") if self.has("Aggregate") else None
        vertex = None
        published = self.member("publish", [value, vertex], None) or value
        contribution = self.visit(published, edge_type, value)
        self.member("reduce", [contribution, contribution], contribution)
        self.member("identity", [], contribution)
        self.member("apply", [value, contribution, vertex], value, 1)
        self.member("initial", [vertex], value)
        self.member("active_initially", [vertex], types.bool_)
        self.member("updated", [value, value], types.bool_)
        priority = self.member("priority", [value], None)
        if isinstance(priority, Struct):
            raise self.error("priority returns a struct, not a number")
        if aggregate is not None:
            self.member("aggregate", [value, value, vertex], aggregate)
            self.member("next", [aggregate, types.uint32], types.bool_)
        self.check_names()
        name = cpp_name(self.python_class.__name__)
        body = [self.struct_text(each, each is aggregate) for each in self.structs]
        body += [f"struct {name} {{", f"  using VertexValue = {value.cpp};"]
        body.append(f"  using EdgeValue = {edge_type.cpp if edge_type else 'warpgraph::NoValue'};")
        body += self.attributes(aggregate)
        body += [self.parameter_text(each, type_) for each, type_ in self.parameters.items()]
        body += self.text
        body.append("};")
        return Translated(self.python_class.__name__, self.file, self.line, "\n".join(body), self.parameters, value, name)

    def visit(self, published, edge_type, value):
        function = self.method("visit")
        given = [published, edge_type, types.Vertex, types.Vertex]
        returns = None if self.has("apply") else value
        if edge_type is None:
            # There is nothing to hand in: visit(value), or visit(value, nothing, from, to) as in C++
            if len(function.names) == 1:
                return self.translate_visit(function, [published], returns)
            given[1] = types.NOTHING
        if not 2 <= len(function.names) <= 4:
            raise function.error(function.node, f"it takes visit{FUNCTIONS['visit']}")
        return self.translate_visit(function, given[: len(function.names)], returns)

    def translate_visit(self, function, given, returns):
        found = self.translate_function(function, "visit", given, returns).returns
        if len(given) == 1:  # the engine hands in NoValue, too
            at = next(i for i, each in enumerate(self.text) if " visit(" in each)
            self.text[at] = self.text[at].replace(") const {", ", warpgraph::NoValue) const {")
        return found

    def attributes(self, aggregate):
        lines = []
        if self.has("Reduction"):
            reduction = self.attribute("Reduction")
            if not isinstance(reduction, Reduction):
                raise self.error(f"Reduction is {reduction!r}; it is wg.Min, wg.Max, wg.Plus or wg.Or", "Reduction")
            lines.append(f"  using Reduction = warpgraph::{reduction.name};")
        if aggregate is not None:
            lines.append(f"  using Aggregate = {aggregate.cpp};")
        for each in PROMISES:
            if self.has(each):
                value = self.attribute(each)
                if not isinstance(value, bool):
                    raise self.error(f"{each} is {value!r}; it is True or False", each)
                lines.append(f"  static constexpr bool {each} = {'true' if value else 'false'};")
        if self.needs_out_degree and not self.has("kNeedsOutDegree"):
            lines.append("  static constexpr bool kNeedsOutDegree = true;")
        if self.has("kPriorityStep"):
            step = self.attribute("kPriorityStep")
            if isinstance(step, bool) or not isinstance(step, (int, float)) or not step > 0:
                raise self.error(f"kPriorityStep is {step!r}; it is a number above 0", "kPriorityStep")
            lines.append(f"  static constexpr double kPriorityStep = {float(step)!r};")
        are_vertices = self.attribute("VertexValue") is types.Vertex
        if self.has("kValuesAre") or are_vertices:
            are = self.attribute("kValuesAre") if self.has("kValuesAre") else "vertices"
            if are not in VALUES_ARE:
                raise self.error(f"kValuesAre is {are!r}; it is one of {', '.join(map(repr, VALUES_ARE))}", "kValuesAre")
            lines.append(f"  static constexpr warpgraph::ValuesAre kValuesAre = warpgraph::ValuesAre::{VALUES_ARE[are]};")
        return lines

    @staticmethod
    def parameter_text(name, type_):
        if isinstance(type_, Array):
            return f"  warpgraph::View<const {type_.element.cpp}> {cpp_name(name)}{{}};"
        return f"  {type_.cpp} {cpp_name(name)}{{}};"

    @staticmethod
    def struct_text(type_, is_sum):
        aligned = f"alignas({type_.size}) " if type_.size == type_.align else ""
        lines = [f"struct {aligned}{type_.cpp} {{"]
        for (name, each), padding in zip(type_.fields, type_.padding()):
            lines.append(f"  {each.cpp} {cpp_name(name)};")
            if padding:
                lines.append(f"  std::uint8_t padding_{cpp_name(name)}[{padding}];")
        if is_sum:
            sums = [
                f"static_cast<{each.cpp}>({cpp_name(name)} + other.{cpp_name(name)})" + (", {}" if padding else "")
                for (name, each), padding in zip(type_.fields, type_.padding())
            ]
            lines.append(f"  WARPGRAPH_DEVICE {type_.cpp} operator+(const {type_.cpp}& other) const {{")
            lines.append(f"    return {{{', '.join(sums)}}};")
            lines.append("  }")
        lines.append("};")
        return "\n".join(lines)
