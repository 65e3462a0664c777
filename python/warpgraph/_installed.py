# SPDX-License-Identifier: Apache-2.0
"""Whether several wheels of Warpgraph are installed. They have the same files, and pip lets each overwrite the others'."""

import os
import re
import warnings

_FOLDER = re.compile(r"(warpgraph(?:_cu\d+)?)-[^-]+\.dist-info")


def wheels_in(folder):
    """The names of the wheels that are installed in a folder: ["warpgraph", "warpgraph-cu13"]."""
    try:
        found = [_FOLDER.fullmatch(name) for name in os.listdir(folder)]
    except OSError:  # the package is in an archive
        return []
    return sorted({match[1].replace("_", "-") for match in found if match})


def warn_of_several(folder):
    names = wheels_in(folder)
    if len(names) > 1:
        warnings.warn(
            f"{' and '.join(names)} are installed together in {folder}, where each overwrites files of the others; "
            f"uninstall them and install one: pip uninstall {' '.join(names)}",
            RuntimeWarning,
            stacklevel=3,
        )
