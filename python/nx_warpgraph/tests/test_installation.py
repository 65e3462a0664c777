# SPDX-License-Identifier: Apache-2.0
"""What the distribution needs, and what is said where a package is not there."""
import importlib.metadata
import re
import subprocess
import sys

# Imports of the packages in `absent` fail as they do where these are not installed.
BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError("No module named " + repr(name), name=name)
sys.meta_path.insert(0, Blocked())
"""


def said_without(absent, code):
    program = BLOCKED.format(absent=absent) + code
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stderr


def test_an_extra_chooses_the_wheel_of_warpgraph():
    wanted = [re.split(r"\s*;\s*extra == ", each) for each in importlib.metadata.requires("nx-warpgraph")]
    wheels = {extra.strip("\"'"): name for name, *rest in wanted for extra in rest if name.startswith("warpgraph")}
    assert wheels == {"cpu": "warpgraph", "cu12": "warpgraph-cu12", "cu13": "warpgraph-cu13"}
    assert not any(name.startswith("warpgraph") for name, *rest in wanted if not rest)


def test_without_the_package_warpgraph_a_call_says_what_to_install():
    said = said_without(["warpgraph"], "import networkx as nx; nx.pagerank(nx.path_graph(3), backend='warpgraph')")
    assert 'ImportError: nx-warpgraph needs the package warpgraph: pip install "nx-warpgraph[cpu]"' in said


def test_packages_that_may_be_absent_are_not_needed():
    said = said_without(["pandas", "scipy"], """
import networkx as nx
nx.config.warnings_to_ignore.add("cache")
graph = nx.gnp_random_graph(30, 0.2, seed=1)
for name in ("pagerank", "hits", "core_number", "single_source_dijkstra", "minimum_spanning_tree", "triangles",
             "closeness_centrality", "betweenness_centrality", "diameter"):
    getattr(nx, name)(graph, *[0] * (name == "single_source_dijkstra"), backend="warpgraph")
""")
    assert said == ""
