# SPDX-License-Identifier: Apache-2.0
"""Core numbers, the subgraphs that follow from them, and onion layers."""
import networkx as nx
import numpy as np

from . import _engine
from ._graph import entries_of
from ._registry import function
from ._support import by_node, names_of, original

_LOOPS = "Input graph {} self loops which is not permitted; Consider using G.remove_edges_from(nx.selfloop_edges(G))."


def _refuse_directed(G, **others):
    return "core numbers of directed graphs (G) are not ours yet" if G.is_directed() else None


def _refuse_directed_unless_given(G, core_number, **others):
    return "core numbers are given (core_number)" if core_number is not None else _refuse_directed(G)


def _cores(graph, verb="has"):
    if graph.self_loops:
        raise nx.NetworkXNotImplemented(_LOOPS.format(verb))
    return _engine.core_numbers(graph.engine()) if len(graph) else np.empty(0, np.int64)


@function(_refuse_directed)
def core_number(G):
    return by_node(G, _cores(G))


def _subgraph(name, graph, k):
    """NetworkX chooses the nodes by our numbers and copies the subgraph, so attributes and types are its own."""
    return original(name)(graph.to_networkx(), k, by_node(graph, _cores(graph)))


@function(_refuse_directed_unless_given)
def k_core(G, k=None, core_number=None):
    return _subgraph("k_core", G, k)


@function(_refuse_directed_unless_given)
def k_shell(G, k=None, core_number=None):
    return _subgraph("k_shell", G, k)


@function(_refuse_directed_unless_given)
def k_crust(G, k=None, core_number=None):
    return _subgraph("k_crust", G, k)


@function(_refuse_directed_unless_given)
def k_corona(G, k, core_number=None):
    return _subgraph("k_corona", G, k)


@function()
def onion_layers(G):
    cores = _cores(G, "contains")
    layers, degrees = _peel(G, cores)
    order = np.lexsort((degrees, layers))
    return dict(zip(names_of(G, order), layers[order].tolist()))


def _peel(graph, cores):
    """The layer of every vertex, and how many neighbours it has when its layer goes.

    Vertices of core number k go while only vertices of at least k are left, in rounds that depend on no other core. So
    all cores are peeled side by side, and a core's layers are counted after those of the cores below it.
    """
    is_inside = cores[graph.targets] >= cores[graph.sources]
    degrees = np.bincount(graph.sources[is_inside], minlength=len(graph))
    last_degrees = degrees.copy()
    rounds = np.zeros(len(graph), np.int64)
    going, number = np.flatnonzero(degrees <= cores), 0
    while len(going):
        number += 1
        rounds[going] = number
        last_degrees[going] = degrees[going]
        edges, counts = entries_of(graph.offsets, going)
        ends = graph.targets[edges]
        ends = ends[(cores[ends] == np.repeat(cores[going], counts)) & (rounds[ends] == 0)]
        np.subtract.at(degrees, ends, 1)
        ends = np.unique(ends)
        going = ends[degrees[ends] <= cores[ends]]
    depths = np.zeros(cores.max(initial=-1) + 1, np.int64)
    np.maximum.at(depths, cores, rounds)
    return rounds + (np.cumsum(depths) - depths)[cores], last_degrees
