# RUN: %python %s emulated %cc
"""SpMV, SpMM and SDDMM on CSR by their kernels for a GPU, against a CPU and SciPy.

`emulated` runs each thread of a kernel on the host, one after the other in random
order; `gpu` runs its PTX on a GPU. Results must be those of the program compiled for
the CPU bit for bit, and SciPy's within the bound of a sum in any order.
"""

import ctypes
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse
from driver import Driver
from kernels import Build, Program, run
from totals import Totals

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32}
INDICES = {"i32": np.int32, "i64": np.int64}
#: Columns of the dense operands.
WIDTHS = (1, 17, 0, 5)
#: What outputs hold before, and memory after their end.
POISON = 77


@dataclass(frozen=True)
class Variant:
    """A program, the types of elements and indices, and how its kernels run."""

    program: str
    element: str
    index: str
    threads: int
    index_bits: int

    def __str__(self) -> str:
        return (
            f"{self.program} {self.element}, indices {self.index}, "
            f"{self.threads} threads, {self.index_bits} bits"
        )

    def arguments(self) -> list[str]:
        """The options of sparse-run that choose it."""
        return [
            f"--dtype={self.element}",
            f"--format=A=csr(pos={self.index},crd={self.index})",
        ]


VARIANTS = [
    Variant("spmv", "f32", "i32", 128, 64),
    Variant("spmv", "f64", "i64", 1, 64),
    Variant("spmm", "f32", "i32", 128, 32),
    Variant("spmm", "f64", "i64", 128, 64),
    Variant("spmm", "i32", "i32", 100, 64),
    Variant("sddmm", "f32", "i32", 128, 64),
    Variant("sddmm", "f64", "i64", 64, 32),
]


def matrices(rng: np.random.Generator) -> Iterator[tuple[str, scipy.sparse.csr_array]]:
    """Matrices that break kernels, some around the size of a block."""

    def draw(rows: int, columns: int, density: float) -> scipy.sparse.csr_array:
        mask = rng.random((rows, columns)) < density
        values = rng.uniform(-4, 4, mask.shape)
        return scipy.sparse.csr_array(np.where(mask, values, 0))

    yield "0 x 0", scipy.sparse.csr_array((0, 0))
    yield "0 x 5", scipy.sparse.csr_array((0, 5))
    yield "5 x 0", scipy.sparse.csr_array((5, 0))
    yield "no element", scipy.sparse.csr_array((4, 6))
    yield "1 x 1", draw(1, 1, 2)
    yield "one row", draw(1, 300, 0.5)
    dense_row = draw(9, 500, 0.01).tolil()
    dense_row[3] = rng.uniform(-4, 4, 500)
    yield "a dense row", dense_row.tocsr()
    yield "one block of rows", draw(128, 40, 0.1)
    yield "a row more", draw(129, 40, 0.1)
    yield "some blocks", draw(611, 83, 0.05)


def write_matrix(path: Path, a: scipy.sparse.csr_array, whole: bool) -> None:
    """A Matrix Market file that gives the same numbers back."""
    kind = "integer" if whole else "real"
    rows = np.repeat(np.arange(a.shape[0]), np.diff(a.indptr))
    lines = [f"%%MatrixMarket matrix coordinate {kind} general"]
    lines.append(f"{a.shape[0]} {a.shape[1]} {a.nnz}")
    for row, column, value in zip(rows, a.indices, a.data, strict=True):
        lines.append(f"{row + 1} {column + 1} {value.item()!r}")
    path.write_text("\n".join(lines) + "\n")


class Case:
    """The operands of a variant on one matrix, and what comes of them."""

    def __init__(
        self,
        variant: Variant,
        a: scipy.sparse.csr_array,
        width: int,
        rng: np.random.Generator,
    ):
        self.variant = variant
        self.dtype = DTYPES[variant.element]
        self.whole = np.issubdtype(self.dtype, np.integer)
        self.a = a.astype(self.dtype)
        self.width = width
        rows, columns = a.shape
        if variant.program == "spmv":
            self.dense = {"x": self.draw(rng, (columns,))}
            self.name, shape = "y", (rows,)
        elif variant.program == "spmm":
            self.dense = {"B": self.draw(rng, (columns, width))}
            self.name, shape = "C", (rows, width)
        else:
            self.dense = {
                "X": self.draw(rng, (rows, width)),
                "Y": self.draw(rng, (columns, width)),
            }
            # Memory may go on after the last element.
            self.name, shape = "C", (self.a.nnz + 3,)
        self.result = np.full(shape, POISON, self.dtype)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        return rng.uniform(-9, 9, shape).astype(self.dtype)

    def run_kernels(self, program: Program) -> None:
        index = INDICES[self.variant.index]
        values = self.a.data
        if self.variant.program == "sddmm":
            values = np.append(values, np.full(3, POISON, self.dtype))
        structure = [self.a.indptr.astype(index), self.a.indices.astype(index)]
        program.call(
            self.variant.program,
            *self.a.shape,
            *structure,
            values,
            *self.dense.values(),
            self.result,
        )

    def run_on_cpu(self, folder: Path) -> np.ndarray:
        """What the program compiled for the CPU writes, in serial code that, like
        the kernels, rounds products and sums apart."""
        write_matrix(folder / "A.mtx", self.a, self.whole)
        words = [f"--bind=A={folder / 'A.mtx'}"]
        for name, array in self.dense.items():
            np.save(folder / f"{name}.npy", array)
            words.append(f"--bind={name}={folder / name}.npy")
        path = folder / "result.npy"
        out = f"--out={self.name}={path}"
        variant = self.variant
        if platform.machine() == "x86_64":
            words.append("--cpu=x86-64")
        words.append("--schedule=none")
        run("sparse-run", variant.program, *variant.arguments(), *words, out)
        return np.load(path)

    def expected(self) -> tuple[np.ndarray, np.ndarray]:
        """SciPy's result in f64, and the sums of the products' absolute values."""
        a = self.a.astype(np.float64)
        dense = [array.astype(np.float64) for array in self.dense.values()]
        if self.variant.program != "sddmm":
            return a @ dense[0], abs(a) @ abs(dense[0])
        x, y = dense
        rows = np.repeat(np.arange(a.shape[0]), np.diff(a.indptr))
        products = x[rows] * y[a.indices]
        return a.data * products.sum(1), abs(a.data) * abs(products).sum(1)

    def check(self, cpu: np.ndarray) -> str:
        """Says what is wrong with the result, if something is."""
        result = self.result
        if self.variant.program == "sddmm":
            if not (result[self.a.nnz :] == POISON).all():
                return "memory after the last element was written"
            result = result[: self.a.nnz]
        if result.shape != cpu.shape or result.tobytes() != cpu.tobytes():
            return "the CPU has other bits"
        expected, bound = self.expected()
        unit = 0 if self.whole else np.finfo(self.dtype).eps
        terms = self.width + int(np.diff(self.a.indptr).max(initial=0)) + 3
        if (abs(result - expected) > terms * unit * bound).any():
            return "SciPy has other numbers"
        return ""


def run_variant(
    variant: Variant, cc: str, driver: Driver | None, folder: Path, totals: Totals
) -> None:
    """Runs a variant on all matrices."""
    rng = np.random.default_rng(7)
    chip = driver.chip() if driver else "sm_90"
    build = Build(
        variant.program,
        folder,
        cc,
        chip,
        variant.threads,
        variant.index_bits,
        tuple(variant.arguments()),
    )
    program = Program(build, driver)
    for place, (name, a) in enumerate(matrices(rng)):
        case = Case(variant, a, WIDTHS[place % len(WIDTHS)], rng)
        program.grids.clear()
        case.run_kernels(program)
        fault = case.check(case.run_on_cpu(folder))
        blocks = max(1, -(-a.shape[0] // variant.threads))
        if not fault and program.grids[-1] != blocks:
            fault = f"expected {blocks} blocks but got {program.grids[-1]}"
        totals.compared += 1
        if fault:
            totals.failures.append(f"{variant} on '{name}': {fault}")


def main() -> int:
    """Runs every variant; the arguments say where, and name a C compiler."""
    if len(sys.argv) != 3 or sys.argv[1] not in ("emulated", "gpu"):
        print("usage: csr_products.py emulated|gpu CC", file=sys.stderr)
        return 2
    real = Driver(ctypes.CDLL("libcuda.so.1")) if sys.argv[1] == "gpu" else None
    totals = Totals()
    for variant in VARIANTS:
        with tempfile.TemporaryDirectory() as folder:
            run_variant(variant, sys.argv[2], real, Path(folder), totals)
    if real:
        real.close()
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
