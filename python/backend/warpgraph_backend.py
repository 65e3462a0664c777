# SPDX-License-Identifier: Apache-2.0
"""scikit-build-core, whose wheels with CUDA get the name of CUDA's release: warpgraph-cu13.

A project has one name in pyproject.toml, so the wheel is renamed when it is built: its metadata, and nothing else.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

_NAME = "warpgraph"


def __getattr__(hook):
    """The hooks that stay as they are."""
    return getattr(_scikit_build_core(), hook)


def _scikit_build_core():
    from scikit_build_core import build

    return build


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = _scikit_build_core().build_wheel(wheel_directory, config_settings)
    suffix = suffix_for(config_settings)
    return renamed(Path(wheel_directory) / name, suffix).name if suffix else name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    name = _scikit_build_core().prepare_metadata_for_build_wheel(metadata_directory, config_settings)
    suffix = suffix_for(config_settings)
    if not suffix:
        return name
    folder = Path(metadata_directory) / name
    metadata = folder / "METADATA"
    metadata.write_text(_metadata(metadata.read_text(encoding="utf-8"), suffix), encoding="utf-8")
    return folder.rename(folder.with_name(_file_name(name, suffix))).name


def suffix_for(config_settings):
    """ "cu13" of a build with CUDA 13, and "" of one for the host."""
    wanted = {}
    for name, value in (config_settings or {}).items():
        wanted[name.replace("skbuild.", "", 1)] = value[-1] if isinstance(value, list) else value
    cuda = wanted.get("cmake.define.WARPGRAPH_CUDA")
    if cuda is None:
        given = " ".join(os.environ.get(name, "") for name in ("SKBUILD_CMAKE_DEFINE", "SKBUILD_CMAKE_ARGS", "CMAKE_ARGS"))
        found = re.search(r"WARPGRAPH_CUDA(?::\w+)?=(\w+)", given)
        cuda = found[1] if found else "OFF"
    if str(cuda).upper() not in ("ON", "1", "TRUE", "YES", "Y"):
        return ""
    return f"cu{cuda_major(wanted.get('cmake.define.CMAKE_CUDA_COMPILER'))}"


def cuda_major(compiler=None):
    """The release of nvcc, which is looked for where CMake does."""
    homes = [os.environ[name] for name in ("CUDA_HOME", "CUDA_PATH") if name in os.environ]
    places = [f"{home}/bin" for home in homes] + os.environ.get("PATH", "").split(os.pathsep)
    places += ["/usr/local/cuda/bin", "/opt/cuda/bin"]
    nvcc = compiler or os.environ.get("CUDACXX") or shutil.which("nvcc", path=os.pathsep.join(places))
    if nvcc is None:
        raise RuntimeError("WARPGRAPH_CUDA=ON, but there is no nvcc on the PATH or in CUDA_HOME")
    says = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"release (\d+)\.", says)[1])


def renamed(wheel, suffix):
    """The wheel under its other name, which takes its place."""
    other = wheel.with_name(_file_name(wheel.name, suffix))
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as new:
        record = None
        rows = {}
        for entry in old.infolist():
            content = old.read(entry)
            folder, slash, rest = entry.filename.partition("/")
            if folder.endswith(".dist-info"):
                entry.filename = _file_name(folder, suffix) + slash + rest
                if rest == "METADATA":
                    content = _metadata(content.decode("utf-8"), suffix).encode("utf-8")
                    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                    rows[rest] = f"{entry.filename},sha256={digest},{len(content)}"
                if rest == "RECORD":
                    record = entry, content
                    continue
            new.writestr(entry, content)
        entry, content = record
        new.writestr(entry, _record(content.decode("utf-8"), rows, suffix))
    wheel.unlink()
    return other


def _file_name(name, suffix):
    return re.sub(rf"^{_NAME}-", f"{_NAME}_{suffix}-", name)


def _record(text, rows, suffix):
    lines = []
    for line in text.splitlines():
        folder, slash, rest = line.partition("/")
        if not folder.endswith(".dist-info"):
            lines.append(line)
        else:
            lines.append(rows.get(rest.split(",")[0], _file_name(folder, suffix) + slash + rest))
    return "\n".join(lines) + "\n"


def _metadata(text, suffix):
    """NCCL is an extra: it is opened when it is there."""
    head, blank, readme = text.partition("\n\n")
    head = re.sub(rf"(?m)^Name: {_NAME}$", f"Name: {_NAME}-{suffix}", head)
    head += f"\nProvides-Extra: nccl\nRequires-Dist: nvidia-nccl-{suffix}; extra == 'nccl'"
    return head + blank + readme
