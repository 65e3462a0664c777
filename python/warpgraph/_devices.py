# SPDX-License-Identifier: Apache-2.0
"""Which devices work: one runtime for each choice, shared by all graphs."""

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
    if limit <= 0:
        raise UsageError("memory_limit is a number of bytes above 0")
    return int(limit)


def opened(devices=None, memory_limit=None):
    """The runtime for a text such as "host:4" or "cuda:0,1"."""
    key = (devices or _default, bytes_of(memory_limit))
    with _lock:
        found = _opened.get(key)
    if found is None:
        made = _core.open_devices(*key)
        with _lock:
            found = _opened.setdefault(key, made)
    return found


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
