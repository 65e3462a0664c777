# SPDX-License-Identifier: Apache-2.0
"""What the wheel has for programs in C++."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import warpgraph as wg

pytestmark = pytest.mark.skipif(not os.path.isdir(wg.get_include()), reason="not installed from a wheel")

CMAKE = """
cmake_minimum_required(VERSION 3.24)
project(user LANGUAGES CXX)
find_package(warpgraph REQUIRED COMPONENTS runtime framework algorithms)
add_executable(user user.cpp)
warpgraph_target_kernels(user user.cpp)
target_link_libraries(user PRIVATE warpgraph::warpgraph)
"""
PROGRAM = """
#include <iostream>
#include <warpgraph/runtime/runtime.hpp>
int main() { std::cout << warpgraph::Runtime("host:2").device_count(); }
"""


def test_the_library_is_there():
    assert Path(wg.get_library()).exists()


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs CMake")
def test_a_project_finds_the_package_and_links_it(tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "user.cpp").write_text(PROGRAM)
    prefix = Path(wg.__file__).parent
    for command in (
        ["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug"],
        ["cmake", "--build", "build"],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
    assert subprocess.run([tmp_path / "build" / "user"], capture_output=True, text=True).stdout == "2"
