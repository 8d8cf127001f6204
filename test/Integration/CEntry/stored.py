# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
"""Saved programs on the arrays of every other kind of format, as --dump-storage prints
them, against what sparse-run itself computes."""

import sys
from pathlib import Path

import numpy as np
from contract import Contract
from kernels import Kernel, dense
from storage import SIZES, store
from totals import Totals

#: Names of kernels, programs, and formats of A.
CASES = [
    ("panels", "spmm", "panel(4,4)"),
    ("pairs", "spmv", "dbsr(2,3,pos=i64,crd=i64)"),
    ("bits", "spmm", "dense(bitmap)"),
    ("whole", "sddmm", "bsr(2,3,full)"),
    ("ragged", "segment_reduce", "ragged"),
    ("turned", "mttkrp", "csf(2,0,1,pos=i64,crd=i16)"),
    ("own", "spmv", "(i,j)->(i:dense,j floordiv 2:compressed,j mod 2:fixed(2))"),
]


def check(totals: Totals, symbol: str, program: str, layout: str) -> None:
    """Calls one kernel, and runs sparse-run, on the same operands."""
    options = ["--format", f"A={layout}"]
    kernel = Kernel(Path().absolute(), program, *options, symbol=symbol)
    operands = Contract(kernel.declaration).operands
    rng = np.random.default_rng(5)
    given, written, outputs = {}, {}, []
    for operand in operands[1:]:
        shape = [SIZES[dim] for dim in operand.dims]
        array = rng.integers(-4, 5, shape).astype(np.float32)
        if not operand.is_written:
            np.save(f"{operand.name}.npy", array)
            given |= dense(operand.name, array)
            continue
        outputs += ["--out", f"{operand.name}={operand.name}.npy"]
        written[operand.name] = array
    read = [operand.name for operand in operands[1:] if not operand.is_written]
    stored = store(program, read, *options, *outputs)
    for name, array in written.items():
        if f"{name}_values" in (parameter[2] for parameter in kernel.parameters):
            array = written[name] = np.full(stored["A_values"].size, 9, np.float32)
            given[f"{name}_values"] = array
        else:
            given |= dense(name, array)
    status, text = kernel(**stored, **given)
    for name, array in written.items():
        totals.compared += 1
        if status or not agrees(array, np.load(f"{name}.npy")):
            totals.failures.append(f"{symbol}, {name}: {status} {text}")


def agrees(found: np.ndarray, expected: np.ndarray) -> bool:
    """Whether all values agree; of a structure, those that are elements."""
    if found.ndim != expected.ndim:
        return False
    if found.size != expected.size:
        found = found[found != 9]
    return found.size == expected.size and np.allclose(found, expected, rtol=1e-5)


def main() -> int:
    totals = Totals()
    for case in CASES:
        check(totals, *case)
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
