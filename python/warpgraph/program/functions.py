# SPDX-License-Identifier: Apache-2.0
"""Functions of Python as functions of C++: statements, local variables and their types."""

from __future__ import annotations

import ast

from . import types
from .expressions import ArrayHere, Expressions, Value, VertexHere, constant, name_of, nearest
from .names import cpp_name
from .types import Struct, Type, WEAK_FLOAT, WEAK_INT, float64, int64, joined_type

class Local:
    """A local variable; its type is that of all that is assigned to it."""

    def __init__(self, code):
        self.code = code
        self.type = None
        self.is_declared = False  # its annotation says the type


class FunctionTranslator:
    """One function, for arguments of certain types. What it returns is converted to `returns`, or found out."""

    def __init__(self, program, function, arguments, returns, may_assign=False):
        self.program = program
        self.function = function
        self.arguments = arguments  # of pairs (name, Value)
        self.returns = returns
        self.may_assign = may_assign
        self.self_name = function.self_name
        self.locals = {}
        self.found_return = None
        self.reads_self = False
        self.assigns_self = False
        self.uses_vertex = False  # more of it than its id
        self.expressions = Expressions(self)

    def error(self, node, text):
        return self.function.error(node, text)

    # The body, again and again until the types of the local variables stay what they are

    def translate(self):
        """The lines of the body, and the type that it returns."""
        body = self.function.node.body
        for _ in range(20):
            before = {name: each.type for name, each in self.locals.items()}
            return_before = self.found_return
            lines = self.once(body)
            if before == {name: each.type for name, each in self.locals.items()} and return_before is self.found_return:
                weak = [each for each in self.locals.values() if isinstance(each.type, Type) and each.type.bits == 0]
                if not weak:
                    break
                for each in weak:
                    each.type = int64 if each.type is WEAK_INT else float64
        else:
            raise self.error(self.function.node, "the types of its variables cannot be found; annotate them")
        if self.returns is None:
            self.returns = {WEAK_INT: int64, WEAK_FLOAT: float64}.get(self.found_return, self.found_return)
            lines = self.once(body)
        head = [f"{each.type.cpp} {each.code}{{}};" for each in self.locals.values()]
        return head + lines, self.returns

    def once(self, body):
        self.lines = []
        self.assigned = set()
        self.depth = 0
        if not self.block(body):
            raise self.error(body[-1], "its end is reached without return")
        return self.lines

    def emit(self, node, text):
        if node is not None:
            self.lines.append((node.lineno, text))
        else:
            self.lines.append(text)

    def block(self, body):
        """Translates statements. Whether they always return, or leave the loop."""
        for i, each in enumerate(body):
            method = getattr(self, "do_" + type(each).__name__.lower(), None)
            if method is None:
                raise self.error(each, self.unsupported(each))
            if method(each):
                if i + 1 < len(body):
                    pass  # what follows is never reached, and not translated
                return True
        return False

    @staticmethod
    def unsupported(node):
        kinds = {
            "Raise": "raise: a program runs on devices, which have no exceptions", "Assert": "assert", "Try": "try",
            "With": "with", "FunctionDef": "functions within functions", "ClassDef": "classes within functions",
            "Import": "import", "ImportFrom": "import", "Global": "global", "Nonlocal": "nonlocal", "Delete": "del",
            "Match": "match",
        }  # fmt: skip
        return "programs have no " + kinds.get(type(node).__name__, type(node).__name__)

    def do_pass(self, node):
        return False

    def do_expr(self, node):
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, (str, type(...))):
            return False
        raise self.error(node, f"{ast.unparse(node)} has no effect")

    def do_return(self, node):
        if node.value is None:
            raise self.error(node, "return without a value")
        value = self.expressions.translate(node.value)
        if self.returns is not None:
            what = f"what it returns, {ast.unparse(node.value)},"
            value = self.expressions.converted(node, value, self.returns, what)
            self.emit(node, f"return {value.code};")
            return True
        if value.items is not None:
            raise self.error(node, "it returns a tuple, of which it does not say the members; annotate it, as in -> Nearest")
        if not isinstance(value.type, (Type, Struct)):
            raise self.error(node, "it returns an array")
        if self.found_return is None:
            self.found_return = value.type
        elif isinstance(value.type, Struct) or isinstance(self.found_return, Struct):
            if value.type is not self.found_return:
                raise self.error(node, f"it returns {name_of(value.type)} here and {name_of(self.found_return)} elsewhere")
        else:
            joined = joined_type(self.found_return, value.type)
            if joined is None:
                raise self.error(node, f"it returns {value.type.name} here and {self.found_return.name} elsewhere; convert one")
            self.found_return = joined
        self.emit(node, f"return {value.code};")
        return True

    def do_if(self, node):
        condition = self.expressions.as_condition(node.test)
        if condition.constant is not None:
            return self.block(node.body if condition.constant else node.orelse)
        before = set(self.assigned)
        self.emit(node, f"if ({condition.code}) {{")
        ends = self.block(node.body)
        after_body, self.assigned = self.assigned, set(before)
        ends_other = False
        if node.orelse:
            self.emit(None, "} else {")
            ends_other = self.block(node.orelse)
        self.emit(None, "}")
        if ends:
            pass
        elif ends_other:
            self.assigned = after_body
        else:
            self.assigned &= after_body
        return ends and ends_other

    def do_while(self, node):
        if node.orelse:
            raise self.error(node.orelse[0], "loops have no else here")
        condition = self.expressions.as_condition(node.test)
        if condition.constant is not None:
            condition = Value("true" if condition.constant else "false", types.bool_, condition.constant)
        before = set(self.assigned)
        self.emit(node, f"while ({condition.code}) {{")
        self.depth += 1
        self.block(node.body)
        self.depth -= 1
        self.emit(None, "}")
        self.assigned = before
        return condition.constant is True and not self.leaves(node.body)

    @classmethod
    def leaves(cls, body):
        """Whether a break of this loop is in its body."""
        for each in body:
            if isinstance(each, ast.Break):
                return True
            if isinstance(each, ast.If) and (cls.leaves(each.body) or cls.leaves(each.orelse)):
                return True
        return False

    def do_for(self, node):
        if node.orelse:
            raise self.error(node.orelse[0], "loops have no else here")
        call = node.iter
        is_range = isinstance(call, ast.Call) and self.static_value(call.func) == (True, range)
        if not is_range or call.keywords or not 1 <= len(call.args) <= 3:
            raise self.error(node, "for goes over range(...) in programs")
        if not isinstance(node.target, ast.Name):
            raise self.error(node, "the variable of a loop is a name")
        bounds = [self.expressions.number(each) for each in call.args]
        if len(bounds) == 1:
            bounds.insert(0, constant(0))
        step = bounds.pop() if len(bounds) == 3 else constant(1)
        if type(step.constant) is not int or step.constant == 0:
            raise self.error(node, "the step of range is a constant other than 0")
        for each in bounds:
            if each.type.kind != "int":
                raise self.error(node, f"range takes integers, not {each.type.name}")
        first, last = (self.expressions.converted(node, each, int64, "a bound of range") for each in bounds)
        name = f"loop_{self.depth}"
        before = set(self.assigned)
        at, end = f"at_{name}", f"end_{name}"
        compared = "<" if step.constant > 0 else ">"
        self.emit(
            node,
            f"for (std::int64_t {at} = {first.code}, {end} = {last.code}; {at} {compared} {end}; {at} += {step.constant}) {{",
        )
        self.assign_name(node.target, Value(at, int64))
        self.depth += 1
        self.block(node.body)
        self.depth -= 1
        self.emit(None, "}")
        self.assigned = before
        return False

    def do_break(self, node):
        self.emit(node, "break;")
        return True

    def do_continue(self, node):
        self.emit(node, "continue;")
        return True

    def do_assign(self, node):
        value = self.expressions.translate(node.value)
        if len(node.targets) > 1 and value.items is None and value.constant is None:
            raise self.error(node, "one assignment at a time")
        for target in node.targets:
            self.assign(target, value)
        return False

    def do_annassign(self, node):
        if not isinstance(node.target, ast.Name):
            raise self.error(node, "only variables are annotated in functions")
        type_ = self.annotation(node.annotation)
        local = self.local(node.target)
        local.type, local.is_declared = type_, True
        if node.value is not None:
            self.assign(node.target, self.expressions.translate(node.value))
        return False

    def do_augassign(self, node):
        target = node.target
        if isinstance(target, ast.Name):
            before = self.value_of_name(target)
        elif isinstance(target, ast.Attribute) and self.is_self(target.value):
            before = self.value_of_member(target)
        else:
            raise self.error(node, f"{ast.unparse(target)} cannot be assigned to")
        copied = ast.copy_location(ast.BinOp(target, node.op, node.value), node)
        value = self.expressions.operation(copied, type(node.op), before, self.expressions.translate(node.value))
        self.assign(target, value)
        return False

    def assign(self, target, value):
        if isinstance(target, (ast.Tuple, ast.List)):
            items = self.expressions.items_of(target, value)
            if len(items) != len(target.elts):
                raise self.error(target, f"{len(items)} values for {len(target.elts)} variables")
            # a, b = b, a: all values are read before one is written
            kept = []
            for i, item in enumerate(items):
                settled = self.expressions.settled(item) if item.items is None else None
                if settled is None:
                    raise self.error(target, "a tuple within a tuple")
                if item.constant is not None:
                    kept.append(item)
                else:
                    name = f"taken_{target.lineno}_{len(self.lines)}_{i}"
                    self.emit(target, f"const {settled.type.cpp} {name} = {settled.code};")
                    kept.append(Value(name, item.type))
            for each, item in zip(target.elts, kept):
                self.assign(each, item)
        elif isinstance(target, ast.Name):
            self.assign_name(target, value)
        elif isinstance(target, ast.Attribute) and self.is_self(target.value):
            self.assign_member(target, value)
        else:
            raise self.error(target, f"{ast.unparse(target)} cannot be assigned to; values are made anew")

    def local(self, target):
        if target.id in dict(self.arguments):
            raise self.error(target, f"the argument {target.id} cannot be assigned to; take another name")
        if target.id == self.self_name:
            raise self.error(target, f"{target.id} cannot be assigned to")
        return self.locals.setdefault(target.id, Local(cpp_name(target.id) + "_"))

    def assign_name(self, target, value):
        local = self.local(target)
        if isinstance(value, ArrayHere):
            raise self.error(target, "an array has no other name here")
        if value.items is not None and not isinstance(local.type, Struct):
            raise self.error(target, f"{target.id} is a tuple, of which the types are not known; write its struct's name")
        if not local.is_declared:
            local.type = self.grown(target, local.type, value.type)
        converted = self.expressions.converted(target, value, local.type, f"{target.id}")
        self.emit(target, f"{local.code} = {converted.code};")
        self.assigned.add(target.id)

    def grown(self, target, before, now):
        if before is None or before is now:
            return now
        if isinstance(before, Struct) or isinstance(now, Struct) or joined_type(before, now) is None:
            raise self.error(target, f"{target.id} is {name_of(before)} and {name_of(now)}; take two names")
        return joined_type(before, now)

    def assign_member(self, target, value):
        parameter = self.program.parameters.get(target.attr)
        if parameter is None:
            self.value_of_member(target)  # says which there are
            raise self.error(target, f"self.{target.attr} is a constant; annotate it in the class to make it a parameter")
        if not self.may_assign:
            raise self.error(target, f"self.{target.attr} cannot be assigned to: only next changes parameters")
        if isinstance(parameter, types.Array):
            raise self.error(target, f"self.{target.attr} is an array")
        self.reads_self = self.assigns_self = True
        code = self.expressions.converted(target, value, parameter, f"self.{target.attr}").code
        self.emit(target, f"this->{cpp_name(target.attr)} = {code};")

    # What names mean

    def is_self(self, node):
        return isinstance(node, ast.Name) and node.id == self.self_name

    def value_of_name(self, node):
        arguments = dict(self.arguments)
        if node.id in arguments:
            return arguments[node.id]
        if node.id in self.locals or self.is_assigned_anywhere(node.id):
            local = self.locals.get(node.id)
            if node.id not in self.assigned or local is None:
                raise self.error(node, f"{node.id} may have no value here")
            return Value(local.code, local.type)
        found, value = self.static_value(node)
        if not found:
            raise self.error(node, f"there is no {node.id}{nearest(node.id, [*arguments, *self.locals])}")
        return self.expressions.of_object(node, value)

    def is_assigned_anywhere(self, name):
        return any(
            isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id == name
            for each in ast.walk(self.function.node)
        )

    def static_value(self, node):
        """(True, the object) if names from outside of the function mean it."""
        if isinstance(node, ast.Name):
            if node.id in dict(self.arguments) or node.id == self.self_name or self.is_assigned_anywhere(node.id):
                return False, None
            try:
                return True, self.function.meaning(node.id)
            except KeyError:
                return False, None
        if isinstance(node, ast.Attribute):
            found, value = self.static_value(node.value)
            if not found:
                return False, None
            try:
                return True, getattr(value, node.attr)
            except AttributeError:
                raise self.error(node, f"{ast.unparse(node.value)} has no {node.attr}{nearest(node.attr, dir(value))}") from None
        return False, None

    def annotation(self, node):
        """The type that an annotation in the function means."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.copy_location(ast.parse(node.value, mode="eval").body, node)
        found, value = self.static_value(node)
        type_ = types.as_type(value) if found else None
        if type_ is None:
            raise self.error(node, f"{ast.unparse(node)} is no type of programs; such are wg.float32, wg.int64 and structs")
        if isinstance(type_, Struct):
            type_ = self.program.struct(self, node, type_.python_class)
        return type_

    def value_of_member(self, node):
        name = node.attr
        program = self.program
        if name in program.parameters:
            self.reads_self = True
            type_ = program.parameters[name]
            code = f"this->{cpp_name(name)}"
            return ArrayHere(code, type_.element) if isinstance(type_, types.Array) else Value(code, type_)
        found, value = program.constant_member(name)
        if found:
            return self.expressions.of_object(node, value)
        raise self.error(node, f"self has no {name}{nearest(name, program.member_names())}")

    # Calls

    def call_of_member(self, node):
        name = node.func.attr
        function = self.program.method(name)
        if function is None:
            found, value = self.program.constant_member(name)
            if found and types.is_struct_class(value):
                return self.expressions.struct_made(node, value)
            raise self.error(node, f"self has no function {name}{nearest(name, self.program.member_names())}")
        return self.called(node, function, name, not function.is_static)

    def call_of_function(self, node, called):
        return self.called(node, self.program.function(called), called.__name__, False)

    def called(self, node, function, name, takes_self):
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            raise self.error(node, f"{name} takes its arguments by position here")
        values = []
        for each in node.args:
            value = self.expressions.translate(each)
            if isinstance(value, ArrayHere) or value.items is not None:
                raise self.error(each, f"{ast.unparse(each)} cannot be handed to {name}: it is no number or struct")
            values.append(value if isinstance(value, VertexHere) else self.expressions.settled(value))
        helper = self.program.helper(self, node, function, name, takes_self, values)
        if takes_self and helper.reads_self:
            self.reads_self = True
        codes = []
        for value, type_ in zip(values, helper.argument_types):
            self.uses_vertex = self.uses_vertex or type_ is None
            codes.append(value.vertex if type_ is None else self.expressions.converted(node, value, type_).code)
        return Value(f"{helper.cpp}({', '.join(codes)})", helper.returns)
