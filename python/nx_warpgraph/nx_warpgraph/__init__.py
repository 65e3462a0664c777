# SPDX-License-Identifier: Apache-2.0
"""Warpgraph as a backend of NetworkX: `nx.pagerank(G, backend="warpgraph")`.

NetworkX reads what the backend has (`_info`) whenever it is imported, so nothing heavy is imported here before it is
asked for.
"""
import importlib

__all__ = ["Graph", "convert_from_nx", "convert_to_nx", "get_info"]

_HOMES = {"Graph": "_graph", "convert_from_nx": "_graph", "convert_to_nx": "_graph", "get_info": "_info"}


def __getattr__(name):
    if name in _HOMES:
        return getattr(importlib.import_module("." + _HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
