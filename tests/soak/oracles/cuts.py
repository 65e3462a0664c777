# SPDX-License-Identifier: Apache-2.0
"""What a partition cuts and weighs. `part` is a list by position; every vertex weighs 1."""

from fractions import Fraction


def sizes(part, parts):
    counts = [0] * parts
    for p in part:
        counts[p] += 1
    return counts


def cut(arcs, part):
    """The weight of the edges between parts; an edge stands in `arcs` in both directions."""
    return sum(1 if w is None else w for u, v, w in arcs.arcs if u < v and part[u] != part[v])


def volume(arcs, part):
    """Over all vertices, the number of other parts among the neighbours."""
    return sum(len({part[n] for n in neighbours} - {part[v]}) for v, neighbours in enumerate(arcs.neighbours()))


def pieces(neighbours, part):
    """The number of connected pieces that the parts consist of."""
    count, seen = 0, [False] * len(part)
    for start in range(len(part)):
        if seen[start]:
            continue
        count += 1
        seen[start], stack = True, [start]
        while stack:
            v = stack.pop()
            for n in neighbours[v]:
                if part[n] == part[v] and not seen[n]:
                    seen[n] = True
                    stack.append(n)
    return count


def limit(vertices, parts, tolerance):
    """How many vertices a part may have: its share with the tolerance, and always the share rounded up."""
    share = Fraction(vertices, parts)
    return max(-(-vertices // parts), int(share * (1 + Fraction(tolerance))))
