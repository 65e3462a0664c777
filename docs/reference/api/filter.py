#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Doxygen's filter: prints a public header with its plain comments as ones that Doxygen reads, and puts what the header
# declares into a group of groups.dox.
#
#   a comment above a declaration             describes the declaration
#   a comment behind one, and its next lines  describe the declaration as well
#   a comment above `namespace`, or one of a namespace that stands by itself, describes the file
#   other comments, and those inside of functions, are left alone
#
# A function without a comment, whose name an earlier function of the header has, is an overload of that one.
#
# Pages of the documentation keep only the links that lead to a page of the reference.
import re
import sys

# The first expression that is found in the header's path decides.
GROUPS = [
    (r"/c_interface\.h$", "c_interface"),
    (r"runtime/kernel/|runtime/(launch|annotate)\.hpp$", "kernels"),
    (r"runtime/primitives/", "primitives"),
    (r"runtime/transaction/", "transactions"),
    (r"runtime/(memory|buffer|view|copy)\.hpp$", "memory"),
    (r"plugin(_options)?\.hpp$|runtime/method\.hpp$", "plugins"),
    (r"/papers/", "papers"),
    (r"/partitioning/|framework/(shard|ranks)/|engine/sharded\.hpp$|runtime/hub\.hpp$", "several_devices"),
    (r"runtime/option(_values)?\.hpp$", "algorithms"),
    (r"/runtime/", "devices"),
    (r"framework/io/", "files"),
    (r"framework/generate/", "generators"),
    (r"framework/(graph/|ids\.hpp$)", "graphs"),
    (r"framework/(sweep|peers)/", "own_methods"),
    (r"framework/(engine/|run/|tuning\.hpp$)", "engine"),
    (r"/algorithms/", "algorithms"),
]


def group_of(path):
    for expression, group in GROUPS:
        if re.search(expression, path):
            return group
    sys.exit(f"{path}: no group of {__file__} takes it")


def escaped(text):
    """The text without what Doxygen and Markdown would take for commands, tags and headings; `code` stays as it is."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"[\\@<>#&]", r"\\\g<0>", part) for part in parts[::2]]
    return "`".join(parts)


def described(lines):
    """Lines of `// text` as lines of Doxygen. Text that is set in, an example or a table, keeps its form."""
    result, is_form = [], False
    for line in lines:
        indent, text = re.fullmatch(r"(\s*)// ?(.*)", line).groups()
        if text.startswith("  ") != is_form:
            result.append(f"{indent}/// ~~~")
            is_form = not is_form
        result.append(f"{indent}/// {text if is_form else escaped(text)}".rstrip())
    return result + (["/// ~~~"] if is_form else [])


def split_comment(line):
    """A line's code, and its comment from // on."""
    bare = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda found: "_" * len(found[0]), line)
    begin = bare.find("//")
    return (line, "", bare) if begin < 0 else (line[:begin], line[begin:], bare[:begin])


def name_of(declaration):
    """The name of the function that is declared, or None."""
    found = re.search(r"(operator[^\w\s(]+|\w+)\s*\(", re.sub(r"requires\s*\(.*?\)|\[\[.*?\]\]", "", declaration))
    return found and found[1]


class Header:
    def __init__(self, path):
        self.group = group_of(path)
        self.scopes = []  # of what is open: "namespace", "type", "enum", "body"
        self.parentheses = 0
        self.statement = ""  # since the last one ended
        self.comment = []  # lines above what comes next
        self.held = None  # a declaration that has begun: its comment and its lines so far
        self.behind = None  # the column of a comment behind a declaration, in the line before
        self.is_macro = False  # the line continues a directive
        self.documented = set()
        self.output = []

    def is_open(self):
        return not self.scopes or self.scopes[-1] != "body"

    def read(self, code):
        """Follows braces; whether a statement or a block ended."""
        has_ended = False
        for each in code:
            if each in "()":
                self.parentheses += 1 if each == "(" else -1
            elif self.parentheses == 0 and each == "{":
                self.scopes.append(self.scope_of(self.statement))
            elif self.parentheses == 0 and each == "}":
                self.scopes.pop()
            ends = "{};," if self.scopes[-1:] == ["enum"] else "{};"
            if self.parentheses == 0 and each in ends:
                self.whole, self.statement, has_ended = self.whole or self.statement, "", True
            else:
                self.statement += each
        self.statement = self.statement.strip() and self.statement + " "
        return has_ended

    @staticmethod
    def scope_of(statement):
        begin = re.sub(r"template\s*<.*?>\s*(?=\w)|alignas\(.*?\)", "", statement)
        if re.match(r"\s*(inline\s+)?namespace\b", begin):
            return "namespace"
        if re.match(r"\s*enum\b", begin):
            return "enum"
        return "type" if re.match(r"\s*(struct|class|union)\b[^(=]*$", begin) else "body"

    def describe_file(self):
        if self.comment and not self.comment[0].startswith("// SPDX"):
            group = [] if self.scopes else [f"/// @ingroup {self.group}"]
            self.output += ["/// @file", *group, "///", *described(self.comment)]
        self.comment = []

    def hold(self, line, bare):
        """Adds a line to the declaration that it belongs to, and prints the declaration once it is whole."""
        if self.held is None:
            self.held, self.comment, self.whole = (self.comment, []), [], ""
            self.at_namespace = all(scope == "namespace" for scope in self.scopes)
        comment, lines = self.held
        lines.append(line)
        if not self.read(bare):
            return
        name = name_of(self.whole) if self.at_namespace else None
        self.output += described(comment)
        if comment and name:
            self.documented.add(name)
        elif name in self.documented:
            self.output.append("/// @overload")
        self.output += lines
        self.held = None

    def add(self, line):
        code, comment, bare = split_comment(line)
        column, self.behind = self.behind, None
        if self.is_macro or re.match(r"\s*(public|protected|private):$", code):
            self.output.append(line)
            self.is_macro = self.is_macro and line.endswith("\\")
        elif self.held is None and not code.strip():
            if not comment:
                if not self.scopes or self.scopes[-1] == "namespace":
                    self.describe_file()
                self.output += self.comment + [line]
                self.comment = []
            elif column == len(code):
                self.output.append(f"{code}///< {escaped(comment[3:])}")
                self.behind = column
            elif self.is_open():
                self.comment.append(line)
            else:
                self.output.append(line)
        elif re.match(r"\s*(#|namespace\b)", code) and self.held is None:
            if not code.startswith("#define"):
                self.describe_file()
            self.output += described(self.comment)
            self.comment = []
            self.is_macro = line.endswith("\\")
            if not code.startswith("#"):
                self.whole = ""
                self.read(bare)
            is_ours = re.match(r"namespace warpgraph\b.*\{$", code.rstrip())
            self.output.append(line + (f" /** @addtogroup {self.group} */ /** @{{ */" if is_ours else ""))
        elif code.startswith("}") and comment.startswith("// namespace warpgraph"):
            self.whole = ""
            self.read(bare)
            self.output.append(f"/** @}} */ {line}")
        else:
            if comment and self.is_open() and self.parentheses == 0 and not re.search(r"^\s*\}|\{\s*$", code):
                line, self.behind = f"{code}///< {escaped(comment[3:])}", len(code)
            elif comment:
                line = code
            self.hold(line, bare)


def c_header(text, group):
    """The same for C's comments."""
    top, _, rest = text.partition("#ifndef")
    top = top.replace("\n/*\n", f"\n/**\n * @file\n * @ingroup {group}\n *\n", 1)
    rest = re.sub(r"^(\s*)/\* (?!---)", r"\1/** ", rest, flags=re.MULTILINE)
    rest = re.sub(r"^(\s*[^\s/#].*?)/\* ", r"\1/**< ", rest, flags=re.MULTILINE)
    begin, end = rest.index("#endif", rest.index("#ifdef __cplusplus")), rest.rindex("#ifdef __cplusplus")
    begin += len("#endif\n")
    return f"{top}#ifndef{rest[:begin]}/** @addtogroup {group} */\n/** @{{ */\n{rest[begin:end]}/** @}} */\n{rest[end:]}"


def page(text):
    """A page of the documentation. Of its links those to pages of the reference stay, without the heading."""

    def link(found):
        name, target = found[1], found[2].partition("#")[0]
        is_here = re.search(r"(^|guide/)[\w-]+\.md$", target) and not re.match(r"CO|CH", target)
        return f"[{name}]({target})" if is_here else name

    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    parts[::2] = [re.sub(r"(?<!!)\[([^][]*)\]\(([\w./#-]+)\)", link, part) for part in parts[::2]]
    return "".join(re.sub(r"^```(cpp|c|sh|text|cmake|python)\b.*$", r"```\1", part, flags=re.MULTILINE) for part in parts)


def main(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".md"):
        print(page(text))
        return
    if path.endswith(".h"):
        print(c_header(text, group_of(path)))
        return
    header = Header(path)
    for line in text.splitlines():
        header.add(line)
    if header.scopes or header.parentheses or header.held:
        sys.exit(f"{path}: {__file__} does not understand its braces")
    print("\n".join(header.output))


if __name__ == "__main__":
    main(sys.argv[1])
