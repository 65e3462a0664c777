# SPDX-License-Identifier: Apache-2.0
"""The name of wheels with CUDA."""

import base64
import hashlib
import importlib.util
import zipfile
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[1] / "backend" / "warpgraph_backend.py"
spec = importlib.util.spec_from_file_location("warpgraph_backend", FILE)
backend = importlib.util.module_from_spec(spec)
spec.loader.exec_module(backend)

METADATA = "Metadata-Version: 2.1\nName: warpgraph\nVersion: 0.1.0\nRequires-Dist: numpy\n\n# Name: warpgraph\n"


@pytest.fixture
def wheel(tmp_path):
    path = tmp_path / "warpgraph-0.1.0-cp312-abi3-linux_x86_64.whl"
    files = {
        "warpgraph/__init__.py": "x = 1\n",
        "warpgraph-0.1.0.dist-info/METADATA": METADATA,
        "warpgraph-0.1.0.dist-info/WHEEL": "Wheel-Version: 1.0\n",
        "warpgraph-0.1.0.dist-info/licenses/LICENSE": "Apache\n",
    }
    record = "".join(f"{name},sha256={hash_of(text)},{len(text)}\n" for name, text in files.items())
    files["warpgraph-0.1.0.dist-info/RECORD"] = record + "warpgraph-0.1.0.dist-info/RECORD,,\n"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def hash_of(text):
    content = text if isinstance(text, bytes) else text.encode()
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def test_a_wheel_is_renamed_with_all_its_metadata(wheel):
    other = backend.renamed(wheel, "cu13")
    assert other.name == "warpgraph_cu13-0.1.0-cp312-abi3-linux_x86_64.whl"
    assert not wheel.exists()
    with zipfile.ZipFile(other) as archive:
        names = archive.namelist()
        metadata = archive.read("warpgraph_cu13-0.1.0.dist-info/METADATA").decode()
        record = archive.read("warpgraph_cu13-0.1.0.dist-info/RECORD").decode().splitlines()
        assert sorted(line.split(",")[0] for line in record) == sorted(names)
        for line in record[:-1]:
            name, digest, size = line.split(",")
            content = archive.read(name)
            assert (digest, int(size)) == (f"sha256={hash_of(content)}", len(content)), name
    assert "warpgraph/__init__.py" in names
    assert "\nName: warpgraph-cu13\n" in metadata
    assert "\nRequires-Dist: nvidia-nccl-cu13; extra == 'nccl'\n" in metadata
    assert metadata.endswith("\n\n# Name: warpgraph\n")


@pytest.mark.parametrize(
    "settings, suffix",
    [
        (None, ""),
        ({"cmake.define.WARPGRAPH_CUDA": "OFF"}, ""),
        ({"cmake.define.WARPGRAPH_CUDA": "ON"}, "cu13"),
        ({"skbuild.cmake.define.WARPGRAPH_CUDA": ["OFF", "on"]}, "cu13"),
        ({"cmake.define.WARPGRAPH_CUDA": "ON", "cmake.define.CMAKE_CUDA_COMPILER": "12"}, "cu12"),
    ],
)
def test_the_settings_say_whether_there_is_cuda(settings, suffix, monkeypatch):
    monkeypatch.setattr(backend, "cuda_major", lambda compiler: compiler or 13)
    monkeypatch.delenv("CMAKE_ARGS", raising=False)
    assert backend.suffix_for(settings) == suffix


@pytest.mark.parametrize(
    "name, value", [("CMAKE_ARGS", "-G Ninja -DWARPGRAPH_CUDA:STRING=ON"), ("SKBUILD_CMAKE_DEFINE", "WARPGRAPH_CUDA=ON;A=B")]
)
def test_the_environment_says_it_too(name, value, monkeypatch):
    monkeypatch.setattr(backend, "cuda_major", lambda compiler: 13)
    monkeypatch.setenv(name, value)
    assert backend.suffix_for({}) == "cu13"


def test_the_release_is_that_of_nvcc(tmp_path):
    nvcc = tmp_path / "nvcc"
    nvcc.write_text("#!/bin/sh\necho Cuda compilation tools, release 13.0, V13.0.88\n")
    nvcc.chmod(0o755)
    assert backend.cuda_major(str(nvcc)) == 13
