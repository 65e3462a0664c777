#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Writes the stubs of the package from what it is at run time: the methods of Graph are made of the catalogue, and so are
# their types. `_core.pyi` needs nanobind.
#   stubs.py write [FOLDER]    into python/warpgraph, or the folder
#   stubs.py check             prints what is not current
import inspect
import sys
from pathlib import Path

import warpgraph as wg
from warpgraph import _catalogue, _partition

PACKAGE = Path(__file__).resolve().parents[1] / "warpgraph"
HEAD = "# SPDX-License-Identifier: Apache-2.0\n# Made by python/tools/stubs.py.\n"

# By the name of the parameter, whatever function has it, but for those below.
TYPES = {
    "source": "Hashable",
    "devices": "str | None",
    "memory_limit": "int | str | None",
    "progress": "bool | Callable[[dict[str, Any]], Any] | None",
    "max_supersteps": "int | None",
    "deterministic": "bool | None",
    "time_supersteps": "bool | None",
    "plan": "str | None",
    "directed": "bool",
    "weights": "bool",
    "names": "ArrayLike | None",
    "vertices": "int | None",
    "duplicates": "str",
    "drop_self_loops": "bool",
    "symmetrise": "bool",
    "format": "str | None",
    "direction": "str | None",
    "path": "str | PathLike[str]",
    "ranks": "Ranks | None",
    "time_limit": "float",
    "k": "int",
    **{name: "ArrayLike | None" for name in _partition.ARRAYS},
}
OF_FUNCTION = {
    ("read", "weights"): "str",
    ("read", "vertices"): "str | PathLike[str] | None",
}
RETURNS = {
    "n": "int",
    "m": "int",
    "directed": "bool",
    "weighted": "bool",
    "has_names": "bool",
    "weight_type": "str | None",
    "devices": "str",
    "names": "ndarray",
    "degrees": "ndarray",
    "in_degrees": "ndarray",
    "to_edges": "tuple[ndarray, ndarray, ndarray | None]",
    "leave_devices": "None",
    "write": "None",
    "load_plugin": "None",
    "partition": "Result",
    "rank_lists": "ListRanks",
    "columns": "dict[str, ndarray]",
    "values": "ndarray",
    "facts": "dict[str, Any]",
    "report": "Report",
    "seconds": "float",
    "algorithm": "str",
    "top": "list[tuple[Any, Any]]",
    "common_ancestors": "ndarray",
    "path_lengths": "ndarray",
    "postorder": "ndarray",
    "algorithms": "dict[str, str]",
    "generators": "dict[str, str]",
    "formats": "dict[str, list[str]]",
    "parameters_of": "dict[str, dict[str, Any]]",
    "get_include": "str",
    "get_library": "str",
    "set_devices": "None",
    "run": "Result",
    "read": "Graph",
    "generate": "Graph",
    "on_device": "DeviceArray",
    "to_numpy": "ndarray",
    "size": "int",
    "ndim": "int",
    "shape": "tuple[int]",
    "device": "str",
    "rank": "int",
    "own": "int",
    "fail": "None",
    "__len__": "int",
    "__contains__": "bool",
    "__dlpack_device__": "tuple[int, int]",
    "__cuda_array_interface__": "dict[str, Any]",
    "__enter__": "Ranks",
    "__exit__": "None",
}
SHOWN = """__len__ __contains__ __getitem__ __array__ __getattr__ __dlpack__ __dlpack_device__ __cuda_array_interface__ __enter__
__exit__""".split()
# By the kind of an option of the catalogue.
KINDS = {
    "switch": "bool",
    "whole": "int",
    "real": "float",
    "name": "str",
    "text": "str",
    "vertex": "Hashable",
    "vertices": "Hashable | Iterable[Hashable]",
    "vertex_values": "Mapping[Hashable, float]",
    "array": "ArrayLike | str",
    "file": "str | PathLike[str]",
}


def type_of(function, parameter, options):
    if (function.__name__, parameter.name) in OF_FUNCTION:
        return OF_FUNCTION[function.__name__, parameter.name]
    if parameter.name in options and parameter.name != "source":
        of_kind = KINDS.get(options[parameter.name]["kind"], "Any")
        return of_kind if parameter.default is False else f"{of_kind} | None"
    return TYPES.get(parameter.name, "Any")


def signature_of(function, options=()):
    parts, is_keyword = [], False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind == parameter.KEYWORD_ONLY and not is_keyword:
            is_keyword = True
            parts.append("*")
        text = {parameter.VAR_KEYWORD: "**", parameter.VAR_POSITIONAL: "*"}.get(parameter.kind, "") + parameter.name
        if parameter.name != "self":
            text += f": {type_of(function, parameter, dict(options))}"
        if parameter.default is not parameter.empty:
            text += f" = {parameter.default!r}"
        parts.append(text)
    return ", ".join(parts)


def text_of(documented, indent):
    text = inspect.getdoc(documented)
    if not text:
        return ""
    lines = [line.replace("\\", "\\\\") for line in text.rstrip().splitlines()]
    quoted = ("\n" + indent).join(lines).replace(f"\n{indent}\n", "\n\n")
    quoted = "\n".join(line.rstrip() for line in quoted.splitlines())
    return f'{indent}"""{quoted}"""\n'


def stub_of(name, function, indent="", options=(), returns=None):
    returns = returns or RETURNS.get(name) or ("Graph" if name.startswith("from_") else "Any")
    head = f"{indent}def {name}({signature_of(function, options)}) -> {returns}:"
    text = text_of(function, indent + "    ")
    return f"{head}\n{text}{indent}    ...\n" if text else f"{head} ...\n"


def stub_of_class(each):
    bases = ", ".join(base.__name__ for base in each.__bases__ if base is not object)
    out = f"class {each.__name__}({bases}):\n" if bases else f"class {each.__name__}:\n"
    out += text_of(each, "    ") if "__doc__" in vars(each) else ""
    methods = {_catalogue.python_name(name): entry for name, entry in _catalogue._entries().items()}
    for name, member in vars(each).items():
        if name.startswith("_") and name not in SHOWN:
            continue
        if isinstance(member, property):
            out += f"    @property\n    def {name}(self) -> {RETURNS.get(name, 'Any')}:\n"
            out += text_of(member.fget, "        ") + "        ...\n"
        elif inspect.isfunction(member):
            entry = methods.get(name) if each is wg.Graph else None
            described = [*entry["options"], *_catalogue.control_options().values()] if entry else []
            options = {_catalogue.python_name(option["name"]): option for option in described}
            if name == "partition":
                options = {each: option for each, option in options.items() if each not in _partition.ARRAYS}
            out += stub_of(name, member, "    ", options, _catalogue.result_class(entry).__name__ if entry else None)
        else:
            out += f"    {name}: Any\n"
    return out + "    ...\n"


def package_stub():
    out = HEAD + "from collections.abc import Callable, Hashable, Iterable, Mapping\nfrom os import PathLike\n"
    out += "from typing import Any, NamedTuple\n\nfrom numpy import ndarray\nfrom numpy.typing import ArrayLike\n\n"
    out += "from . import errors as errors\n"
    of_programs = wg.program.__all__
    names = sorted(set(wg.__all__) - set(of_programs))
    errors = [name for name in names if isinstance(getattr(wg, name), type) and issubclass(getattr(wg, name), Exception)]
    out += "".join(f"from .errors import {name} as {name}\n" for name in errors)
    out += "".join(f"from .program import {name} as {name}\n" for name in of_programs)
    classes = [getattr(wg, name) for name in ("Graph", "PartOfGraph", "DeviceArray", "Ranks", "Report", "Result", "RootedForest")]
    for each in classes:
        out += "\n" + stub_of_class(each)
    out += "\nclass ListRanks(NamedTuple):\n" + text_of(wg.ListRanks, "    ")
    out += "".join(f"    {field}: ndarray{'' if field == 'rank' else ' | None'}\n" for field in wg.ListRanks._fields[:-1])
    out += "    lists: int\n"
    for name in names:
        if inspect.isfunction(getattr(wg, name)):
            out += "\n" + stub_of(name, getattr(wg, name))
    return out


def core_stub():
    from nanobind import stubgen

    generator = stubgen.StubGen(wg._core)
    generator.put(wg._core)
    return HEAD + generator.get()


def stubs():
    made = {"__init__.pyi": package_stub()}
    try:
        made["_core.pyi"] = core_stub()
    except ImportError:
        pass
    return made


def outdated(folder=PACKAGE):
    """Names of stubs that are not what would be written."""
    return [name for name, text in stubs().items() if not (folder / name).exists() or (folder / name).read_text() != text]


def main(what, folder=PACKAGE):
    if what == "write":
        for name, text in stubs().items():
            (Path(folder) / name).write_text(text)
    else:
        found = outdated()
        print("\n".join(f"{name} is not current; python/tools/stubs.py write makes it" for name in found))
        sys.exit(bool(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
