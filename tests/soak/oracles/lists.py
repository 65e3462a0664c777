# SPDX-License-Identifier: Apache-2.0
"""Lists in an array of successors, walked one after the other."""


def is_tail(following, v):
    return following[v] in (v, -1)


def problem(following):
    """Why these are no lists; None if they are."""
    before = {}
    for v, w in enumerate(following):
        if not -1 <= w < len(following):
            return "a successor is out of range"
        if not is_tail(following, v):
            if w in before:
                return "an element has two predecessors"
            before[w] = v
    walked = sum(map(len, walk(following)))
    return None if walked == len(following) else "a list is a circle"


def walk(following):
    """The lists, in the order of their heads."""
    preceded = {w for v, w in enumerate(following) if not is_tail(following, v)}
    lists = []
    for head in range(len(following)):
        if head in preceded:
            continue
        members = [head]
        while not is_tail(following, members[-1]):
            members.append(following[members[-1]])
        lists.append(members)
    return lists


def ranks(lists, elements, from_tail):
    result = [0] * elements
    for members in lists:
        for rank, v in enumerate(reversed(members) if from_tail else members):
            result[v] = rank
    return result


def heads(lists, elements):
    result = [0] * elements
    for members in lists:
        for v in members:
            result[v] = members[0]
    return result


def sums(lists, values, from_tail):
    """None where a step leaves 64 bits."""
    result = [0] * len(values)
    for members in lists:
        total = 0
        for v in reversed(members) if from_tail else members:
            total += values[v]
            if not fits_64_bits(total):
                return None
            result[v] = total
    return result


def fits_64_bits(value):
    return -2**63 <= value < 2**63
