# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a program is said at its line, before anything is compiled."""

import pytest
from program_support import module_of

from warpgraph import program as wg

GOOD = """
from warpgraph import program as wg
import math

class P(wg.Program):
    VertexValue = wg.float32
    EdgeValue = wg.int32
    Reduction = wg.Min
    source: wg.Vertex
    def initial(self, v):
        return 0 if v == self.source else math.inf
    def visit(self, value, length):
        return value + length
    def updated(self, old, new):
        return new < old
"""


def test_the_program_that_the_others_are_made_of_is_right(tmp_path):
    assert "struct P" in module_of(GOOD, tmp_path).P.cpp()


BAD = [
    # what is replaced, by what, the line, what the message says
    ("value + length", "valeu + length", 13, "there is no valeu; did you mean value?"),
    ("self.source", "self.sorce", 11, "self has no sorce; did you mean source?"),
    ("new < old", "self.is_less(new, old)", 15, "self has no function is_less"),
    ("new < old", "new", 15, "float32, where a truth value is expected"),
    ("value + length", "[value]", 13, "programs have no lists"),
    ("value + length", "value @ length", 13, "programs have no operator @"),
    ("value + length", "'text'", 13, "'text' is no number"),
    ("value + length", "math.sqroot(value)", 13, "math has no sqroot; did you mean sqrt?"),
    ("value + length", "math.erf(value) + math.comb(1, 2)", 13, "programs have no math.comb"),
    ("value + length", "print(value)", 13, "print is no function that programs have"),
    ("value + length", "value and length", 13, "'and' and 'or' are for truth values"),
    ("value + length", "value.distance", 13, "value is float32 and has no distance"),
    ("value + length", "value if length in (1, 2) else 0", 13, "programs have no 'in'"),
    ("value + length", "value & 1", 13, "& is for integers, not for float32"),
    ("value + length", "length ** length", 13, "the exponent of an integer is a constant"),
    ("value + length", "(value, length)", 13, "a tuple, where float32 is expected"),
    ("value + length", "1 // 0", 13, "by zero"),
    ("return value + length", "raise ValueError", 13, "programs have no raise"),
    ("return value + length", "for x in [1]: return value", 13, "for goes over range(...)"),
    ("return value + length", "self.source = 3", 13, "only next changes parameters"),
    ("return value + length", "value = 3", 13, "the argument value cannot be assigned to"),
    ("return value + length", "if value > 0: return value", 13, "its end is reached without return"),
    ("return value + length", "if value > 0: x = 1\n        return x", 14, "x may have no value here"),
    ("return value + length", "value + length", 13, "has no effect"),
    ("return value + length", "return", 13, "return without a value"),
    ("(self, value, length)", "(self, value, *more)", 12, "* or ** arguments"),
    ("(self, value, length)", "(self, value, a, b, c, d)", 12, "it takes visit(published, edge_value)"),
    ("(self, value, length)", "(self, value: wg.int32, length)", 12, "annotated as int32, but is float32"),
    ("(self, old, new)", "(self, old)", 14, "it takes updated(old, new)"),
    ("def updated", "def update", 5, "updated(old, new) is missing; did you mean update?"),
    ("    source", "    def prority(self, value): return value\n    source", 9, "did you mean priority?"),
    ("    source", "    def other(self, value): return value\n    source", 9, "other is no member that the engine calls"),
    ("    source", "    kMonotonVisit = True\n    source", 9, "did you mean kMonotoneVisit?"),
    ("    source", "    monotone_visit = True\n    source", 9, "did you mean kMonotoneVisit?"),
    ("    source", "    kMonotoneVisit = 1\n    source", 9, "it is True or False"),
    ("    source", "    kValuesAre = 'names'\n    source", 9, "it is one of 'numbers', 'vertices'"),
    ("wg.Vertex", "str", 9, "the parameter source is annotated as"),
    ("wg.float32", "wg.Min", 6, "VertexValue is wg.Min, which is no type"),
    ("wg.float32", "wg.bool_", 6, "VertexValue is bool"),
    ("    VertexValue = wg.float32\n", "", 5, "VertexValue = wg.float32, or another type, is missing"),
    ("    Reduction = wg.Min\n", "", 5, "lacks Reduction"),
    ("wg.Min", "min", 8, "it is wg.Min, wg.Max, wg.Plus or wg.Or"),
    ("    source", "    Aggregate = wg.float64\n    source", 5, "go together"),
    ("wg.float32", "wg.uint32", 11, "has no such number"),
]


@pytest.mark.parametrize(("old", "new", "line", "says"), BAD, ids=[each[1].strip() or each[0] for each in BAD])
def test_an_error_has_its_line(old, new, line, says, tmp_path):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    with pytest.raises(wg.ProgramError) as raised:
        module_of(text, tmp_path).P.cpp()
    assert says in str(raised.value)
    assert raised.value.file.endswith("written.py")
    assert raised.value.line == line
    assert f"written.py:{line}: " in str(raised.value)


def test_int_with_a_narrower_range_is_said(tmp_path):
    text = GOOD.replace("value + length", "1 << 40").replace("VertexValue = wg.float32", "VertexValue = wg.int32")
    text = text.replace("math.inf", "0")
    with pytest.raises(wg.ProgramError, match="1099511627776, which is no number of int32"):
        module_of(text, tmp_path).P.cpp()


def test_a_class_without_source_says_what_to_do():
    space = {}
    exec(GOOD, space)  # noqa: S102: as an interpreter that keeps no lines
    with pytest.raises(wg.ProgramError, match="cannot be read.*wg.compile_program"):
        space["P"].cpp()


def test_notebooks_and_interpreters_that_keep_their_lines_do(tmp_path):
    import linecache

    name = "<cell 7>"
    linecache.cache[name] = (len(GOOD), None, GOOD.splitlines(True), name)
    space = {"__name__": "__main__"}
    exec(compile(GOOD, name, "exec"), space)  # noqa: S102
    assert '#line 13 "<cell 7>"' in space["P"].cpp()


def test_a_recursion_is_refused(tmp_path):
    text = GOOD + "    def again(self, n):\n        return self.again(n)\n"
    text = text.replace("return value + length", "return self.again(value)")
    with pytest.raises(wg.ProgramError, match="again calls itself"):
        module_of(text, tmp_path).P.cpp()


def test_parameters_are_checked_by_name(tmp_path):
    program = module_of(GOOD, tmp_path).P
    assert program(source=3).visit(1.0, 2) == 3.0
    with pytest.raises(TypeError, match="has no parameter sourc; did you mean source"):
        program(sourc=3)
