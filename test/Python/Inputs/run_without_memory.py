"""Calls kernels of objects while each of their allocations fails, one after the other.

Takes folders with kernel.so and operands.npz, whose results are called out_NAME.
"""

import ctypes
import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import spindle

PROCESS = ctypes.CDLL(None)
PROCESS.fail_at.argtypes = (ctypes.c_size_t, ctypes.c_size_t, ctypes.c_long)
PROCESS.count_live.restype = PROCESS.count_calls.restype = ctypes.c_long
UNTOUCHED = -77


def find_code(path):
    """Where the object is in memory."""
    places = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        if line.endswith(str(path)):
            places += [int(place, 16) for place in line.split()[0].split("-")]
    return min(places), max(places)


def read_operands(path):
    """The operands, and the results that are right."""
    operands, results = {}, {}
    with np.load(path) as held:
        for name in held.files:
            if name.startswith("out_"):
                results[name.removeprefix("out_")] = held[name]
            elif name.endswith(".indptr"):
                name = name.removesuffix(".indptr")
                parts = [held[f"{name}.{part}"] for part in ("data", "indices", "indptr")]
                operands[name] = sp.csr_array(tuple(parts), shape=tuple(held[f"{name}.shape"]))
            elif "." not in name:
                operands[name] = held[name]
    return operands, results


def check(folder):
    (kernel,) = spindle.load_kernels(folder / "kernel.so").values()
    code = find_code(folder / "kernel.so")
    operands, wanted = read_operands(folder / "operands.npz")
    for number in range(1, 1000):
        given = {name: np.full_like(right, UNTOUCHED) for name, right in wanted.items()}
        PROCESS.fail_at(*code, number)
        failure = ""
        try:
            kernel(**operands, **given, threads=2)
        except MemoryError as error:
            failure = str(error)
        live, calls = PROCESS.count_live(), PROCESS.count_calls()
        PROCESS.fail_at(0, 0, 0)
        assert live == 0, f"{folder.name}: {live} allocations are left after {number}"
        if not failure:
            break
        assert " bytes of memory for what the kernel makes on the way" in failure, failure
        for name, array in given.items():
            assert (array == UNTOUCHED).all(), f"{folder.name}: {name} was written at {number}"
    assert calls == number - 1, f"{folder.name}: {calls} calls but {number} tries"
    assert calls > 0, f"{folder.name}: nothing is allocated"
    for name, right in wanted.items():
        np.testing.assert_array_equal(given[name], right)
    print(folder.name, calls)


for word in sys.argv[1:]:
    check(Path(word))
