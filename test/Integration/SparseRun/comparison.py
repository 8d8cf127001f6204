"""Runs sparse-run through files and compares what it writes with SciPy.

SciPy's numbers are taken in f64 (i64 for integers, which must be equal). A float
may be off by the bound of a sum in any order, gamma(n) (|A| |B|): n the entries of
the longest row, gamma(n) = n u / (1 - n u), u the unit of rounding. Numbers that are
not finite must be the same. Each run is checked by the interpreter too, unless the
matrix is large.
"""

import itertools
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from totals import Totals

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}


@dataclass(frozen=True)
class Variant:
    """A program that ships, with other types of elements and of indices."""

    element: str = "f32"
    index: str = "i32"

    def options(self) -> list[str]:
        """How sparse-run is told."""
        if self == Variant():
            return []
        a = f"A=csr(pos={self.index},crd={self.index})"
        return ["--dtype", self.element, "--format", a]


def write_entries(path: Path, a: scipy.sparse.coo_array) -> None:
    """Writes A's entries as they are: in their order, duplicates and zeros kept."""
    integral = np.issubdtype(a.dtype, np.integer)
    with path.open("w", encoding="ascii") as file:
        kind = "integer" if integral else "real"
        file.write(f"%%MatrixMarket matrix coordinate {kind} general\n")
        file.write(f"{a.shape[0]} {a.shape[1]} {a.nnz}\n")
        for i, j, x in zip(a.row, a.col, a.data, strict=True):
            file.write(f"{i + 1} {j + 1} {int(x) if integral else repr(float(x))}\n")


def wrong_numbers(a: scipy.sparse.coo_array, b: np.ndarray, c: np.ndarray) -> str:
    """Says how C differs from A B, if it does."""
    wide = np.int64 if np.issubdtype(b.dtype, np.integer) else np.float64
    a = scipy.sparse.coo_array((a.data.astype(wide), (a.row, a.col)), shape=a.shape)
    with np.errstate(invalid="ignore", over="ignore"):
        expected = a.tocsr() @ b.astype(wide)
    if c.shape != expected.shape or c.dtype != b.dtype:
        return f"expected {expected.shape} of {b.dtype} but got {c.shape} of {c.dtype}"
    if wide is np.int64:
        equal = c == expected.astype(c.dtype)
    else:
        n = int(np.bincount(a.row, minlength=1).max()) + 2
        unit = np.finfo(b.dtype).eps / 2
        least = np.finfo(b.dtype).smallest_subnormal
        with np.errstate(invalid="ignore", over="ignore"):
            bound = n * unit / (1 - n * unit) * (abs(a).tocsr() @ abs(b.astype(wide)))
            close = abs(c - expected) <= bound + n * least
        same = (c == expected) | (np.isnan(c) & np.isnan(expected))
        equal = np.where(np.isfinite(expected), close, same)
    if equal.all():
        return ""
    place = tuple(int(i) for i in np.argwhere(~equal)[0])
    return f"expected {expected[place]} at {place} but got {c[place]}"


def sum_duplicates(
    row: np.ndarray, col: np.ndarray, data: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The entries in the order of rows and columns, those of one cell summed."""
    order = np.lexsort((col, row))
    row, col, data = row[order], col[order], data[order]
    is_new = (np.diff(row, prepend=-1) != 0) | (np.diff(col, prepend=-1) != 0)
    starts = np.flatnonzero(is_new)
    sums = np.add.reduceat(data, starts) if len(starts) else data
    return row[starts], col[starts], sums


def wrong_samples(
    a: scipy.sparse.coo_array, x: np.ndarray, y: np.ndarray, output: Path
) -> str:
    """Says how the values in `output` differ from those of A * (X Y^T), if they do:
    a list in the order of rows and columns, or the matrix."""
    wide = np.int64 if np.issubdtype(x.dtype, np.integer) else np.float64
    row, col, values = sum_duplicates(a.row, a.col, a.data.astype(wide))
    sizes = sum_duplicates(a.row, a.col, abs(a.data.astype(wide)))[2]
    if output.suffix == ".npy":
        c = np.load(output)
    else:
        c = scipy.sparse.coo_array(scipy.io.mmread(output))
        if not (np.array_equal(c.row, row) and np.array_equal(c.col, col)):
            return "expected the pattern of A but got another one"
        c = c.data.astype(x.dtype)
    if c.shape != values.shape or c.dtype != x.dtype:
        return f"expected {values.shape} of {x.dtype} but got {c.shape} of {c.dtype}"
    left, right = x.astype(wide)[row], y.astype(wide)[col]
    expected = values * (left * right).sum(axis=1)
    if wide is np.int64:
        equal = c == expected.astype(c.dtype)
    else:
        n = x.shape[1] + a.nnz - len(values) + 2
        unit = np.finfo(x.dtype).eps / 2
        least = np.finfo(x.dtype).smallest_subnormal
        bound = n * unit / (1 - n * unit) * sizes * abs(left * right).sum(axis=1)
        equal = abs(c - expected) <= bound + n * least
    if equal.all():
        return ""
    place = int(np.argmin(equal))
    return (
        f"expected {expected[place]} at ({row[place]}, {col[place]}) but got {c[place]}"
    )


class Bench:
    """A folder with operands, in which programs are run and compared."""

    def __init__(self, folder: Path, totals: Totals):
        self.folder = folder
        self.totals = totals
        # The interpreter checks what runs on matrices of at most so many entries.
        self.most_interpreted = sys.maxsize
        # Operands go through both kinds of dense files by turns.
        self.turns = itertools.cycle([("npy", "npy"), ("mtx", "npy"), ("npy", "mtx")])
        self.sampled_turns = itertools.cycle(["npy", "mtx"])

    def save(self, name: str, array: np.ndarray, suffix: str) -> Path:
        """Writes a dense operand."""
        path = self.folder / f"{name}.{suffix}"
        if suffix == "npy":
            np.save(path, array)
        else:
            kind = "integer" if np.issubdtype(array.dtype, np.integer) else "real"
            columns = array.reshape(len(array), -1)
            lines = [f"%%MatrixMarket matrix array {kind} general"]
            lines.append(f"{columns.shape[0]} {columns.shape[1]}")
            lines += [repr(x.item()) for x in columns.T.ravel()]
            path.write_text("\n".join(lines) + "\n")
        return path

    def load(self, path: Path, dtype: type, rank: int) -> np.ndarray:
        """Reads what was written."""
        if path.suffix == ".npy":
            return np.load(path)
        lines = [
            line for line in path.read_text().splitlines() if not line.startswith("%")
        ]
        rows, columns = (int(word) for word in lines[0].split())
        values = np.array([dtype(word) for word in lines[1:]], dtype)
        array = values.reshape(columns, rows).T
        return array[:, 0] if rank == 1 else array

    def run(
        self,
        program: str,
        variant: Variant,
        operands: dict[str, Path],
        output: Path,
        entries: int,
    ) -> str:
        """Runs a program on a matrix of so many entries, its result written to
        `output`. Says what went wrong."""
        is_checked = entries <= self.most_interpreted
        report = self.folder / "report.json"
        output.unlink(missing_ok=True)
        command = ["sparse-run", program, *variant.options()]
        for name, path in operands.items():
            command += ["--bind", f"{name}={path}"]
        command += ["--out", f"{output.stem}={output}"]
        command += ["--json", str(report)] + ["--check=force"] * is_checked
        done = batch.run(command)
        self.totals.compared += 1
        if done.returncode != 0:
            return f"exit status {done.returncode}: {done.stderr.strip()}"
        if bool(json.loads(report.read_text())["checked"]) != is_checked:
            return f"expected the run to be checked: {is_checked}"
        return ""

    def note(self, program: str, variant: Variant, name: str, wrong: str) -> None:
        """Keeps what is wrong with a run, if anything."""
        if wrong:
            self.totals.failures.append(f"{program} {variant} {name}: {wrong}")

    def compare(
        self,
        name: str,
        file: Path,
        a: scipy.sparse.coo_array,
        b: np.ndarray,
        variant: Variant = Variant(),
    ) -> None:
        """Runs spmm, or spmv where B is a vector, on A, which `file` holds."""
        program = "spmm" if b.ndim == 2 else "spmv"
        dense, result = ("B", "C") if b.ndim == 2 else ("x", "y")
        dtype = DTYPES[variant.element]
        # Text has no NaN of NumPy's spelling, and no array of no columns.
        plain = np.isfinite(b).all() and b.size and a.shape[0]
        given, taken = next(self.turns) if plain else ("npy", "npy")
        output = self.folder / f"{result}.{taken}"
        operands = {"A": file, dense: self.save(dense, b, given)}
        wrong = self.run(program, variant, operands, output, a.nnz)
        if not wrong:
            wrong = wrong_numbers(
                scipy.sparse.coo_array(a).astype(dtype),
                b,
                self.load(output, dtype, b.ndim),
            )
        self.note(program, variant, name, wrong)

    def compare_sampled(
        self,
        name: str,
        file: Path,
        a: scipy.sparse.coo_array,
        columns: int,
        variant: Variant = Variant(),
    ) -> None:
        """Runs sddmm on A, which `file` holds, and dense matrices of `columns`."""
        rng = np.random.default_rng(columns)
        x = random_dense(rng, (a.shape[0], columns), variant.element)
        y = random_dense(rng, (a.shape[1], columns), variant.element)
        operands = {"A": file, "X": self.save("X", x, "npy")}
        operands["Y"] = self.save("Y", y, "npy")
        output = self.folder / f"C.{next(self.sampled_turns)}"
        wrong = self.run("sddmm", variant, operands, output, a.nnz)
        if not wrong:
            a = scipy.sparse.coo_array(a).astype(DTYPES[variant.element])
            wrong = wrong_samples(a, x, y, output)
        self.note("sddmm", variant, name, wrong)


def random_dense(
    rng: np.random.Generator, shape: tuple[int, ...], element: str
) -> np.ndarray:
    """Reals of [-1, 1) or integers of [-9, 9]."""
    dtype = DTYPES[element]
    if np.issubdtype(dtype, np.integer):
        return rng.integers(-9, 10, shape).astype(dtype)
    return rng.uniform(-1, 1, shape).astype(dtype)


def run_in_folder(body) -> int:
    """Calls `body` with a Bench in a new folder; returns the exit status."""
    totals = Totals()
    with tempfile.TemporaryDirectory() as folder:
        body(Bench(Path(folder), totals))
    return totals.finish()


if __name__ == "__main__":
    sys.exit("this is a module; run the tests beside it")
