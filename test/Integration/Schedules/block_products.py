# RUN: %python %s
"""Products of stored blocks have NumPy's numbers, however many steps an instruction has.

Blocks of every awkward shape, cut at both borders, times few and many columns: integers of
8 and 16 bits, of their whole range, to the last bit, and floats as --check takes them. For
processors with dot products, and for those without.
"""

import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path

import batch
import elements
import numpy as np
import scipy.io
import scipy.sparse
from totals import Totals

FORMATS = ("1,1", "2,3", "3,5", "4,4", "8,8", "16,16")
COLUMNS = (1, 2, 3, 5, 8, 15, 16, 17, 31, 32, 33, 70)
ROWS, INNER = 37, 45
#: The oldest that has the dot product of bf16 last: code for it runs here if any does.
PROCESSORS = ("native", "haswell", "x86-64", "cascadelake", "alderlake", "cooperlake")
#: Products of bf16 with sums in f32; `spmm` rounds the sums to bf16.
WIDE_SUMS = """
#a = affine_map<(i, j, k) -> (i, j)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, k)>
!A = !sparse.tensor<?x?xbf16, #sparse.bsr<FORMAT>>
!B = !sparse.tensor<?x?xbf16, #sparse.dense>
!C = !sparse.tensor<?x?xf32, #sparse.dense>
func.func @wide_sums(
    %A: !A {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !B {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !C {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %K, %sums = sparse.unpack %C
    : !C -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %sums, %zero : !sparse.buffer<?x?xf32>
  sparse.generic driver(%A) ins(%A, %B : !A, !B) outs(%C : !C) maps [#a, #b, #c]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: bf16, %y: bf16):
    %wide_x = arith.extf %x : bf16 to f32
    %wide_y = arith.extf %y : bf16 to f32
    %product = arith.mulf %wide_x, %wide_y : f32
    sparse.yield %product : f32
  }
  return
}
"""
INTEGERS = {"i8": np.int8, "i16": np.int16}


def runs_here(folder: Path, cpu: str) -> bool:
    """Whether this processor runs code for `cpu`."""
    sizes = ("--size", "I=3", "--size", "J=3", "--bind", "A=random", "--bind", "x=ones")
    done = batch.run(("sparse-run", "spmv", *sizes, "--cpu", cpu), folder)
    return done.returncode == 0


def write_operands(folder: Path) -> None:
    rng = np.random.default_rng(5)
    pattern = rng.random((ROWS, INNER)) < 0.3
    pattern[16:20] = False
    for name, kind in {**INTEGERS, "bf16": np.int8, "f32": np.int16}.items():
        limits = np.iinfo(kind)
        # The extremes, whose products fill an instruction's sums most.
        edges = rng.choice([limits.min, limits.max], (ROWS, INNER))
        values = rng.integers(limits.min, limits.max + 1, (ROWS, INNER))
        values = np.where(rng.random((ROWS, INNER)) < 0.3, edges, values) * pattern
        matrix = scipy.sparse.coo_array(values)
        scipy.io.mmwrite(folder / f"A.{name}.mtx", matrix, field="integer")
        for columns in COLUMNS:
            wide = rng.integers(limits.min, limits.max + 1, (INNER, columns))
            wide[::3] = limits.min
            dense = wide.astype(kind)
            if name in INTEGERS:
                product = values.astype(np.int64) @ dense.astype(np.int64)
                np.save(folder / f"C.{name}.{columns}.npy", product.astype(np.int32))
                np.save(folder / f"B.{name}.{columns}.npy", dense)
    # Halves of small integers, some of them subnormal, which bf16 has.
    for columns in COLUMNS:
        dense = rng.integers(-99, 99, (INNER, columns)).astype(np.float32) / 2
        dense[::7] *= np.float32(2.0**-130)
        for name in ("f32", "bf16"):
            elements.save_array(folder / f"B.{name}.{columns}.npy", dense, name)


def list_runs(processors: list[str]) -> Iterator[tuple[str, str, int, str, str]]:
    """Each shape with each type and number of columns, on a processor after the other."""
    cpus = cycle(processors)
    options = cycle(
        ("", "--specialize none", "--knob vectors=1", "--knob reassociate=0")
    )
    for shape in FORMATS:
        for dtype in ("i8", "bf16", "i16", "f32"):
            for columns in COLUMNS:
                yield shape, dtype, columns, next(cpus), next(options)
        # Six processors and twelve numbers would meet in one way alone.
        next(cpus)


def run(
    folder: Path, shape: str, dtype: str, columns: int, cpu: str, options: str
) -> str:
    """What is wrong with one product, or nothing."""
    full = ",full" if columns % 2 else ""
    result = folder / f"{shape}.{dtype}.{columns}.npy"
    program: tuple[str, ...] = ("spmm", "--dtype", dtype)
    program += ("--format", f"A=bsr({shape}{full})")
    if dtype == "bf16":
        text = folder / f"{shape}.{columns}.{cpu}.mlir"
        text.write_text(WIDE_SUMS.replace("FORMAT", shape + full))
        program = (str(text),)
    command = (
        *("sparse-run", *program, "--schedule", "blocks", "--cpu", cpu, "--check"),
        *("--bind", f"A=A.{dtype}.mtx", "--bind", f"B=B.{dtype}.{columns}.npy"),
        *("--out", f"C={result}", *options.split()),
    )
    done = batch.run(command, folder)
    if done.returncode != 0:
        return done.stdout + done.stderr
    if dtype in INTEGERS:
        expected = np.load(folder / f"C.{dtype}.{columns}.npy")
        if not np.array_equal(np.load(result), expected):
            return "another result than NumPy's"
    return ""


def main() -> int:
    totals = Totals()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_operands(folder)
        runs = list(list_runs([cpu for cpu in PROCESSORS if runs_here(folder, cpu)]))
        with ThreadPoolExecutor(2) as pool:
            wrongs = pool.map(lambda args: run(folder, *args), runs)
            for args, wrong in zip(runs, wrongs, strict=True):
                totals.compared += 1
                if wrong:
                    totals.failures.append(f"{args}: {wrong}")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
