# SPDX-License-Identifier: Apache-2.0
import os

import pytest

os.environ.setdefault("WARPGRAPH_DEVICES", "host")


@pytest.fixture(params=["host", "host:2", "host:3"])
def devices(request):
    """One virtual device, and several."""
    return request.param
