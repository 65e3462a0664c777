# SPDX-License-Identifier: Apache-2.0
"""Arrays of whole numbers as `rank` and `tree` read and write them: .npy, .bin and text."""

import ast
import struct

from .process import Finding

CODES = {"<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q"}


def write_numbers(path, numbers, kind):
    """`kind`: of CODES. -1 is all ones where numbers have no sign."""
    code, size = CODES[kind], 4 if kind.endswith("4") else 8
    if path.endswith(".txt"):
        with open(path, "w") as file:
            file.writelines(f"{number}\n" for number in numbers)
        return
    held = [number % 2**(8 * size) if code in "IQ" else number for number in numbers]
    data = struct.pack(f"<{len(held)}{code}", *held)
    if path.endswith(".npy"):
        head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(held)},), }}"
        head += " " * (-(len(head) + 11) % 64) + "\n"
        data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data
    with open(path, "wb") as file:
        file.write(data)


def read_numbers(path, count, kind):
    """`kind` is that of a .bin file."""
    if path.endswith(".txt"):
        with open(path) as file:
            numbers = [int(line) for line in file.read().splitlines()]
    else:
        with open(path, "rb") as file:
            data = file.read()
        if path.endswith(".npy"):
            length = struct.unpack("<H", data[8:10])[0]
            kind, data = ast.literal_eval(data[10:10 + length].decode())["descr"], data[10 + length:]
        numbers = list(struct.unpack(f"<{len(data) // int(kind[2])}{CODES[kind]}", data))
    if len(numbers) != count:
        raise Finding("wrong result", f"{len(numbers)} numbers, and not {count}")
    return numbers
