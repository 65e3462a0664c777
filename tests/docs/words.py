#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Turns of phrase that readers had to read twice, in comments and on pages. There are none in public headers and in docs/;
# elsewhere there are no more than LIMITS says, and a change that mends some lowers the limit.
#
#   words.py check ROOT
#   words.py list ROOT [FOLDER...]     each with its file and line
import re
import subprocess
import sys
from pathlib import Path

TURNS = {
    "begins with 'Of'": r"^Of\b",
    "who or nobody": r"\b(?:who|whom|whoever|nobody|everybody|somebody)\b",
    "so many": r"\bso many\b",
    "anew": r"\banew\b",
    "all the same": r"\ball the same\b",
    "a verb without its subject": r"^(?:Leaves|Tells|Takes|Asks|Gives|Brings)\b(?! care)",
}
# "who" where it speaks of people.
PEOPLE = re.compile(r"\b(?:those|users?|people|readers?|anyone|callers?|person|maintainers?|somebody|team) who\b|\bwho (?:use|write|read|link)s?\b")
LIMITS = {"comments": 195}


def kind_of(path):
    if path.suffix == ".md":
        return None if path.name == "CHANGELOG.md" else "pages"
    if path.suffix not in {".hpp", ".cpp", ".h", ".c", ".cuh", ".cu"}:
        return None
    is_public = "include" in path.parts and "detail" not in path.parts
    return "public headers" if is_public else "comments"


# (line, text) of each paragraph: of a page's prose, or of comments on lines that follow each other.
def paragraphs(path, text):
    if path.suffix == ".md":
        text = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.S | re.M)
        lines = [re.sub(r"^\s*(?:[-*|>]|#+|\d+\.)\s+", "", line) if re.match(r"^\s*(?:[-*|>]|#+|\d+\.)\s", line) else line
                 for line in text.splitlines()]
        starts = [re.match(r"^\s*(?:[-*|>]|#+|\d+\.)\s", line) is not None for line in text.splitlines()]
    else:
        found = [re.search(r'(?<![:"\w/])//+\s?(.*)$', line) for line in text.splitlines()]
        lines = [match[1] if match else "" for match in found]
        starts = [False] * len(lines)
    first, words = 0, []
    for number, line in enumerate([*lines, ""], 1):
        if words and (not line.strip() or (number <= len(starts) and starts[number - 1])):
            yield first, words
            words = []
        if line.strip():
            first = first if words else number
            words.append(line)


def turns(path, text):
    for first, lines in paragraphs(path, text):
        joined, places = "", []
        for number, line in enumerate(lines, first):
            places.append((len(joined), number))
            joined += line.strip() + " "
        sentences = re.finditer(r"(?:^|(?<=[.!?:;] )|(?<=\| ))[^ ].*?(?=(?<=[.!?:;]) |$)", joined)
        for sentence in sentences:
            for name, pattern in TURNS.items():
                for match in re.finditer(pattern, PEOPLE.sub("", sentence[0])):
                    at = sentence.start() + match.start()
                    yield max(number for begin, number in places if begin <= at or begin == 0), name, sentence[0]


def found_in(root, folders):
    files = subprocess.run(["git", "ls-files", "-z", *folders], cwd=root, check=True, stdout=subprocess.PIPE).stdout
    for name in filter(None, files.decode().split("\0")):
        path = Path(name)
        kind = kind_of(path)
        if kind and (root / path).is_file():
            for line, turn, sentence in turns(path, (root / path).read_text(errors="replace")):
                yield kind, f"{name}:{line}: {turn}: {sentence[:110]}"


def main(command, root, *folders):
    root = Path(root)
    if command not in {"check", "list"}:
        sys.exit("usage: words.py check ROOT | list ROOT [FOLDER...]")
    if subprocess.run(["git", "-C", root, "rev-parse"], stderr=subprocess.DEVNULL).returncode != 0:
        sys.exit(77)  # no clone: what is the project's is not known
    found = {}
    for kind, where in found_in(root, folders):
        found.setdefault(kind, []).append(where)
    if command == "list":
        print("\n".join(where for kind in found for where in found[kind]))
        return
    too_many = {kind: places for kind, places in found.items() if len(places) > LIMITS.get(kind, 0)}
    for kind, places in too_many.items():
        shown = places if kind not in LIMITS else places[:5]
        print(f"{kind}: {len(places)}, and at most {LIMITS.get(kind, 0)} are allowed", *shown, sep="\n")
    print({kind: len(places) for kind, places in found.items()})
    sys.exit(1 if too_many else 0)


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["", "."]))
