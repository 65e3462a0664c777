# SPDX-License-Identifier: Apache-2.0
"""Random weights: corners first. A weight is an int or a float; all of a graph's are of one kind."""

import struct

INT32_MAX = 2**31 - 1
INT64_MAX = 2**63 - 1
FLOAT_MAX = 3.4028234663852886e38


def to_float(value):
    """The nearest number of 32 bits."""
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _log_uniform(rng, low, high):
    return 10 ** rng.uniform(low, high)


# name: (weight of the choice, one value). A name's first word is the kind.
_NOT_NEGATIVE = {
    "int small": (6, lambda r: r.randint(1, 64)),
    "int alike": (2, lambda r: 1),
    "int few": (3, lambda r: r.randint(0, 3)),
    "int zero": (2, lambda r: 0),
    "int int32 max": (4, lambda r: INT32_MAX - r.choice((0, 0, 1, 7))),
    "int 2^30": (2, lambda r: 2**30 + r.randint(-3, 3)),
    "int any size": (2, lambda r: r.randint(0, 2 ** r.randint(1, 31) - 1)),
    "int int64": (3, lambda r: r.randint(2**31, 2**45)),
    "int int64 max": (2, lambda r: INT64_MAX - r.choice((0, 0, 1, 2**40))),
    "real unit": (5, lambda r: r.random()),
    "real one": (1, lambda r: 1.0),
    "real zero": (2, lambda r: 0.0),
    "real zeros and ones": (2, lambda r: float(r.randint(0, 1))),
    "real ones and 1e8": (2, lambda r: 1e8 if r.random() < 0.05 else 1.0),
    "real ones and 1e11": (2, lambda r: 1e11 if r.random() < 0.05 else 1.0),
    "real 1e-30 to 1e30": (4, lambda r: _log_uniform(r, -30, 30)),
    "real denormal": (2, lambda r: r.choice((5e-324, 1e-310, 1e-45, 1e-40, 0.0))),
    "real float max": (1, lambda r: r.choice((FLOAT_MAX, FLOAT_MAX / 2, 1.0))),
    "real double max": (1, lambda r: r.choice((1.7976931348623157e308, 1e300, 1.0))),
}
_NEGATIVE = {
    "int negative": (2, lambda r: r.randint(-10, 10)),
    "int int32 min": (1, lambda r: r.choice((-(2**31), -(2**31) + 1, INT32_MAX, 0))),
    "int int64 min": (1, lambda r: r.choice((-(2**63), -(2**63) + 1, INT64_MAX, 0))),
    "real negative": (2, lambda r: r.uniform(-1, 1)),
    "real any sign": (1, lambda r: r.choice((-1, 1)) * _log_uniform(r, -30, 30)),
    "real -0": (1, lambda r: r.choice((-0.0, 0.0))),
}
_MODERATE = {
    "int small": _NOT_NEGATIVE["int small"],
    "int few": _NOT_NEGATIVE["int few"],
    "real unit": (6, lambda r: r.random()),
    "real 1e-3 to 1e3": (3, lambda r: _log_uniform(r, -3, 3)),
}


_BEYOND_FLOAT = {"real beyond float": (1, lambda r: r.choice((0.0, 1.0, 1.0, 1.0, 1e-300, 1e300)))}


def random_weights(rng, count, sign):
    """`sign`: "any", "not negative", "whole" (not negative), or "moderate" or "beyond float" for simulations. None if
    edges have no weights."""
    families = {"any": {**_NOT_NEGATIVE, **_NEGATIVE}, "not negative": _NOT_NEGATIVE, "moderate": _MODERATE,
                "beyond float": _BEYOND_FLOAT,
                "whole": {name: _NOT_NEGATIVE[name] for name in _NOT_NEGATIVE if name.startswith("int ")}}[sign]
    if rng.random() < 0.15:
        return None, "none"
    name = rng.choices(list(families), [share for share, _ in families.values()])[0]
    return [families[name][1](rng) for _ in range(count)], name


def type_of(weights):
    """What a reader makes of weights if it is not told: the narrowest type that holds them."""
    if weights is None:
        return "none"
    if any(isinstance(w, float) for w in weights):
        return "double"
    return "int32" if all(-(2**31) <= w <= INT32_MAX for w in weights) else "int64"


def convert(weights, wanted):
    """The weights as a reader takes them that is told the type; None where it must refuse."""
    if weights is None or wanted == "none":
        return None
    if wanted in ("int32", "int64"):
        return weights
    return [to_float(w) if wanted == "float" else float(w) for w in weights]


def possible_types(weights):
    """The types that hold the weights; float rounds."""
    if not weights:
        return ["auto"]
    narrowest = type_of(weights)
    types = {"int32": ["int32", "int64"], "int64": ["int64"], "double": []}.get(narrowest, [])
    if all(abs(w) <= 2**53 if isinstance(w, int) else True for w in weights):
        types = types + ["double"]
        if all(abs(w) <= FLOAT_MAX for w in weights):
            types = types + ["float"]
    return ["auto", "auto", "none"] + types * 2
