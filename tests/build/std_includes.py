# SPDX-License-Identifier: Apache-2.0
"""The names of the standard library that a file uses, of those listed here, come from headers that it includes.

    std_includes.py check FOLDER...    the C++ files below them; prints what is missing
    std_includes.py planted            finds a planted mistake

Builds begin with a precompiled standard library, so a compiler no longer finds it. A source may leave to its own header
what that includes."""

import pathlib
import re
import sys

# One of these headers is enough for the name.
_HEADERS = {
    "algorithm": "sort stable_sort max min clamp minmax copy_n find find_if fill fill_n all_of any_of none_of count_if "
                 "lower_bound upper_bound equal_range binary_search is_sorted max_element min_element reverse unique "
                 "nth_element merge set_intersection transform remove_if shuffle partition_point replace",
    "array": "array to_array",
    "atomic": "atomic atomic_ref memory_order_relaxed memory_order_acquire memory_order_release atomic_thread_fence",
    "bit": "bit_cast popcount countl_zero countr_zero bit_ceil bit_floor bit_width has_single_bit endian",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "cmath": "isnan isinf isfinite sqrt pow log log2 exp ceil floor fabs ldexp frexp lround llround hypot nextafter",
    "condition_variable": "condition_variable",
    "deque": "deque",
    "exception": "exception_ptr current_exception rethrow_exception uncaught_exceptions terminate",
    "filesystem": "filesystem",
    "fstream": "ifstream ofstream fstream filebuf",
    "functional": "function plus less greater invoke reference_wrapper ref cref",
    "future": "future promise async",
    "iomanip": "setw setprecision setfill",
    "iostream": "cout cerr cin",
    "iterator": "back_inserter ostream_iterator istreambuf_iterator make_move_iterator distance next prev",
    "limits": "numeric_limits",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared addressof",
    "mutex": "mutex lock_guard unique_lock scoped_lock call_once once_flag",
    "numeric": "accumulate iota partial_sum exclusive_scan inclusive_scan gcd inner_product",
    "optional": "optional nullopt make_optional",
    "queue": "queue priority_queue",
    "random": "mt19937 mt19937_64 uniform_int_distribution uniform_real_distribution random_device",
    "set": "set multiset",
    "shared_mutex": "shared_mutex shared_lock",
    "span": "span as_bytes as_writable_bytes",
    "sstream": "ostringstream istringstream stringstream",
    "stdexcept": "runtime_error logic_error invalid_argument out_of_range length_error",
    "string": "string to_string stoi stol stoul stod getline",
    "string_view": "string_view",
    "thread": "thread jthread this_thread",
    "tuple": "tuple tie make_tuple forward_as_tuple",
    "type_traits": "is_same_v conditional_t is_floating_point_v is_integral_v remove_cvref_t invoke_result_t enable_if_t "
                   "is_invocable_v type_identity_t is_void_v make_unsigned_t underlying_type_t",
    "typeindex": "type_index",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "move forward pair exchange swap declval in_place make_pair index_sequence integer_sequence as_const "
               "make_index_sequence index_sequence_for cmp_less unreachable",
    "variant": "variant visit get_if holds_alternative monostate variant_alternative_t variant_size_v",
    "vector": "vector",
}
_BY_NAME = {name: header for header, names in _HEADERS.items() for name in names.split()}
# What these headers bring in the standard libraries that we build with.
_ALSO = {"string": {"string_view"}, "iostream": {"string"}, "sstream": {"string"}, "fstream": {"string"},
         "concepts": {"type_traits"}, "tuple": {"utility"}, "map": {"utility"}, "functional": {"type_traits"},
         "vector": {"utility"}, "variant": {"utility", "type_traits"}, "optional": {"utility", "type_traits"},
         "memory": {"utility", "type_traits"}, "unordered_map": {"utility"}, "ranges": {"iterator", "utility"},
         "algorithm": {"utility"}, "string_view": {"iterator"}, "span": {"iterator"}, "array": {"utility", "iterator"}}
_USE = re.compile(r"\bstd::(?:ranges::)?(\w+)")
_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


def _includes(text):
    return [(kind == '"', name) for kind, name in _INCLUDE.findall(text)]


def _headers_of(path, roots, text):
    """The standard headers that a file includes, and those of its own header, which has the same name."""
    headers = {name for _, name in _includes(text)}
    if path.suffix != ".hpp":
        own = [(is_near, name) for is_near, name in _includes(text) if pathlib.Path(name).stem == path.stem]
        for is_near, name in own[:1]:
            for folder in ([path.parent] if is_near else roots):
                file = folder / name
                if file.exists():
                    headers |= {name for _, name in _includes(file.read_text())}
    return headers.union(*(_ALSO.get(header, set()) for header in headers))


def missing(path, roots, text):
    headers = _headers_of(path, roots, text)
    found = {}
    for name in _USE.findall(_NOISE.sub(" ", _INCLUDE.sub("", text))):
        header = _BY_NAME.get(name)
        if header is not None and header not in headers:
            found.setdefault(header, name)
    return found


def _check(folders):
    files = [path for folder in folders for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix in
             (".hpp", ".cpp", ".cuh", ".cu")]
    roots = {path for folder in folders for name in ("include", "src") for path in pathlib.Path(folder).rglob(name)
             if path.is_dir()}
    roots |= {pathlib.Path(folder) for folder in folders}
    wrong = 0
    for path in files:
        for header, name in missing(path, roots, path.read_text()).items():
            print(f"{path}: uses std::{name} and does not include <{header}>")
            wrong += 1
    print(f"{len(files)} files, {wrong} missing includes")
    return wrong == 0 and len(files) > 0


def _planted():
    right = "#include <vector>\nstd::vector<int> v;  // std::map\n"
    wrong = right + "std::optional<int> o;\n"
    path = pathlib.Path("planted.hpp")
    return not missing(path, [], right) and missing(path, [], wrong) == {"optional": "optional"}


if __name__ == "__main__":
    sys.exit(not (_planted() if sys.argv[1] == "planted" else _check(sys.argv[2:])))
