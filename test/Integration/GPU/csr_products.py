# RUN: env SPINDLE_CUDA_DRIVER=%spindle_emulator SPINDLE_EMULATOR=seed=1 \
# RUN:   %python %s %spindle_emulator
"""SpMV, SpMM and SDDMM on CSR by their C functions for a GPU, against a CPU and SciPy.

The argument is the library of the driver: CUDA's, or the emulator's. Results must be
those of the program compiled for the CPU bit for bit where the order of sums is kept, as
it is of integers and of SpMM, and SciPy's within the bound of a sum in any order.
"""

import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse
from driver import Driver
from saved import SavedProgram, run
from totals import Totals

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32}
INDICES = {"i32": np.int32, "i64": np.int64}
#: Columns of the dense operands.
WIDTHS = (1, 17, 0, 5)
#: What outputs hold before, and memory after their end.
POISON = 77
MARGIN = 3


@dataclass(frozen=True)
class Variant:
    """A program, and the types of elements and indices."""

    program: str
    element: str
    index: str

    def __str__(self) -> str:
        return f"{self.program} {self.element}, indices {self.index}"

    def arguments(self) -> list[str]:
        """The options of sparse-run that choose it."""
        return [
            f"--dtype={self.element}",
            f"--format=A=csr(pos={self.index},crd={self.index})",
        ]


VARIANTS = [
    Variant("spmv", "f32", "i32"),
    Variant("spmv", "f64", "i64"),
    Variant("spmm", "f32", "i32"),
    Variant("spmm", "f64", "i64"),
    Variant("spmm", "i32", "i32"),
    Variant("sddmm", "f32", "i32"),
    Variant("sddmm", "f64", "i64"),
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
            self.name, shape = "C", (self.a.nnz,)
        self.result = np.full(shape, POISON, self.dtype)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        return rng.uniform(-9, 9, shape).astype(self.dtype)

    def run_kernels(self, program: SavedProgram) -> None:
        """Calls the program on a stream, on arrays with a margin behind the result."""
        parameters = program.csr(self.a, INDICES[self.variant.index])
        for array in self.dense.values():
            parameters += program.dense(array)
        room = np.full(self.result.size + MARGIN, POISON, self.dtype)
        is_dense = self.variant.program != "sddmm"
        last = program.dense(self.result) if is_dense else program.array(self.result)
        last[0] = program.array(room)[0]
        program.call("", [*parameters, *last], program.driver.create_stream())
        program.driver.copy_out(last[0].value or 0, room)
        self.result = room[:-MARGIN].reshape(self.result.shape)
        self.beyond = room[-MARGIN:]
        program.free()

    def run_on_cpu(self, folder: Path) -> np.ndarray:
        """What the program compiled for the CPU writes, in serial code that, like
        the kernels, rounds a product and its sum once."""
        write_matrix(folder / "A.mtx", self.a, self.whole)
        words = [f"--bind=A={folder / 'A.mtx'}"]
        for name, array in self.dense.items():
            np.save(folder / f"{name}.npy", array)
            words.append(f"--bind={name}={folder / name}.npy")
        path = folder / "result.npy"
        out = f"--out={self.name}={path}"
        variant = self.variant
        if platform.machine() == "x86_64":
            words.append("--cpu=x86-64-v3")
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
        if not (self.beyond == POISON).all():
            return "memory after the last element was written"
        keeps_order = self.whole or self.variant.program == "spmm"
        if result.shape != cpu.shape or (
            keeps_order and result.tobytes() != cpu.tobytes()
        ):
            return "the CPU has other bits"
        expected, bound = self.expected()
        unit = 0 if self.whole else np.finfo(self.dtype).eps
        terms = self.width + int(np.diff(self.a.indptr).max(initial=0)) + 3
        if (abs(result - expected) > terms * unit * bound).any():
            return "SciPy has other numbers"
        return ""


def run_variant(variant: Variant, driver: Driver, folder: Path, totals: Totals) -> None:
    """Runs a variant on all matrices."""
    rng = np.random.default_rng(7)
    program = SavedProgram(driver, variant.program, folder, *variant.arguments())
    for place, (name, a) in enumerate(matrices(rng)):
        case = Case(variant, a, WIDTHS[place % len(WIDTHS)], rng)
        case.run_kernels(program)
        fault = case.check(case.run_on_cpu(folder))
        totals.compared += 1
        if fault:
            totals.failures.append(f"{variant} on '{name}': {fault}")


def main() -> int:
    """Runs every variant; the argument is the driver's library."""
    driver = Driver(sys.argv[1])
    totals = Totals()
    for variant in VARIANTS:
        with tempfile.TemporaryDirectory() as folder:
            run_variant(variant, driver, Path(folder), totals)
    driver.close()
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
