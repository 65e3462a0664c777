# SPDX-License-Identifier: Apache-2.0
"""What NetworkX loads: an object with a function for each of NetworkX's that this backend has."""
from . import (_all_paths, _centrality, _clusters, _components, _cores, _distances, _lengths,  # noqa: F401
               _paths, _searches, _spanning)
from . import _registry
from ._graph import Graph, convert_from_nx, convert_to_nx
from ._suite import on_start_tests


class _Backend:
    """The functions are attributes, under NetworkX's names."""

    Graph = Graph
    can_run = staticmethod(_registry.can_run)
    should_run = staticmethod(_registry.should_run)
    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)
    on_start_tests = staticmethod(on_start_tests)


for _name, _call in _registry.FUNCTIONS.items():
    setattr(_Backend, _name, staticmethod(_call))

backend = _Backend()
