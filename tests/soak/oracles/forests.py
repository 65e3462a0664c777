# SPDX-License-Identifier: Apache-2.0
"""Rooted trees by the parent of every vertex, where a root is its own."""


def is_forest(parent):
    """Whether every vertex leads to a root."""
    state = [0] * len(parent)  # 1: on the way, 2: leads to a root
    for v in range(len(parent)):
        way = []
        while state[v] == 0 and parent[v] != v:
            state[v] = 1
            way.append(v)
            v = parent[v]
        if state[v] == 1:
            return False
        for u in way + [v]:
            state[u] = 2
    return True


def rooted_at(edges, vertices, roots):
    """The parents if each tree hangs from its root among `roots`, or else from its lowest vertex."""
    near = [[] for _ in range(vertices)]
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    parent = [None] * vertices
    for root in [*roots, *range(vertices)]:
        if parent[root] is not None:
            continue
        parent[root] = root
        waiting = [root]
        while waiting:
            u = waiting.pop()
            for v in near[u]:
                if parent[v] is None:
                    parent[v] = u
                    waiting.append(v)
    return parent


def above(parent, v):
    """The vertex, its parent, and so on up to the root."""
    way = [v]
    while parent[way[-1]] != way[-1]:
        way.append(parent[way[-1]])
    return way


def facts(parent, values):
    """Roots, depths, sizes of subtrees and sums over them."""
    ways = [above(parent, v) for v in range(len(parent))]
    sizes, sums = [0] * len(parent), [0] * len(parent)
    for v, way in enumerate(ways):
        for u in way:
            sizes[u] += 1
            sums[u] += values[v]
    return [way[-1] for way in ways], [len(way) - 1 for way in ways], sizes, sums


def meeting(parent, a, b):
    """The lowest common ancestor and the edges between the two; None in different trees."""
    of_a, of_b = above(parent, a), above(parent, b)
    if of_a[-1] != of_b[-1]:
        return None
    common = next(v for v in of_a if v in of_b)
    return common, of_a.index(common) + of_b.index(common)


def problem_of_order(parent, sizes, order, is_preorder):
    """Why this is not the place of each vertex in a walk around the trees."""
    if sorted(order) != list(range(len(parent))):
        return "the places are not those of a walk"
    for v, above_it in enumerate(parent):
        if v == above_it:
            continue
        # In preorder the subtree of a vertex begins at it, in postorder it ends there.
        begin, own = (order[above_it], order[v]) if is_preorder else (
            order[above_it] - sizes[above_it] + 1, order[v] - sizes[v] + 1)
        if not begin + is_preorder <= own <= own + sizes[v] <= begin + sizes[above_it] - (not is_preorder):
            return f"vertex {v} is not inside of the subtree of {above_it}"
    return None
