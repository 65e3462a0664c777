# SPDX-License-Identifier: Apache-2.0
"""Which devices work: one runtime for each choice, shared by all graphs."""

import importlib.util
import os
import re
import threading

from . import _core
from .errors import UsageError

_lock = threading.Lock()
_opened = {}
forks = 0  # since the package was imported, between the process that did that and this one
_default = os.environ.get("WARPGRAPH_DEVICES", "auto")


def bytes_of(limit):
    """A number of bytes; text such as "4G" or "512 MiB" too. None is no limit."""
    if limit is None:
        return 0
    if isinstance(limit, str):
        match = re.fullmatch(r"\s*([0-9.]+)\s*([kKMGT]?)(i?)B?\s*", limit)
        if not match:
            raise UsageError(f'memory_limit cannot be "{limit}", expected a number of bytes, such as 4G or 512MiB')
        power = " kMGT".index(match[2].replace("K", "k") or " ")
        return int(float(match[1]) * (1024 if match[3] else 1000) ** power)
    if isinstance(limit, bool) or limit < 1:
        raise UsageError(f"memory_limit is a number of bytes above 0, not {limit!r}")
    return int(limit)


def text_of(devices):
    if devices is not None and not isinstance(devices, str):
        raise UsageError(f'devices are text such as "host:4" or "cuda:0,1", not {devices!r}')
    return devices


def opened(devices=None, memory_limit=None):
    """The runtime for a text such as "host:4" or "cuda:0,1"."""
    key = (text_of(devices) or _default, bytes_of(memory_limit))
    with _lock:
        found = _opened.get(key)
    if found is None:
        if not key[0].startswith("host"):
            _offer_nccl()
        made = _core.open_devices(*key)
        with _lock:
            found = _opened.setdefault(key, made)
    return found


def _offer_nccl():
    """The package nvidia-nccl, if it is installed: C++ opens it when devices are to talk by it."""
    if "WARPGRAPH_NCCL" in os.environ:
        return
    try:
        found = importlib.util.find_spec("nvidia.nccl")
    except ImportError:  # there is no package nvidia
        return
    for folder in found.submodule_search_locations if found is not None else ():
        library = os.path.join(folder, "lib", "libnccl.so.2")
        if os.path.exists(library):
            os.environ["WARPGRAPH_NCCL"] = library


def set_devices(devices):
    """Chooses the devices of all graphs that do not say which they want.

    "auto": all GPUs, or the CPU where there is none. "host:4": four virtual devices on the CPU. "cuda:0,1": these
    GPUs. The environment variable WARPGRAPH_DEVICES does the same.

    >>> wg.set_devices("host")
    """
    global _default
    opened(devices)
    _default = devices


def devices(text=None):
    """What the devices are: a list of dictionaries.

    >>> [device["name"] for device in wg.devices("host:2")]
    ['host:0', 'host:1']
    """
    return opened(text).describe()


def _after_fork():
    global _lock, forks
    forks += 1
    _lock = threading.Lock()
    _opened.clear()  # a runtime of the parent's does not work here
    _core.after_fork()


os.register_at_fork(after_in_child=_after_fork)
