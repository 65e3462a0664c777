# SPDX-License-Identifier: Apache-2.0
"""The generators and the formats of files, as C++ describes them."""

import functools
import inspect

from . import _core
from ._catalogue import _described, _options, nearest, python_name, refuse_unknown, text_of
from .errors import UsageError
from .graph import generate


@functools.lru_cache(maxsize=None)
def _generators():
    generators = {generator["name"]: generator for generator in _described()["generators"]}
    for generator in generators.values():
        generator["parameters"] = [_parameter(option) for option in _options(generator["options"])]
    return generators


def _parameter(option):
    is_switch = option["kind"] == "switch"
    return {
        "name": option["name"],
        "default": text_of(option["default"]) if is_switch else option["shown_default"],
        "values": "true or false" if is_switch else option["accepts"],
        "help": option["help"],
        "is_switch": is_switch,
    }


def generators():
    """The generators: what each is called, and what it makes. help(wg.generate) says how one calls them.

    >>> wg.generators()["grid2d"]
    'two-dimensional grid'
    """
    return {name: generator["summary"] for name, generator in _generators().items()}


def parameters_of(generator):
    """The parameters of a generator, by name: what each means, what it accepts, and its default.

    >>> wg.parameters_of("kron")["scale"]["default"]
    '16'
    """
    return {python_name(each["name"]): each for each in _found_generator(generator)["parameters"]}


def _common_parameters():
    """Those that all generators have."""
    each, *others = _generators().values()
    names = set.intersection(*({parameter["name"] for parameter in other["parameters"]} for other in [each, *others]))
    return [parameter for parameter in each["parameters"] if parameter["name"] in names]


def _says(parameter):
    choices = parameter["values"] and f"; {parameter['values']}"
    return f"{python_name(parameter['name'])}: {parameter['help']}{choices}; default: {parameter['default'] or 'none'}."


def _docstring_of_generate():
    """Its own text, with the parameters of all generators put before the example."""
    text, example = inspect.cleandoc(generate.__doc__).split("\n\n>>>", 1)
    common = _common_parameters()
    lines = [text] + [f"    {_says(parameter)}" for parameter in common]
    lines += ["", "Generators, each with the parameters of its own:"]
    for name, generator in _generators().items():
        lines.append(f"    {name}: {generator['summary']}.")
        lines += [f"        {_says(parameter)}" for parameter in generator["parameters"] if parameter not in common]
    return "\n".join(lines) + "\n\n>>>" + example + "\n"


def _found_generator(name):
    if name not in _generators():
        raise UsageError(f"there is no generator {name}{nearest(name, list(_generators()))}")
    return _generators()[name]


def checked_parameters(generator, given):
    known = {python_name(each["name"]): each["name"] for each in _found_generator(generator)["parameters"]}
    refuse_unknown(f"generator {generator}", given, list(known))
    return {known[name]: text_of(value) for name, value in given.items() if value is not None}


def formats():
    """The formats of files, with the extensions of their names.

    >>> wg.formats()["mtx"]
    ['mtx', 'mm']
    """
    named = {each["name"]: each["extensions"].split() for each in _core.file_formats()}
    return {"wg": ["wg"], **named}


def document():
    """Puts the generators and their parameters into the text of generate."""
    if generate.__doc__:  # Python keeps docstrings
        generate.__doc__ = _docstring_of_generate()
