# SPDX-License-Identifier: Apache-2.0
"""Names of Python in C++."""

from __future__ import annotations

KEYWORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
    concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do
    double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
    new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return
    short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
    typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq std warpgraph errno assert stdin
    stdout stderr unix linux major minor""".split()
)


def cpp_name(name):
    """The name in C++: as it is, unless C++ or a macro has it."""
    if name in KEYWORDS or (name.isupper() and len(name) > 1) or name.startswith("_") or not name.isascii():
        return "py_" + "".join(c if c.isascii() else f"u{ord(c):x}_" for c in name)
    return name
