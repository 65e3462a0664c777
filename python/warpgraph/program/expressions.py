# SPDX-License-Identifier: Apache-2.0
"""Expressions of Python as expressions of C++, with their types."""

from __future__ import annotations

import ast
import difflib
import math
import numbers
import types as python_types

import numpy

from . import types
from .names import cpp_name
from .types import Struct, Type, WEAK_FLOAT, WEAK_INT, bool_, common_type, float64, int64, joined_type

SCOPE = "warpgraph::python::arithmetic::"
LONGEST = 4096  # bits of a number that constants are computed with

# Functions of one real number that C++ has by the same name, and what they leave of a constant.
REAL_FUNCTIONS = (
    "sqrt exp expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh cbrt exp2 erf erfc gamma"
).split()
CPP_NAMES = {"gamma": "tgamma"}
TWO_REALS = {"atan2": "atan2", "hypot": "hypot", "fmod": "fmod", "copysign": "copysign", "pow": "pow"}
TESTS = {"isnan": "isnan", "isinf": "isinf", "isfinite": "isfinite"}
TO_INTEGERS = {"floor": "floor", "ceil": "ceil", "trunc": "trunc"}

OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SYMBOLS = {
    ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
    **OPERATORS, **BITWISE,
}  # fmt: skip
FOLDED = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b, ast.Mod: lambda a, b: a % b, ast.Pow: lambda a, b: a**b,
    ast.LShift: lambda a, b: a << b, ast.RShift: lambda a, b: a >> b, ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b, ast.BitXor: lambda a, b: a ^ b,
}  # fmt: skip
# What a program may take from NumPy is what the module math has by another name.
OF_NUMPY = {
    name: getattr(math, mathematical)
    for name, mathematical in {
        "sqrt": "sqrt", "exp": "exp", "log": "log", "log2": "log2", "log10": "log10", "sin": "sin", "cos": "cos",
        "tan": "tan", "hypot": "hypot", "isnan": "isnan", "isinf": "isinf", "isfinite": "isfinite", "fmod": "fmod",
        "expm1": "expm1", "log1p": "log1p", "arctan2": "atan2", "copysign": "copysign", "sinh": "sinh", "cosh": "cosh",
        "tanh": "tanh",
    }.items()
}  # fmt: skip


class Value:
    """An expression: C++ and a type; or a constant, which takes the type that it is wanted in; or several in a tuple."""

    def __init__(self, code, type_, constant=None, items=None):
        self.code = code
        self.type = type_
        self.constant = constant
        self.items = items


class VertexHere(Value):
    """The parameter that is a vertex with its degrees, and converts to its id."""

    def __init__(self, code):
        super().__init__(code + "_id", types.Vertex)
        self.vertex = code


class ArrayHere(Value):
    def __init__(self, code, element):
        super().__init__(code, None)
        self.element = element


def constant(value):
    if isinstance(value, bool):
        return Value(None, bool_, value)
    if isinstance(value, int):
        return Value(None, WEAK_INT, value)
    return Value(None, WEAK_FLOAT, value)


def name_of(type_):
    return "a tuple" if type_ is None else type_.name


def nearest(name, names):
    found = difflib.get_close_matches(name, list(names), 1, 0.6)
    return f"; did you mean {found[0]}?" if found else ""


def written(value, type_):
    """A constant in C++."""
    if type_ is bool_:
        return "true" if value else "false"
    if type_.kind == "int":
        value = int(value)
        if type_.bits == 64:
            if value == types.int64.min:
                return "(-9223372036854775807 - 1)"
            return f"std::{'' if type_.is_signed else 'u'}int64_t{{{value}{'' if type_.is_signed else 'u'}}}"
        if type_.bits == 32:
            if value == types.int32.min:
                return "(-2147483647 - 1)"
            return f"{value}u" if not type_.is_signed else (f"({value})" if value < 0 else str(value))
        return f"static_cast<{type_.cpp}>({value})"
    value = float(value)
    if math.isnan(value):
        return f"{SCOPE}not_a_number<{type_.cpp}>()"
    if type_.bits == 32:
        with numpy.errstate(over="ignore"):
            value = float(numpy.float32(value))
    if math.isinf(value):
        return f"{'-' if value < 0 else ''}{SCOPE}infinity<{type_.cpp}>()"
    text = repr(value) + ("f" if type_.bits == 32 else "")
    return f"({text})" if text.startswith("-") else text


class Expressions:
    """Translates expressions; what names mean is asked of the function that they stand in (functions.py)."""

    def __init__(self, function):
        self.function = function

    def error(self, node, text):
        return self.function.error(node, text)

    # Conversions

    def settled(self, value):
        """The value with a type of C++: constants are int64 or float64."""
        if value.type is WEAK_INT:
            return self.converted(None, value, int64)
        if value.type is WEAK_FLOAT:
            return self.converted(None, value, float64)
        if value.constant is not None or isinstance(value, Choice):
            return self.converted(None, value, value.type)
        return value

    def converted(self, node, value, type_, what="a value", is_explicit=False):
        """The value as one of the type. Reals do not become integers, nor numbers truth values, unless a program says so."""
        if isinstance(type_, Struct):
            return self.as_struct(node, value, type_, what)
        if value.items is not None or not isinstance(value.type, Type):
            raise self.error(node, f"{what} is {name_of(value.type)}, where {type_.name} is expected")
        if isinstance(value, Choice) and type_.bits:
            a, b = (self.converted(node, each, type_, what, is_explicit) for each in value.both)
            return Value(f"({value.condition.code} ? {a.code} : {b.code})", type_)
        if value.constant is not None:
            return self.constant_as(node, value.constant, type_, what, is_explicit)
        if type_.bits == 0:
            return value
        if value.type is type_ or (value.type.bits == 0 and type_.kind == value.type.kind):
            if value.type.bits == 0:
                return Value(f"static_cast<{type_.cpp}>({value.code})", type_)
            return Value(value.code, type_)
        if not is_explicit:
            if value.type.kind == "float" and type_.kind == "int":
                raise self.error(
                    node, f"{what} is {value.type.name}, where {type_.name} is expected; write wg.{type_.name}(...)"
                )
            if type_ is bool_:
                raise self.error(node, f"{what} is {value.type.name}, where a truth value is expected; compare it, as in != 0")
        if type_ is bool_:
            return Value(f"({value.code} != 0)", bool_)
        if value.type.cpp == type_.cpp:
            return Value(value.code, type_)
        return Value(f"static_cast<{type_.cpp}>({value.code})", type_)

    def constant_as(self, node, value, type_, what, is_explicit):
        if type_.bits == 0:
            return Value(written(value, self.typed(type_)), type_)
        if type_.kind == "float":
            try:
                return Value(written(float(value), type_), type_)
            except OverflowError:
                raise self.error(node, f"{what} is a number of {value.bit_length()} bits, and no {type_.name}") from None
        if type_ is bool_:
            if not isinstance(value, bool) and not is_explicit:
                raise self.error(node, f"{what} is the number {value}, where True or False is expected")
            return Value(written(bool(value), type_), type_)
        if isinstance(value, float):
            if not is_explicit or not math.isfinite(value):
                raise self.error(node, f"{what} is {value}, where {type_.name} is expected, which has no such number")
            value = int(value)
        if not type_.holds(value):
            raise self.error(node, f"{what} is {value}, which is no number of {type_.name} ({type_.min} to {type_.max})")
        return Value(written(int(value), type_), type_)

    def as_struct(self, node, value, type_, what):
        if value.type is type_:
            return value
        if value.items is None:
            raise self.error(node, f"{what} is {name_of(value.type)}, where {type_.name} is expected")
        if len(value.items) != len(type_.fields):
            raise self.error(node, f"{what} has {len(value.items)} members, where {type_.name} has {len(type_.fields)}")
        return self.made(node, type_, value.items)

    def made(self, node, type_, items):
        parts = []
        for (name, each), item, padding in zip(type_.fields, items, type_.padding()):
            parts.append(self.converted(node, item, each, f"{type_.name}.{name}").code)
            if padding:
                parts.append("{}")
        return Value(f"{type_.cpp}{{{', '.join(parts)}}}", type_)

    def as_condition(self, node):
        """A truth value as Python takes it in if, while, not and between and, or."""
        value = self.number(node)
        if value.constant is not None:
            return constant(bool(value.constant))
        if value.type is bool_:
            return value
        return Value(f"({value.code} != 0)", bool_)

    def number(self, node):
        value = self.translate(node)
        if value.items is not None or not isinstance(value.type, Type):
            what = "an array" if isinstance(value, ArrayHere) else name_of(value.type)
            raise self.error(node, f"{ast.unparse(node)} is {what}, where a number is expected")
        return value

    def together(self, node, a, b, common, doing):
        """Two numbers in one type."""
        type_ = common(a.type, b.type)
        if type_ is None:
            raise self.error(
                node, f"{doing} {a.type.name} and {b.type.name} have no type in common; convert one, as in wg.int64(...)"
            )
        for value in (a, b):  # a constant that the other's type has not
            if value.constant is not None and type_.kind == "int" and type_.bits and not isinstance(value.constant, bool):
                if not type_.holds(value.constant):
                    if type_.bits == 64 or not int64.holds(value.constant):
                        raise self.error(node, f"{value.constant} is no number of {type_.name}")
                    type_ = int64
        return self.converted(node, a, type_), self.converted(node, b, type_), type_

    # Expressions

    def translate(self, node):
        method = getattr(self, "of_" + type(node).__name__.lower(), None)
        if method is None:
            raise self.error(node, f"{ast.unparse(node)}: programs have no {self.kind_of(node)}")
        return method(node)

    @staticmethod
    def kind_of(node):
        kinds = {
            "ListComp": "comprehensions", "SetComp": "comprehensions", "DictComp": "comprehensions",
            "GeneratorExp": "generators", "List": "lists; a tuple is a struct", "Dict": "dictionaries", "Set": "sets",
            "Lambda": "lambdas", "JoinedStr": "text", "Await": "await", "Yield": "yield", "NamedExpr": "assignments in expressions",
            "Starred": "starred expressions", "Slice": "slices",
        }  # fmt: skip
        return kinds.get(type(node).__name__, type(node).__name__ + " expressions")

    def of_constant(self, node):
        if isinstance(node.value, (bool, int, float)):
            return self.small(node, node.value)
        raise self.error(node, f"{node.value!r} is no number")

    def of_name(self, node):
        return self.function.value_of_name(node)

    def of_tuple(self, node):
        return Value(None, None, items=[self.translate(each) for each in node.elts])

    def of_attribute(self, node):
        found, value = self.function.static_value(node)
        if found:
            return self.of_object(node, value)
        if self.function.is_self(node.value):
            return self.function.value_of_member(node)
        value = self.translate(node.value)
        if isinstance(value, VertexHere):
            if node.attr == "id":
                return Value(value.code, types.Vertex)
            if node.attr in ("in_degree", "out_degree"):
                self.function.uses_vertex = True
                self.function.program.uses_degree(node.attr)
                return Value(f"static_cast<std::int64_t>({value.vertex}.{node.attr})", int64)
            names = ("id", "in_degree", "out_degree")
            raise self.error(node, f"a vertex has no {node.attr}{nearest(node.attr, names)}")
        if isinstance(value.type, Struct):
            for name, each in value.type.fields:
                if name == node.attr:
                    return Value(f"{value.code}.{cpp_name(name)}", each)
            names = [name for name, _ in value.type.fields]
            raise self.error(node, f"{value.type.name} has no member {node.attr}{nearest(node.attr, names)}")
        raise self.error(node, f"{ast.unparse(node.value)} is {name_of(value.type)} and has no {node.attr}")

    def of_object(self, node, value):
        """An object of Python that a name from outside means: numbers are constants."""
        if isinstance(value, (bool, numpy.bool_)):
            return constant(bool(value))
        if isinstance(value, numpy.generic):
            type_ = types.as_type(type(value))
            if type_ is not None:
                return self.constant_as(node, value.item(), type_, ast.unparse(node), False)
        if isinstance(value, numbers.Integral):
            return self.small(node, int(value))
        if isinstance(value, numbers.Real):
            return constant(float(value))
        if types.is_struct_class(type(value)):
            return Value(None, None, items=[self.of_object(node, each) for each in self.fields_of(value)])
        if isinstance(value, tuple):
            return Value(None, None, items=[self.of_object(node, each) for each in value])
        raise self.error(node, f"{ast.unparse(node)} is a {type(value).__name__}, of which programs have no values")

    @staticmethod
    def fields_of(value):
        return value if isinstance(value, tuple) else [getattr(value, name) for name in type(value).__dataclass_fields__]

    def of_subscript(self, node):
        value = self.translate(node.value)
        if isinstance(value, ArrayHere):
            index = self.number(node.slice)
            if index.constant is not None and index.constant < 0:
                raise self.error(node, "an array has no elements below 0")
            index = self.settled(index)
            if index.type.kind != "int":
                raise self.error(node, f"an array is indexed by integers, not by {index.type.name}")
            return Value(f"{value.code}[{index.code}]", value.element)
        items = self.items_of(node.value, value)
        at = self.number(node.slice)
        if not isinstance(at.constant, int) or isinstance(at.constant, bool):
            raise self.error(node, "a member of a tuple is chosen by a constant")
        if not -len(items) <= at.constant < len(items):
            raise self.error(node, f"{ast.unparse(node.value)} has {len(items)} members")
        return items[at.constant]

    def items_of(self, node, value):
        if value.items is not None:
            return value.items
        if isinstance(value.type, Struct):
            return [Value(f"{value.code}.{cpp_name(name)}", each) for name, each in value.type.fields]
        raise self.error(node, f"{ast.unparse(node)} is {name_of(value.type)}, not a tuple")

    def of_unaryop(self, node):
        if isinstance(node.op, ast.Not):
            value = self.as_condition(node.operand)
            return constant(not value.constant) if value.constant is not None else Value(f"(!{value.code})", bool_)
        value = self.number(node.operand)
        if value.constant is not None:
            if isinstance(node.op, ast.USub):
                return constant(-value.constant)
            if isinstance(node.op, ast.UAdd):
                return constant(+value.constant)
            if isinstance(value.constant, int):
                return constant(~int(value.constant))
        if value.type is bool_:
            value = self.converted(node, value, int64)
        if isinstance(node.op, ast.UAdd):
            return value
        if isinstance(node.op, ast.Invert):
            if value.type.kind != "int":
                raise self.error(node, f"~ is for integers, not for {value.type.name}")
            return self.narrowed(f"(~{value.code})", value.type)
        return self.narrowed(f"(-{value.code})", value.type)

    @staticmethod
    def narrowed(code, type_):
        """C++ computes integers of fewer than 32 bits as int."""
        if type_.kind == "int" and 0 < type_.bits < 32:
            return Value(f"static_cast<{type_.cpp}>{code}", type_)
        return Value(code, type_)

    def of_binop(self, node):
        return self.operation(node, type(node.op), self.translate(node.left), self.translate(node.right))

    def operation(self, node, operator, a, b):
        symbol = SYMBOLS[operator]
        for value in (a, b):
            if value.items is not None or not isinstance(value.type, Type):
                raise self.error(node, f"{ast.unparse(node)}: {symbol} is for numbers, not for {name_of(value.type)}")
        if a.constant is not None and b.constant is not None:
            self.expect_small(node, operator, a.constant, b.constant)
            try:
                folded = FOLDED[operator](a.constant, b.constant)
            except (ArithmeticError, TypeError, ValueError) as error:
                raise self.error(node, f"{ast.unparse(node)}: {error}") from None
            if isinstance(folded, complex):
                raise self.error(node, f"{ast.unparse(node)} is no real number")
            return self.small(node, folded)
        doing = f"{ast.unparse(node)}:"
        if operator in OPERATORS:
            a, b, type_ = self.together(node, a, b, common_type, doing)
            return self.narrowed(f"({a.code} {symbol} {b.code})", type_)
        if operator in BITWISE:
            if a.type is bool_ and b.type is bool_:
                logical = {"&": "&&", "|": "||", "^": "!="}[symbol]
                return Value(f"({self.settled(a).code} {logical} {self.settled(b).code})", bool_)
            a, b, type_ = self.together(node, a, b, common_type, doing)
            self.expect_integer(node, symbol, type_)
            return self.narrowed(f"({a.code} {symbol} {b.code})", type_)
        if operator in (ast.LShift, ast.RShift):
            a, b, type_ = self.together(node, a, b, common_type, doing)
            self.expect_integer(node, symbol, type_)
            return self.call("shift_left" if operator is ast.LShift else "shift_right", type_, a, b)
        if operator is ast.Div:
            a, b, type_ = self.together(node, a, b, common_type, doing)
            if type_.kind != "float":
                type_ = float64
                a, b = self.converted(node, a, type_), self.converted(node, b, type_)
            return Value(f"({a.code} / {b.code})", type_)
        if operator in (ast.FloorDiv, ast.Mod):
            a, b, type_ = self.together(node, a, b, common_type, doing)
            return self.call("floor_divide" if operator is ast.FloorDiv else "modulo", type_, a, b)
        if operator is ast.Pow:
            return self.power(node, a, b, doing)
        raise self.error(node, f"{doing} programs have no operator {symbol}")

    def small(self, node, number):
        """The constant, if it has not so many digits that Python takes its time with it."""
        if isinstance(number, int) and number.bit_length() > LONGEST:
            raise self.error(node, f"{ast.unparse(node)[:80]} is a number of {number.bit_length()} bits, and programs have at most 64")
        return constant(number)

    def expect_small(self, node, operator, a, b):
        """Before it is computed: 2 ** 10**9 would take the machine's memory."""
        if not (isinstance(a, int) and isinstance(b, int)) or b < 0:
            return
        bits = a.bit_length() + b if operator is ast.LShift and a else a.bit_length() * b if operator is ast.Pow and abs(a) > 1 else 0
        if bits > 2 * LONGEST:
            raise self.error(node, f"{ast.unparse(node)} is a number of more than {LONGEST} bits, and programs have at most 64")

    def expect_integer(self, node, symbol, type_):
        if type_.kind == "float":
            raise self.error(node, f"{ast.unparse(node)}: {symbol} is for integers, not for {type_.name}")

    def call(self, name, type_, *values):
        type_ = self.typed(type_)
        codes = ", ".join(self.converted(None, each, type_).code for each in values)
        return Value(f"{SCOPE}{name}<{type_.cpp}>({codes})", type_)

    @staticmethod
    def typed(type_):
        return {WEAK_INT: int64, WEAK_FLOAT: float64}.get(type_, type_)

    def power(self, node, a, b, doing):
        exponent = b.constant
        if isinstance(exponent, int) and exponent >= 0 and (a.type.kind != "float" or exponent <= 2):
            if a.type is bool_:
                a = self.converted(node, a, int64)
            type_ = self.typed(a.type)
            return Value(f"{SCOPE}power<{type_.cpp}>({self.converted(node, a, type_).code}, {int(exponent)}u)", type_)
        a, b, type_ = self.together(node, a, b, common_type, doing)
        if type_.kind != "float":
            raise self.error(
                node, f"{doing} the exponent of an integer is a constant that is not negative; or compute with wg.float64(...)"
            )
        type_ = self.typed(type_)
        return Value(f"std::pow({self.converted(node, a, type_).code}, {self.converted(node, b, type_).code})", type_)

    def of_boolop(self, node):
        symbol = "&&" if isinstance(node.op, ast.And) else "||"
        codes = []
        for each in node.values:
            value = self.number(each)
            if value.type is not bool_:
                raise self.error(
                    each,
                    f"{ast.unparse(each)} is {value.type.name}, and 'and' and 'or' are for truth values here; compare it, "
                    "as in != 0",
                )
            codes.append(self.settled(value).code)
        return Value(f"({f' {symbol} '.join(codes)})", bool_)

    def of_compare(self, node):
        operands = [self.translate(each) for each in [node.left, *node.comparators]]
        codes = []
        for a, operator, b in zip(operands, node.ops, operands[1:]):
            if isinstance(operator, (ast.In, ast.NotIn)):
                raise self.error(node, f"{ast.unparse(node)}: programs have no 'in'")
            if isinstance(operator, (ast.Is, ast.IsNot)):
                raise self.error(node, f"{ast.unparse(node)}: values are compared by == and !=")
            codes.append(self.comparison(node, COMPARISONS[type(operator)], a, b))
        if all(isinstance(each, bool) for each in codes):
            return constant(all(codes))
        codes = [written(each, bool_) if isinstance(each, bool) else each for each in codes]
        return Value(codes[0] if len(codes) == 1 else f"({' && '.join(codes)})", bool_)

    def comparison(self, node, symbol, a, b):
        if a.items is not None or b.items is not None or isinstance(a.type, Struct) or isinstance(b.type, Struct):
            return self.comparison_of_tuples(node, symbol, self.items_of(node.left, a), self.items_of(node.comparators[0], b))
        for value in (a, b):
            if not isinstance(value.type, Type):
                raise self.error(node, f"{ast.unparse(node)} compares {name_of(value.type)}")
        if a.constant is not None and b.constant is not None:
            return bool(eval(f"a {symbol} b", {"a": a.constant, "b": b.constant}))  # noqa: S307: of two numbers
        outside = self.outside(symbol, a, b)
        if outside is not None:
            return outside
        a, b, type_ = self.together(node, a, b, joined_type, f"{ast.unparse(node)}:")
        type_ = self.typed(type_)
        return f"({self.converted(node, a, type_).code} {symbol} {self.converted(node, b, type_).code})"

    @staticmethod
    def outside(symbol, a, b):
        """What a comparison leaves with a constant that no number of the other's type reaches; None if one does."""
        if a.constant is not None:
            mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(symbol, symbol)
            return Expressions.outside(mirrored, b, a)
        if a.type.kind != "int" or not a.type.bits or type(b.constant) is not int or a.type.holds(b.constant):
            return None
        if b.constant > a.type.max:
            return symbol in ("<", "<=", "!=")
        return symbol in (">", ">=", "!=")

    def comparison_of_tuples(self, node, symbol, a, b):
        if len(a) != len(b):
            raise self.error(node, f"{ast.unparse(node)} compares tuples of {len(a)} and {len(b)} members")

        def code(symbol, x, y):
            compared = self.comparison(node, symbol, x, y)
            return written(compared, bool_) if isinstance(compared, bool) else compared

        if symbol == "==":
            return f"({' && '.join(code('==', x, y) for x, y in zip(a, b))})"
        if symbol == "!=":
            return f"({' || '.join(code('!=', x, y) for x, y in zip(a, b))})"
        so_far = code(symbol, a[-1], b[-1])
        for x, y in reversed(list(zip(a[:-1], b[:-1]))):
            so_far = f"({code('!=', x, y)} ? {code(symbol[0], x, y)} : {so_far})"
        return so_far

    def of_ifexp(self, node):
        condition = self.as_condition(node.test)
        if condition.constant is not None:
            return self.translate(node.body if condition.constant else node.orelse)
        a, b = self.translate(node.body), self.translate(node.orelse)
        return self.chosen(node, condition, a, b)

    def chosen(self, node, condition, a, b):
        for one, other in ((a, b), (b, a)):
            if isinstance(one.type, Struct):
                other = self.as_struct(node, other, one.type, ast.unparse(node))
                first, second = (one, other) if one is a else (other, one)
                return Value(f"({condition.code} ? {first.code} : {second.code})", one.type)
        if a.items is not None and b.items is not None and len(a.items) == len(b.items):
            return Value(None, None, items=[self.chosen(node, condition, x, y) for x, y in zip(a.items, b.items)])
        if not isinstance(a.type, Type) or not isinstance(b.type, Type):
            raise self.error(node, f"{ast.unparse(node)} is either {name_of(a.type)} or {name_of(b.type)}")
        if (a.constant is not None or isinstance(a, Choice)) and (b.constant is not None or isinstance(b, Choice)):
            return Choice(condition, a, b, joined_type(a.type, b.type), self)
        a, b, type_ = self.together(node, a, b, joined_type, f"{ast.unparse(node)}:")
        return Value(f"({condition.code} ? {a.code} : {b.code})", type_)

    # Calls

    def of_call(self, node):
        if isinstance(node.func, ast.Attribute) and self.function.is_self(node.func.value):
            return self.function.call_of_member(node)
        found, called = self.function.static_value(node.func)
        if not found:
            if isinstance(node.func, ast.Name):
                raise self.error(node, f"there is no function {node.func.id}{nearest(node.func.id, ['min', 'max', 'abs', 'int', 'float', 'bool', 'round'])}")
            raise self.error(node, f"{ast.unparse(node.func)} is no function that programs have")
        if types.is_struct_class(called):
            return self.struct_made(node, called)
        if node.keywords:
            raise self.error(node, f"{ast.unparse(node.func)} takes no keywords here")
        if any(isinstance(each, ast.Starred) for each in node.args):
            raise self.error(node, "programs have no starred arguments")
        if isinstance(called, Type) or (isinstance(called, type) and issubclass(called, numpy.generic)):
            return self.conversion(node, types.as_type(called))
        return self.call_of(node, called)

    def struct_made(self, node, python_class):
        type_ = self.function.program.struct(self.function, node, python_class)
        names = [name for name, _ in type_.fields]
        given = dict(zip(names, node.args))
        if len(node.args) > len(names):
            raise self.error(node, f"{type_.name} has {len(names)} members, not {len(node.args)}")
        for keyword in node.keywords:
            if keyword.arg not in names:
                raise self.error(node, f"{type_.name} has no member {keyword.arg}{nearest(str(keyword.arg), names)}")
            given[keyword.arg] = keyword.value
        defaults = getattr(python_class, "_field_defaults", None)
        if defaults is None:
            defaults = {name: vars(python_class)[name] for name in names if name in vars(python_class)}
        items = []
        for name in names:
            if name in given:
                items.append(self.translate(given[name]))
            elif name in defaults:
                items.append(self.of_object(node, defaults[name]))
            else:
                raise self.error(node, f"{type_.name} lacks its member {name}")
        return self.made(node, type_, items)

    def one_argument(self, node):
        if len(node.args) != 1:
            raise self.error(node, f"{ast.unparse(node.func)} takes one argument here, not {len(node.args)}")
        return self.number(node.args[0])

    def conversion(self, node, type_):
        return self.converted(node, self.one_argument(node), type_, ast.unparse(node.args[0]), True)

    def call_of(self, node, called):
        if called is bool:
            return self.as_condition(node.args[0]) if len(node.args) == 1 else self.one_argument(node)
        if called is int:
            value = self.one_argument(node)
            if value.constant is not None:
                return constant(self.folded(node, int, value.constant))
            return value if value.type.kind == "int" else self.converted(node, value, int64, "", True)
        if called is float:
            value = self.one_argument(node)
            if value.constant is not None:
                return constant(self.folded(node, float, value.constant))
            return value if value.type.kind == "float" else self.converted(node, value, float64)
        if called in (min, max):
            return self.extreme(node, "least" if called is min else "greatest", called)
        if called in (abs, math.fabs):
            return self.absolute(node, called)
        if called is round:
            return self.rounded(node)
        if called is len:
            value = self.translate(node.args[0]) if len(node.args) == 1 else self.one_argument(node)
            if isinstance(value, ArrayHere):
                return Value(f"static_cast<std::int64_t>({value.code}.size())", int64)
            return constant(len(self.items_of(node.args[0], value)))
        if called is pow:
            called = math.pow if len(node.args) != 2 else None
            if called is None:
                return self.operation(node, ast.Pow, self.number(node.args[0]), self.number(node.args[1]))
        if isinstance(called, numpy.ufunc):
            if called in (numpy.minimum, numpy.maximum):
                return self.extreme(node, "least" if called is numpy.minimum else "greatest", min if called is numpy.minimum else max)
            called = OF_NUMPY.get(called.__name__, called)
        name = getattr(called, "__name__", None)
        if isinstance(called, python_types.BuiltinFunctionType) and called.__module__ == "math":
            return self.mathematical(node, name, called)
        if isinstance(called, python_types.FunctionType):
            return self.function.call_of_function(node, called)
        raise self.error(node, f"{ast.unparse(node.func)} is no function that programs have")

    def folded(self, node, function, *values):
        try:
            return function(*values)
        except (ArithmeticError, ValueError, TypeError) as error:
            raise self.error(node, f"{ast.unparse(node)}: {error}") from None

    def extreme(self, node, name, function):
        if len(node.args) == 1:
            values = list(self.items_of(node.args[0], self.translate(node.args[0])))
        else:
            values = [self.translate(each) for each in node.args]
        if not values:
            raise self.error(node, f"{ast.unparse(node.func)} takes at least one argument")
        so_far = values[0]
        for each in values[1:]:
            if so_far.items is not None or each.items is not None or isinstance(so_far.type, Struct) or isinstance(each.type, Struct):
                is_less = self.comparison_of_tuples(
                    node, "<", *((self.items_of(node, x) for x in ((each, so_far) if name == "least" else (so_far, each))))
                )
                so_far = self.chosen(node, Value(is_less, bool_), each, so_far)
                continue
            if not isinstance(so_far.type, Type) or not isinstance(each.type, Type):
                raise self.error(node, f"{ast.unparse(node)} is for numbers")
            if so_far.constant is not None and each.constant is not None:
                so_far = constant(function(so_far.constant, each.constant))
                continue
            a, b, type_ = self.together(node, so_far, each, joined_type, f"{ast.unparse(node)}:")
            so_far = self.call(name, type_, a, b)
        return so_far

    def absolute(self, node, called):
        value = self.one_argument(node)
        if value.constant is not None:
            return constant(called(value.constant))
        if value.type is bool_:
            value = self.converted(node, value, int64)
        if called is math.fabs and value.type.kind != "float":
            value = self.converted(node, value, float64)
        if value.type.kind == "int" and not value.type.is_signed:
            return value
        return self.call("absolute", value.type, value)

    def rounded(self, node):
        if len(node.args) == 2:
            raise self.error(node, "round takes one argument here, and rounds to an integer")
        value = self.one_argument(node)
        if value.constant is not None:
            return constant(self.folded(node, round, value.constant))
        if value.type.kind != "float":
            return value
        value = self.settled(value)
        return Value(f"static_cast<std::int64_t>(std::nearbyint({value.code}))", int64)

    def mathematical(self, node, name, called):
        arguments = [self.number(each) for each in node.args]
        if name in ("fabs",):
            return self.absolute(node, called)
        known = {**dict.fromkeys(REAL_FUNCTIONS, 1), **dict.fromkeys(TESTS, 1), **dict.fromkeys(TO_INTEGERS, 1), **dict.fromkeys(TWO_REALS, 2)}
        if name not in known:
            raise self.error(node, f"programs have no math.{name}{nearest(name, known)}")
        if arguments and all(each.constant is not None for each in arguments):
            return constant(self.folded(node, called, *(each.constant for each in arguments)))
        if name == "log" and len(arguments) == 2:
            quotient = [self.real(each) for each in arguments]
            a, b, type_ = self.together(node, *quotient, common_type, "math.log:")
            return Value(f"(std::log({a.code}) / std::log({b.code}))", type_)
        if len(arguments) != known[name]:
            raise self.error(node, f"math.{name} takes {known[name]} argument{'s' if known[name] > 1 else ''}, not {len(arguments)}")
        if name in TO_INTEGERS:
            if arguments[0].type.kind != "float":
                return arguments[0]
            value = self.settled(arguments[0])
            return Value(f"static_cast<std::int64_t>(std::{name}({value.code}))", int64)
        values = [self.real(each) for each in arguments]
        if name in TESTS:
            return Value(f"std::{name}({self.settled(values[0]).code})", bool_)
        if len(values) == 2:
            a, b, type_ = self.together(node, *values, common_type, f"math.{name}:")
            type_ = self.typed(type_)
            return Value(f"std::{TWO_REALS[name]}({self.converted(node, a, type_).code}, {self.converted(node, b, type_).code})", type_)
        value = self.settled(values[0])
        return Value(f"std::{CPP_NAMES.get(name, name)}({value.code})", value.type)

    def real(self, value):
        """float32 stays float32; integers become float64."""
        return value if value.type.kind == "float" else self.converted(None, value, float64)


class Choice(Value):
    """One of two constants, which take the type that is wanted of them."""

    def __init__(self, condition, a, b, type_, expressions):
        settled = expressions.typed(type_)
        super().__init__(None, type_)
        self.condition = condition
        self.both = (a, b)
        self.code = expressions.converted(None, self, settled, is_explicit=True).code
