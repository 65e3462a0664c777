#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The raw results behind docs/benchmarks.md and its pages. They lie in one archive, docs/benchmarks/raw.tar.xz. Needs nothing
# but Python, and fetches nothing.
#
#   raw.py list                     the files: name, rows, machine if the file says it
#   raw.py table NAME [COLUMN...]   a file's rows as a Markdown table; of these columns alone
#   raw.py extract FOLDER [NAME...] the JSON files themselves, all or these
#   raw.py add FILE.json...         puts files into the archive, in place of files of the same name
#   raw.py check                    whether the pages name all files, and no others
import io
import json
import re
import sys
import tarfile
from pathlib import Path

ARCHIVE = Path(__file__).resolve().parents[2] / "docs/benchmarks/raw.tar.xz"
# Of Google Benchmark's keys, what says how it ran rather than what it found.
NOISE = {"family_index", "per_family_instance_index", "run_name", "run_type", "repetitions", "repetition_index", "threads",
         "aggregate_name", "aggregate_unit", "iterations", "time_unit", "cpu_time"}


def load():
    with tarfile.open(ARCHIVE) as archive:
        return {Path(member.name).stem: archive.extractfile(member).read() for member in archive if member.isfile()}


# The records in a file, wherever they lie: dictionaries of plain values. `of` names the keys that lead to one.
def rows_of(data, path=()):
    if isinstance(data, list):
        return [row for each in medians(data) if isinstance(each, dict) for row in rows_of(each, path)]
    nested = {key: value for key, value in data.items() if is_nested(value)}
    if not nested or "graph" in data:
        return [({"of": " ".join(path)} if path else {}) | data]
    # What lies beside lists of records is of the run, not a result.
    below = {key: value for key, value in nested.items() if key != "context"}
    return [row for key, value in below.items() for row in rows_of(value, path if isinstance(value, list) else (*path, key))]


def is_nested(value):
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


# Google Benchmark's medians, where it repeated.
def medians(rows):
    repeated = any(isinstance(row, dict) and row.get("aggregate_name") == "median" for row in rows)
    return [row for row in rows if row.get("aggregate_name") == "median"] if repeated else rows


def as_text(value):
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e6 else f"{value:.4e}"
    if isinstance(value, (list, dict)):
        return json.dumps(value)
    return str(value)


def table(rows, columns):
    if not columns:
        seen = {key: None for row in rows for key in row}  # in the order in which they first occur
        columns = [key for key in seen if key not in NOISE]
    yield columns
    yield ["---"] * len(columns)
    for row in rows:
        yield [as_text(row[key]) if key in row else "" for key in columns]


def machine_of(data):
    if not isinstance(data, dict):
        return ""
    return data.get("machine") or data.get("context", {}).get("machine") or ""


def main(arguments):
    command, *rest = arguments or ["--help"]
    if command == "list":
        for name, text in load().items():
            data = json.loads(text)
            print(f"{name:28} {len(rows_of(data)):5} rows  {machine_of(data)}".rstrip())
    elif command == "table" and rest:
        files = load()
        if rest[0] not in files:
            sys.exit(f"raw.py: no file {rest[0]}; there are: {', '.join(files)}")
        rows = rows_of(json.loads(files[rest[0]]))
        unknown = [key for key in rest[1:] if not any(key in row for row in rows)]
        if unknown:
            sys.exit(f"raw.py: {rest[0]} has no column {unknown[0]}")
        for cells in table(rows, rest[1:]):
            print("| " + " | ".join(cells) + " |")
    elif command == "extract" and rest:
        files = load()
        Path(rest[0]).mkdir(parents=True, exist_ok=True)
        for name in rest[1:] or files:
            if name not in files:
                sys.exit(f"raw.py: no file {name}")
            (Path(rest[0]) / f"{name}.json").write_bytes(files[name])
    elif command == "add" and rest:
        files = load()
        for path in map(Path, rest):
            json.loads(path.read_bytes())  # throws if it is no JSON
            files[path.stem] = path.read_bytes()
        save(files)
    elif command == "check":
        check(load())
    else:
        sys.exit("usage: raw.py list | table NAME [COLUMN...] | extract FOLDER [NAME...] | add FILE.json... | check")


# Names of raw results end with the machine that they are of.
def check(files):
    pages = "".join(page.read_text() for page in ARCHIVE.parents[1].rglob("*.md"))
    named = set(re.findall(r"`([a-z0-9-]+-(?:h[12]00|[0-9]+-cores|model)(?:-[0-9]+)?)`", pages))
    wrong = [f"no page of docs names the raw results {name}" for name in sorted(set(files) - named)]
    wrong += [f"a page of docs names raw results that are not there: {name}" for name in sorted(named - set(files))]
    wrong += [f"{name} has no rows" for name, data in files.items() if not rows_of(json.loads(data))]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(files)} files")


# In the order of the names and without times or owners, so that the same files make the same archive.
def save(files):
    with tarfile.open(ARCHIVE, "w:xz") as archive:
        for name in sorted(files):
            member = tarfile.TarInfo(f"{name}.json")
            member.size = len(files[name])
            archive.addfile(member, io.BytesIO(files[name]))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BrokenPipeError:
        sys.exit(0)
