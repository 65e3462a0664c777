# SPDX-License-Identifier: Apache-2.0
"""Expressions mean in C++ what they mean in Python, on numbers of NumPy."""

import math
import random

import numpy
import pytest
from program_support import compiled, module_of, translated

from warpgraph import program as wg

TYPES = [wg.int32, wg.uint32, wg.int64, wg.float32, wg.float64]
HEAD = "import math\nimport numpy\nfrom warpgraph import program as wg\n"


class Writer:
    """Writes expressions at random, of arguments a, b, ... of known types."""

    def __init__(self, seed, types):
        self.random = random.Random(seed)
        self.types = types

    def number(self, depth):
        """Text, and whether it is a real number."""
        pick = self.random.random()
        if depth == 0 or pick < 0.15:
            return self.leaf()
        if pick < 0.6:
            (a, real_a), (b, real_b) = self.number(depth - 1), self.number(depth - 1)
            if real_a or real_b:
                operator = self.random.choice(["+", "-", "*", "/", "//", "%"])
                return f"({a} {operator} {b})", True
            operator = self.random.choice(["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"])
            if operator in ("<<", ">>"):
                return f"({a} {operator} wg.int64({b} & 7))", False
            return f"({a} {operator} {b})", operator == "/"
        if pick < 0.7:
            a, is_real = self.number(depth - 1)
            operator = self.random.choice(["-", "+"] if is_real else ["-", "+", "~"])
            return f"({operator}{a})", is_real
        if pick < 0.78:
            a, is_real = self.number(depth - 1)
            return f"abs({a})", is_real
        if pick < 0.84:
            a, is_real = self.number(depth - 1)
            return f"({a} ** {self.random.randrange(4)})", is_real
        if pick < 0.92:
            a, b = self.converted(depth - 1)
            return f"{self.random.choice(['min', 'max'])}({a}, {b})", a.startswith("wg.float")
        a, b = self.converted(depth - 1)
        return f"({a} if {self.truth(depth - 1)} else {b})", a.startswith("wg.float")

    def converted(self, depth):
        """Two of one type: Python's own has that of the one that is taken."""
        (a, real_a), (b, real_b) = self.number(depth), self.number(depth)
        name = self.random.choice(["float32", "float64"] if real_a or real_b else ["int32", "int64", "float64"])
        return f"wg.{name}({a})", f"wg.{name}({b})"

    def leaf(self):
        if self.random.random() < 0.25:
            if self.random.random() < 0.5:
                return str(self.random.randrange(0, 12)), False
            return self.random.choice(["0.5", "2.25", "1e3", "0.1"]), True
        at = self.random.randrange(len(self.types))
        return "abcd"[at], self.types[at].kind == "float"

    def truth(self, depth):
        pick = self.random.random()
        if depth <= 0 or pick < 0.6:
            a, b = self.number(max(depth - 1, 0))[0], self.number(max(depth - 1, 0))[0]
            return f"({a} {self.random.choice(['<', '<=', '>', '>=', '==', '!='])} {b})"
        if pick < 0.7:
            return f"(not {self.truth(depth - 1)})"
        if pick < 0.8:
            a, b, c = (self.number(depth - 1)[0] for _ in range(3))
            return f"({a} < {b} <= {c})"
        return f"({self.truth(depth - 1)} {self.random.choice(['and', 'or'])} {self.truth(depth - 1)})"


def value_for(random_, type_):
    if type_.kind == "float":
        return type_(random_.choice([0.0, 0.5, -0.5, 1.0, -3.75, 7.125, 1e-3, -12.0, 100.25]))
    small = random_.randrange(0, 12)
    return type_(small if not type_.is_signed else small - 6)


def same(expected, got):
    if isinstance(expected, (float, numpy.floating)) and math.isnan(expected):
        return math.isnan(got)
    return expected == got


@pytest.mark.parametrize("seed", range(3))
def test_random_expressions_have_the_values_of_python(seed, tmp_path):
    choices = random.Random(seed)
    text, signatures = [HEAD], []
    for i in range(150):
        types = [choices.choice(TYPES) for _ in range(4)]
        written = Writer(choices.random(), types).number(3)[0]
        text.append(f"def f{i}(a, b, c, d):\n    return {written}\n")
        signatures.append(types)
    module = module_of("\n".join(text), tmp_path)
    usable = []
    for i, types in enumerate(signatures):
        try:
            translated(getattr(module, f"f{i}"), types)
            usable.append((i, types))
        except wg.ProgramError as error:
            # Constants alone may divide by zero, and a shift or a float may have a constant of another kind.
            assert any(each in str(error) for each in ("zero", "negative", "Result too large", "no number", "bit")), error
    assert len(usable) > 120
    functions = compiled([(getattr(module, f"f{i}"), types) for i, types in usable], tmp_path)
    compared = 0
    with numpy.errstate(all="ignore"):
        for (i, types), (function, _) in zip(usable, functions):
            for _ in range(12):
                arguments = [value_for(choices, each) for each in types]
                try:
                    expected = getattr(module, f"f{i}")(*arguments)
                except (OverflowError, ZeroDivisionError, ValueError, TypeError):
                    continue  # NumPy has no such constant in the other's type
                got = function(*(each.item() for each in arguments))
                if isinstance(expected, (int, float)) and not isinstance(expected, bool) and abs(expected) > 1 << 62:
                    continue
                assert same(expected, got), (text[i + 1], types, arguments)
                compared += 1
    assert compared > 1000


CASES = [
    ("a // b", [wg.int32, wg.int32], (-7, 2), -4),
    ("a % b", [wg.int32, wg.int32], (-7, 3), 2),
    ("a // b", [wg.int64, wg.int64], (5, 0), 0),
    ("a % b", [wg.uint32, wg.uint32], (5, 0), 0),
    ("a // b", [wg.int32, wg.int32], (-(2**31), -1), -(2**31)),
    ("a % b", [wg.float64, wg.float64], (-7.5, 2.0), 0.5),
    ("a // b", [wg.float64, wg.float64], (-7.5, 2.0), -4.0),
    ("a + b", [wg.uint32, wg.int32], (4294967295, 1), 4294967296),
    ("a < b", [wg.int32, wg.uint32], (-1, 0), True),
    ("a > -1", [wg.uint32], (0,), True),
    ("a - 1", [wg.uint32], (0,), 4294967295),
    ("a / b", [wg.int32, wg.int32], (1, 2), 0.5),
    ("int(a)", [wg.float64], (-2.7,), -2),
    ("float(a)", [wg.int32], (3,), 3.0),
    ("bool(a)", [wg.float32], (0.5,), True),
    ("round(a)", [wg.float64], (2.5,), 2),
    ("math.floor(a)", [wg.float64], (-2.5,), -3),
    ("math.ceil(a)", [wg.float32], (-2.5,), -2),
    ("math.trunc(a)", [wg.float32], (-2.5,), -2),
    ("math.sqrt(a)", [wg.float64], (2.0,), math.sqrt(2.0)),
    ("math.log(a, 2)", [wg.float64], (8.0,), 3.0),
    ("math.pow(a, b)", [wg.float64, wg.float64], (2.0, 0.5), 2.0**0.5),
    ("math.hypot(a, b)", [wg.float64, wg.float64], (3.0, 4.0), 5.0),
    ("math.atan2(a, b)", [wg.float64, wg.float64], (1.0, -1.0), math.atan2(1, -1)),
    ("math.isinf(a)", [wg.float32], (float("inf"),), True),
    ("math.isnan(a)", [wg.float32], (float("nan"),), True),
    ("a ** b", [wg.float64, wg.float64], (2.0, -1.0), 0.5),
    ("a ** 10", [wg.int64], (3,), 59049),
    ("math.inf if a > 0 else 0", [wg.int32], (1,), math.inf),
    ("min(a, b, 3)", [wg.int32, wg.int64], (7, 5), 3),
    ("max((a, b))", [wg.int32, wg.int32], (7, 5), 7),
    ("min((a, 1), (b, 0))[1]", [wg.int32, wg.int32], (2, 2), 0),
    ("(a, b) < (b, a)", [wg.int32, wg.int32], (1, 2), True),
    ("(a, b) == (1, 2)", [wg.int32, wg.int32], (1, 2), True),
    ("(a, b) >= (1, 2)", [wg.int32, wg.int32], (1, 2), True),
    ("1 if a else 2", [wg.int32], (0,), 2),
    ("not a", [wg.float64], (0.0,), True),
    ("True + (a > 0)", [wg.int32], (1,), 2),
    ("wg.uint32.max - a", [wg.uint32], (1,), 4294967294),
    ("numpy.sqrt(a)", [wg.float64], (4.0,), 2.0),
    ("numpy.minimum(a, b)", [wg.int32, wg.int32], (4, 2), 2),
    ("1 << 40", [wg.int32], (0,), 1 << 40),
    ("a << b", [wg.int32, wg.int32], (1, 32), 0),
    ("a >> b", [wg.int32, wg.int32], (-5, 40), -1),
    ("abs(a)", [wg.int32], (-5,), 5),
    ("wg.float32(0.1) + a", [wg.float32], (0.0,), float(numpy.float32(0.1))),
]


def test_operators_and_functions_have_the_values_of_python(tmp_path):
    text = [HEAD]
    for i, (expression, types, _, _) in enumerate(CASES):
        text.append(f"def f{i}({', '.join('ab'[: len(types)])}):\n    return {expression}\n")
    module = module_of("\n".join(text), tmp_path)
    functions = compiled([(getattr(module, f"f{i}"), case[1]) for i, case in enumerate(CASES)], tmp_path)
    for (function, _), (expression, _, arguments, expected) in zip(functions, CASES):
        assert function(*arguments) == pytest.approx(expected), expression


STATEMENTS = '''
FAR = 7

def double(x):
    return 2 * x

def loop(n):
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        if i > 8:
            break
        total += i
    return total

def down(n):
    product = 1
    for i in range(n, 0, -1):
        product *= i
    return product

def collatz(n):
    steps = 0
    while n_of(n, steps) != 1:
        steps += 1
    return steps

def n_of(n, steps):
    x: wg.int64 = n
    for _ in range(steps):
        x = x // 2 if x % 2 == 0 else 3 * x + 1
    return x

def swap(a, b):
    x, y = a, b
    x, y = y, x - y
    return x * 100 + y

def branch(a):
    if a < 0:
        kind = 1
    elif a == 0:
        kind = 2
    else:
        kind = 2.5
    return kind

def endless(a):
    n = 0
    while True:
        n += 1
        if n * n > a:
            return n

def constants(a):
    """Documentation."""
    pass
    big: wg.float32 = FAR
    return double(big) + double(a)

def default(a, b=3):
    return a + b

def with_default(a):
    return default(a)
'''


def test_statements_do_what_they_do_in_python(tmp_path):
    module = module_of(HEAD + STATEMENTS, tmp_path)
    cases = [
        ("loop", [wg.int32], [(0,), (5,), (100,)]),
        ("down", [wg.int64], [(0,), (5,), (10,)]),
        ("collatz", [wg.int64], [(1,), (6,), (27,)]),
        ("swap", [wg.int32, wg.int32], [(3, 8)]),
        ("branch", [wg.int32], [(-3,), (0,), (9,)]),
        ("endless", [wg.int64], [(0,), (99,)]),
        ("constants", [wg.int32], [(5,)]),
        ("with_default", [wg.int32], [(5,)]),
    ]
    functions = compiled([(getattr(module, name), types) for name, types, _ in cases], tmp_path)
    for (function, _), (name, _, all_arguments) in zip(functions, cases):
        for arguments in all_arguments:
            assert function(*arguments) == getattr(module, name)(*arguments), name
