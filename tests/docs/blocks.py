#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The fenced blocks of README.md, CONTRIBUTING.md and the pages in docs/, and how each kind is tested. A block's first
# line says what it is:
#
#   cpp, c     compiled. Up to its last line that is "};" a block stands at namespace scope, the rest in a function.
#              What it takes for granted is declared in preludes/PAGE.hpp (or .h), or in preludes/NAME.hpp if the first
#              line of the block is ```cpp prelude=NAME.
#              ```cpp file=NAME.cpp is a whole source file.
#   cmake      configured, as a project that finds the installed package. If the page has all sources that it names, as
#              file=NAME.cpp, the project is built, and what the page's sh blocks run as build/PROGRAM is run, or else
#              the project's programs.
#   sh         run: `warpgraph` in a folder with small files of the names that it reads; of programs in the repository
#              it is made sure that they are there; `mpirun ... warpgraph` where there is mpirun
#   python     run behind the page's commands, and the page's earlier blocks of Python, in their folder, if some Python
#              has its modules; otherwise only compiled
#   synopsis   what commands there are: each has a page of help
#   text       everything else
#
# Options of `warpgraph` that the prose names, as in `--source`, are in its help.
#
# Links lead to files that are there, and to headings that these have.
#
#   blocks.py kinds ROOT
#   blocks.py links ROOT
#   blocks.py compile ROOT CXX CC [-Werror] [FOLDER OF HEADERS OF MPI...]
#   blocks.py cmake ROOT PREFIX CMAKE [OPTION...]
#   blocks.py sh ROOT WARPGRAPH PLUGIN
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

KINDS = {"cpp", "c", "cmake", "python", "sh", "synopsis", "text"}


class Block(NamedTuple):
    page: str  # relative to the root
    line: int  # of the first line inside
    kind: str
    options: dict
    lines: list

    def place(self):
        return f"{self.page}:{self.line}"


def pages_of(root):
    return [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]


def blocks_of(root, kind=None):
    found = []
    for page in pages_of(root):
        block = None
        for number, line in enumerate(page.read_text().splitlines(), 1):
            fence = re.fullmatch(r"\s*```(.*)", line)
            if fence and block is None:
                words = fence[1].split()
                options = dict(word.split("=", 1) for word in words[1:])
                block = Block(str(page.relative_to(root)), number + 1, words[0] if words else "", options, [])
            elif fence:
                found.append(block)
                block = None
            elif block is not None:
                block.lines.append(line)
        if block is not None:
            sys.exit(f"{block.place()}: the block does not end")
    return [block for block in found if kind in (None, block.kind)]


def fail(block, message):
    sys.exit(f"{block.place()}: {message}")


# --- kinds -----------------------------------------------------------------------------------------------------------


def check_kinds(root):
    counts = dict.fromkeys(sorted(KINDS), 0)
    for block in blocks_of(root):
        if block.kind not in KINDS:
            fail(block, f"a block is one of {', '.join(sorted(KINDS))}, not '{block.kind}'")
        if set(block.options) - ({"prelude", "file"} if block.kind in ("cpp", "c") else set()):
            fail(block, f"unknown options: {block.options}")
        if block.kind == "text" and any(line.startswith(("warpgraph ", "scripts/", "cmake ")) for line in block.lines):
            fail(block, "a block with a command is sh or synopsis")
        counts[block.kind] += 1
    for kind in ("cpp", "c", "cmake", "python", "sh", "synopsis"):
        if counts[kind] == 0:
            sys.exit(f"no block of kind {kind} was found")
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))


# --- links -----------------------------------------------------------------------------------------------------------


def anchors_of(page):
    """The anchors that a page has on the web, one for each heading."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(root):
    count = 0
    for page in [*pages_of(root), root / "CHANGELOG.md"]:
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path) if path else page
            if not target.exists():
                sys.exit(f"{page.relative_to(root)}: there is no file {link}")
            if anchor and anchor not in anchors_of(target):
                sys.exit(f"{page.relative_to(root)}: there is no heading {link}")
            count += 1
    if count == 0:
        sys.exit("no link was found")
    print(f"{count} links")


# --- C++ and C -------------------------------------------------------------------------------------------------------


def prelude_of(block, folder):
    suffix = ".hpp" if block.kind == "cpp" else ".h"
    name = block.options.get("prelude", "README" if "file" in block.options else Path(block.page).stem)
    if not (folder / (name + suffix)).is_file():
        fail(block, f"tests/docs/preludes/{name}{suffix} is missing")
    return name, suffix


# Pages whose blocks are compiled only where there is MPI.
NEEDS_MPI = {"several-machines"}


def source_of(root, kind, has_mpi):
    preludes = Path(__file__).parent / "preludes"
    includes, body = [], []
    for number, block in enumerate(blocks_of(root, kind)):
        name, suffix = prelude_of(block, preludes)
        if not has_mpi and Path(block.page).stem in NEEDS_MPI:
            continue
        include = f'#include "preludes/{name}{suffix}"'
        if include not in includes:
            includes.append(include)
        lines = list(block.lines)
        for i, line in enumerate(lines):
            if line.startswith("#include"):
                includes += [f'#line {block.line + i} "{block.page}"', line]
                lines[i] = ""
        last = max((i for i, line in enumerate(lines) if line == "};"), default=-1)
        if "file" in block.options:
            last = len(lines) - 1
        if kind == "cpp":
            body.append(f"namespace prelude_{name.replace('-', '_')} {{\nnamespace block_{number} {{")
        body += [f'#line {block.line} "{block.page}"', *lines[: last + 1], f"void block_{number}(void);",
                 f"void block_{number}(void) {{", f'#line {block.line + last + 1} "{block.page}"', *lines[last + 1:], "}"]
        if kind == "cpp":
            body.append("}\n}")
    return "\n".join([*includes, *body]) + "\n"


def compile_all(root, cxx, cc, words):
    """Checks the syntax of all blocks of a language at once; with -Werror, a warning in a block is an error."""
    mpi_folders = [word for word in words if word != "-Werror"]
    headers = [word for folder in (".", "runtime", "framework", "partitioning", "partitioning/c_interface", "algorithms",
                                   "papers", "mpi", "mpi/c_interface")
               for word in ("-isystem", str(root / folder / "include"))]
    headers += [word for folder in mpi_folders for word in ("-isystem", folder)]
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Wno-unused", "-fsyntax-only",
             *(["-Werror"] if "-Werror" in words else []), f"-I{Path(__file__).parent}", *headers]
    with tempfile.TemporaryDirectory() as folder:
        for kind, compiler in (("cpp", [cxx, "-std=c++20"]), ("c", [cc, "-std=c99"])):
            source = Path(folder, "blocks." + kind)
            source.write_text(source_of(root, kind, bool(mpi_folders)))
            if subprocess.run([*compiler, *flags, source]).returncode != 0:
                sys.exit(f"the blocks of kind {kind} do not compile")


# --- CMake -----------------------------------------------------------------------------------------------------------


def run_project_step(block, folder, command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        fail(block, f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")


def programs_of(root, page):
    """The commands of a page that run what its projects build."""
    lines = [line for block in blocks_of(root, "sh") if block.page == page for line in expand(block)]
    return [shlex.split(line) for line in lines if line.startswith("build/")]


# What programs of the pages read.
PROJECT_INPUTS = {"road.gr": "p sp 18 2\na 17 1 5\na 1 17 5\n"}


def configure(root, prefix, cmake, options):
    files = {(block.page, block.options.get("file")): block.lines for block in blocks_of(root, "cpp")}
    for block in blocks_of(root, "cmake"):
        with tempfile.TemporaryDirectory() as folder:
            lines = []
            if not any(line.startswith("project(") for line in block.lines):
                lines = ["cmake_minimum_required(VERSION 3.24)", "project(block LANGUAGES CXX)"]
            elif not any(line.startswith("cmake_minimum_required(") for line in block.lines):
                lines = ["cmake_minimum_required(VERSION 3.24)"]
            Path(folder, "CMakeLists.txt").write_text("\n".join(lines + block.lines) + "\n")
            sources = re.findall(r"[\w/]+\.(?:cpp|c)\b", "\n".join(block.lines))
            for source in sources:
                Path(folder, source).write_text("\n".join(files.get((block.page, source), [])) + "\n")
            find = f"-DCMAKE_PREFIX_PATH={prefix}"
            run_project_step(block, folder, [cmake, "-S", ".", "-B", "build", find, *options])
            if not sources or any((block.page, source) not in files for source in sources):
                continue
            run_project_step(block, folder, [cmake, "--build", "build"])
            for name, text in PROJECT_INPUTS.items():
                Path(folder, name).write_text(text)
            targets = re.findall(r"add_executable\((\w+)", "\n".join(block.lines))
            for program in programs_of(root, block.page) or [[f"build/{target}"] for target in targets]:
                run_project_step(block, folder, program)


# --- commands --------------------------------------------------------------------------------------------------------

# Other people's programs, and those of every system.
FOREIGN = {"converter", "grep", "cmake", "ctest"}
# More ranks than cores, and as root, where the tests run in containers.
MPIRUN = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
          "OMPI_MCA_hwloc_base_binding_policy": "none"}
# What makes a file that a command reads. Others are made by the first rule.
RMAT = "rmat --scale 10 --weights uniform"
STAND_INS = {
    "grid.mtx": "grid2d --width 32 --height 32 --weights uniform",
    "mesh.wg": "grid2d --width 16 --height 16",
    "net.el": "web --vertices 200",
    "road.gr": "road --width 20 --height 20 --weights uniform",
}
# Options that name a file which a command writes.
OUTPUTS = ("-o", "--output", "--report", "--parents", "--depths", "--sizes", "--sums", "--next", "--order", "--heads",
           "--coordinates")
# Commands that a test need not run at their full size.
SMALLER = [
    (r"--scale (\d\d)\b", "--scale 10"),
    (r"--devices (?:cuda(?::[\d,]+)?|auto)\b", "--devices host"),
    (r"--samples \d+", "--samples 4"),
    (r"--iterations \d{5,}", "--iterations 1000"),
]


def expand(block):
    """The block's commands: without comments, with continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", "\n".join(block.lines))
    return [line for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines()) if line]


def split_commands(line):
    """[[variable=value..., program, argument...]] of a line with pipes and &&."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    commands = [[]]
    for word in lexer:
        if word in ("|", "&&", ";"):
            commands.append([])
        else:
            commands[-1].append(word)
    return [command for command in commands if command]


class Shell:
    def __init__(self, root, warpgraph, plugin, folder):
        self.root = root
        self.folder = folder
        tools = folder / "bin"
        tools.mkdir()
        (tools / "warpgraph").symlink_to(Path(warpgraph).resolve())
        for name in ("libown_plugin.so", "libown_algorithm.so"):
            (folder / name).symlink_to(Path(plugin).resolve().with_name(name))
        self.environment = os.environ | MPIRUN | {"PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(folder)}

    def run(self, block, line):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            fail(block, f"exit code {done.returncode}: {line}\n{done.stdout}{done.stderr}")

    def make_inputs(self, block, command):
        """The files that this warpgraph command reads, small ones."""
        words = [word for word in command[1:] if word not in ("<", ">")]
        if "--plugin" in words:
            del words[words.index("--plugin"):words.index("--plugin") + 2]
        names = [word for word in words[1:] if re.fullmatch(r"[\w.-]+\.[a-z]+", word) and not word.startswith("-")]
        outputs = {words[i + 1] for i, word in enumerate(words) if word in OUTPUTS}
        if "convert" in words[:1]:
            names = names[:1]
        for name in names:
            if name in outputs or words[0] == "generate" or (self.folder / name).exists():
                continue
            what = STAND_INS.get(name, RMAT)
            undirected = words[0] == "msf" and "--symmetrise" not in words
            self.run(block, f"warpgraph generate {what} {'--symmetrise' if undirected else ''} -o {name}")

    def check_program(self, block, command):
        """A program that takes too long, or is not ours: it is there."""
        program = command[0]
        if program in FOREIGN:
            presets = (self.root / "CMakePresets.json").read_text()
            for preset in re.findall(r"--preset (\S+)", " ".join(command)):
                if f'"name": "{preset}"' not in presets:
                    fail(block, f"there is no preset {preset}")
        elif program.startswith("build/") and "/" not in program[len("build/"):]:
            if f"add_executable({Path(program).name})" not in (self.root / block.page).read_text():
                fail(block, f"no project of the page makes {program}")
        elif "/benchmarks/" in program:
            name = Path(program).name
            if name not in (self.root / "benchmarks" / "CMakeLists.txt").read_text():
                fail(block, f"there is no benchmark {name}")
        elif not os.access(self.root / program, os.X_OK):
            fail(block, f"there is no program {program}")

    def check(self, block, line):
        for pattern, replacement in SMALLER:
            line = re.sub(pattern, replacement, line)
        commands = split_commands(line)
        for command in commands:
            while re.match(r"\w+=", command[0]):
                del command[0]
        if commands[0][0] == "mpirun" and "warpgraph" in commands[0]:
            if shutil.which("mpirun") is None:
                print(f"{block.place()}: not run, because there is no mpirun")
                return
            commands[0] = commands[0][commands[0].index("warpgraph"):]
        if commands[0][0] != "warpgraph":
            for command in commands:
                self.check_program(block, command)
            return
        for command in commands:
            if command[0] == "warpgraph":
                self.make_inputs(block, command)
        for target in re.findall(r">\s*(\S+)", line):
            Path(target.replace("~", str(self.folder), 1)).parent.mkdir(parents=True, exist_ok=True)
        self.run(block, line)


def python_with(modules):
    """A Python that has them: that of the test, or the system's, into which packages install theirs."""
    for python in (sys.executable, "/usr/bin/python3"):
        if Path(python).exists() and subprocess.run([python, "-c", f"import {', '.join(['sys', *modules])}"],
                                                    capture_output=True).returncode == 0:
            return python
    return None


def check_python(block, folder, earlier):
    source = "\n".join(block.lines) + "\n"
    compile(source, block.place(), "exec")
    source = "".join(earlier) + source
    modules = sorted(set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)))
    python = python_with(modules)
    if python is None:
        print(f"{block.place()}: compiled only, because not all of {', '.join(modules)} are installed")
        return
    file = folder / "block.py"  # programs are translated from their source
    file.write_text(source)
    done = subprocess.run([python, file], cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        fail(block, done.stderr)


# Options of other programs.
FOREIGN_OPTIONS = ("--benchmark", "--gtest")


def check_options(root, warpgraph):
    def help_of(*words):
        return subprocess.run([warpgraph, *words, "--help"], capture_output=True, text=True, check=True).stdout

    pages = [help_of()]
    for command in ("info", "convert", "generate", "run", "msf", "partition", "rank", "tree", "devices"):
        pages.append(help_of(command))
        if names := re.search(r"is one of\n(.*?)\n\n", pages[-1], re.DOTALL):
            pages += [help_of(command, name) for name in re.findall(r"^  ([a-z0-9-]+) ", names[1], re.MULTILINE)]
    known = set(re.findall(r"--[a-z][a-z-]*", "".join(pages)))
    for page in pages_of(root):
        prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for option in re.findall(r"`(?:warpgraph [^`]*?)?(--[a-z][a-z-]*)", prose):
            if option not in known and not option.startswith(FOREIGN_OPTIONS):
                sys.exit(f"{page.relative_to(root)}: there is no option {option}")


def run_commands(root, warpgraph, plugin):
    count = 0
    page, folder, shell = None, None, None
    for block in blocks_of(root):
        if block.kind not in ("sh", "synopsis", "python"):
            continue
        if block.page != page:  # the commands of a page may build on each other
            page, folder = block.page, tempfile.TemporaryDirectory()
            shell = Shell(root, warpgraph, plugin, Path(folder.name))
            blocks_of_python = []
        if block.kind == "python":
            check_python(block, shell.folder, blocks_of_python)
            blocks_of_python.append("\n".join(block.lines) + "\n")
            continue
        for line in expand(block):
            if block.kind == "synopsis":
                shell.run(block, " ".join(line.split()[:2]) + " --help")
            else:
                shell.check(block, line)
            count += 1
    if count == 0:
        sys.exit("no command was found")
    print(f"{count} commands")


def main(arguments):
    match arguments:
        case ["kinds", root]:
            check_kinds(Path(root))
        case ["links", root]:
            check_links(Path(root))
        case ["compile", root, cxx, cc, *words]:
            compile_all(Path(root), cxx, cc, words)
        case ["cmake", root, prefix, cmake, *options]:
            configure(Path(root), prefix, cmake, options)
        case ["sh", root, warpgraph, plugin]:
            check_options(Path(root), warpgraph)
            run_commands(Path(root), warpgraph, plugin)
        case _:
            sys.exit("blocks.py kinds|links|compile|cmake|sh ...")


main(sys.argv[1:])
